// A move or pass in words, and what comes of it.

import { YARD } from "../../replay/board.js";
import { diceLeft } from "../../replay/parts/actions.js";
import { PRISONER, progressOf, where } from "../../replay/piece.js";
import { OVER } from "../../replay/state.js";
import { addedDice, countedDice } from "./dice.js";
import { piecesOf } from "./names.js";
import { placeInWords } from "./places.js";

/** @typedef {import("./before.js").Before} Before */
/** @typedef {import("./speak.js").Speak} Speak */
/** @typedef {import("../../replay/engine.js").Game} Game */
/** @typedef {import("../../replay/turn.js").Turn} Turn */

/**
 * ``moves a piece from 20 to 24, captures Ben``.
 * @param {Game} game
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
export function moveInWords(game, event, before, names, speak) {
  const play = /** @type {Turn} */ (game.play);
  return (
    deedInWords(play, event, before, names, speak) +
    byWhat(event, before, speak) +
    effectsInWords(play, event, before, names, speak) +
    byWhom(game, event, speak)
  );
}

/**
 * ``passes``, or ``passes with 6 and 3 left`` in the middle of a sequence.
 * @param {Game} game
 * @param {any} event
 * @param {Before} before
 * @param {Speak} speak
 */
export function passInWords(game, event, before, speak) {
  const says = before.straight ? speak("pass") : speak("pass.left", { dice: countedDice(before.hand, speak) });
  return says + byWhom(game, event, speak);
}

/**
 * @param {Game} game
 * @param {any} event
 * @param {Speak} speak
 */
function byWhom(game, event, speak) {
  return event.by === "bot" && game.joins[event.player].kind === "human" ? speak("by.bot") : "";
}

/**
 * What is done.
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
function deedInWords(play, event, before, names, speak) {
  const { board } = play.seating;
  const at = where(before.pieces[before.owner][event.piece]);
  const kind = event.action ?? (event.from === YARD ? "enter" : "move");
  const whose = before.owner === event.player ? "" : speak("name.of", { name: names[before.owner] });
  if (kind === "move" && at.lap === null && event.lap === undefined && play.isHomecoming(event)) {
    return speak("move.home", { whose, to: board.home < board.goal ? event.to : "" });
  }
  const there = { progress: event.to, lap: event.lap, locked: kind === "moonwalk" || kind === "free" };
  return speak(`move.${kind}`, {
    whose,
    from: placeInWords(board, at, speak),
    to: kind === "invade" ? event.to : placeInWords(board, there, speak),
    rival: names[event.column ?? at.prisonerOf ?? at.intruderIn],
  });
}

/**
 * By what the piece is moved, where it is not simply the last roll.
 * @param {any} event
 * @param {Before} before
 * @param {Speak} speak
 */
function byWhat(event, before, speak) {
  if (event.dice) return before.straight ? "" : speak("with", { dice: addedDice(event.dice, speak) });
  if (event.bonus !== undefined) return speak("with.bonus", { n: event.bonus });
  if (before.hand[1] && event.from !== YARD) return speak("with", { dice: addedDice(before.hand, speak) });
  return before.rolls.at(-1) === 6 && event.to - event.from === 7 ? speak("with.seven") : "";
}

/**
 * What comes of it.
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
function effectsInWords(play, event, before, names, speak) {
  const captured = capturedBy(play, event, before);
  let says = "";
  if (captured.length) {
    says = speak("captures", { pieces: piecesOf(captured.map(([rival, n]) => [names[rival], n]), speak) });
    if (play.spends) says += speak("prisoners", { n: captured.reduce((sum, [, n]) => sum + n, 0) });
  }
  if (play.done.length > before.done) {
    says += doneInWords(play, event, before, names, speak);
    return play.due === OVER ? says + speak("over") : says;
  }
  return says + bonusInWords(play, event, captured.length > 0, speak) + leftInWords(play, event, before, speak);
}

/**
 * By rival: how many of its pieces have gone to its yard or into prison.
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @returns {[number, number][]}
 */
function capturedBy(play, event, before) {
  return play.seating
    .rivals(event.player)
    .map((rival) => /** @type {[number, number]} */ ([rival, goneOf(before.pieces[rival], play.pieces[rival])]))
    .filter(([, count]) => count);
}

/**
 * @param {number[]} was
 * @param {number[]} now
 */
function goneOf(was, now) {
  return now.filter((piece, at) => {
    const there = progressOf(piece);
    return there !== progressOf(was[at]) && (there === YARD || there === PRISONER);
  }).length;
}

/**
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
function doneInWords(play, event, before, names, speak) {
  const own = play.pieces[before.owner].map(where);
  const n = own.filter((at) => at.lap === null && at.progress >= play.seating.board.home).length;
  const whose = before.owner === event.player ? "" : names[before.owner];
  return speak(n === own.length ? "done" : "done.some", { whose, n });
}

/**
 * The bonus move that the move earns (H5).
 * @param {Turn} play
 * @param {any} event
 * @param {boolean} captured
 * @param {Speak} speak
 */
function bonusInWords(play, event, captured, speak) {
  if (play.spends) return "";
  const { captureBonus, homeBonus } = play.extra;
  const n = captured ? captureBonus : play.isHomecoming(event) ? homeBonus : 0;
  return n ? speak(play.bonus ? "bonus.earned" : "bonus.lost", { n }) : "";
}

/**
 * Dice that nothing can be done with, when the turn is over.
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {Speak} speak
 */
function leftInWords(play, event, before, speak) {
  if (!event.dice || play.turn === event.player) return "";
  const left = diceLeft(before.hand, event.dice);
  return left.length ? speak("lost", { dice: countedDice(left, speak), n: left.length }) : "";
}
