// What the words for an event need to know of the game before it.

import { MOVE } from "../../replay/state.js";

/**
 * The game before an event; empty before the draw.
 * @typedef {object} Before
 * @property {string} due
 * @property {number[][]} pieces
 * @property {number[]} rolls
 * @property {number} done how many players are done
 * @property {number} skipped how many dice have been spent on absences
 * @property {number} owner whose pieces the player moves whose turn it is
 * @property {number | null} lastMoved
 * @property {number[]} hand the dice by which the player moves, or that wait for its next roll (Z5, N2)
 * @property {boolean} straight whether the move that is due comes straight of the last roll, and is all that it gives
 */

/**
 * The game as it stands.
 * @param {import("../../replay/engine.js").Game} game
 * @returns {Before}
 */
export function beforeOf({ play, due, presence }) {
  const { pieces = [], rolls = [], done = [], owner = 0, lastMoved = null } = play ?? {};
  return {
    due,
    pieces: pieces.map((own) => [...own]),
    rolls: [...rolls],
    done: done.length,
    skipped: presence?.spent.length ?? 0,
    owner,
    lastMoved,
    hand: play ? [...play.hand()] : [],
    straight: due === MOVE && !play?.bonus && (!play?.spends || rolls.length === 1),
  };
}
