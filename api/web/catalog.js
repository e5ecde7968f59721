// The catalogue of boards, systems and options (replay.catalog), unfolded from what is short to send: catalog_data.js.

import { BOARD_DATA, MARKS, SYSTEM_DATA } from "./catalog_data.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").System} System */
/** @typedef {[number, number]} Cell */

const byFirst = (/** @type {any[][]} */ data, /** @type {(...entry: any[]) => any} */ unfold) =>
  Object.fromEntries(data.map((entry) => [entry[0], unfold(...entry)]));

/**
 * A board: what belongs to seat 0, turned around the middle for the others (`turn` 1: clockwise). Cells are given as lines:
 * column and row of the last cell, and in how many equal steps it is reached from the line before.
 * @type {(id: string, size: number, turn: number, colours: string[], start: number, lapEnd: number, home: number,
 *   stars: number[], section: number[], column: number[], yard: number[]) => Board}
 */
const unfoldBoard = (id, size, turn, colours, start, lapEnd, home, stars, section, column, yard) => {
  const middle = (size - 1) / 2;
  /** @param {number[]} lines */
  const cellsOf = (lines) => {
    /** @type {Cell[]} */
    const cells = [];
    for (let at = 0; at < lines.length; at += 3) {
      const [x, y, steps] = lines.slice(at, at + 3);
      const [fromX, fromY] = cells.at(-1) ?? [x, y];
      for (let step = 1; step <= steps; step++) {
        cells.push([fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps]);
      }
    }
    return cells;
  };
  /** @param {number[]} lines */
  const around = (lines) =>
    colours.map((_, seat) => {
      const angle = (turn * seat * 2 * Math.PI) / colours.length;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return cellsOf(lines).map(([column, row]) => {
        const [x, y] = [column - middle, row - middle];
        const turned = [x * cos - y * sin, x * sin + y * cos].map((to) => Math.round((middle + to) * 1e3) / 1e3);
        return /** @type {Cell} */ (turned);
      });
    });
  const sections = around(section);
  const columns = around(column);
  const length = sections[0].length;
  const offsets = colours.map((_, seat) => length * seat + start);
  return {
    id,
    loop: length * colours.length,
    offsets,
    lapEnd,
    goal: lapEnd + columns[0].length,
    home,
    starts: offsets,
    stars: colours.flatMap((_, seat) => stars.map((star) => length * seat + star)),
    colours,
    size,
    cells: sections.flat(),
    columns,
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
