// What a game waits for, and a legal move as an answer.

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

export const START = "start";
export const ROLL = "roll";
export const MOVE = "move";
export const OVER = "over";

/**
 * The choices in the order of answers: by from, to, action, dice, column, lap, captures; then by the piece.
 * @param {Choice[]} choices
 */
export function inOrder(choices) {
  const keyed = choices.map((choice) => ({ choice, key: [...orderOf(choice[0]), choice[1]] }));
  return keyed.sort((one, other) => comparison(one.key, other.key)).map(({ choice }) => choice);
}

/** @param {LegalMove} move */
function orderOf(move) {
  return [move.from, move.to, move.action ?? "", move.dice ?? [], move.column ?? -1, move.lap ?? -1, move.captures];
}

/**
 * Below, above or 0: numbers, strings and arrays of them; of arrays the first difference counts, then the length.
 * @param {any} one
 * @param {any} other
 * @returns {number}
 */
function comparison(one, other) {
  if (!Array.isArray(one)) return one < other ? -1 : one > other ? 1 : 0;
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const found = comparison(one[at], other[at]);
    if (found) return found;
  }
  return one.length - other.length;
}

/**
 * The fields in which a `move` event says what this move of this piece is, without who makes it and when.
 * @param {LegalMove | Move} move
 * @param {number} piece
 */
export function asked(move, piece) {
  const { from, to, lap, bonus, captured, action, dice, column } = move;
  // A move of somebody's record may name as many dice as it likes.
  const few = dice && dice.length > 20 ? `${dice.length} dice` : dice;
  return { piece, from, to, lap, bonus, captured, action, dice: few, column };
}
