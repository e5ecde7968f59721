// A throw of several rolls, moved by one piece: sixes are kept and added, or moved one after the other (Z4 to Z7).

import { YARD } from "../board.js";
import { alone } from "./reach.js";

/**
 * How many sixes these rolls of a turn end with.
 * @param {number[]} rolls
 */
export function runOfSixes(rolls) {
  let run = 0;
  while (rolls.at(-1 - run) === 6) run += 1;
  return run;
}

/**
 * How many of them are kept: not the six that brought a piece out.
 * @param {number[]} rolls
 * @param {number | null} lastMoved
 */
export function keptSixes(rolls, lastMoved) {
  return Math.max(0, runOfSixes(rolls) - (lastMoved === null ? 0 : 1));
}

/**
 * All rolls are moved by the piece that was moved first: one after the other (Z7), or with `sum` in one hop. Then a six
 * brings a piece out or is kept, and any other roll is moved with all kept sixes (Z4, Z5, Z6).
 * @param {import("./reach.js").Reach} way
 * @param {boolean} sum
 * @returns {import("./reach.js").Reach}
 */
export function oneThrow(way, sum) {
  const any = alone(way);
  return (piece, view) => {
    const { play, own, roll } = view;
    const { rolls, lastMoved } = play;
    if (sum && roll === 6) return piece === YARD ? any(piece, view) : null;
    if (lastMoved !== null && piece !== own[lastMoved]) return null;
    return any(piece, sum ? { ...view, roll: roll + 6 * keptSixes(rolls.slice(0, -1), lastMoved) } : view);
  };
}
