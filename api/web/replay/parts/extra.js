// What earns a further roll, how often a player may try, and what becomes of a run of sixes.

import { YARD } from "../board.js";
import { arrivals } from "./arrivals.js";

/** @typedef {import("../play.js").Play} Play */

/**
 * What earns the same player another roll in this turn; what is absent is not so.
 * @typedef {object} Extra
 * @property {boolean} [rewards] whether a capture earns a roll, and so does a piece that reaches home (S4)
 * @property {boolean} [unusableSix] a six that no piece can use earns a roll all the same
 * @property {(own: number[], goal: number) => number} [tries] the own pieces -> how many rolls there are until one is usable;
 * else one
 * @property {boolean} [triesAgain] whether the condition for several tries is asked again after each six (M10)
 * @property {number} [limit] so many sixes in a row end the turn and the last is not moved
 * @property {(play: Play) => void} [penalty] what the last six of a full run does besides
 * @property {boolean} [keepsTurnStart] whether the penalty needs the pieces as they stood when the turn began
 * @property {number} [captureBonus] squares of the bonus move that a capture earns (H5)
 * @property {number} [homeBonus] squares of the bonus move that a piece earns when it reaches home (H5)
 */

/**
 * Three tries with nothing on the track and the home row filled from its end without a gap (M3).
 * @param {number[]} own
 * @param {number} goal
 */
export function threeTries(own, goal) {
  const going = own.filter((piece) => piece !== YARD).sort((one, other) => other - one);
  return going.every((piece, place) => piece === goal - place) ? 3 : 1;
}

/**
 * All moves of the turn are taken back, captures and the memory of them too (S1).
 * @param {Play} play
 */
export function undoTurn(play) {
  [play.pieces, play.captures] = /** @type {[number[][], boolean[]]} */ (play.turnStart);
}

/**
 * The piece moved last in this turn goes to the yard, unless it is in the column or home (H6).
 * @param {Play} play
 */
export function loseLastMoved(play) {
  const { own, lastMoved } = play;
  if (lastMoved === null || own[lastMoved] > play.seating.board.lapEnd) return;
  own[lastMoved] = YARD;
  play.arrivedLast = arrivals(play, null);
}
