// What one piece can spend of the dice, from where it stands until it can do no more (N3, N5).
//
// A set of numbers of sixes is a bigint: bit n stands for n sixes (a turn can have any number of them). `Sets` are two
// of them, without and with the one other die of the sequence.

import { YARD } from "../board.js";
import { where } from "../piece.js";

/** @typedef {import("./ground.js").Ground} Ground */

/** @typedef {[bigint, bigint]} Sets numbers of sixes: those without the other die, and those with it */

/**
 * Ways of one piece to a prize (parts/ground.js): in a moonwalk or an invasion it captures what it must.
 * @typedef {object} Plan
 * @property {number} prize the bit of the prize
 * @property {Sets} sets
 */

/**
 * Nothing is spent.
 * @type {Sets}
 */
export const NONE = [1n, 0n];

/** @type {Sets} */
const EMPTY = [0n, 0n];

/** The plans of pieces on one ground, by their numbers. */
export class Plans {
  #others;
  #ground;
  /** @type {Map<number, Sets>} */
  #plain = new Map();
  /** @type {Map<number, Plan[]>} */
  #prized = new Map();

  /**
   * @param {number} other the roll below 6, 0 if it is spent
   * @param {Ground} ground
   */
  constructor(other, ground) {
    this.#others = other ? [0, other] : [0];
    this.#ground = ground;
  }

  /**
   * What the piece can spend without moonwalk and invasion.
   * @param {number} piece
   */
  plain(piece) {
    return known(this.#plain, piece, () => this.#findPlain(piece));
  }

  /**
   * The piece's ways to each prize.
   * @param {number} piece
   */
  prized(piece) {
    return known(this.#prized, piece, () => this.#findPrized(piece));
  }

  /**
   * @param {number} piece
   * @returns {Sets}
   */
  #findPlain(piece) {
    const { closed, goal, lanes } = this.#ground;
    if (piece < YARD) {
      const { intruderIn } = where(piece);
      if (intruderIn === null) return [3n, 0n];
      return [closed.has(/** @type {any} */ (lanes.get(intruderIn)).entrance) ? 1n : 5n, 0n];
    }
    if (!this.#goes(piece, goal)) return NONE;
    let sets = EMPTY;
    for (const { sixes, other } of this.#forward(Math.max(piece, 0))) {
      sets = merge(sets, spentSets(sixes + (piece === YARD ? 1 : 0), other));
    }
    return piece === YARD ? merge(NONE, sets) : sets;
  }

  /**
   * Every way of the piece to a prize: an invasion, whether it is freed at once or not, and forward, then back.
   * @param {number} piece
   * @returns {Plan[]}
   */
  #findPrized(piece) {
    const { lapEnd, closed, single, lanes } = this.#ground;
    if (!this.#goes(piece, lapEnd)) return [];
    const inYard = piece === YARD;
    const start = Math.max(piece, 0);
    // A piece that enters captures what is on its start square: there is nothing to come back for.
    const gone = inYard && single.get(0);
    /** @type {Map<number, Sets>} */
    const found = new Map();
    /** @type {(bit: number, sixes: number, other: number) => void} */
    const add = (bit, sixes, other) => {
      found.set(bit, merge(found.get(bit) ?? EMPTY, spentSets(sixes + (inYard ? 1 : 0), other)));
    };
    for (const { entrance, single: lane } of lanes.values()) {
      for (const [step, { bit }] of start <= entrance ? lane : []) {
        const way = this.#way(entrance + step - start);
        if (way) add(bit, way.sixes, way.other);
        if (way && !closed.has(entrance)) add(bit, way.sixes + 2, way.other);
      }
    }
    for (const { end, sixes, other } of this.#forward(start)) {
      for (const [target, prize] of end <= lapEnd ? single : []) {
        const back = end > target && prize !== gone && this.#way(end - target);
        if (back && !(other && back.other)) add(prize.bit, sixes + back.sixes, other || back.other);
      }
    }
    return [...found].map(([prize, sets]) => ({ prize, sets }));
  }

  /**
   * Whether the piece can move at all and stands in the yard or on a square up to `last`.
   * @param {number} piece
   * @param {number} last
   */
  #goes(piece, last) {
    return piece === YARD ? !this.#ground.closed.has(0) : piece >= 0 && piece <= last;
  }

  /**
   * Every square from this one on, itself included, where the piece may land, and the dice that spends.
   * @param {number} piece
   */
  #forward(piece) {
    const found = [];
    for (const other of this.#others) {
      for (let sixes = 0, end = piece + other; end <= this.#ground.goal; sixes++, end += 6) {
        if (end === piece || !this.#ground.closed.has(end)) found.push({ end, sixes, other });
      }
    }
    return found;
  }

  /**
   * The dice that are spent on going so many squares; undefined where they can't be gone.
   * @param {number} far
   * @returns {import("./actions.js").Dice | undefined}
   */
  #way(far) {
    const other = far % 6;
    return this.#others.includes(other) ? { sixes: (far - other) / 6, other } : undefined;
  }
}

/**
 * The value that is kept under `key`, found out the first time.
 * @template K, V
 * @param {Map<K, V>} kept
 * @param {K} key
 * @param {() => V} find
 * @returns {V}
 */
export function known(kept, key, find) {
  let value = kept.get(key);
  if (value === undefined) kept.set(key, (value = find()));
  return value;
}

// Arithmetic of sets -----------------------------------------------------------------------------------------------

/**
 * @param {number} sixes
 * @param {number} other
 * @returns {Sets}
 */
function spentSets(sixes, other) {
  const number = 1n << BigInt(sixes);
  return other ? [0n, number] : [number, 0n];
}

/**
 * Whether there is a number in them.
 * @param {Sets} sets
 */
export function anySet([zero, one]) {
  return (zero | one) > 0n;
}

/**
 * What is in either.
 * @param {Sets} one
 * @param {Sets} other
 * @returns {Sets}
 */
export function merge(one, other) {
  return [one[0] | other[0], one[1] | other[1]];
}

/**
 * What is in both.
 * @param {Sets} one
 * @param {Sets} other
 * @returns {Sets}
 */
export function meet(one, other) {
  return [one[0] & other[0], one[1] & other[1]];
}

/**
 * What two can spend together: there is but one other die.
 * @param {Sets} one
 * @param {Sets} other
 * @returns {Sets}
 */
export function together(one, other) {
  return [sumSet(one[0], other[0]), sumSet(one[0], other[1]) | sumSet(one[1], other[0])];
}

/**
 * What may be left to be spent, of numbers that should be, when one of `sets` has been.
 * @param {Sets} need
 * @param {Sets} sets
 * @returns {Sets}
 */
export function less(need, sets) {
  return [differenceSet(need[0], sets[0]) | differenceSet(need[1], sets[1]), differenceSet(need[1], sets[0])];
}

/**
 * Every number of the one set added to every number of the other.
 * @param {bigint} one
 * @param {bigint} other
 */
function sumSet(one, other) {
  let total = 0n;
  for (let lowest; one; one ^= lowest) {
    lowest = one & -one;
    total |= other * lowest;
  }
  return total;
}

/**
 * Every number of the one set less every number of the other, where that is not below 0.
 * @param {bigint} one
 * @param {bigint} other
 */
function differenceSet(one, other) {
  let total = 0n;
  for (let lowest; other; other ^= lowest) {
    lowest = other & -other;
    total |= one / lowest;
  }
  return total;
}
