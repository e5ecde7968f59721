// Who stands how in a game: places where they are known, and where the pieces are.

import { YARD } from "../replay/board.js";
import { where } from "../replay/piece.js";
import { OVER } from "../replay/state.js";
import { placeInWords } from "./words/places.js";

/** @typedef {import("../replay/piece.js").Where} Where */
/** @typedef {import("../replay/play.js").Play} Play */
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
 * The players: who has a place by place, then the others in player order.
 * @param {Play} play
 * @returns {Standing[]}
 */
export function standings(play) {
  const { home } = play.seating.board;
  const groups = play.due === OVER ? play.ranking() : play.done.map((player) => [player]);
  const points = play.points();
  const lines = play.pieces.map((pieces, player) => {
    const own = pieces.map(where);
    const count = (/** @type {(at: Where) => boolean} */ test) => own.filter(test).length;
    const place = groups.findIndex((group) => group.includes(player)) + 1;
    return {
      player,
      place: place || null,
      yard: count((at) => at.progress === YARD),
      track: count((at) => isGoing(at, home)),
      home: count((at) => at.lap === null && at.progress >= home),
      points: points && points[player],
      captives: play.captives ? count((at) => at.progress < YARD) : null,
    };
  });
  return lines.sort((one, other) => (one.place ?? 99) - (other.place ?? 99));
}

/**
 * Whether the piece is on the way: out of the yard, not home, and nobody's captive.
 * @param {Where} at
 * @param {number} home
 */
function isGoing(at, home) {
  return at.progress > YARD && (at.lap !== null || at.progress < home);
}

/**
 * One player's pieces in words, for those who do not see the board: ``2 in the yard, on 5 and 20, 1 home``.
 * @param {Play} play
 * @param {number} player
 * @param {string[]} names
 * @param {Speak} speak
 */
export function piecesInWords(play, player, names, speak) {
  const { board } = play.seating;
  const order = (/** @type {Where} */ at) => (at.lap === null ? 0 : 1e9) + 1e6 * at.progress + (at.lap ?? 0);
  const pieces = play.pieces[player].map(where).sort((one, other) => order(one) - order(other));
  const parts = [];
  const waiting = pieces.filter((at) => at.progress === YARD);
  const going = pieces.filter((at) => isGoing(at, board.home));
  if (waiting.length) {
    parts.push(speak("of.yard", { n: waiting.length, locked: waiting.filter((at) => at.locked).length }));
  }
  if (going.length) {
    parts.push(speak("of.track", { places: speak.list(going.map((at) => placeInWords(board, at, speak))) }));
  }
  for (const [key, held] of /** @type {const} */ ([
    ["of.prison", "prisonerOf"],
    ["of.column", "intruderIn"],
  ])) {
    names.forEach((name, holder) => {
      const n = pieces.filter((at) => at[held] === holder).length;
      if (n) parts.push(speak(key, { n, name }));
    });
  }
  const n = pieces.filter((at) => at.lap === null && at.progress >= board.home).length;
  if (n) parts.push(speak("of.home", { n }));
  return parts.join(", ");
}
