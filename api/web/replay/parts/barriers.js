// Squares that hold two pieces and no more: barriers, full squares, and who makes room for a piece (H1 to H5).
//
// Everything here asks who stands on a square: of the loop, or of a player's own column.

import { YARD } from "../board.js";
import { bySquare } from "./landing.js";

/** How many pieces there is room for on a square. */
const ROOM = 2;

/**
 * Nobody passes or lands on two pieces of one colour, and nobody lands where two stand (H1, H4).
 *
 * Coming out has its own rule, by which a rival may have to make room (H2, H9): two of one rival only with `capturesLast`.
 * @param {boolean} capturesLast
 * @returns {import("../turn.js").Test}
 */
export function barriers(capturesLast) {
  return (start, end, { board, place, on, rivalsOn }) => {
    if (start === YARD) {
      const square = place(0);
      const [one, other] = rivalsOn(square);
      return on(square).length < ROOM || Boolean(one && (capturesLast || one[0] !== other?.[0]));
    }
    for (let progress = start + 1; progress <= end && progress < board.home; progress++) {
      const [one, other] = on(place(progress));
      if (other && (progress === end || one[0] === other[0])) return false;
    }
    return true;
  };
}

/**
 * A single rival on a square that is not safe; coming out onto two pieces, the rival, of two the last to arrive (H2, H5,
 * H9).
 * @param {number[]} safe
 * @returns {import("./landing.js").Landing}
 */
export function byTwos(safe) {
  const along = bySquare(safe);
  return (start, end, view) => {
    if (start !== YARD) return along(start, end, view);
    const square = view.place(end);
    const rivals = view.rivalsOn(square);
    if (view.on(square).length < ROOM || !rivals.length) return [];
    const last = view.play.arrivedLast.get(square);
    return [rivals.find(([other]) => other === last) ?? rivals[0]];
  };
}
