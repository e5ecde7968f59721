// Who is captured where a piece lands.
//
// A landing is `(from, to, view) => [[rival, piece index], ...]`, rivals and indices ascending.

import { YARD } from "../board.js";

/** @typedef {(start: number, end: number, view: import("../turn.js").View) => import("../state.js").Captured} Landing */

/**
 * Capture every rival on the square; with `pairsImmune` only of colours that have exactly one piece there.
 *
 * `safe` are the loop squares where nothing is captured; with `enterCapturesOnSafe` bringing a piece out captures on a safe
 * start square all the same (M4, S3, E2, Z5, W4). Pieces may be on their second lap: a square is then reached with more
 * than one number.
 * @param {number[]} [safe]
 * @param {boolean} [enterCapturesOnSafe]
 * @param {boolean} [pairsImmune]
 * @returns {Landing}
 */
export function bySquare(safe = [], enterCapturesOnSafe = false, pairsImmune = true) {
  return (start, end, { place, rivalsOn }) => {
    const square = place(end);
    if (safe.includes(square) && !(enterCapturesOnSafe && start === YARD)) return [];
    return rivalsOn(square).filter(
      ([rival], at, there) => !pairsImmune || (there[at - 1]?.[0] !== rival && there[at + 1]?.[0] !== rival),
    );
  };
}
