// The board without its pieces.

import { DEPTH, hasCommonHome, middleOf, wayIn } from "./scene.js";
import { colourClass, placedAt, shapePath, svgPart, svgPath, tile } from "./svg.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */

const STAR_PATH = "M0-.38L.22.31-.36-.12H.36L-.22.31z";

/**
 * The yards by seat, and all there is: they, the squares, and the homes.
 * @param {Board} board
 */
export function groundOf(board) {
  const round = board.home < board.goal, common = hasCommonHome(board);
  /** @type {(cell: Cell, kind: string, half?: number) => SVGElement} */
  const place = (cell, kind, half = round ? 0.42 : 0.47) => tile(cell, half, kind, round ? half : half / 4);
  const yards = board.yards.map((places) => {
    const [[x, y], , , [x2, y2]] = places;
    return svgPart("g", {}, place(middleOf(places), "", 0.88 * Math.hypot(x2 - x, y2 - y)), ...places.map((cell) => tile(cell, 0.43)));
  });
  const parts = [...yards];
  if (round) parts.push(svgPath(`M${board.cells.join("L")}z`, "loop"));
  board.cells.forEach((cell, square) => {
    parts.push(place(cell, "cell"));
    if (board.stars.includes(square)) parts.push(svgPath(STAR_PATH, "figure", placedAt(cell)));
  });
  board.columns.forEach((column, seat) => {
    const start = board.cells[board.offsets[seat]], last = (board.offsets[seat] + board.lapEnd) % board.loop, [right, down] = wayIn(board, seat);
    const own = [place(start, "cell"), svgPath(shapePath(seat), "figure", placedAt(start, 0.8)), ...column.slice(0, common ? -1 : undefined).map((cell) => place(cell, "cell"))];
    const end = /** @type {Cell} */ (column.at(-1));
    if (!round && !board.stars.includes(last)) own.push(svgPath("M-.12-.2L.12 0-.12.2", "figure", placedAt(board.cells[last], right, down)));
    if (common) own.push(svgPath("M0 0l-1 1v-2z", "cell", placedAt(end, DEPTH * right, DEPTH * down)));
    else if (!round) own.push(place(end, "cell end", 0.36));
    parts.push(svgPart("g", { class: `own ${colourClass(board, seat)}` }, ...own));
  });
  return { yards, ground: svgPart("g", {}, ...parts) };
}
