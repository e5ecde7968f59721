// Position documents: one position as JSON, in and out (docs/spec/rules/positions.md). Not part of what is served.
//
// A document is taken to have the shape that it should: `format.*` is for whoever reads it.

import { CodedError, fault } from "./errors.js";
import { numberOf, written } from "./piece_document.js";
import { bindRules } from "./system.js";
import { system } from "./systems/index.js";
import { isShared, oweBonus, recall, resume } from "./turn_document.js";

/** @typedef {import("./piece_document.js").PieceWritten} PieceWritten */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./system.js").Rules} Rules */

/**
 * One position. What is left out has its default.
 * @typedef {object} Position
 * @property {string} ruleset
 * @property {Record<string, import("../types.js").OptionValue>} [options]
 * @property {number} players
 * @property {PieceWritten[][]} pieces by player: progress of each piece, or the object of one whose progress does not say everything
 * @property {number[]} [seats] by player: the board seat; left out, the system's table
 * @property {number} [turn]
 * @property {number[]} [rolls] rolls of this turn; the last one is to be played, unless `due` says that a roll is due
 * @property {"roll"} [due] all of `rolls` have been played and the next one is due
 * @property {boolean[]} [captures] by player: whether it has captured anything yet
 * @property {number[]} [done] players who are done, in finishing order; left out, ascending
 * @property {PieceWritten[][]} [turn_start] the pieces when the turn began, where the rules may go back to it; left out, the pieces
 * @property {boolean[]} [turn_start_captures] `captures` when the turn began; left out, `captures`
 * @property {{player: number, piece: number}} [last_moved] the piece moved last in this turn, where the rules ask for it
 * @property {10 | 20} [bonus] all of `rolls` have been played and a bonus move of so many squares is due
 * @property {[number, number][]} [arrived_last] [loop square, player who came there last], where the rules may ask for it
 * @property {number[]} [spent] dice of `rolls`, a whole sequence, that have been spent, in any order
 */

/**
 * The game that the position describes.
 *
 * Throws `option.*` as `bindRules`, or: `position.players` (lists of the wrong length), `position.pieces`, `position.seats`,
 * `position.turn`, `position.done`, `position.rolls`, `position.lap`, `position.shared` (pieces on one square that
 * cannot be there together), `position.last_moved`, `position.bonus`, `position.arrived_last`, `position.spent`.
 * @param {Position} position
 */
export function setup(position) {
  const { players, seats, captures, turn_start: start, turn_start_captures: before, rolls = [], due, bonus } = position;
  const rules = bindPosition(position);
  checkSeats(rules, seats ?? rules.seats);
  const play = rules.play(seats ?? rules.seats);
  const pieces = piecesOf(play, position.pieces, "/pieces");
  const captured = flagsOf(captures, players, "/captures");
  const began = start === undefined ? pieces : piecesOf(play, start, "/turn_start");
  const capturedBefore = before === undefined ? captured : flagsOf(before, players, "/turn_start_captures");
  play.pieces = pieces.map((own) => [...own]);
  play.captures = [...captured];
  if (isShared(play)) throw fault("position.shared", { path: "/pieces", clause: "P4" });
  checkTurn(play, position);
  if (hasEnded(play)) {
    play.due = "over";
    return play;
  }
  beginTurn(play, position);
  if (play.turnStart) play.turnStart = [began, capturedBefore];
  if (rolls.length && !due) {
    const last = rolls[rolls.length - 1];
    if (bonus) oweBonus(play, last, bonus);
    else play.roll(last);
  }
  return play;
}

/**
 * The legal moves of a position, or what comes next when there are none, as documents answer it. Throws as `setup`.
 * @param {Position} position
 */
export function answer(position) {
  const play = setup(position);
  const found = new Map();
  for (const [move] of play.choices()) {
    // `captures` says it already: whose piece is captured (W4).
    const { captured, ...plain } = move;
    const key = JSON.stringify(plain);
    if (!found.has(key)) found.set(key, plain);
  }
  const moves = [...found.values()];
  const over = play.due === "over";
  const next = moves.length ? null : over ? { over } : { turn: play.turn, due: play.due };
  return { moves, next, ...(play.due === "move" && play.mayPass ? { may_pass: true } : {}) };
}

/**
 * The position document of a game as it stands; `setup` gives back an equal one.
 *
 * Throws `position.start` while start rolls are going on: there is no position on the board yet.
 * @param {Play} play
 * @returns {Position}
 */
