// What the dice of a sequence can do: every action, before it is asked whether the rest can be spent (N3, N4).

import { YARD } from "../board.js";
import { intruder, locked, progressOf, where } from "../piece.js";
import { actionOf } from "../state.js";
import { landsOn } from "./ground.js";

/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./ground.js").Prize} Prize */

/** @typedef {"enter" | "move" | "moonwalk" | "invade" | "recover" | "free"} Kind what an action does */

/**
 * Dice of a sequence, left or spent together: sixes, all alike, and perhaps the one that ended the sequence.
 * @typedef {object} Dice
 * @property {number} sixes
 * @property {number} other the roll below 6; 0 where it is not among them
 */

/**
 * One way to spend dice; `bit` is that of its prize.
 * @typedef {import("../state.js").Action & {spends: Dice, bit: number}} Spend
 */

/**
 * The values of dice, ascending.
 * @param {Dice} dice
 * @returns {number[]}
 */
export function diceValues({ sixes, other }) {
  return [...(other ? [other] : []), ...Array(sixes).fill(6)];
}

/**
 * Every action of the pieces that are moved with these dice, those of equal pieces once.
 * @param {import("../play.js").Play} play
 * @param {Dice} dice
 * @param {Ground} ground
 */
export function actions(play, dice, ground) {
  const { lapEnd, goal, single, lanes } = ground;
  /** @type {Spend[]} */
  const found = [];

  /**
   * `more` where it is not the progress of the piece afterwards that the move goes to: in the column of a rival.
   * @param {Kind} action
   * @param {number} start
   * @param {number} end
   * @param {Dice} spends
   * @param {Prize | undefined} prize
   * @param {{to: number, column: number}} [more]
   */
  const add = (action, start, end, spends, prize, more) => {
    if (!prize) return;
    const { hits, bit } = prize;
    found.push({ ...actionOf(play, start, end, hits, { action, dice: diceValues(spends), ...more }), spends, bit });
  };

  for (const piece of new Set(play.own)) {
    const { prisonerOf, intruderIn } = where(piece);
    /**
     * What a piece that is not on the board can do for so many sixes.
     * @type {(action: Kind, end: number, sixes: number) => void}
     */
    const pay = (action, end, sixes) => {
      if (sixes <= dice.sixes) add(action, piece, end, { sixes, other: 0 }, landsOn(ground, progressOf(end)));
    };
    if (piece === YARD) pay("enter", 0, 1);
    else if (prisonerOf !== null) pay("recover", locked(YARD), 1);
    else if (intruderIn !== null) pay("free", locked(/** @type {any} */ (lanes.get(intruderIn)).entrance), 2);
    else {
      for (let sixes = 0; sixes <= dice.sixes && 6 * sixes <= goal; sixes++) {
        for (const other of new Set([0, dice.other])) {
          const spends = { sixes, other };
          const far = 6 * sixes + other;
          const ahead = piece + far;
          if (!far) continue;
          if (ahead <= goal) add("move", piece, ahead, spends, landsOn(ground, ahead));
          if (piece <= lapEnd) add("moonwalk", piece, locked(piece - far), spends, single.get(piece - far));
          for (const { owner, entrance, single: lane } of lanes.values()) {
            const step = ahead - entrance;
            if (piece <= entrance) {
              add("invade", piece, intruder(owner), spends, lane.get(step), { to: lapEnd + step, column: owner });
            }
          }
        }
      }
    }
  }
  return found;
}
