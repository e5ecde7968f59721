// The board without its pieces.

import { hasCommonHome } from "./scene.js";
import { colourClass, placedAt, shapePath, svgPart, svgPath } from "./svg.js";
import { DEPTH } from "./layout.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {{x: number, y: number, half: number, round: number}} Yard what is under a yard: its middle, half its side, and how round its corners are */

const STAR_PATH = "M0-.38L.1-.14.36-.12.16.05.22.31 0 .17-.22.31-.16.05-.36-.12-.1-.14z";

/**
 * The least and the greatest of what is in a place of each cell.
 * @param {Cell[]} cells
 * @param {0 | 1} axis
 */
function ends(cells, axis) {
  const all = cells.map((cell) => cell[axis]);
  return [Math.min(...all), Math.max(...all)];
}

/**
 * What is drawn where: the picture's frame, 8 wide and 9 high, and the grounds of the yards.
 * @param {Board} board
 */
export function frame(board) {
  const all = [...board.cells, ...board.yards.flat()], [left, right] = ends(all, 0), [top, bottom] = ends(all, 1);
  const width = right - left + 2.5, height = width * 9 / 8;
  const yards = board.yards.map((yard) => {
    const [x, x2] = ends(yard, 0), [y, y2] = ends(yard, 1), wide = x2 - x;
    // Places in rows and columns are on a square, others on a disc.
    const square = wide === y2 - y && board.columns.length === 4, half = square ? 1.15 * wide : 1.52;
    return { x: (x + x2) / 2, y: (y + y2) / 2, half, round: square ? 0.3 * wide : half };
  });
  return { left: left - 1.25, top: (top + bottom - height) / 2, width, height, yards };
}

/**
 * The squares of the board, its homes and its yards; `yards` by seat.
 * @param {Board} board
 * @param {ReturnType<typeof frame>} frame
 */
export function groundOf(board, { left, top, width, height, yards }) {
  const round = board.home < board.goal, common = hasCommonHome(board);
  /** @type {(cell: Cell, kind: string, half?: number) => SVGElement} */
  const place = ([x, y], kind, half = round ? 0.42 : 0.47) => box(x, y, half, round ? half : half / 4, kind);
  const grounds = yards.map(({ x, y, half, round: rx }, seat) => svgPart("g", {}, box(x, y, half, rx), ...board.yards[seat].map(([cx, cy]) => svgPart("circle", { cx, cy, r: 0.43 }))));
  const parts = [svgPart("rect", { x: left, y: top, width, height, rx: width / 40, class: "ground" }), ...grounds];
  if (round) parts.push(svgPath(`M${board.cells.join("L")}z`, "loop"));
  board.cells.forEach((cell, index) => {
    const starred = board.stars.includes(index);
    parts.push(place(cell, starred ? "cell star" : "cell"));
    if (starred) parts.push(svgPath(STAR_PATH, "figure", placedAt(...cell)));
  });
  board.columns.forEach((column, seat) => {
    const start = board.cells[board.offsets[seat]], last = (board.offsets[seat] + board.lapEnd) % board.loop, [x, y] = board.cells[last];
    const own = [place(start, "cell"), svgPath(shapePath(seat), "figure", placedAt(...start, 0.8))];
    if (!round && !board.stars.includes(last)) {
      const turn = Math.round(Math.atan2(column[0][1] - y, column[0][0] - x) * 180 / Math.PI);
      own.push(svgPath("M-.12-.2L.12 0-.12.2", "figure", `${placedAt(x, y)}rotate(${turn})`));
    }
    own.push(...column.slice(0, common ? -1 : undefined).map((cell) => place(cell, "cell")));
    const end = /** @type {Cell} */ (column.at(-1));
    if (common) {
      const [[c, d], [e, f]] = column, ahead = [c - e, d - f].map((part) => part * DEPTH);
      own.push(svgPath(`M${end}l${ahead[0] + ahead[1]} ${ahead[1] - ahead[0]} ${-2 * ahead[1]} ${2 * ahead[0]}z`, "cell"));
    } else if (!round) own.push(place(end, "cell end", 0.36));
    parts.push(svgPart("g", { class: `own ${colourClass(board, seat)}` }, ...own));
  });
  return { ground: svgPart("g", {}, ...parts), grounds };
}

/**
 * A square, or something rounder, around a point.
 * @param {number} x
 * @param {number} y
 * @param {number} half
 * @param {number} rx
 * @param {string} [kind]
 */
function box(x, y, half, rx, kind = "") {
  return svgPart("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx, class: kind });
}
