// Full use: whether dice that are left can all be spent (N5).
//
// Sequences can be long, so nothing here tries out one action after the other. What a piece can still do is one of a
// few plans (parts/plans.js), each of which spends some number of sixes and perhaps the other die; the question is only
// whether the plans of all pieces can add up to the dice. Why that is enough is said in replay/parts/full_use.py.

import { OTHER, differenceSet, memo, plansOf, setOf, sumSet } from "./plans.js";

/** @typedef {import("./actions.js").Spend} Spend */
/** @typedef {import("./actions.js").Dice} Dice */
/** @typedef {import("./ground.js").Ground} Ground */

/**
 * What the pieces of one player can spend on this ground.
 *
 * Asked as often as one likes while a move is due: what has been found out about some of the pieces serves again.
 * @param {number[]} own
 * @param {Dice} dice
 * @param {Ground} ground
 */
export function spendingOf(own, dice, ground) {
  const { goal } = ground;
  const { plain, prized, goes } = plansOf(dice.other, ground);

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
   * Whether all pieces can go home, whatever is left then.
   * @param {number[]} pieces
   * @param {Dice} dice
   */
  const wins = (pieces, { sixes, other }) => {
    for (const piece of pieces) {
      const start = Math.max(piece, 0);
      // Entering costs a six.
      if (!goes(piece, goal)) return false;
      const rest = (goal - start) % 6;
      sixes -= (goal - start - rest) / 6 + start - piece;
      if (rest && rest !== other) return false;
      if (rest) other = 0;
    }
    return sixes >= 0;
  };

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
   * @param {Dice} dice
   * @param {number} [taken]
   */
  const canSpend = (pieces, dice, taken = 0) =>
    wins(pieces, dice) || (dice.sixes < OTHER && meets(pieces, taken, setOf(dice.sixes, dice.other)));

  /**
   * Whether after this action everything that is left can be spent, or the player brings its last piece home.
   * @param {Spend} action
   */
  const after = ({ start, end, spends, bit }) => {
    const pieces = [...own];
    pieces[pieces.indexOf(start)] = end;
    const left = { sixes: dice.sixes - spends.sixes, other: spends.other ? 0 : dice.other };
    return canSpend(pieces.sort((one, other) => one - other), left, bit);
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
