// Full use: whether dice that are left can all be spent (N5).
//
// Sequences can be long, so nothing here tries out one action after the other. What a piece can still do is one of a
// few plans (parts/plans.js), each of which spends some number of sixes and perhaps the other die; the question is only
// whether the plans of all pieces can add up to the dice. Why that is enough is said in replay/parts/full_use.py.

import { YARD } from "../board.js";
import { diceWithout } from "./actions.js";
import { NONE, Plans, anySet, known, less, meet, merge, together } from "./plans.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./actions.js").Dice} Dice */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./plans.js").Sets} Sets */

/** @typedef {(found: Action[], spending: Spending) => Action[]} FullUse leaves the actions after which enough can be spent */

/**
 * What the pieces of one player can spend on this ground.
 *
 * Asked as often as one likes while a move is due: what has been found out about some of the pieces serves again.
 */
export class Spending {
  #own;
  #dice;
  #ground;
  #plans;
  // By the numbers of pieces, joined with commas.
  /** @type {Map<string, Sets>} */
  #plain = new Map([["", NONE]]);
  /** @type {Map<string, Sets>} */
  #loose = new Map([["", NONE]]);

  /**
   * @param {number[]} own
   * @param {Dice} dice
   * @param {Ground} ground
   */
  constructor(own, dice, ground) {
    this.#own = own;
    this.#dice = dice;
    this.#ground = ground;
    this.#plans = new Plans(dice.other, ground);
  }

  /**
   * Whether after this action everything that is left can be spent, or the player brings its last piece home.
   * @param {Action} action
   */
  after({ start, end, spends, prize }) {
    const pieces = [...this.#own];
    pieces[pieces.indexOf(start)] = end;
    return this.canSpend(pieces.sort((a, b) => a - b), diceWithout(this.#dice, spends), prize.bit);
  }

  /**
   * Whether these pieces, sorted, can spend these dice to the last, or win; `taken` are prizes that are gone.
   *
   * `dice` are some of those that this was made with.
   * @param {number[]} pieces
   * @param {Dice} dice
   * @param {number} [taken]
   */
  canSpend(pieces, dice, taken = 0) {
    const number = 1n << BigInt(dice.sixes);
    return this.#wins(pieces, dice) || this.#meets(pieces, taken, dice.other ? [0n, number] : [number, 0n]);
  }

  /**
   * Whether all pieces can go home, whatever is left then.
   * @param {number[]} pieces
   * @param {Dice} dice
   */
  #wins(pieces, { sixes, other }) {
    const { goal, closed } = this.#ground;
    for (const piece of pieces) {
      const inYard = piece === YARD;
      if (piece < YARD || piece > goal || (inYard && closed.has(0))) return false;
      const way = goal - Math.max(piece, 0);
      const rest = way % 6;
      sixes -= (way - rest) / 6 + +inYard;
      if (rest && rest !== other) return false;
      if (rest) other = 0;
    }
    return sixes >= 0;
  }

  /**
   * Whether what these pieces can spend is in `need`, while the prizes `taken` are gone.
   * @param {number[]} pieces
   * @param {number} taken
   * @param {Sets} need
   * @returns {boolean}
   */
  #meets(pieces, taken, need) {
    if (anySet(meet(need, this.plain(pieces)))) return true;
    const possible = meet(need, this.loose(pieces));
    if (!anySet(possible)) return false;
    const [first, ...rest] = pieces;
    return this.#meets(rest, taken, less(possible, this.#plans.plain(first)))
      || this.#plans.prized(first).some(({ prize, sets }) =>
        !(prize & taken) && this.#meets(rest, taken | prize, less(possible, sets)));
  }

  /**
   * What these pieces can spend without moonwalk and invasion.
   * @param {number[]} pieces
   * @returns {Sets}
   */
  plain(pieces) {
    return known(this.#plain, `${pieces}`, () => together(this.#plans.plain(pieces[0]), this.plain(pieces.slice(1))));
  }

  /**
   * What these pieces can spend at most: as if each had all the prizes for itself. It only makes the search shorter.
   * @param {number[]} pieces
   * @returns {Sets}
   */
  loose(pieces) {
    return known(this.#loose, `${pieces}`, () => {
      const [first, ...rest] = pieces;
      const all = this.#plans.prized(first).reduce((sets, plan) => merge(sets, plan.sets), this.#plans.plain(first));
      return together(all, this.loose(rest));
    });
  }
}

/**
 * An action that captures must leave dice that can all be spent.
 * @type {FullUse}
 */
export function onlyCaptures(found, spending) {
  return found.filter((action) => !action.prize.bit || spending.after(action));
}

/**
 * So must every action but recover and free, unless none could; captures must in any case.
 * @type {FullUse}
 */
export function everyAction(found, spending) {
  const allowed = onlyCaptures(found, spending);
  const full = allowed.filter((action) => action.prize.bit || spending.after(action));
  if (!full.length) return allowed;
  return allowed.filter((action) => full.includes(action) || /recover|free/.test(`${action.move.action}`));
}
