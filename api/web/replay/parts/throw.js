// A throw of several rolls, moved by one piece: sixes are kept and added, or moved one after the other (Z4 to Z7).

import { YARD } from "../board.js";
import { alone, waysOf } from "./reach.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("./reach.js").Reach} Reach */

/**
 * How many sixes of this turn wait to be moved with the roll that is to be played: the run before it, without the six that
 * brought a piece out.
 * @param {Play} play
 */
export function keptSixes({ rolls, lastMoved }) {
  let at = rolls.length - 1;
  while (at > 0 && rolls[at - 1] === 6) at -= 1;
  return rolls.length - 1 - at - (lastMoved === null ? 0 : 1);
}

/**
 * A six brings a piece out or is kept; any other roll is moved with all kept sixes, in one hop (Z4, Z5, Z6).
 * @param {import("../../types.js").Board} board
 * @returns {Reach}
 */
export function wholeThrow({ goal }) {
  return (play, player, roll) => {
    const own = play.pieces[player];
    if (roll === 6) return waysOf(own, (piece) => (piece === YARD && !own.includes(0) ? 0 : null));
    const far = roll + 6 * keptSixes(play);
    return waysOf(play.lastMoved === null ? own : [own[play.lastMoved]], (piece) => {
      const end = piece + far;
      return piece !== YARD && end <= goal && !own.includes(end) ? end : null;
    });
  };
}

/**
 * Every roll is moved on its own, but all by the piece that was moved first (Z7).
 * @param {import("./reach.js").Ways} way
 * @returns {Reach}
 */
export function onePiece(way) {
  const any = alone(way);
  return (play, player, roll) => {
    const moves = any(play, player, roll);
    if (play.lastMoved === null) return moves;
    const piece = play.pieces[player][play.lastMoved];
    return waysOf([piece], () => moves.get(piece) ?? null);
  };
}
