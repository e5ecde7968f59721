// Pieces that go round again: one number for a progress on the loop and the full rounds before it (S9).
//
// A piece on the loop at or past its square 51 is {"p": 0..51, "lap": n} in documents and one negative number inside, so
// that it is never mistaken for a piece in the column or at home.

/** Squares of a full round. */
export const LAP = 52;
const LAPPED = -1000;

/**
 * The number of a piece that has travelled so far, `LAP` for each full round, and gone past its column.
 * @param {number} far
 */
export function lapped(far) {
  return LAPPED - far;
}

/**
 * Whether the piece has gone past its column.
 * @param {number} piece
 */
export function isLapped(piece) {
  return piece < LAPPED;
}

/**
 * How far the piece has travelled: 52 for each full round; 0 in the yard.
 * @param {number} piece
 */
export function distance(piece) {
  return isLapped(piece) ? LAPPED - piece : Math.max(piece, 0);
}
