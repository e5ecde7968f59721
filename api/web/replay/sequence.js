// The turn machine of sequences: roll until a value below 6, then spend all the dice (nomercy N2, N3, N6, N7).
//
// The machine says in which order things happen. What the dice can do is parts/actions.js; what a rule system chooses
// are the `SequenceParts`.

import { YARD } from "./board.js";
import { fault } from "./errors.js";
import { actions, diceValues } from "./parts/actions.js";
import { Spending } from "./parts/full_use.js";
import { prisoner, where } from "./piece.js";
import { Play } from "./play.js";
import { MOVE, inOrder } from "./state.js";

/** @typedef {import("./parts/actions.js").Action} Action */
/** @typedef {import("./parts/actions.js").Dice} Dice */
/** @typedef {import("./state.js").Choice} Choice */

/**
 * What a system of sequences chooses.
 * @typedef {object} SequenceParts
 * @property {import("./parts/ground.js").Survey} survey where pieces may land, and what they capture there
 * @property {import("./parts/full_use.js").FullUse} fullUse what must be left to be spent
 * @property {import("./parts/passing.js").Passing} passing when the player may pass
 */

/** A game in which a turn is a sequence of rolls and the actions that spend them. */
export class SequenceTurn extends Play {
  /**
   * @param {SequenceParts} parts
   * @param {import("./system.js").Rules} rules
   * @param {import("./seating.js").Seating} seating
   */
  constructor(parts, rules, seating) {
    super(rules, seating, Array(4).fill(YARD));
    this.parts = parts;
    /** @type {Action[]} While a move is due: every legal action. */
    this.legal = [];
  }

  /** @override */
  get captives() {
    return true;
  }

  /** @override */
  get spends() {
    return true;
  }

  /** @override */
  get keepsSixes() {
    return true;
  }

  // The sequence ----------------------------------------------------------------------------------------------------

  /** @override */
  beginTurn() {
    this.rolls = [];
    this.spent = [];
    this.pieces[this.turn] = this.pieces[this.turn].map((piece) => {
      const { locked, progress } = where(piece);
      return locked ? progress : piece;
    });
  }

  /**
   * @override
   * @param {number} value
   */
  roll(value) {
    this.rolls.push(value);
    if (value < 6) this.#goOn();
  }

  /**
   * What is left of the sequence.
   * @override
   */
  hand() {
    return diceValues(this.#dice());
  }

  /** @returns {Dice} */
  #dice() {
    const [last = 6] = this.rolls.slice(-1);
    return {
      sixes: countSixes(this.rolls) - countSixes(this.spent),
      other: last < 6 && !this.spent.includes(last) ? last : 0,
    };
  }

  /** A move is due while anything can be done with the dice; then the turn ends. */
  #goOn() {
    if (!this.look()) this.endTurn();
  }

  /** @override */
  look() {
    const { parts, turn } = this;
    const own = this.pieces[turn];
    const dice = this.#dice();
    const ground = parts.survey(this);
    this.legal = parts.fullUse(actions(own, dice, ground), new Spending(own, dice, ground));
    if (!this.legal.length) return false;
    this.due = MOVE;
    return true;
  }

  // Actions ---------------------------------------------------------------------------------------------------------

  /**
   * @override
   * @param {import("./state.js").Move} move
   */
  move(move) {
    const { turn, pieces } = this;
    const own = pieces[turn];
    const found = this.legal.find((action) => action.start === own[move.piece] && isSameMove(action.move, move));
    if (!found) throw this.refusal(move);
    own[move.piece] = found.end;
    for (const [rival, index] of found.prize.hits) {
      pieces[rival][index] = prisoner(turn);
      this.captures[turn] = true;
    }
    this.spent = [...this.spent, ...diceValues(found.spends)].sort((one, other) => one - other);
    if (isAllHome(this, turn)) this.finishPlayer(turn);
    else this.#goOn();
  }

  /** @override */
  get mayPass() {
    return this.parts.passing(this.legal.map(({ move }) => move.action));
  }

  /** @override */
  pass() {
    if (!this.mayPass) {
      const expected = this.choices().map(([move]) => move);
      throw fault("rules.pass", { expected, found: "pass", clause: "N6" });
    }
    this.endTurn();
  }

  /** @override */
  get forced() {
    return this.legal.length === 1 && !this.mayPass;
  }

  /** @override */
  choices() {
    if (this.due !== MOVE) return [];
    const own = this.pieces[this.turn];
    return inOrder(this.legal.map(({ move, start }) => /** @type {Choice} */ ([move, own.indexOf(start)])));
  }

  /** @override */
  others() {
    return [this.unfinished()];
  }
}

/**
 * Whether a player's pieces are all home.
 * @param {Play} play
 * @param {number} player
 */
export function isAllHome({ pieces, seating }, player) {
  return pieces[player].every((piece) => piece === seating.board.goal);
}

/** @param {number[]} dice */
function countSixes(dice) {
  return dice.filter((value) => value === 6).length;
}

/**
 * Whether two moves of one piece are the same.
 * @param {Record<string, any>} one
 * @param {Record<string, any>} other
 */
function isSameMove(one, other) {
  const names = ["from", "to", "action", "column", "lap", "bonus", "captured"];
  return `${one.dice}` === `${other.dice}` && names.every((name) => one[name] === other[name]);
}
