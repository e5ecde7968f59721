// The catalogue of boards, systems and options (replay.catalog), unfolded from what is short to send: catalog_data.js.

import { BOARD_DATA, MARKS, SYSTEM_DATA } from "./catalog_data.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").System} System */
/** @typedef {[number, number]} Cell */

const byFirst = (/** @type {any[][]} */ data, /** @type {(...entry: any[]) => any} */ unfold) =>
  Object.fromEntries(data.map((entry) => [entry[0], unfold(...entry)]));

/**
 * A board: what belongs to seat 0, turned around the middle for the others (`turn` 1: clockwise).
 * @type {(id: string, size: number, turn: number, colours: string[], start: number, lapEnd: number, home: number,
 *   stars: number[], section: number[], column: number[], yard: number[]) => Board}
 */
const unfoldBoard = (id, size, turn, colours, start, lapEnd, home, stars, section, column, yard) => {
  const middle = (size - 1) / 2;
  const length = section.length / 2;
  /** @param {number[]} flat */
  const around = (flat) =>
    colours.map((_, seat) => {
      const angle = (turn * seat * 2 * Math.PI) / colours.length;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      /** @type {Cell[]} */
      const cells = [];
      for (let at = 0; at < flat.length; at += 2) {
        const [x, y] = [flat[at] - middle, flat[at + 1] - middle];
        const rounded = [x * cos - y * sin, x * sin + y * cos].map((to) => Math.round((middle + to) * 1e3) / 1e3);
        cells.push(/** @type {Cell} */ (rounded));
      }
      return cells;
    });
  const offsets = colours.map((_, seat) => length * seat + start);
  return {
    id,
    loop: length * colours.length,
    offsets,
    lapEnd,
    goal: lapEnd + column.length / 2,
    home,
    starts: offsets,
    stars: colours.flatMap((_, seat) => stars.map((star) => length * seat + star)),
    colours,
    size,
    cells: around(section).flat(),
    columns: around(column),
    yards: around(yard),
  };
};

/** Marks of the seats: colour is never the only one (C4). */
export { MARKS };

/** By id. @type {Record<string, Board>} */
export const BOARDS = byFirst(BOARD_DATA, unfoldBoard);

/** By id. @type {Record<string, System>} */
export const SYSTEMS = byFirst(SYSTEM_DATA, (id, title, options, layout, layouts) => ({
  id,
  title,
  options: options.map((/** @type {any[]} */ [name, clause, ...choices]) => ({ name, clause, choices })),
  layout,
  layouts,
}));
