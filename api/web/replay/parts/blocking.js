// What is in the way.
//
// A block is `(play, player, roll, moves) => moves` and leaves out the moves that something stops.

import { split, squareOf } from "./laps.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../seating.js").Seating} Seating */
/** @typedef {import("./reach.js").Moves} Moves */
/** @typedef {(play: Play, player: number, roll: number, moves: Moves) => Moves} Narrow */

/**
 * The moves that fulfil something.
 * @param {Moves} moves
 * @param {(start: number, end: number) => any} test
 * @returns {Moves}
 */
export function those(moves, test) {
  return new Map([...moves].filter(([start, end]) => test(start, end)));
}

/**
 * Own pieces on the home squares may not be jumped, not from the track either (M8).
 * @param {import("../../types.js").Board} board
 * @returns {Narrow}
 */
export function noJumpHome({ home }) {
  return (play, player, roll, moves) => {
    const row = play.pieces[player].filter((piece) => piece >= home);
    return those(moves, (start, end) => !row.some((piece) => start < piece && piece < end));
  };
}

/**
 * Nobody lands on two or more pieces of one rival on an ordinary square, nor, with `passing`, passes them.
 *
 * Entering only lands (S7, W3). Pieces that a player who is done has left on the board are passed all the same: they never
 * move again, and would stop the game for ever.
 * @param {Seating} seating
 * @param {number[]} safe
 * @param {boolean} [passing]
 * @returns {Narrow}
 */
export function rivalPairs(seating, safe, passing = true) {
  const { lapEnd, loop } = seating.board;
  return (play, player, roll, moves) => {
    /** @type {Set<number>} Where nobody may land. */
    const closed = new Set();
    /** @type {Set<number>} Those of them that nobody may pass. */
    const walls = new Set();
    for (const rival of seating.rivals(player)) {
      const seen = new Set();
      for (const piece of play.pieces[rival]) {
        const square = squareOf(seating, rival, piece);
        if (square === null || safe.includes(square)) continue;
        if (seen.has(square)) {
          closed.add(square);
          if (passing && !play.done.includes(rival)) walls.add(square);
        }
        seen.add(square);
      }
    }
    if (!closed.size) return moves;
    return those(moves, (start, end) => {
      const there = squareOf(seating, player, end);
      if (there !== null && closed.has(there)) return false;
      const first = squareOf(seating, player, start);
      if (first === null || !walls.size) return true;
      // In the own column nobody else stands, so a way that ends there is looked at up to its last loop square.
      const turnsOff = split(end)[1] === null && end > lapEnd;
      const length = turnsOff ? lapEnd - split(start)[0] : roll - 1;
      for (let step = 1; step <= length; step++) if (walls.has((first + step) % loop)) return false;
      return true;
    });
  };
}
