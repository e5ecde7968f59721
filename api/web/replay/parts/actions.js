// What the dice of a sequence can do: every action, before it is asked whether the rest can be spent (N3, N4).

import { YARD } from "../board.js";
import { intruder, locked, progressOf, where } from "../piece.js";
import { NOTHING, landsOn } from "./ground.js";

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
 * One way to spend dice.
 * @typedef {object} Action
 * @property {number} start the number of the piece before
 * @property {number} end and after
 * @property {Dice} spends
 * @property {Prize} prize
 * @property {import("../state.js").LegalMove} move
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
 * What is left of dice when `spent`, which are some of them, have been spent.
 * @param {Dice} dice
 * @param {Dice} spent
 * @returns {Dice}
 */
export function diceWithout(dice, spent) {
  return { sixes: dice.sixes - spent.sixes, other: spent.other ? 0 : dice.other };
}

/**
 * Every different choice from the dice, at least one of them, that adds up to `most` or less; the least first.
 * @param {Dice} dice
 * @param {number} most
 */
export function handfuls({ sixes, other }, most) {
  /** @type {Dice[]} */
  const found = [];
  for (let count = 0; count <= sixes && 6 * count <= most; count++) {
    if (count) found.push({ sixes: count, other: 0 });
    if (other && 6 * count + other <= most) found.push({ sixes: count, other });
  }
  return found;
}

/**
 * Every action of these pieces with these dice, those of equal pieces once.
 * @param {number[]} own
 * @param {Dice} dice
 * @param {Ground} ground
 */
export function actions(own, dice, ground) {
  const { lapEnd, goal, single, lanes } = ground;
  const ways = handfuls(dice, goal);
  /** @type {Action[]} */
  const found = [];

  /**
   * `to` where it is not the progress of the piece afterwards: in the column of the rival `column`.
   * @param {Kind} action
   * @param {number} start
   * @param {number} end
   * @param {Dice} spends
   * @param {Prize | undefined} prize
   * @param {number} [to]
   * @param {number} [column]
   */
  const add = (action, start, end, spends, prize, to = progressOf(end), column) => {
    if (!prize) return;
    /** @type {Action["move"]} */
    const move = { from: progressOf(start), to, captures: prize.captures, action, dice: diceValues(spends) };
    if (column !== undefined) move.column = column;
    found.push({ start, end, spends, prize, move });
  };

  /**
   * What a piece that is not on the board can do.
   * @param {Kind} action
   * @param {number} start
   * @param {number} end
   * @param {number} sixes what it costs
   */
  const pay = (action, start, end, sixes) => {
    const there = progressOf(end);
    if (sixes <= dice.sixes) {
      add(action, start, end, { sixes, other: 0 }, there === YARD ? NOTHING : landsOn(ground, there));
    }
  };

  /**
   * What a piece on the board can do by going so many squares.
   * @param {number} piece
   * @param {Dice} spends
   */
  const go = (piece, spends) => {
    const far = 6 * spends.sixes + spends.other;
    const ahead = piece + far;
    const back = piece - far;
    if (ahead <= goal) add("move", piece, ahead, spends, landsOn(ground, ahead));
    if (piece > lapEnd) return;
    add("moonwalk", piece, locked(back), spends, single.get(back));
    for (const lane of lanes.values()) {
      const step = ahead - lane.entrance;
      if (piece <= lane.entrance) {
        add("invade", piece, intruder(lane.owner), spends, lane.single.get(step), lapEnd + step, lane.owner);
      }
    }
  };

  for (const piece of new Set(own)) {
    const { prisonerOf, intruderIn } = where(piece);
    if (piece > YARD && piece < goal) for (const way of ways) go(piece, way);
    else if (piece === YARD) pay("enter", piece, 0, 1);
    else if (prisonerOf !== null) pay("recover", piece, locked(YARD), 1);
    else if (intruderIn !== null) {
      pay("free", piece, locked(/** @type {any} */ (lanes.get(intruderIn)).entrance), 2);
    }
  }
  return found;
}
