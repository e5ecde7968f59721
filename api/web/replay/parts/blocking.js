// What is in the way.
//
// A block is `(start, end, view) => boolean`: whether nothing stops this move.

import { progressOf } from "../piece.js";

/** @typedef {import("../turn.js").Test} Test */

/**
 * Own pieces on the home squares may not be jumped, not from the track either (M8).
 * @type {Test}
 */
export const noJumpHome = (start, end, { own, board }) =>
  !own.some((piece) => piece >= board.home && start < piece && piece < end);

/**
 * Nobody lands on two or more pieces of one rival on an ordinary square, nor, with `passing`, passes them.
 *
 * Entering only lands (S7, W3). Pieces that a player who is done has left on the board are passed all the same: they never
 * move again, and would stop the game for ever.
 * @param {number[]} safe
 * @param {boolean} passing
 * @returns {Test}
 */
export function rivalPairs(safe, passing) {
  return (start, end, { play, player, roll, board, place, rivalsOn }) => {
    const { lapEnd, loop } = board;
    /** @type {(square: number, passed: boolean) => boolean} */
    const isClosed = (square, passed) =>
      !safe.includes(square) &&
      rivalsOn(square).some(([rival], at, there) => there[at + 1]?.[0] === rival && !(passed && play.done.includes(rival)));
    if (isClosed(place(end), false)) return false;
    const first = play.seating.square(player, start);
    if (first === null || !passing) return true;
    // In the own column nobody else stands, so a way that ends there is looked at up to its last loop square.
    let step = end > lapEnd ? lapEnd - progressOf(start) : roll - 1;
    while (step > 0 && !isClosed((first + step) % loop, true)) step -= 1;
    return step <= 0;
  };
}
