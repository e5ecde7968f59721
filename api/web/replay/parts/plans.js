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
 * The set of nothing but these dice. Multiplied, sets are what is spent when both are.
 * @param {number} sixes
 * @param {number} other
 */
export function setOf(sixes, other) {
  return 1n << BigInt(sixes + (other && OTHER));
}

/**
 * The plans of pieces on one ground, by their numbers: `plain` is what a piece can spend without moonwalk and invasion,
 * `prized` its ways to each prize, [bit, set]: in a moonwalk or an invasion it captures what it must; `home` what brings it
 * home, 0 where nothing does.
 * @param {number} last the roll below 6, 0 if it is spent
 * @param {Ground} ground
 */
export function plansOf(last, { lapEnd, goal, closed, single, lanes }) {
  /**
   * What is spent on going so many squares; 0 where they can't be gone.
   * @param {number} far
   */
  const way = (far) => {
    const other = far % 6;
    return !other || other === last ? setOf((far - other) / 6, other) : 0n;
  };

  /**
   * What the piece spends on going there; entering costs a six.
   * @param {number} piece
   * @param {number} end
   */
  const to = (piece, end) => {
    const start = Math.max(piece, 0);
    return way(end - start) * setOf(start - piece, 0);
  };

  /**
   * Whether the piece can move at all and stands in the yard or on a square up to `most`.
   * @param {number} piece
   * @param {number} most
   */
  const goes = (piece, most) => (piece === YARD ? !closed.has(0) : piece > YARD && piece <= most);

  /**
   * Every square from this one on, itself included, where the piece may land, and what that spends; nothing where the piece
   * does not go.
   * @param {number} piece
   * @param {number} most
   */
  const forward = (piece, most) => {
    /** @type {[number, bigint][]} */
    const found = [];
    for (let end = Math.max(piece, 0); end <= goal && goes(piece, most); end++) {
      const set = to(piece, end);
      if (set && (end === piece || !closed.has(end))) found.push([end, set]);
    }
    return found;
  };

  /**
   * What an intruder can spend on being freed.
   * @param {number} entrance of the column where it is held
   */
  const freeing = (entrance) => (closed.has(entrance) ? 1n : 5n);

  const plain = memo((/** @type {number} */ piece) => {
    if (piece >= YARD) return forward(piece, goal).reduce((sets, [, set]) => sets | set, 1n);
    const { intruderIn } = where(piece);
    return intruderIn === null ? 3n : freeing(/** @type {any} */ (lanes.get(intruderIn)).entrance);
  });

  const prized = memo((/** @type {number} */ piece) => {
    /** @type {Map<number, bigint>} */
    const found = new Map();
    /** @type {(prize: import("./ground.js").Prize, set: bigint) => void} */
    const add = ({ bit }, set) => {
      if (set) found.set(bit, (found.get(bit) ?? 0n) | set);
    };
    const ways = forward(piece, lapEnd);
    // An invasion, whether the piece is freed at once or not.
    for (const { entrance, single: lane } of ways.length ? lanes.values() : []) {
      for (const [step, prize] of piece <= entrance ? lane : []) {
        add(prize, to(piece, entrance + step) * freeing(entrance));
      }
    }
    // A piece that enters captures what is on its start square: there is nothing to come back for.
    const gone = piece === YARD && single.get(0);
    // Forward, then back.
    for (const [end, set] of ways) {
      for (const [target, prize] of end <= lapEnd ? single : []) {
        if (end > target && prize !== gone) add(prize, set * way(end - target));
      }
    }
    return [...found];
  });

  return { plain, prized, home: (/** @type {number} */ piece) => (goes(piece, goal) ? to(piece, goal) : 0n) };
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
