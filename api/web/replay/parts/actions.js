// What the dice of a sequence can do: every action, before it is asked whether the rest can be spent (N3, N4).

import { YARD } from "../board.js";
import { intruder, locked, progressOf, where } from "../piece.js";
import { actionOf } from "../state.js";
import { landsOn } from "./ground.js";

/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Prize} Prize */

/** @typedef {"enter" | "move" | "moonwalk" | "invade" | "recover" | "free"} Kind what an action does */

/**
 * One way to spend dice; `bit` is that of its prize.
 * @typedef {import("../state.js").Action & {bit: number}} Spend
 */

/**
 * The dice without those that have been spent, as far as they are among them.
 * @param {readonly number[]} dice
 * @param {readonly number[]} spent
 */
export function diceLeft(dice, spent) {
  const left = [...dice];
  for (const value of spent) {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * Dice of a sequence as [number of sixes, the one roll below 6 or 0].
 * @param {number[]} dice
 */
export function countDice(dice) {
  const other = dice.find((value) => value < 6) ?? 0;
  return [dice.length - (other && 1), other];
}

/**
 * Every action of the pieces that are moved with these dice, those of equal pieces once.
 * @param {import("../play.js").Play} play
 * @param {number[]} hand
 * @param {Ground} ground
 */
export function actions(play, hand, ground) {
  const [sixes, other] = countDice(hand);
  const { lapEnd, goal, single, lanes } = ground;
  /** @type {Spend[]} */
  const found = [];

  /**
   * `more` where it is not the progress of the piece afterwards that the move goes to: in the column of a rival.
   * @param {Kind} action
   * @param {number} start
   * @param {number} end
   * @param {number} some how many sixes it costs
   * @param {number} die and the other die, or 0
   * @param {Prize | undefined} prize
   * @param {{to: number, column: number}} [more]
   */
  const add = (action, start, end, some, die, prize, more) => {
    if (!prize) return;
    const dice = [...(die ? [die] : []), ...Array(some).fill(6)];
    found.push({ ...actionOf(play, start, end, prize.hits, { action, dice, ...more }), bit: prize.bit });
  };

  for (const piece of new Set(play.own)) {
    const { prisonerOf, intruderIn } = where(piece);
    /**
     * What a piece that is not on the board can do for so many sixes.
     * @type {(action: Kind, end: number, some: number) => void}
     */
    const pay = (action, end, some) => {
      if (some <= sixes) add(action, piece, end, some, 0, landsOn(ground, progressOf(end)));
    };
    if (piece === YARD) pay("enter", 0, 1);
    else if (prisonerOf !== null) pay("recover", locked(YARD), 1);
    else if (intruderIn !== null) pay("free", locked(/** @type {any} */ (lanes.get(intruderIn)).entrance), 2);
    else {
      for (let some = 0; some <= sixes && 6 * some <= goal; some++) {
        for (const die of new Set([0, other])) {
          const far = 6 * some + die;
          const ahead = piece + far;
          if (!far) continue;
          if (ahead <= goal) add("move", piece, ahead, some, die, landsOn(ground, ahead));
          if (piece <= lapEnd) add("moonwalk", piece, locked(piece - far), some, die, single.get(piece - far));
          for (const { owner, entrance, single: lane } of lanes.values()) {
            const step = ahead - entrance;
            if (piece <= entrance) {
              add("invade", piece, intruder(owner), some, die, lane.get(step), { to: lapEnd + step, column: owner });
            }
          }
        }
      }
    }
  }
  return found;
}
