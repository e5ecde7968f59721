// Pieces that go round again: one number for a progress on the loop and the full rounds before it (S9).
//
// A piece on the loop at or past its square 51 is {"p": 0..51, "lap": n} in documents and one negative number inside, so
// that it is never mistaken for a piece in the column or at home.

const LAP_LOOP = 52;
const LAPPED = -1000;

/**
 * The number of a piece at `progress` (0..51) after `lap` full rounds.
 * @param {number} progress
 * @param {number} lap
 */
export function lapped(progress, lap) {
  return LAPPED - (LAP_LOOP * lap + progress);
}

/**
 * The [progress, lap] of a piece's number; lap is null for a piece that has not passed its column.
 * @param {number} piece
 * @returns {[number, number | null]}
 */
export function split(piece) {
  return piece > LAPPED ? [piece, null] : [(LAPPED - piece) % LAP_LOOP, Math.floor((LAPPED - piece) / LAP_LOOP)];
}

/**
 * How far the piece has travelled: 52 for each full round; 0 in the yard.
 * @param {number} piece
 */
export function distance(piece) {
  return piece > LAPPED ? Math.max(piece, 0) : LAPPED - piece;
}

/**
 * The loop square of a piece's number, laps included; null in the yard and in the column.
 * @param {import("../seating.js").Seating} seating
 * @param {number} player
 * @param {number} piece
 */
export function squareOf(seating, player, piece) {
  if (piece > LAPPED) return seating.square(player, piece);
  return (seating.board.offsets[seating.seats[player]] + split(piece)[0]) % seating.board.loop;
}
