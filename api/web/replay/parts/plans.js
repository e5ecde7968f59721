// What one piece can spend of the dice, from where it stands until it can do no more (N3, N5).
//
// A set of dice that can be spent together is a bigint: bit n stands for n sixes (a turn can have any number of them), bit
// `OTHER` + n for n sixes and the one other die of the sequence. Sets are merged by |, and met by &.

import { YARD } from "../board.js";
import { where } from "../piece.js";

/** @typedef {import("./ground.js").Ground} Ground */

/** More sixes than the pieces of a player can spend in one turn: each at most 25. */
export const OTHER = 256;

/**
 * The set of nothing but these dice.
 * @param {number} sixes
 * @param {number} other
 */
export function setOf(sixes, other) {
  return 1n << BigInt(sixes + (other && OTHER));
}

/**
 * The plans of pieces on one ground, by their numbers: `plain` is what a piece can spend without moonwalk and invasion,
 * `prized` its ways to each prize, [bit, set]: in a moonwalk or an invasion it captures what it must.
 * @param {number} last the roll below 6, 0 if it is spent
 * @param {Ground} ground
 */
export function plansOf(last, { lapEnd, goal, closed, single, lanes }) {
  const others = new Set([0, last]);

  /**
   * Whether the piece can move at all and stands in the yard or on a square up to `most`.
   * @param {number} piece
   * @param {number} most
   */
  const goes = (piece, most) => (piece === YARD ? !closed.has(0) : piece > YARD && piece <= most);

  /**
   * Every square from this one on, itself included, where the piece may land, and the dice that spends; nothing where the
   * piece does not go.
   * @param {number} piece
   * @param {number} most
   */
  const forward = (piece, most) => {
    const start = Math.max(piece, 0);
    /** @type {{end: number, sixes: number, other: number}[]} */
    const found = [];
    if (!goes(piece, most)) return found;
    for (const other of others) {
      for (let sixes = 0, end = start + other; end <= goal; sixes++, end += 6) {
        // Entering costs a six.
        if (end === start || !closed.has(end)) found.push({ end, sixes: sixes + start - piece, other });
      }
    }
    return found;
  };

  /**
   * The dice that are spent on going so many squares; undefined where they can't be gone.
   * @param {number} far
   */
  const way = (far) => {
    const other = far % 6;
    return others.has(other) ? { sixes: (far - other) / 6, other } : undefined;
  };

  const plain = memo((/** @type {number} */ piece) => {
    if (piece < YARD) {
      const { intruderIn } = where(piece);
      if (intruderIn === null) return 3n;
      return closed.has(/** @type {any} */ (lanes.get(intruderIn)).entrance) ? 1n : 5n;
    }
    return forward(piece, goal).reduce((sets, { sixes, other }) => sets | setOf(sixes, other), 1n);
  });

  const prized = memo((/** @type {number} */ piece) => {
    /** @type {Map<number, bigint>} */
    const found = new Map();
    const ways = forward(piece, lapEnd);
    const start = Math.max(piece, 0);
    // A piece that enters captures what is on its start square: there is nothing to come back for.
    const gone = piece === YARD && single.get(0);
    /** @type {(bit: number, sixes: number, other: number) => void} */
    const add = (bit, sixes, other) => {
      found.set(bit, (found.get(bit) ?? 0n) | setOf(sixes, other));
    };
    // An invasion, whether the piece is freed at once or not.
    for (const { entrance, single: lane } of lanes.values()) {
      for (const [step, { bit }] of ways.length && start <= entrance ? lane : []) {
        const there = way(entrance + step - start);
        if (!there) continue;
        add(bit, there.sixes + start - piece, there.other);
        if (!closed.has(entrance)) add(bit, there.sixes + start - piece + 2, there.other);
      }
    }
    // Forward, then back.
    for (const { end, sixes, other } of ways) {
      for (const [target, prize] of end <= lapEnd ? single : []) {
        const back = end > target && prize !== gone && way(end - target);
        if (back && !(other && back.other)) add(prize.bit, sixes + back.sixes, other || back.other);
      }
    }
    return [...found];
  });

  return { plain, prized, goes };
}

/**
 * A function that finds out the value for each key once.
 * @template K, V
 * @param {(key: K) => V} find
 * @returns {(key: K) => V}
 */
export function memo(find) {
  /** @type {Map<string, V>} */
  const known = new Map();
  return (key) => {
    const name = `${key}`;
    let value = known.get(name);
    if (value === undefined) known.set(name, (value = find(key)));
    return value;
  };
}

/**
 * Every number of the one set added to every number of the other: what two can spend together. There is but one other die:
 * where both spend it, the number is beyond all that is asked for.
 * @param {bigint} one
 * @param {bigint} other
 */
export function sumSet(one, other) {
  let total = 0n;
  for (let lowest; one; one ^= lowest) {
    lowest = one & -one;
    total |= other * lowest;
  }
  return total;
}

/**
 * Every number of the one set less every number of the other, where that is not below 0: what may be left to be spent, of
 * numbers that should be, when one of the others has been.
 * @param {bigint} one
 * @param {bigint} other
 */
export function differenceSet(one, other) {
  let total = 0n;
  for (let lowest; other; other ^= lowest) {
    lowest = other & -other;
    total |= one / lowest;
  }
  return total;
}
