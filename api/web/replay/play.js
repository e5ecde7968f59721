// A game being played: what every turn machine shares.
//
// A turn machine says what a roll does and which moves it allows: turn.js is the one of the classical systems (a roll, then
// a move), sequence.js that of sequences (rolls, then what spends them). Start rolls, the order of turns, finishing and
// ranking are the same for all and stand here (docs/spec/rules/common.md). Position documents are not read here, so a game
// always runs from its beginning.

import { fault } from "./errors.js";
import { progressOf } from "./piece.js";
import { MOVE, OVER, ROLL, START, asked } from "./state.js";

/** @typedef {import("./state.js").Choice} Choice */
/** @typedef {import("./state.js").LegalMove} LegalMove */
/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./system.js").Rules} Rules */
/** @typedef {import("./seating.js").Seating} Seating */

/**
 * A running game; subclasses are the turn machines. Properties are open to read; only the methods change them, and a method
 * that throws has changed nothing.
 */
export class Play {
  /**
   * @param {Rules} rules
   * @param {Seating} seating
   * @param {number[]} beginning each player's pieces when the game begins
   */
  constructor(rules, seating, beginning) {
    const players = [...seating.seats.keys()];
    this.rules = rules;
    this.seating = seating;
    /** By player, by piece: its number (piece.js). */
    this.pieces = players.map(() => [...beginning]);
    /** By player: whether it has captured anything in this game. */
    this.captures = players.map(() => false);
    /** The player whose turn it is; in start rolls the player who rolls. */
    this.turn = 0;
    /** Whose pieces that player moves. */
    this.owner = 0;
    /** @type {import("./state.js").Due} */
    this.due = ROLL;
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
  }

  // What a turn machine provides ------------------------------------------------------------------------------------

  /** Whether pieces can be locked, prisoners and intruders. */
  get captives() {
    return false;
  }

  /** Whether a turn spends the dice of a sequence in several moves; else one move is made by a roll. */
  get spends() {
    return false;
  }

  /** Whether a six that gives no move waits for the rolls that follow (N2, Z5). */
  get keepsSixes() {
    return false;
  }

  /** Whether the player `turn` may decline to move; it counts while a move is due. */
  get mayPass() {
    return false;
  }

  /** Whether all legal moves lead to the same position and passing is not allowed. */
  get forced() {
    return false;
  }

  /**
   * The player whose pieces `player` moves: itself, unless it plays its partner's (W7).
   * @param {number} player
   */
  ownerFor(player) {
    return player;
  }

  /** The dice that lie before the player `turn`: by which it moves, or that wait for its next roll. */
  hand() {
    return this.due === MOVE ? this.rolls.slice(-1) : [];
  }

  /** `turn` has just been set: forget the last turn. */
  beginTurn() {}

  /** Find out what is legal now. A move is due if anything is; then true. */
  look() {
    return false;
  }

  /**
   * The player to roll has rolled `value` (1..6); `due` must be "roll".
   * @param {number} value
   */
  roll(value) {}

  /**
   * Make a move; `due` must be "move" and the mover `turn`. Throws rules.piece or rules.move if it is not legal.
   * @param {Move} move
   */
  move(move) {}

  /** Decline to move. Throws rules.pass where the rules do not allow it. */
  pass() {
    throw fault("rules.pass", { found: "pass", clause: "C8" });
  }

  /**
   * The distinct legal moves, in the order of answers, each with the lowest index of a piece that can make it.
   * @returns {Choice[]}
   */
  choices() {
    return [];
  }

  /**
   * The order of those who have not finished, best first, when the game ends with the first winner.
   * @returns {number[][]}
   */
  others() {
    return [];
  }

  /**
   * Points by player, where the system scores.
   * @returns {number[] | null}
   */
  points() {
    return null;
  }

