// The turn machine of sequences: roll until a value below 6, then spend all the dice (nomercy N2, N3, N6, N7).
//
// The machine says in which order things happen. What the dice can do is parts/actions.js, what must be left to be spent
// parts/full_use.js.

import { actions, diceLeft } from "./parts/actions.js";
import { fullUse, spendingOf } from "./parts/full_use.js";
import { survey } from "./parts/ground.js";
import { where } from "./piece.js";
import { Play } from "./play.js";

/** @typedef {import("./parts/actions.js").Spend} Spend */

/**
 * What a system of sequences chooses.
 * @typedef {object} Choices
 * @property {number[]} safe loop squares where nothing is captured
 * @property {boolean} allUsed whether every action must leave dice that can be spent; else only a capture (N5)
 * @property {RegExp} compulsory the actions of which none may be possible when the player passes (N6)
 */

/** @typedef {Choices & Omit<import("./play.js").Shared, "extra">} SequenceParts */

/** A game in which a turn is a sequence of rolls and the actions that spend them. */
export class SequenceTurn extends Play {
  // The sequence ----------------------------------------------------------------------------------------------------

  /** @override */
  beginTurn() {
    const { own } = this;
    own.forEach((piece, index) => {
      const { locked, progress } = where(piece);
      if (locked) own[index] = progress;
    });
  }

  /**
   * @override
   * @param {number} value
   */
  roll(value) {
    this.rolls.push(value);
    if (value < 6 && !this.look()) this.endTurn();
  }

  /**
   * What is left of the sequence.
   * @override
   */
  hand() {
    return diceLeft(this.rolls, this.spent).sort();
  }

  /** @override */
  find() {
    const { own } = this;
    const parts = /** @type {SequenceParts} */ (this.parts);
    const hand = this.hand();
    const ground = survey(this, parts.safe);
    return fullUse(actions(this, hand, ground), spendingOf(own, hand, ground).after, parts.allUsed);
  }

  // Actions ---------------------------------------------------------------------------------------------------------

  /**
   * @override
   * @param {Spend} action
   */
  follow({ move }) {
    this.spent.push(...(move.dice ?? []));
    this.spent.sort();
    // A move is due while anything can be done with the dice; then the turn ends.
    const ends = this.isDone(this.turn) ? !this.markDone(this.turn) : !this.look();
    if (ends) this.endTurn();
  }

  /** @override */
  get mayPass() {
    return !this.legal.some(({ move }) => this.parts.compulsory.test(`${move.action}`));
  }
}
