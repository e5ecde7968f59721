// Who stands how in a game: places where they are known, and where the pieces are.

import { YARD } from "../replay/board.js";
import { where } from "../replay/piece.js";
import { placeInWords } from "./words/places.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../replay/piece.js").Where} Where */
/** @typedef {import("./words/speak.js").Speak} Speak */

/**
 * A game as far as standings need it: a moment of player/timeline.js with its board.
 * @typedef {object} Standable
 * @property {Board} board
 * @property {readonly (readonly number[])[]} pieces
 * @property {readonly number[]} done
 * @property {readonly (readonly number[])[] | null} ranking once the game is over
 */

/**
 * The players: who has a place by place (1 for the best, 0 while it is open), then the others in player order; and their pieces.
 * @param {Standable} game
 */
export function standings({ board, pieces, done, ranking }) {
  const groups = ranking ?? done.map((player) => [player]);
  const lines = pieces.map((own, player) => ({ player, place: groups.findIndex((group) => group.includes(player)) + 1, ...whereabouts(board, own) }));
  return lines.sort((one, other) => (one.place || 99) - (other.place || 99));
}

/**
 * A player's pieces: in the yard, on the way, home, and held by others.
 * @param {Board} board
 * @param {readonly number[]} pieces
 */
export function whereabouts(board, pieces) {
  const found = { yard: /** @type {Where[]} */ ([]), track: /** @type {Where[]} */ ([]), home: /** @type {Where[]} */ ([]), held: /** @type {Where[]} */ ([]) };
  for (const at of pieces.map(where)) {
    found[at.progress < YARD ? "held" : at.progress === YARD ? "yard" : at.lap === null && at.progress >= board.home ? "home" : "track"].push(at);
  }
  return found;
}

/**
 * One player's pieces in words, for those who do not see the board: ``2 in the yard, on 5 and 20, 1 home``.
 * @param {Board} board
 * @param {readonly number[]} pieces
 * @param {string[]} names of all players
 * @param {Speak} speak
 */
export function piecesInWords(board, pieces, names, speak) {
  const { yard, track, home, held } = whereabouts(board, pieces), parts = [];
  const order = (/** @type {Where} */ { lap, progress }) => (lap ? 1e6 : 0) + 1e3 * progress + Number(lap);
  track.sort((one, other) => order(one) - order(other));
  if (yard.length) parts.push(speak("of.yard", { n: yard.length, locked: yard.filter((at) => at.locked).length }));
  if (track.length) parts.push(speak("of.track", { places: speak.list(track.map((at) => placeInWords(board, at, speak))) }));
  for (const [key, by] of /** @type {const} */ ([["of.prison", "prisonerOf"], ["of.column", "intruderIn"]])) {
    names.forEach((name, holder) => {
      const n = held.filter((at) => at[by] === holder).length;
      if (n) parts.push(speak(key, { n, name }));
    });
  }
  if (home.length) parts.push(speak("of.home", { n: home.length }));
  return parts.join(", ");
}
