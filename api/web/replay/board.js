// What is counted on a board of catalog.js.
//
// A piece's progress is counted from its own start square (0); `YARD` is -1. Progress 0..lapEnd lies on the loop that all
// share: the square is (offset of the seat + progress) mod loop. Beyond that the piece is in its own column, where nobody
// else may go; `goal` is the greatest progress there is (docs/spec/rules/common.md, C1 to C4).

import { distance, isLapped } from "./parts/laps.js";

/** @typedef {import("../types.js").Board} Board */

export const YARD = -1;

/**
 * The loop square of a piece of `seat` with this number, laps included; null in the yard and in the column.
 * @param {Board} board
 * @param {number} seat
 * @param {number} piece
 * @returns {number | null}
 */
export function squareOn(board, seat, piece) {
  const onLoop = isLapped(piece) || (piece > YARD && piece <= board.lapEnd);
  return onLoop ? (board.offsets[seat] + distance(piece)) % board.loop : null;
}

/**
 * Where a piece is drawn, as [column, row]; `index` (0..3) picks its place in the yard.
 * @param {Board} board
 * @param {number} seat
 * @param {number} progress
 * @param {number} [index]
 */
export function cellOn(board, seat, progress, index = 0) {
  if (progress === YARD) return board.yards[seat][index];
  const square = squareOn(board, seat, progress);
  return square === null ? board.columns[seat][progress - board.lapEnd - 1] : board.cells[square];
}
