// A game being played: what every turn machine shares.
//
// A turn machine says what a roll does and which moves it allows: turn.js is the one of the classical systems (a roll, then
// a move), sequence.js that of sequences (rolls, then what spends them). Start rolls, the order of turns, finishing and
// ranking are the same for all and stand here (docs/spec/rules/common.md). Position documents are not read here, so a game
// always runs from its beginning.

import { YARD } from "./board.js";
import { agree, fault, insist } from "./errors.js";
import { placesOf } from "./parts/finishing.js";
import { keptSixes } from "./parts/throw.js";
import { prisoner, progressOf } from "./piece.js";
import { MOVE, OVER, ROLL, START, asked, inOrder, isSaid } from "./state.js";

/** @typedef {import("./state.js").Action} Action */
/** @typedef {import("./state.js").Choice} Choice */
/** @typedef {import("./state.js").LegalMove} LegalMove */
/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./system.js").Rules} Rules */
/** @typedef {import("./seating.js").Seating} Seating */

/**
 * Parts that any turn machine may have; what is absent is not so.
 * @typedef {object} Shared
 * @property {import("./parts/extra.js").Extra} extra what earns another roll; only classical systems have it
 * @property {number[]} [beginning] each player's pieces when the game begins; else four in the yard
 * @property {boolean} [spends] whether a turn spends the dice of a sequence, and takes prisoners
 * @property {boolean} [keepsSixes] whether sixes are kept for the roll that follows them (N2, Z5)
 * @property {number} [enough] how many pieces a player has to bring home; else all
 * @property {import("./parts/finishing.js").Scores} [scores] by which those who have not finished have their places; else they
 * share one
 * @property {boolean} [paysScores] whether these scores are points, which all players have
 * @property {boolean} [partnerPlays] whether a player who is done goes on and moves its partner's pieces (W7)
 */

/**
 * A running game; subclasses are the turn machines. Properties are open to read; only the methods change them, and a method
 * that throws has changed nothing.
 */
export class Play {
  /**
   * @param {any} parts what a rule system chooses: `Shared`, and what the turn machine asks for
   * @param {Rules} rules
   * @param {Seating} seating
   */
  constructor(parts, rules, seating) {
    const { seats } = seating;
    const { beginning = Array(4).fill(YARD), extra, spends = false, keepsSixes = false } = /** @type {Shared} */ (parts);
    this.parts = parts;
    this.extra = extra;
    this.rules = rules;
    this.seating = seating;
    /** By player, by piece: its number (piece.js). */
    this.pieces = seats.map(() => [...beginning]);
    /** By player: whether it has captured anything in this game. */
    this.captures = seats.map(() => false);
    /** The player whose turn it is; in start rolls the player who rolls. */
    this.turn = 0;
    /** Whose pieces that player moves. */
    this.owner = 0;
    /** @type {import("./state.js").Due} */
    this.due = ROLL;
    /** @type {any[]} While a move is due: all that are legal, each for one of the pieces that are equal. */
    this.legal = [];
    /** @type {number[]} Rolls of this turn so far. While a move is due, the last one is to be played. */
    this.rolls = [];
    /** Length of the run of sixes that ends with the last roll. */
    this.sixes = 0;
    /** Rolls left, the one due included, until one is usable (three tries). */
    this.tries = 1;
    /** @type {number[]} Players who are done, in finishing order. */
    this.done = [];
    /** @type {[number[][], boolean[]] | null} Pieces and captures when the turn began, where the rules may go back to it. */
    this.turnStart = null;
    /** @type {number | null} The piece that was moved last in this turn, where the rules ask for it. */
    this.lastMoved = null;
    /** Squares of the bonus move that is due; 0: none is. */
    this.bonus = 0;
    /** @type {Map<number, number>} By loop square: who came there last, where the rules may ask for it. */
    this.arrivedLast = new Map();
    /** @type {number[]} Dice of this turn's sequence that have been spent, ascending. */
    this.spent = [];
    /** @type {number[]} Start rolls: the players of this round, in player order. */
    this.contenders = [];
    /** @type {number[]} Start rolls: what the first of them have rolled in this round. */
    this.startRolls = [];
    /** Whether pieces can be locked, prisoners and intruders. */
    this.captives = spends;
    /** Whether a turn spends the dice of a sequence in several moves; else one move is made by a roll. */
    this.spends = spends;
    /** Whether a six that gives no move waits for the rolls that follow (N2, Z5). */
    this.keepsSixes = keepsSixes;
  }

