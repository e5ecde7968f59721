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
export function beforeOf(game) {
  const { play, due } = game;
  if (!play || !game.presence) {
    return { due, pieces: [], rolls: [], done: 0, skipped: 0, owner: 0, lastMoved: null, hand: [], straight: false };
  }
  return {
    due,
    pieces: play.pieces.map((own) => [...own]),
    rolls: [...play.rolls],
    done: play.done.length,
    skipped: game.presence.spent.length,
    owner: play.owner,
    lastMoved: play.lastMoved,
    hand: [...play.hand()],
    straight: due === MOVE && !play.bonus && (!play.spends || play.rolls.length === 1),
  };
}
