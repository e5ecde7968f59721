// Where each piece is drawn, how large, and with which mark.  Lengths are in cells.

import { scene } from "./scene.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {{x: number, y: number, size: number, lap: number | null, locked: boolean, count: number}} Place `count`: how many pieces it stands for, 0 if another stands for it */
/** @typedef {{seat: number, x: number, y: number, long: number, deep: number, turn: number}} Cage a cage of the seat's, turned by so many degrees */
/** @typedef {{places: Place[][], cages: Cage[], pairs: {seat: number, from: Cell, to: Cell}[]}} Layout `pairs`: two pieces of one player alone on a square */

/** How far a home that all seats share reaches to each side. */
export const DEPTH = 1.47;
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
    /** @type {Record<string, import("./scene.js").Member[]>} */
    const stacks = {};
    for (const one of members) (stacks[kind === "spot" && members.length > MOST ? [one.player, one.lap, one.locked].join() : `${one.player}/${one.piece}`] ??= []).push(one);
    const groups = Object.values(stacks), count = groups.length, [beside, step, size] = arranged(kind, count), rows = Math.ceil(count / beside);
    const [right, down] = wayIn(board, seat, kind), middle = kind === "home" ? 0.62 * DEPTH : 0;
    const x = cell[0] - right * middle, y = cell[1] - down * middle;
    groups.forEach((group, index) => {
      const row = Math.floor(index / beside), far = (index % beside - (Math.min(beside, count - row * beside) - 1) / 2) * step, deep = (row - (rows - 1) / 2) * step;
      group.forEach(({ player, piece, lap, locked }, under) => {
        found.places[player][piece] = { x: x + down * far + right * deep, y: y - right * far + down * deep, size, lap, locked, count: under < group.length - 1 ? 0 : group.length };
      });
    });
    if (kind === "prison" || kind === "gate") found.cages.push({ seat, x, y, long: beside * step + 0.1, deep: rows * step, turn: right ? 90 : 0 });
    if (kind === "spot" && members.length === 2 && members[0].player === members[1].player) found.pairs.push({ seat, from: [x - step / 2, y], to: [x + step / 2, y] });
  }
  return found;
}

/**
 * So many pieces of a place: how many side by side, from one to the next, and how large.  Cages are on `cross-52` only.
 * @param {string} kind
 * @param {number} count
 */
function arranged(kind, count) {
  const side = Math.ceil(Math.sqrt(count)), row = Math.ceil(count / (count > 6 ? 2 : 1)), step = Math.min(0.8, count > 6 ? 0.46 : 0.92, 3.2 / row);
  if (kind === "home") return [3, 0.44 * DEPTH, 0.56 * DEPTH];
  if (kind === "gate") return [count, 0.5, 0.56];
  return kind === "prison" ? [row, step, Math.min(1, 1.12 * step)] : [side, 0.9 / side, Math.min(1.06, 1.2 / side)];
}

/**
 * The direction in which rows follow each other: towards home where the place belongs to a column, else down.
 * @param {Board} board
 * @param {number} seat
 * @param {string} kind
 */
function wayIn(board, seat, kind) {
  if (kind !== "home" && kind !== "gate") return [0, 1];
  const [[x, y], [x2, y2]] = board.columns[seat];
  return [x2 - x, y2 - y];
}
