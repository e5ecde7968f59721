// What a game waits for, and a legal move as an answer.

import { progressOf, where } from "./piece.js";

/** @typedef {"start" | "roll" | "move" | "over"} Due what the game waits for: a start roll, a roll, a move (or pass), nothing */

/**
 * A legal move as answers show it (docs/spec/rules/positions.md). Fields that the rule system does not use are absent.
 * @typedef {object} LegalMove
 * @property {number} from
 * @property {number} to
 * @property {[number, number][]} captures [player, progress before the capture], ascending
 * @property {number} [lap]
 * @property {number} [bonus]
 * @property {number} [captured]
 * @property {string} [action]
 * @property {number[]} [dice]
 * @property {number} [column]
 */

/**
 * What a `move` event of a record says of the move.
 * @typedef {Omit<LegalMove, "captures"> & {player: number, piece: number, by: string}} Move
 */

/** @typedef {[LegalMove, number]} Choice a legal move, and the lowest index of a piece that can make it */

/** @typedef {[number, number][]} Captured [rival, piece index], ascending */

/**
 * A legal move and what it does.
 * @typedef {object} Action
 * @property {number} start the number of the piece before
 * @property {number} end and after
 * @property {Captured} hits
 * @property {LegalMove} move
 */

export const START = "start";
export const ROLL = "roll";
export const MOVE = "move";
export const OVER = "over";

/** In which a `move` event and a legal move say the same. */
const FIELDS = /** @type {const} */ (["from", "to", "action", "dice", "column", "lap", "bonus", "captured"]);

/**
 * The action that moves a piece so; `more` are the fields of the move that do not follow from it.
 * @param {import("./play.js").Play} play
 * @param {number} start
 * @param {number} end
 * @param {Captured} hits
 * @param {Partial<LegalMove>} more
 * @returns {Action}
 */
export function actionOf({ pieces }, start, end, hits, more) {
  /** @type {Action["move"]["captures"]} */
  const captures = hits.map(([rival, index]) => [rival, progressOf(pieces[rival][index])]);
  const { progress: to, lap } = where(end);
  return { start, end, hits, move: { from: progressOf(start), to, lap: lap ?? undefined, captures, ...more } };
}

/**
 * The choices in the order of answers: by from, to, action, dice, column, lap, captures; then by the piece.
 * @param {Choice[]} choices
 */
export function inOrder(choices) {
  return choices.sort((one, other) => comparison(orderOf(one), orderOf(other)));
}

/** @param {Choice} choice */
function orderOf([{ from, to, action = "", dice = [], column = -1, lap = -1, captures }, piece]) {
  return [from, to, action, dice, column, lap, captures.flat(), piece];
}

/**
 * Below, above or 0: numbers, strings and arrays of them; of arrays the first difference counts, then the length.
 * @param {any} one
 * @param {any} other
 * @returns {number}
 */
function comparison(one, other) {
  if (!Array.isArray(one)) return one < other ? -1 : +(one > other);
  return one.reduce((found, value, at) => found || comparison(value, other[at]), 0) || one.length - other.length;
}

/**
 * Whether a `move` event says that it is this move, and nothing but it.
 * @param {LegalMove} one
 * @param {Move} other
 */
export function isSaid(one, other) {
  return FIELDS.every((name) => `${one[name]}` === `${other[name]}`);
}

/**
 * The fields in which a `move` event says what this move of this piece is, without who makes it and when.
 * @param {LegalMove | Move} move
 * @param {number} piece
 */
export function asked(move, piece) {
  /** @type {Record<string, any>} */
  const said = { piece };
  for (const name of FIELDS) said[name] = move[name];
  // A move of somebody's record may name as many dice as it likes.
  if (said.dice?.length > 20) said.dice = `${said.dice.length} dice`;
  return said;
}