  // What a turn machine provides ------------------------------------------------------------------------------------

  /** Whether the player `turn` may decline to move; it counts while a move is due. */
  get mayPass() {
    return false;
  }

  /** The dice that lie before the player `turn`: by which it moves, or that wait for its next roll. */
  hand() {
    const { rolls } = this;
    const before = this.due === MOVE ? rolls.slice(0, -1) : rolls;
    const kept = this.keepsSixes ? keptSixes(before, this.lastMoved) : 0;
    return [...Array(kept).fill(6), ...rolls.slice(before.length)];
  }

  /** `turn` has just been set, and the last turn forgotten. */
  beginTurn() {}

  /**
   * The player to roll has rolled `value` (1..6); `due` must be "roll".
   * @param {number} value
   */
  roll(value) {}

  /**
   * Every legal move.
   * @returns {Action[]}
   */
  find() {
    return [];
  }

  /**
   * The move has been made with this piece: what follows?
   * @param {any} action
   * @param {number} piece
   */
  follow(action, piece) {}

  // Moves -----------------------------------------------------------------------------------------------------------

  /** The pieces that are moved. */
  get own() {
    return this.pieces[this.owner];
  }

  /** Find out what is legal now. A move is due if anything is; then true. */
  look() {
    this.legal = this.find();
    if (!this.legal.length) return false;
    this.due = MOVE;
    return true;
  }

  /**
   * Make a move; `due` must be "move" and the mover `turn`. Throws rules.piece or rules.move if it is not legal.
   * @param {Move} move
   */
  move(move) {
    const { own, turn } = this;
    const { piece } = move;
    insist(piece < own.length, "rules.piece", "C1", own.length - 1, piece);
    const at = progressOf(own[piece]);
    agree("rules.piece", "C1", at, move.from);
    const found = this.legal.find((action) => action.start === own[piece] && isSaid(action.move, move));
    if (!found) throw fault("rules.move", { expected: this.answers(), found: asked(move, piece), clause: "C8" });
    own[piece] = found.end;
    for (const [rival, index] of found.hits) {
      this.captures[turn] = true;
      this.pieces[rival][index] = this.captives ? prisoner(turn) : YARD;
    }
    this.follow(found, piece);
  }

  /** That the player may decline to move. Throws rules.pass where the rules do not allow it. */
  checkPass() {
    const [clause, expected] = this.spends ? ["N6", this.answers()] : ["C8"];
    insist(this.mayPass, "rules.pass", `${clause}`, expected, "pass");
  }

  /** Decline to move. Throws rules.pass. */
  pass() {
    this.checkPass();
    this.endTurn();
  }

  /** Whether all legal moves lead to the same position and passing is not allowed. */
  get forced() {
    return this.legal.length === 1 && !this.mayPass;
  }

  /**
   * The distinct legal moves, in the order of answers, each with the lowest index of a piece that can make it.
   * @returns {Choice[]}
   */
  choices() {
    if (this.due !== MOVE) return [];
    return inOrder(this.legal.map(({ move, start }) => [move, this.own.indexOf(start)]));
  }

  /** The choices, without the pieces. */
  answers() {
    return this.choices().map(([move]) => move);
  }

  /**
   * Whether the move brings a piece home.
   * @param {{from: number, to: number}} move
   */
  isHomecoming(move) {
    const { home } = this.seating.board;
    return move.from < home && home <= move.to;
  }

  /**
   * What a stand-in must play for a player that is away (C14), and the index of the piece.
   *
   * A move that brings a piece home, else the one that captures most, else the first in the order of answers; of several
   * victims the one who would have the turn first.
   * @returns {Choice}
   */
  standIn() {
    const choices = this.choices();
    const worth = (/** @type {Choice} */ [move]) => (this.isHomecoming(move) ? Infinity : move.captures.length);
    const most = Math.max(...choices.map(worth));
    const best = /** @type {Choice} */ (choices.find((choice) => worth(choice) === most));
    const [{ from, to, captured }, piece] = best;
    if (captured === undefined) return best;
    for (let player = this.turn; ; player = this.seating.after[player]) {
      const found = choices.find(
        ([move, index]) => move.from === from && move.to === to && index === piece && move.captured === player,
      );
      if (found) return found;
    }
  }

