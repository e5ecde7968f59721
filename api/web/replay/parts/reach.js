// Where a roll leads: entering, the way forward, the way home.
//
// A reach is `(play, player, roll) => Map(from, to)`: each number that a movable piece has, and where it would go. Equal
// pieces are one entry, since naming either is the same move (C1).

import { YARD } from "../board.js";
import { lapped, split } from "./laps.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {Map<number, number>} Moves */
/** @typedef {(play: Play, player: number, roll: number) => Moves} Reach */

/**
 * Where a piece in the yard or at a progress goes by a roll; null where it may not.
 * @typedef {(piece: number, roll: number) => number | null} Ways
 */

/**
 * All ways on this board: from the yard to the start square on a number of `leave`, else straight on. What is too much for
 * home may not be moved, or with `bounce` is counted back from home (S8).
 * @param {Board} board
 * @param {number[]} leave
 * @param {boolean} [bounce]
 * @returns {Ways}
 */
export function waysOn({ goal }, leave, bounce = false) {
  return (piece, roll) => {
    if (piece === YARD) return leave.includes(roll) ? 0 : null;
    // A piece that is home stays.
    if (piece < 0 || piece >= goal) return null;
    const there = piece + roll;
    return there <= goal ? there : bounce ? 2 * goal - there : null;
  };
}

/**
 * @param {number[]} own
 * @param {(piece: number) => number | null} find
 * @returns {Moves}
 */
export function waysOf(own, find) {
  /** @type {Moves} */
  const moves = new Map();
  for (const piece of own) {
    const end = find(piece);
    if (end !== null) moves.set(piece, end);
  }
  return moves;
}

/**
 * Own pieces may share any square.
 * @param {Ways} way
 * @returns {Reach}
 */
export function mayShare(way) {
  return (play, player, roll) => waysOf(play.pieces[player], (piece) => way(piece, roll));
}

/**
 * No two own pieces on one square, but for the square `crowd` (the finishing square).
 * @param {Ways} way
 * @param {number} [crowd]
 * @returns {Reach}
 */
export function alone(way, crowd) {
  return (play, player, roll) => {
    const own = play.pieces[player];
    return waysOf(own, (piece) => {
      const end = way(piece, roll);
      return end !== null && own.includes(end) && end !== crowd ? null : end;
    });
  };
}

/**
 * Own pieces may share a square; with none in the yard a six moves seven (H3).
 * @param {Ways} way
 * @returns {Reach}
 */
export function sixAsSeven(way) {
  const any = mayShare(way);
  return (play, player, roll) => any(play, player, roll === 6 && !play.pieces[player].includes(YARD) ? 7 : roll);
}

/**
 * Who has captured nothing yet goes past its column and round again (S9).
 * @param {Board} board
 * @param {Ways} way
 * @returns {Reach}
 */
export function goingRound({ lapEnd, loop }, way) {
  return (play, player, roll) =>
    waysOf(play.pieces[player], (piece) => {
      const [progress, lap] = split(piece);
      const there = progress + roll;
      const turnsOff = progress <= lapEnd && lapEnd < there;
      if (play.captures[player] ? lap === null || turnsOff : lap === null && !(progress >= 0 && turnsOff)) {
        return way(progress, roll);
      }
      const far = (lap ?? 0) * loop + there;
      return lapped(far % loop, Math.floor(far / loop));
    });
}
