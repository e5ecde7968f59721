// Squares that hold two pieces and no more: barriers, full squares, and who makes room for a piece (H1 to H5).
//
// Everything here asks who stands on a square: of the loop, or of a player's own column.

import { YARD } from "../board.js";
import { those } from "./blocking.js";
import { bySquare } from "./landing.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../seating.js").Seating} Seating */
/** @typedef {import("./landing.js").Captured} Captured */

/** How many pieces there is room for on a square. */
const ROOM = 2;

/**
 * Everyone but those in the yards and home: `(player, progress) => [[player, piece index], ...]` on that player's square.
 * @param {Play} play
 */
function occupants({ pieces, seating }) {
  /** @type {Map<number, Captured>} By place: a loop square, or below 0 a square of somebody's column. */
  const found = new Map();
  /** @type {(player: number, progress: number) => number} */
  const place = (player, progress) => seating.square(player, progress) ?? -1 - player - 8 * progress;
  pieces.forEach((own, player) =>
    own.forEach((piece, index) => {
      if (piece === YARD || piece >= seating.board.home) return;
      const at = place(player, piece);
      const there = found.get(at);
      if (there) there.push([player, index]);
      else found.set(at, [[player, index]]);
    }),
  );
  /** @type {(player: number, progress: number) => Captured} */
  const who = (player, progress) => found.get(place(player, progress)) ?? [];
  return who;
}

/**
 * Nobody passes or lands on two pieces of one colour, and nobody lands where two stand (H1, H4).
 *
 * Coming out has its own rule, by which a rival may have to make room (H2, H9): two of one rival only with `capturesLast`.
 * @param {Seating} seating
 * @param {boolean} capturesLast
 * @returns {import("./blocking.js").Narrow}
 */
export function barriers(seating, capturesLast) {
  return (play, player, roll, moves) => {
    const who = occupants(play);
    return those(moves, (start, end) => {
      if (start === YARD) {
        const there = who(player, 0);
        if (there.length < ROOM) return true;
        const rivals = there.filter(([other]) => seating.rivals(player).includes(other));
        return rivals.length && (capturesLast || rivals.length < ROOM || rivals[0][0] !== rivals[1][0]);
      }
      for (let progress = start + 1; progress <= end; progress++) {
        const there = who(player, progress);
        if (there.length >= ROOM && (progress === end || there.every(([other]) => other === there[0][0]))) return false;
      }
      return true;
    });
  };
}

/**
 * A single rival on a square that is not safe; coming out onto two pieces, the rival, of two the last to arrive (H2, H5,
 * H9).
 * @param {Seating} seating
 * @param {number[]} safe
 * @returns {import("./landing.js").Landing}
 */
export function byTwos(seating, safe) {
  const along = bySquare(seating, safe);
  return (play, player, start, end) => {
    if (start !== YARD) return along(play, player, start, end);
    const there = occupants(play)(player, end);
    const rivals = there.filter(([other]) => seating.rivals(player).includes(other));
    if (there.length < ROOM || !rivals.length) return [];
    const last = play.arrivedLast.get(/** @type {number} */ (seating.square(player, end)));
    return [rivals.find(([other]) => other === last) ?? rivals[0]];
  };
}
