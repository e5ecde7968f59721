// What must be done: each duty narrows the legal moves, but only if something is left (M5).
//
// A duty has the shape of a block: `(play, player, roll, moves) => moves`.

import { YARD } from "../board.js";
import { those } from "./blocking.js";

/** @typedef {import("./blocking.js").Narrow} Narrow */
/** @typedef {import("./reach.js").Moves} Moves */

/**
 * @param {Moves} moves
 * @param {(start: number, end: number) => any} test
 */
function thoseIfAny(moves, test) {
  const left = those(moves, test);
  return left.size ? left : moves;
}

/**
 * A piece that can be brought out must be (M5a).
 * @type {Narrow}
 */
export const bringOut = (play, player, roll, moves) => thoseIfAny(moves, (start) => start === YARD);

/**
 * With a piece in the yard, the piece on the own start square moves first, also on a six (M5b).
 * @type {Narrow}
 */
export const clearStart = (play, player, roll, moves) =>
  play.pieces[player].includes(YARD) ? thoseIfAny(moves, (start) => start === 0) : moves;

/**
 * If a move that is left captures, only such moves are legal (M5c).
 *
 * It comes after the other duties, which are stronger: a move that they command need not capture.
 * @param {import("./landing.js").Landing} landing
 * @returns {Narrow}
 */
export function mustCapture(landing) {
  return (play, player, roll, moves) =>
    thoseIfAny(moves, (start, end) => landing(play, player, start, end).length);
}

/**
 * On a six, a piece of an own barrier that can move must: the barrier is opened (H3). Bonus moves are free.
 * @param {import("../../types.js").Board} board
 * @returns {Narrow}
 */
export function openBarrier({ home }) {
  return (play, player, roll, moves) => {
    const own = play.pieces[player];
    return roll === 6
      ? thoseIfAny(moves, (start) => start >= 0 && start < home && own.indexOf(start) !== own.lastIndexOf(start))
      : moves;
  };
}
