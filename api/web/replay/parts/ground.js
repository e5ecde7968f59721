// What a player meets on the board while it spends its dice: where it may land, and what it captures there (N4).
//
// While a player spends the dice of one sequence nobody else moves, and a rival's piece that is captured never comes
// back: so no square that is closed opens, none that is open closes, and captures only become fewer.

import { progressOf } from "../piece.js";

/**
 * What is captured on one square.
 * @typedef {object} Prize
 * @property {number} bit a power of two of its own, so that sets of prizes are sums; 0: nothing is captured
 * @property {import("../state.js").Captured} hits
 */

/**
 * A rival's column, as the mover sees it.
 * @typedef {object} Lane
 * @property {number} owner
 * @property {number} entrance the progress of the mover on the last square before it
 * @property {Map<number, Prize>} single by column square, 1..5: the owner's piece, where exactly one stands
 */

/**
 * The board as the mover sees it, by its own progress.
 * @typedef {object} Ground
 * @property {number} lapEnd
 * @property {number} goal
 * @property {Set<number>} closed where it may not land: two or more pieces of one rival
 * @property {Map<number, Prize>} single where it captures: of each rival that is there, the only piece
 * @property {Map<number, Lane>} lanes by rival
 */

/**
 * What a piece that lands there captures; undefined where it may not land.
 * @param {Ground} ground
 * @param {number} progress
 * @returns {Prize | undefined}
 */
export function landsOn({ closed, single }, progress) {
  return closed.has(progress) ? undefined : single.get(progress) ?? { bit: 0, hits: [] };
}

/**
 * The ground of the player whose turn it is, where nothing is captured on the loop squares `safe`, and all may share them.
 * @param {import("../play.js").Play} play
 * @param {number[]} safe
 * @returns {Ground}
 */
export function survey({ turn, pieces, seating }, safe) {
  const { board, seats } = seating;
  const { loop, lapEnd, goal, offsets } = board;
  const start = offsets[seats[turn]];
  const closed = new Set();
  /** @type {Ground["single"]} */
  const single = new Map();
  /** @type {Ground["lanes"]} */
  const lanes = new Map();
  // A rival has few pieces, so all prizes of a board have a bit below 32.
  let bit = 1;
  for (const owner of seating.rivals(turn)) {
    const ahead = offsets[seats[owner]] - start + loop;
    /** @type {Ground["single"]} */
    const lane = new Map();
    lanes.set(owner, { owner, entrance: (lapEnd + ahead) % loop, single: lane });
    const at = pieces[owner].map(progressOf);
    at.forEach((progress, index) => {
      if (progress < 0 || progress >= goal) return;
      const inLane = progress > lapEnd;
      const there = inLane ? progress - lapEnd : (progress + ahead) % loop;
      if (!inLane && (there > lapEnd || safe.includes((start + there) % loop))) return;
      const prizes = inLane ? lane : single;
      if (at.indexOf(progress) === at.lastIndexOf(progress)) {
        const { hits = [] } = prizes.get(there) ?? {};
        prizes.set(there, { bit: (bit *= 2), hits: [...hits, [owner, index]] });
      } else if (!inLane) {
        closed.add(there);
      }
    });
  }
  for (const there of closed) single.delete(there);
  return { lapEnd, goal, closed, single, lanes };
}
