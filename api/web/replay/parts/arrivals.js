// Who came last to a start square where two rivals of its owner stand: the one to go when a piece comes out (H2).

/** @typedef {import("../play.js").Play} Play */

/**
 * By square where it can matter: who came last, after a piece of `play.owner` has come to `square`.
 * @typedef {(play: Play, square: number | null) => Map<number, number>} Arrivals
 */

/**
 * The memory of a game for arrivals; it is kept only where it can matter: on start squares where two rivals of the owner
 * stand, one piece each.
 * @param {import("../seating.js").Seating} seating
 * @returns {Arrivals}
 */
export function arrivalsOf(seating) {
  return (play, square) => {
    const last = new Map();
    for (const owner of seating.seats.keys()) {
      const start = /** @type {number} */ (seating.square(owner, 0));
      const there = seating.rivals(owner).filter((rival) => {
        const progress = seating.progressOn(rival, start);
        return progress !== null && play.pieces[rival].includes(progress);
      });
      if (there.length > 1) last.set(start, start === square ? play.owner : play.arrivedLast.get(start));
    }
    return last;
  };
}
