// What must be done: each duty narrows the legal moves, but only if something is left (M5).
//
// A duty has the shape of a block: `(start, end, view) => boolean`, whether this move does what must be done.

import { YARD } from "../board.js";

/** @typedef {import("../turn.js").Test} Test */

/**
 * A piece that can be brought out must be (M5a).
 * @type {Test}
 */
export const bringOut = (start) => start === YARD;

/**
 * With a piece in the yard, the piece on the own start square moves first, also on a six (M5b).
 * @type {Test}
 */
export const clearStart = (start, _, { own }) => start === 0 && own.includes(YARD);

/**
 * If a move that is left captures, only such moves are legal (M5c).
 *
 * It comes after the other duties, which are stronger: a move that they command need not capture.
 * @type {Test}
 */
export const mustCapture = (start, end, view) => view.play.parts.landing(start, end, view).length > 0;

/**
 * On a six, a piece of an own barrier that can move must: the barrier is opened (H3). Bonus moves are free.
 * @type {Test}
 */
export const openBarrier = (start, _, { own, roll, board }) =>
  roll === 6 && start > YARD && start < board.home && own.indexOf(start) !== own.lastIndexOf(start);