  /**
   * Whether the move brings a piece home.
   * @param {{from: number, to: number}} move
   */
  isHomecoming(move) {
    const { home } = this.seating.board;
    return move.from < home && home <= move.to;
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
    if (rolls.length < this.contenders.length) {
      this.turn = this.contenders[rolls.length];
      return;
    }
    const highest = Math.max(...rolls);
    this.contenders = this.contenders.filter((_, at) => rolls[at] === highest);
    this.startRolls = [];
    this.turn = this.contenders[0];
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
    return this.done.includes(player);
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
    this.beginTurn();
  }

  /**
   * `player` has brought its last piece home: it earns no further roll (C11); perhaps the game is over (C12).
   * @param {number} player
   */
  finishPlayer(player) {
    if (!this.markDone(player)) this.endTurn();
  }

  /**
   * `player` is done. True if that ends the game (C12); a finished game is told by its pieces and who was done when, so
   * nothing of the turn matters any more.
   * @param {number} player
   */
  markDone(player) {
    this.done.push(player);
    if (!isOver(this)) return false;
    this.due = OVER;
    this.rolls = [];
    this.sixes = 0;
    this.tries = 1;
    this.turnStart = this.lastMoved = null;
    this.bonus = 0;
    this.arrivedLast = new Map();
    this.spent = [];
    return true;
  }

  /** Places, best first; players of one place ascending (C13). The game must be over. */
  ranking() {
    const { done, seating } = this;
    if (seating.teams) {
      const winner = /** @type {number} */ (done.find((player) => sideDone(this, player)));
      return [seating.partners(winner), seating.rivals(winner)];
    }
    if (this.rules.options.end === "first") return [[done[0]], ...this.others()];
    return [...done.map((player) => [player]), this.unfinished()];
  }

  /** The players who are not done, ascending. */
  unfinished() {
    return [...this.pieces.keys()].filter((player) => !this.done.includes(player));
  }

  // The stand-in ----------------------------------------------------------------------------------------------------

  /**
   * What a stand-in must play for a player that is away (C14), and the index of the piece.
   *
   * A move that brings a piece home, else the one that captures most, else the first in the order of answers; of several
   * victims the one who would have the turn first.
   * @returns {Choice}
   */
  standIn() {
    const choices = this.choices();
    let best = choices.find(([move]) => this.isHomecoming(move));
    if (!best) {
      const most = Math.max(...choices.map(([move]) => move.captures.length));
      best = /** @type {Choice} */ (choices.find(([move]) => move.captures.length === most));
    }
    const [{ from, to, captured }, piece] = best;
    if (captured === undefined) return best;
    let player = this.turn;
    for (;;) {
      player = this.seating.after[player];
      const found = choices.find(
        ([move, index]) => move.from === from && move.to === to && index === piece && move.captured === player,
      );
      if (found) return found;
    }
  }

  // Refusals --------------------------------------------------------------------------------------------------------

  /**
   * The fault that says why this move is not legal here, to be thrown.
   * @param {Move} move
   */
  refusal(move) {
    const own = this.pieces[this.owner];
    if (move.piece >= own.length) {
      return fault("rules.piece", { expected: own.length - 1, found: move.piece, clause: "C1" });
    }
    const at = progressOf(own[move.piece]);
    if (at !== move.from) return fault("rules.piece", { expected: at, found: move.from, clause: "C1" });
    return fault("rules.move", {
      expected: this.choices().map(([choice]) => choice),
      found: asked(move, move.piece),
      clause: "C8",
    });
  }
}

/**
 * Whether those who are done end the game (C10, C12).
 * @param {Play} play
 */
export function isOver(play) {
  const { done } = play;
  if (play.seating.teams) return done.some((player) => sideDone(play, player));
  return play.rules.options.end === "first" || done.length >= play.pieces.length - 1;
}

/**
 * @param {Play} play
 * @param {number} player
 */
function sideDone(play, player) {
  return play.seating.partners(player).every((mate) => play.done.includes(mate));
}
