// Who came last to a start square where two rivals of its owner stand: the one to go when a piece comes out (H2).

/**
 * By square where it can matter: who came last, after a piece of `play.owner` has come to `square`. It can matter only on
 * start squares where two rivals of the owner stand, one piece each.
 * @param {import("../play.js").Play} play
 * @param {number | null} square
 */
export function arrivals({ seating, pieces, owner, arrivedLast }, square) {
  const last = new Map();
  for (const player of pieces.keys()) {
    const start = /** @type {number} */ (seating.square(player, 0));
    const isThere = (/** @type {number} */ rival) => pieces[rival].some((piece) => seating.square(rival, piece) === start);
    if (seating.rivals(player).filter(isThere).length > 1) last.set(start, start === square ? owner : arrivedLast.get(start));
  }
  return last;
}