export function describe(play) {
  const { rules, seating, pieces, turn, due, rolls, captures, done, turnStart, lastMoved, bonus, arrivedLast, spent } = play;
  if (due === "start") throw fault("position.start");
  const [start, before] = turnStart ?? [pieces, captures];
  /** @type {Position} */
  const found = { ruleset: rules.id, players: rules.players, pieces: documentsOf(pieces), seats: [...seating.seats] };
  const options = rules.system.options.filter(({ name, choices }) => rules.options[name] !== choices[0]);
  if (options.length) found.options = Object.fromEntries(options.map(({ name }) => [name, rules.options[name]]));
  if (turn) found.turn = turn;
  if (rolls.length) found.rolls = [...rolls];
  if (due === "roll" && rolls.length) found.due = due;
  if (captures.includes(true)) found.captures = [...captures];
  if (done.length) found.done = [...done];
  if (`${start}` !== `${pieces}`) found.turn_start = documentsOf(start);
  if (`${before}` !== `${captures}`) found.turn_start_captures = [...before];
  if (lastMoved !== null) found.last_moved = { player: turn, piece: lastMoved };
  if (bonus) found.bonus = /** @type {10 | 20} */ (bonus);
  if (arrivedLast.size) found.arrived_last = [...arrivedLast].sort(([one], [other]) => one - other);
  if (spent.length) found.spent = [...spent];
  return found;
}

/**
 * All pieces as documents write them.
 * @param {number[][]} pieces
 */
export function documentsOf(pieces) {
  return pieces.map((own) => own.map(written));
}

/** @param {Position} position */
function bindPosition({ ruleset, options = {}, players }) {
  try {
    return bindRules(system(ruleset), options, players);
  } catch (error) {
    if (error instanceof CodedError) {
      if (error.code === "option.system") error.path = "/ruleset";
      else if (error.path !== "/players") error.path = `/options${error.path}`;
    }
    throw error;
  }
}

/**
 * Whether those who are done, if any, end the game.
 * @param {Play} play
 */
function hasEnded(play) {
  return play.done.length > 0 && play.isOver();
}

/**
 * @param {Rules} rules
 * @param {number[]} seats
 */
function checkSeats(rules, seats) {
  const count = rules.board.offsets.length;
  if (seats.length !== rules.players || new Set(seats).size !== seats.length || seats.some((seat) => seat >= count)) {
    throw fault("position.seats", { path: "/seats", expected: rules.seats, found: seats, clause: "P3" });
  }
}

/**
 * @param {boolean[] | undefined} given
 * @param {number} players
 * @param {string} path
 */
function flagsOf(given, players, path) {
  if (given === undefined) return Array(players).fill(false);
  checkCount(given, players, path);
  return given;
}

/**
 * @param {any[]} given
 * @param {number} players
 * @param {string} path
 */
function checkCount(given, players, path) {
  if (given.length !== players) {
    throw fault("position.players", { path, expected: players, found: given.length, clause: "P2" });
  }
}

/**
 * @param {Play} play
 * @param {PieceWritten[][]} given
 * @param {string} path
 */
function piecesOf(play, given, path) {
  checkCount(given, play.rules.players, path);
  return given.map((own, player) => {
    const place = `${path}/${player}`;
    const count = play.pieces[player].length;
    if (own.length !== count) {
      throw fault("position.pieces", { path: place, expected: count, found: own.length, clause: "P2" });
    }
    return own.map((piece, index) => numberOf(play, player, piece, `${place}/${index}`));
  });
}

/**
 * @param {Play} play
 * @param {Position} position
 */
function checkTurn(play, { players, turn = 0, done: given }) {
  if (turn >= players) throw fault("position.turn", { path: "/turn", found: turn, clause: "P3" });
  const finished = play.pieces.map((_, player) => player).filter((player) => play.isDone(player));
  const done = [...(given ?? finished)];
  if (`${[...done].sort()}` !== `${finished}`) {
    throw fault("position.done", { path: "/done", expected: finished, found: done, clause: "P3" });
  }
  play.done = done.slice(0, -1);
  if (hasEnded(play)) throw fault("position.done", { path: "/done", found: done, clause: "C12" });
  play.done = done;
  play.turn = turn;
  if (!hasEnded(play) && play.skips(turn)) throw fault("position.turn", { path: "/turn", found: turn, clause: "C9" });
}

/**
 * @param {Play} play
 * @param {Position} position
 */
function beginTurn(play, position) {
  const { rolls = [], turn = 0, due, bonus, last_moved: lastMoved, arrived_last: arrivedLast, spent } = position;
  const pieces = play.pieces.map((own) => [...own]);
  play.giveTurn(turn);
  // In mid-turn the pieces stand as the document says, also where a new turn would have changed them (N7).
  if (rolls.length) play.pieces = pieces;
  else if (due) throw fault("position.rolls", { path: "/due", clause: "P5" });
  if (bonus && (!rolls.length || due)) throw fault("position.bonus", { path: "/bonus", clause: "P5" });
  const played = due || bonus ? rolls : rolls.slice(0, -1);
  recall(play, { rolls, played, lastMoved, arrivedLast, spent });
  const resumed = bonus ? played.slice(0, -1) : played;
  if (resumed.length) resume(play, resumed);
}
