// The board without its pieces.

import { apart, commonHome } from "./scene.js";
import { colourClass, drawn, shapePath } from "./svg.js";
import { wedge } from "./layout.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */

/** @param {readonly Cell[]} cells */
export function points(cells) {
  return cells.map((cell) => cell.map((part) => +part.toFixed(3)).join()).join(" ");
}

/**
 * Left, top, right and bottom of some cells' middles.
 * @param {readonly Cell[]} cells
 */
function bounds(cells) {
  const [xs, ys] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * What is drawn where: the picture's frame, `unit` (a sixteenth of its width), and the grounds of the yards.
 * @param {Board} board
 */
export function frame(board) {
  const yards = board.yards.map((yard) => {
    const space = apart(yard), [left, top, right, bottom] = bounds(yard), pad = 0.65 * space;
    const square = yard.every(([x, y]) => (x === left || x === right) && (y === top || y === bottom));
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const half = square ? (right - left) / 2 + pad : Math.max(...yard.map((cell) => Math.hypot(cell[0] - x, cell[1] - y))) + pad;
    return { x, y, half, round: square ? 0.3 * space : half };
  });
  const [left, top, right, bottom] = bounds([...board.cells, ...board.columns.flat(), ...board.yards.flat()]);
  const width = right - left + 2.5, height = width * 9 / 8;
  return { left: left - 1.25, top: (top + bottom - height) / 2, width, height, unit: width / 16, yards };
}

/**
 * The squares of the board, its homes and its yards (each a `g` by seat, first in what is returned).
 * @param {Board} board
 * @param {ReturnType<typeof frame>} size
 * @returns {{ground: SVGElement, yards: SVGElement[]}}
 */
export function groundOf(board, { left, top, width, height, yards }) {
  const round = board.home < board.goal, shared = String(commonHome(board));
  /** @type {(cell: Cell, kind: string, half?: number) => SVGElement} */
  const place = ([x, y], kind, half = round ? 0.42 : 0.47) => round
    ? drawn("circle", { cx: x, cy: y, r: half, class: kind })
    : drawn("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half / 4, class: kind });
  const parts = [drawn("rect", { x: left, y: top, width, height, rx: width / 40, class: "ground" })];
  const grounds = yards.map(({ x, y, half, round: rx }, seat) => drawn("g", { class: `yard ${colourClass(board, seat)}` },
    drawn("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx }),
    ...board.yards[seat].map(([cx, cy]) => drawn("circle", { cx, cy, r: 0.43 }))));
  parts.push(...grounds);
  if (round) parts.push(drawn("polygon", { points: points(board.cells), class: "loop" }));
  board.cells.forEach((cell, index) => {
    const seat = board.offsets.indexOf(index), starred = board.stars.includes(index);
    if (seat < 0) {
      parts.push(place(cell, starred ? "cell star" : "cell"));
      if (starred) parts.push(drawn("polygon", { points: points(starAt(cell)), class: "figure" }));
    } else {
      const [x, y] = cell;
      parts.push(drawn("g", { class: `own ${colourClass(board, seat)}` }, place(cell, "cell"),
        drawn("path", { d: shapePath(seat), transform: `translate(${x} ${y}) scale(.8)`, class: "figure" })));
    }
  });
  board.columns.forEach((column, seat) => {
    const own = drawn("g", { class: `own ${colourClass(board, seat)}` });
    const [x, y] = board.cells[(board.offsets[seat] + board.lapEnd) % board.loop], [ahead, beside] = [column[0][0] - x, column[0][1] - y];
    if (!round && !board.stars.includes((board.offsets[seat] + board.lapEnd) % board.loop)) {
      own.append(drawn("path", { d: "M-.12-.2L.12 0-.12 .2", transform: `translate(${x} ${y}) rotate(${Math.round(Math.atan2(beside, ahead) * 180 / Math.PI)})`, class: "way" }));
    }
    for (const cell of column) if (String(cell) !== shared) own.append(place(cell, "cell"));
    if (shared !== "null") own.append(drawn("polygon", { points: points(wedge(board, seat)), class: "cell" }));
    else if (!round) own.append(place(column[column.length - 1], "end", 0.36));
    parts.push(own);
  });
  return { ground: drawn("g", {}, ...parts), yards: grounds };
}

/**
 * @param {Cell} middle
 * @returns {Cell[]}
 */
function starAt([x, y]) {
  return Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 ? 0.17 : 0.37, turn = index * Math.PI / 5;
    return [x + radius * Math.sin(turn), y - radius * Math.cos(turn)];
  });
}
