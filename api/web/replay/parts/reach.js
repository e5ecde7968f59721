// Where a roll leads: entering, the way forward, the way home.
//
// A reach is `(piece, view) => number`: where a piece with this number would go, null where it may not.

import { YARD } from "../board.js";
import { distance, isLapped, lapped } from "./laps.js";
import { progressOf } from "../piece.js";

/** @typedef {import("../turn.js").View} View */
/** @typedef {(piece: number, view: View) => number | null} Reach */

/**
 * All ways: from the yard to the start square on a number of `leave`, else straight on. What is too much for home may not
 * be moved, or with `bounce` is counted back from home (S8). Own pieces may share any square.
 * @param {number[]} leave
 * @param {boolean} [bounce]
 * @returns {Reach}
 */
export function ways(leave, bounce = false) {
  return (piece, { roll, board: { goal } }) => {
    if (piece === YARD) return leave.includes(roll) ? 0 : null;
    const there = piece + roll;
    if (there <= goal) return there;
    // A piece that is home stays.
    return bounce && piece < goal ? 2 * goal - there : null;
  };
}

/**
 * No two own pieces on one square, but for the square `crowd` (the finishing square).
 * @param {Reach} way
 * @param {number} [crowd]
 * @returns {Reach}
 */
export function alone(way, crowd) {
  return (piece, view) => {
    const end = way(piece, view);
    return end !== crowd && view.own.includes(/** @type {number} */ (end)) ? null : end;
  };
}

/**
 * With no own piece in the yard a six moves seven (H3).
 * @param {Reach} way
 * @returns {Reach}
 */
export function sixAsSeven(way) {
  return (piece, view) => way(piece, view.roll === 6 && !view.own.includes(YARD) ? { ...view, roll: 7 } : view);
}

/**
 * Who has captured nothing yet goes past its column and round again (S9).
 * @param {Reach} way
 * @returns {Reach}
 */
export function goingRound(way) {
  return (piece, view) => {
    const { play, player, roll, board } = view;
    const progress = progressOf(piece);
    const turnsOff = progress <= board.lapEnd && board.lapEnd < progress + roll;
    const round = turnsOff ? !play.captures[player] : isLapped(piece);
    return round ? lapped(distance(piece) + roll) : way(progress, view);
  };
}
