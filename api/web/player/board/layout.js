// Where each piece is drawn, how large, and with which mark.  Lengths are in cells.

import { DEPTH, scene, wayIn } from "./scene.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {{cell: Cell, size: number, lap: number | null, locked: boolean, count: number}} Place `count`: how many pieces it stands for, 0 if another stands for it */
/** @typedef {{seat: number, cell: Cell, long: number, deep: number, right: number, down: number}} Cage a cage of the seat's; deep is the direction right, down */
/** @typedef {{places: Place[][], cages: Cage[], pairs: {seat: number, cells: Cell[]}[]}} Layout `pairs`: two pieces of one player alone on a square */

/** More pieces than so many on a square are drawn as stacks. */
const MOST = 4;

/**
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {readonly (readonly number[])[]} pieces
 * @returns {Layout}
 */
export function layout(board, seats, pieces) {
  /** @type {Layout} */
  const found = { places: pieces.map(() => []), cages: [], pairs: [] };
  for (const { kind, cell, seat, members } of scene(board, seats, pieces)) {
    const free = kind === "spot", [first, second] = members;
    /** @type {Record<string, typeof members>} */
    const stacks = {};
    for (const one of members) (stacks[String(free && members.length > MOST ? [one.player, one.lap, one.locked] : [one.player, one.piece])] ??= []).push(one);
    const groups = Object.values(stacks), count = groups.length, [beside, step, size] = arranged(kind, count), rows = Math.ceil(count / beside);
    // Rows follow each other towards home where the place belongs to a column, else down.
    const [right, down] = kind === "home" || kind === "gate" ? wayIn(board, seat) : [0, 1];
    groups.forEach((group, index) => {
      const row = Math.floor(index / beside), far = (index % beside - (Math.min(beside, count - row * beside) - 1) / 2) * step, deep = (row - (rows - 1) / 2) * step;
      group.forEach(({ player, piece, lap, locked }, under) => {
        found.places[player][piece] = { cell: [cell[0] + down * far + right * deep, cell[1] - right * far + down * deep], size, lap, locked, count: under < group.length - 1 ? 0 : group.length };
      });
    });
    if (kind === "prison" || kind === "gate") found.cages.push({ seat, cell, long: beside * step + 0.1, deep: rows * step, right, down });
    if (free && members.length === 2 && first.player === second.player) found.pairs.push({ seat, cells: members.map(({ player, piece }) => found.places[player][piece].cell) });
  }
  return found;
}

/**
 * So many pieces of a place: how many side by side, from one to the next, and how large.  Cages are on `cross-52` only.
 * @param {string} kind
 * @param {number} count
 */
function arranged(kind, count) {
  const side = Math.ceil(Math.sqrt(count)), many = count > 6, step = many ? 0.46 : Math.min(0.8, 3.2 / count);
  if (kind === "home") return [3, 0.44 * DEPTH, 0.56 * DEPTH];
  if (kind === "gate") return [count, 0.5, 0.56];
  if (kind === "prison") return [many ? Math.ceil(count / 2) : count, step, 1.12 * step];
  return [side, 0.9 / side, Math.min(1.06, 1.2 / side)];
}
