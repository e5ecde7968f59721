// Pieces as position documents write them (docs/spec/rules/positions.md, P2). Not part of what is served.

import { YARD } from "./board.js";
import { fault } from "./errors.js";
import { LAP, lapped } from "./parts/laps.js";
import { intruder, locked, prisoner, where } from "./piece.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * A piece of which the progress does not say everything; in one of four forms.
 *
 * `{p, lap}`: it went past its column; its square `p` on the loop and the full rounds before it. `{p, locked: true}`: it
 * may not move before its owner's next turn. `{prisoner_of}`: the player who holds it. `{intruder_in}`: the player in
 * whose column it is held.
 * @typedef {object} PieceState
 * @property {number} [p]
 * @property {number} [lap]
 * @property {boolean} [locked]
 * @property {number} [prisoner_of]
 * @property {number} [intruder_in]
 */

/** @typedef {number | PieceState} PieceWritten */

const FORMS = ["p,lap", "p,locked", "prisoner_of", "intruder_in"];

/**
 * A piece's number as documents write it.
 * @param {number} number
 * @returns {PieceWritten}
 */
export function written(number) {
  const at = where(number);
  if (at.locked) return { p: at.progress, locked: true };
  if (number >= YARD) return number;
  if (at.prisonerOf !== null) return { prisoner_of: at.prisonerOf };
  if (at.intruderIn !== null) return { intruder_in: at.intruderIn };
  return { p: at.progress, lap: at.lap ?? 0 };
}

/**
 * The number of a piece of `player`; `path` is where the document has it.
 *
 * Throws `position.pieces` or `position.lap` where these rules have no such piece.
 * @param {Play} play
 * @param {number} player
 * @param {PieceWritten} piece
 * @param {string} path
 */
export function numberOf(play, player, piece, path) {
  if (typeof piece === "number") return onBoard(play, piece, path);
  const form = ["p", "lap", "locked", "prisoner_of", "intruder_in"].filter((name) => Object.hasOwn(piece, name)).join();
  if (!FORMS.includes(form) || piece.locked === false) {
    throw fault("position.pieces", { path, found: piece, clause: "P2" });
  }
  return form === "p,lap" ? lappedPiece(play, piece, path) : captivePiece(play, player, piece, path);
}

/**
 * @param {Play} play
 * @param {number} progress
 * @param {string} path
 */
function onBoard(play, progress, path) {
  const { goal } = play.seating.board;
  if (progress > goal) throw fault("position.pieces", { path, expected: goal, found: progress, clause: "P2" });
  return progress;
}

/**
 * @param {Play} play
 * @param {PieceState} piece
 * @param {string} path
 */
function lappedPiece(play, piece, path) {
  const { loop, lapEnd } = play.seating.board;
  const { p = 0, lap = 0 } = piece;
  if (!play.rules.options.capture_before_home || p < 0 || p >= loop || (lap === 0 && p !== lapEnd + 1)) {
    throw fault("position.lap", { path, found: piece, clause: "S9" });
  }
  return lapped(LAP * lap + p);
}

/**
 * @param {Play} play
 * @param {number} player
 * @param {PieceState} piece
 * @param {string} path
 */
function captivePiece(play, player, piece, path) {
  const { p, prisoner_of: captor, intruder_in: owner } = piece;
  const holder = captor ?? owner ?? player;
  if (play.captives) {
    if (p !== undefined && p <= play.seating.board.lapEnd) return locked(p);
    if (holder !== player && holder < play.pieces.length) return captor === undefined ? intruder(holder) : prisoner(holder);
  }
  throw fault("position.pieces", { path, found: piece, clause: "P2" });
}
