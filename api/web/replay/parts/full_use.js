// Full use: whether dice that are left can all be spent (N5).
//
// Sequences can be long, so nothing here tries out one action after the other. What a piece can still do is one of a
// few plans (parts/plans.js), each of which spends some number of sixes and perhaps the other die; the question is only
// whether the plans of all pieces can add up to the dice. Why that is enough is said in replay/parts/full_use.py.

import { countDice, diceLeft } from "./actions.js";
import { OTHER, differenceSet, memo, plansOf, setOf, sumSet } from "./plans.js";

/** @typedef {import("./actions.js").Spend} Spend */
/** @typedef {import("./ground.js").Ground} Ground */

/**
 * What the pieces of one player can spend on this ground.
 *
 * Asked as often as one likes while a move is due: what has been found out about some of the pieces serves again.
 * @param {number[]} own
 * @param {number[]} hand
 * @param {Ground} ground
 */
export function spendingOf(own, hand, ground) {
  const { plain, prized, home } = plansOf(countDice(hand)[1], ground);

  /**
   * What several pieces can spend together, by what one can.
   * @param {(piece: number) => bigint} one
   */
  const together = (one) => {
    /** @type {(pieces: number[]) => bigint} */
    const all = memo(([first, ...rest]) => (first === undefined ? 1n : sumSet(one(first), all(rest))));
    return all;
  };
  const plainly = together(plain);
  // At most: as if each had all the prizes for itself. It only makes the search shorter.
  const loosely = together((piece) => prized(piece).reduce((sets, [, more]) => sets | more, plain(piece)));

  /**
   * Whether what these pieces can spend is in `need`, while the prizes `taken` are gone.
   * @param {number[]} pieces
   * @param {number} taken
   * @param {bigint} need
   * @returns {boolean}
   */
  const meets = (pieces, taken, need) => {
    if (need & plainly(pieces)) return true;
    need &= loosely(pieces);
    if (!need) return false;
    const [first, ...rest] = pieces;
    return (
      meets(rest, taken, differenceSet(need, plain(first))) ||
      prized(first).some(([bit, set]) => !(bit & taken) && meets(rest, taken | bit, differenceSet(need, set)))
    );
  };

  /**
   * Whether these pieces, sorted, can spend these dice to the last, or win; `taken` are prizes that are gone.
   *
   * `dice` are some of those that this was made with.
   * @param {number[]} pieces
   * @param {number[]} dice
   * @param {number} [taken]
   */
  const canSpend = (pieces, dice, taken = 0) => {
    const [sixes, other] = countDice(dice);
    const wins = pieces.reduce((set, piece) => set * home(piece), 1n);
    const few = (1n << BigInt(Math.min(sixes + 1, OTHER))) - 1n;
    return (
      Boolean(wins & (other ? few * (1n + setOf(0, other)) : few)) ||
      (sixes < OTHER && meets(pieces, taken, setOf(sixes, other)))
    );
  };

  /**
   * Whether after this action everything that is left can be spent, or the player brings its last piece home.
   * @param {Spend} action
   */
  const after = ({ start, end, move, bit }) => {
    const pieces = [...own];
    pieces[pieces.indexOf(start)] = end;
    return canSpend(pieces.sort((one, other) => one - other), diceLeft(hand, move.dice ?? []), bit);
  };

  return { after, canSpend };
}

/**
 * The actions after which enough can be spent. One that captures must leave dice that can all be spent. With `all` so must
 * every action but recover and free, unless none could.
 * @param {Spend[]} found
 * @param {(action: Spend) => boolean} after
 * @param {boolean} all
 */
export function fullUse(found, after, all) {
  const allowed = found.filter((action) => !action.bit || after(action));
  const full = all ? allowed.filter((action) => action.bit || after(action)) : [];
  if (!full.length) return allowed;
  return allowed.filter((action) => full.includes(action) || /recover|free/.test(`${action.move.action}`));
}
