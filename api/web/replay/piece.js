// A piece's number: one integer for all that the rules know of a piece.
//
// Mostly it is the progress itself. Pieces that are elsewhere, or may not move, have numbers of their own, so that equal
// pieces (C1) have equal numbers and a player's pieces stay a list of integers:
//
// - past the own column and round again: parts/laps.js (star S9);
// - locked at a progress, prisoner of a captor, intruder in a rival's column: nomercy N1.

import { YARD } from "./board.js";
import { LAP, distance, isLapped } from "./parts/laps.js";

/** The progress that documents write for a prisoner. */
export const PRISONER = -2;
/** The progress that documents write for an intruder. */
const INTRUDER = -3;

const FIRST_PRISON = -10;
const FIRST_COLUMN = -20;
const LOCKED = 200;

/**
 * Where a piece is. Players are player indices.
 * @typedef {object} Where
 * @property {number} progress as documents write it: -1 yard, -2 prisoner, -3 intruder
 * @property {number | null} lap full rounds of a piece that went past its column, else null
 * @property {boolean} locked whether it may not move before its owner's next turn
 * @property {number | null} prisonerOf its captor
 * @property {number | null} intruderIn in whose column it is held
 */

/**
 * The number of a locked piece in the yard or at `progress`.
 * @param {number} progress
 */
export function locked(progress) {
  return LOCKED + progress;
}

/**
 * The number of a prisoner of this player.
 * @param {number} captor
 */
export function prisoner(captor) {
  return FIRST_PRISON - captor;
}

/**
 * The number of an intruder in this player's column.
 * @param {number} owner
 */
export function intruder(owner) {
  return FIRST_COLUMN - owner;
}

/**
 * What a piece's number says.
 * @param {number} piece
 * @returns {Where}
 */
export function where(piece) {
  const at = /** @type {Where} */ ({ progress: piece, lap: null, locked: false, prisonerOf: null, intruderIn: null });
  if (piece >= LOCKED + YARD) {
    at.progress -= LOCKED;
    at.locked = true;
  } else if (isLapped(piece)) {
    const far = distance(piece);
    at.progress = far % LAP;
    at.lap = Math.floor(far / LAP);
  } else if (piece <= FIRST_COLUMN) {
    at.progress = INTRUDER;
    at.intruderIn = FIRST_COLUMN - piece;
  } else if (piece < YARD) {
    at.progress = PRISONER;
    at.prisonerOf = FIRST_PRISON - piece;
  }
  return at;
}

/**
 * The progress as documents write it.
 * @param {number} piece
 */
export function progressOf(piece) {
  return where(piece).progress;
}
