// Who stands how in a game: places where they are known, and where the pieces are.

import { YARD } from "../replay/board.js";
import { where } from "../replay/piece.js";
import { placeInWords } from "./words/places.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../replay/piece.js").Where} Where */
/** @typedef {import("./words/speak.js").Speak} Speak */

/**
 * One player's line: its pieces in the yard, on the way, home, and those that others hold.
 * @typedef {object} Standing
 * @property {number} player
 * @property {number | null} place 1 for the best, null while it is open
 * @property {number} yard
 * @property {number} track
 * @property {number} home
 * @property {number | null} points null where the system gives none
 * @property {number | null} captives pieces that others hold; null where the system has none
 */

/**
 * A game as far as standings need it: a moment of player/timeline.js with its board.
 * @typedef {object} Standable
 * @property {Board} board
 * @property {readonly (readonly number[])[]} pieces
 * @property {readonly number[]} done
 * @property {readonly (readonly number[])[] | null} ranking once the game is over
 * @property {readonly number[] | null} points
 * @property {boolean} captives whether pieces can be prisoners
 */

/**
 * The players: who has a place by place, then the others in player order.
 * @param {Standable} game
 * @returns {Standing[]}
 */
export function standings({ board, pieces, done, ranking, points, captives }) {
  const groups = ranking ?? done.map((player) => [player]);
  const lines = pieces.map((own, player) => {
    const { yard, track, home, held } = whereabouts(board, own);
    return {
      player,
      place: groups.findIndex((group) => group.includes(player)) + 1 || null,
      yard: yard.length,
      track: track.length,
      home: home.length,
      points: points && points[player],
      captives: captives ? held.length : null,
    };
  });
  return lines.sort((one, other) => (one.place ?? 99) - (other.place ?? 99));
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
