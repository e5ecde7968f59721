// Who is captured where a piece lands.
//
// A landing is `(play, player, from, to) => [[rival, piece index], ...]`, rivals and indices ascending; it changes nothing.

import { YARD } from "../board.js";
import { squareOf } from "./laps.js";

/** @typedef {[number, number][]} Captured */
/** @typedef {(play: import("../play.js").Play, player: number, start: number, end: number) => Captured} Landing */

/**
 * Capture every rival on the square; with `pairsImmune` only of colours that have exactly one piece there.
 *
 * `safe` are the loop squares where nothing is captured; with `enterCapturesOnSafe` bringing a piece out captures on a safe
 * start square all the same (M4, S3, E2, Z5, W4). Pieces may be on their second lap: a square is then reached with more
 * than one number.
 * @param {import("../seating.js").Seating} seating
 * @param {number[]} [safe]
 * @param {boolean} [enterCapturesOnSafe]
 * @param {boolean} [pairsImmune]
 * @returns {Landing}
 */
export function bySquare(seating, safe = [], enterCapturesOnSafe = false, pairsImmune = true) {
  return (play, player, start, end) => {
    /** @type {Captured} */
    const hits = [];
    const square = squareOf(seating, player, end);
    if (square === null || (safe.includes(square) && !(enterCapturesOnSafe && start === YARD))) return hits;
    for (const rival of seating.rivals(player)) {
      /** @type {Captured} */
      const there = [];
      play.pieces[rival].forEach((piece, index) => {
        if (squareOf(seating, rival, piece) === square) there.push([rival, index]);
      });
      if (there.length === 1 || !pairsImmune) hits.push(...there);
    }
    return hits;
  };
}
