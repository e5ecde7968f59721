// The order of those who are not done.

import { distance } from "./laps.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {(play: Play) => number[]} Scores by player */

/**
 * The sum of progress, pieces in the yard counting 0 (S5).
 * @type {Scores}
 */
export const distances = ({ pieces }) => pieces.map(travelled);

/**
 * 100 for each piece home, and up to 99 for how far the others have come (W8).
 * @type {Scores}
 */
export const points = ({ pieces, seating }) => {
  const { home, goal } = seating.board;
  return pieces.map((own) => {
    const going = own.filter((piece) => piece < home);
    const way = goal * going.length;
    return 100 * (own.length - going.length) + (way && Math.floor((99 * travelled(going)) / way));
  });
};

/**
 * How far all these pieces have travelled.
 * @param {number[]} own
 */
function travelled(own) {
  return own.reduce((total, piece) => total + distance(piece), 0);
}

/**
 * The players who are not done as places, the highest score first; equal scores share one, ascending (C13, S5, W8).
 * @param {Play} play
 */
export function placesOf(play) {
  const others = play.unfinished();
  const scores = play.parts.scores?.(play) ?? [];
  const places = [...new Set(others.map((player) => scores[player]))].sort((one, other) => other - one);
  return places.map((score) => others.filter((player) => scores[player] === score));
}