  // Beginning -------------------------------------------------------------------------------------------------------

  /**
   * The first turn is `first`'s; null: start rolls find out whose it is (C7).
   * @param {number | null} first
   */
  begin(first) {
    if (first !== null) return this.giveTurn(first);
    this.due = START;
    this.contenders = [...this.pieces.keys()];
  }

  /**
   * A start roll of the player `turn`; those who tie for the highest roll again (C7).
   * @param {number} value
   */
  startRoll(value) {
    const rolls = this.startRolls;
    rolls.push(value);
    if (rolls.length === this.contenders.length) {
      const highest = Math.max(...rolls);
      this.contenders = this.contenders.filter((_, at) => rolls[at] === highest);
      this.startRolls = [];
    }
    this.turn = this.contenders[this.startRolls.length];
    if (this.contenders.length === 1) {
      this.contenders = [];
      this.giveTurn(this.turn);
    }
  }

  // Turns and their end ---------------------------------------------------------------------------------------------

  /**
   * Whether the player's turn is left out (C9).
   * @param {number} player
   */
  skips(player) {
    return this.done.includes(player) && !this.parts.partnerPlays;
  }

  /** The turn goes to the next player who is not skipped (C9). */
  endTurn() {
    const { after } = this.seating;
    let player = after[this.turn];
    while (this.skips(player)) player = after[player];
    this.giveTurn(player);
  }

  /**
   * The turn of `player` begins.
   * @param {number} player
   */
  giveTurn(player) {
    this.turn = player;
    this.owner = this.ownerFor(player);
    this.due = ROLL;
    this.forgetTurn();
    this.beginTurn();
  }

  /**
   * The player whose pieces `player` moves: itself, or its partner once it is done and goes on (W7).
   * @param {number} player
   */
  ownerFor(player) {
    const owners = [player, ...this.seating.partners(player)];
    return /** @type {number} */ (owners.find((owner) => !this.done.includes(owner)));
  }

  /** Nothing of the last turn matters any more. */
  forgetTurn() {
    this.rolls = [];
    this.spent = [];
    this.sixes = this.bonus = 0;
    this.tries = 1;
    this.turnStart = this.lastMoved = null;
  }

  /**
   * Whether these pieces of a player are all that it has to bring home.
   * @param {number} player
   */
  isDone(player) {
    const { home, goal } = this.seating.board;
    const there = this.pieces[player].filter((piece) => piece >= home && piece <= goal);
    return there.length >= (this.parts.enough ?? this.pieces[player].length);
  }

  /**
   * `player` has brought its last piece home and is done: it earns no further roll (C11). True if that ends the game (C12);
   * a finished game is told by its pieces and who was done when, so nothing of the turn matters any more.
   * @param {number} player
   */
  markDone(player) {
    this.done.push(player);
    if (!this.isOver()) return false;
    this.due = OVER;
    this.forgetTurn();
    this.arrivedLast = new Map();
    return true;
  }

  /**
   * Points by player, where the system scores.
   * @returns {number[] | null}
   */
  points() {
    return this.parts.paysScores ? this.parts.scores(this) : null;
  }

  /** The first to be done with its partner, where that ends the game (C10, C12). */
  winner() {
    const { seating, done, rules } = this;
    if (!seating.teams && rules.options.end !== "first") return undefined;
    return done.find((player) => seating.partners(player).every((mate) => done.includes(mate)));
  }

  /** Whether those who are done end the game (C10, C12). */
  isOver() {
    return this.winner() !== undefined || this.done.length >= this.pieces.length - 1;
  }

  /** Places, best first; players of one place ascending (C13). The game must be over. */
  ranking() {
    const { done, seating } = this;
    const winner = this.winner();
    if (winner === undefined) return [...done.map((player) => [player]), this.unfinished()];
    return [seating.partners(winner), ...(seating.teams ? [seating.rivals(winner)] : placesOf(this))];
  }

  /** The players who are not done, ascending. */
  unfinished() {
    return [...this.pieces.keys()].filter((player) => !this.done.includes(player));
  }
}
