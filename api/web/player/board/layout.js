// Where each piece is drawn, how large, and with which mark.  Lengths are in cells.

import { where } from "../../replay/piece.js";
import { apart, commonHome, gate, GATE, prison, scene } from "./scene.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {import("./scene.js").Group} Group */
/** @typedef {{x: number, y: number, size: number, lap: number | null, locked: boolean, count: number}} Place `count`: how many it stands for, 0 if another stands for it */
/** @typedef {{x: number, y: number, across: number, deep: number, upright: boolean, seat: number, bars: number}} Bars a cage */
/** @typedef {{places: Place[][], bars: Bars[], pairs: {seat: number, x: number, y: number, x2: number, y2: number, size: number}[]}} Layout */

const HOME_ROW = 3;
const MOST = 4;
const HELD = 0.8;

/**
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {readonly (readonly number[])[]} pieces
 * @returns {Layout}
 */
export function layout(board, seats, pieces) {
  const { spots, yards, homes, cages } = scene(board, seats, pieces);
  /** @type {Layout} */
  const found = { places: pieces.map(() => []), bars: [], pairs: [] };
  yards.forEach((own, player) => {
    for (const piece of own) {
      const [x, y] = board.yards[seats[player]][piece];
      found.places[player][piece] = { x, y, size: 1.04, lap: null, locked: where(pieces[player][piece]).locked, count: 1 };
    }
  });
  homes.forEach((own, player) => own.forEach((piece, index) => {
    const [x, y, size] = homePlace(board, seats[player], index, own.length);
    found.places[player][piece] = { x, y, size, lap: null, locked: false, count: 1 };
  }));
  for (const { cell, groups } of spots) {
    const all = groups.reduce((sum, { pieces: own }) => sum + own.length, 0);
    const lone = all <= MOST ? groups.flatMap((one) => one.pieces.map((piece) => ({ ...one, pieces: [piece] }))) : groups;
    const [size, offsets] = arranged(lone.length);
    lone.forEach(({ player, lap, locked, pieces: own }, index) => own.forEach((piece, under) => {
      const [right, down] = offsets[index];
      found.places[player][piece] = { x: cell[0] + right, y: cell[1] + down, size, lap, locked, count: under ? 0 : own.length };
    }));
    for (const { player, pieces: [first, second] } of groups) {
      if (second === undefined || all > 2) continue;
      const a = found.places[player][first], b = found.places[player][second];
      found.pairs.push({ seat: seats[player], x: a.x, y: a.y, x2: b.x, y2: b.y, size });
    }
  }
  for (const { holder, inColumn, groups } of cages) imprison(found, board, seats[holder], inColumn, groups);
  return found;
}

/**
 * Pieces behind bars: in rows, as large as can be.
 * @param {Layout} found
 * @param {Board} board
 * @param {number} seat of the holder
 * @param {boolean} inColumn
 * @param {Group[]} groups
 */
function imprison(found, board, seat, inColumn, groups) {
  const held = groups.flatMap(({ player, pieces }) => pieces.map((piece) => [player, piece]));
  const [x, y] = inColumn ? gate(board, seat, GATE) : prison(board, seat);
  const upright = inColumn && x !== board.columns[seat][0][0] && y === board.columns[seat][0][1];
  const space = apart(board.yards[seat]), [depth, length] = inColumn ? [0.5, 6.2] : [0.46 * space, 1.6 * space];
  let step = 0, beside = 1;
  for (let rows = 1; rows <= 3; rows++) {
    const row = Math.ceil(held.length / rows), size = Math.min(HELD, depth / rows, length / row);
    if (size > step) [step, beside] = [size, row];
  }
  const rows = Math.ceil(held.length / beside);
  found.bars.push({ x, y, across: beside * step + 0.1, deep: rows * step, upright, seat, bars: 2 * beside + 1 });
  held.forEach(([player, piece], index) => {
    const row = Math.floor(index / beside);
    const far = (index % beside - (Math.min(beside, held.length - row * beside) - 1) / 2) * step, aside = (row - (rows - 1) / 2) * step;
    found.places[player][piece] = { x: x + (upright ? aside : far), y: y + (upright ? far : aside), size: Math.min(1, 1.12 * step), lap: null, locked: false, count: 1 };
  });
}

/**
 * How large so many pieces on one square are, and where they stand around its middle.
 * @param {number} count
 * @returns {[number, Cell[]]}
 */
function arranged(count) {
  if (count === 1) return [1.08, [[0, 0]]];
  if (count === 2) return [0.64, [[-0.23, 0], [0.23, 0]]];
  const side = Math.ceil(Math.sqrt(count)), rows = Math.ceil(count / side), step = 0.87 / side;
  return [1.16 / side, Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / side);
    return [(index % side - (Math.min(side, count - row * side) - 1) / 2) * step, (row - (rows - 1) / 2) * step];
  })];
}

/**
 * How far the shared home reaches towards the seat's column.
 * @param {Board} board
 * @param {number} seat
 */
export function depthOf(board, seat) {
  const [[x, y], [column, row]] = board.columns[seat].slice(-2);
  return Math.hypot(x - column, y - row) - 0.53;
}

/**
 * The point so far before the shared home and so far beside the way in.
 * @param {Board} board
 * @param {number} seat
 * @param {number} distance
 * @param {number} aside
 * @returns {Cell}
 */
function across(board, seat, distance, aside) {
  const [[x, y], [column, row]] = board.columns[seat].slice(-2), length = Math.hypot(x - column, y - row);
  const right = (x - column) / length, down = (y - row) / length;
  return [column + right * distance - down * aside, row + down * distance + right * aside];
}

/**
 * The corners of the seat's part of the shared home.
 * @param {Board} board
 * @param {number} seat
 * @returns {Cell[]}
 */
export function wedge(board, seat) {
  const depth = depthOf(board, seat), half = depth * Math.tan(Math.PI / board.columns.length);
  return [/** @type {Cell} */ (commonHome(board)), across(board, seat, depth, -half), across(board, seat, depth, half)];
}

/**
 * Of so many pieces on the shared home where this one is drawn, and how large: up to three side by side, more in front.
 * @param {Board} board
 * @param {number} seat
 * @param {number} index
 * @param {number} count
 * @returns {[number, number, number]}
 */
function homePlace(board, seat, index, count) {
  const depth = depthOf(board, seat), narrow = Math.tan(Math.PI / board.columns.length);
  const row = Math.floor(index / HOME_ROW), beside = Math.min(HOME_ROW, count - row * HOME_ROW);
  const offset = (index % HOME_ROW - (beside - 1) / 2) * 0.44 * depth * narrow;
  return [...across(board, seat, (0.76 - 0.4 * row) * depth, offset), 0.56 * depth * narrow];
}
