// Where each piece is drawn, how large, and with which mark.  Lengths are in cells.

import { scene, wayIn } from "./scene.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {{cell: Cell, size: number, lap: number | null, locked: boolean, cage: number | null, count: number}} Place `cage`: the board seat that holds it; `count`: how many pieces it stands for, 0 if another stands for it */
/** @typedef {{places: Place[][], pairs: {seat: number, cells: Cell[]}[]}} Layout `pairs`: two pieces of one player alone on a square */

/** More pieces than so many on a square are drawn as stacks. */
const MOST = 4;
/** How many are side by side in places that are no squares, and how far it is from one to the next.  @type {Record<string, [number, number]>} */
const ROOMS = { home: [3, 0.65], gate: [9, 0.5], prison: [4, 0.8] };

/**
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {readonly (readonly number[])[]} pieces
 * @returns {Layout}
 */
export function layout(board, seats, pieces) {
  /** @type {Layout} */
  const found = { places: pieces.map(() => []), pairs: [] };
  for (const { kind, cell, seat, members } of scene(board, seats, pieces)) {
    const free = kind === "spot", [first, second] = members;
    /** @type {Record<string, typeof members>} */
    const stacks = {};
    for (const one of members) (stacks[String(free && members.length > MOST ? [one.player, one.lap, one.locked] : [one.player, one.piece])] ??= []).push(one);
    const groups = Object.values(stacks), count = groups.length, side = Math.ceil(Math.sqrt(count)), [beside, step] = ROOMS[kind] ?? [side, 0.9 / side], rows = Math.ceil(count / beside);
    // Rows follow each other towards home where the place belongs to a column, else down.
    const [right, down] = kind === "home" || kind === "gate" ? wayIn(board, seat) : [0, 1], size = Math.min(1.06, step * 1.25), cage = kind === "prison" || kind === "gate" ? seat : null;
    groups.forEach((group, index) => {
      const row = Math.floor(index / beside), far = (index % beside - (Math.min(beside, count - row * beside) - 1) / 2) * step, deep = (row - (rows - 1) / 2) * step;
      group.forEach(({ player, piece, lap, locked }, under) => {
        found.places[player][piece] = { cell: [cell[0] + down * far + right * deep, cell[1] - right * far + down * deep], size, lap, locked, cage, count: under < group.length - 1 ? 0 : group.length };
      });
    });
    if (free && members.length === 2 && first.player === second.player) found.pairs.push({ seat, cells: members.map(({ player, piece }) => found.places[player][piece].cell) });
  }
  return found;
}
