// A roll in words, and what it does by itself.

import { where } from "../../replay/piece.js";
import { MOVE, START } from "../../replay/state.js";
import { addedDice, countedDice } from "./dice.js";
import { placeInWords } from "./places.js";

/** @typedef {import("./before.js").Before} Before */
/** @typedef {import("./speak.js").Speak} Speak */
/** @typedef {import("../../replay/turn.js").Turn} Turn */

/**
 * The roll; what follows it where the player has no choice, such as the end of the turn.
 * @param {import("../../replay/engine.js").Game} game
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
export function rollInWords(game, event, before, names, speak) {
  const play = /** @type {Turn} */ (game.play);
  const says = speak("roll", { name: names[event.player], n: event.value });
  if (before.due === START) return speak("roll.start", { roll: says }) + startInWords(play, names, speak);
  if (play.spends) return says + sequenceInWords(play, event, before, speak);
  if (play.due === MOVE) return says;
  if (play.isFullRun([...before.rolls, event.value])) {
    return says + speak("roll.run", { n: play.extra.limit }) + runInWords(play, before, speak);
  }
  const again = play.turn === event.player ? speak("roll.again") : "";
  if (event.value === 6 && play.keepsSixes) return says + speak("roll.keeps") + again;
  return says + stuckInWords(play, event, before, names, speak) + again;
}

/**
 * @param {Turn} play
 * @param {string[]} names
 * @param {Speak} speak
 */
function startInWords(play, names, speak) {
  if (play.due !== START) return speak("roll.highest", { name: names[play.turn] });
  if (play.startRolls.length) return "";
  return speak("roll.tie", { names: speak.list(play.contenders.map((player) => names[player])) });
}

/**
 * What a roll means for its sequence (N2).
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {Speak} speak
 */
function sequenceInWords(play, event, before, speak) {
  if (event.value === 6) return speak("roll.again");
  const dice = [...before.rolls, event.value];
  const may = play.due === MOVE;
  if (dice.length === 1) return may ? "" : speak("roll.stuck");
  return speak(may ? "roll.spend" : "roll.nothing", { dice: countedDice(dice, speak) });
}

/**
 * What the last six of a full run does (S1, H6).
 * @param {Turn} play
 * @param {Before} before
 * @param {Speak} speak
 */
function runInWords(play, before, speak) {
  const now = play.pieces[before.owner];
  const lost = before.pieces[before.owner].find((old, at) => old !== now[at]);
  if (lost === undefined) return speak("roll.run_end");
  if (play.extra.keepsTurnStart) return speak("roll.run_undo");
  return speak("roll.run_back", { from: placeInWords(play.seating.board, where(lost), speak) });
}

/**
 * What cannot be moved, where it is not simply any piece by this roll.
 * @param {Turn} play
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 */
function stuckInWords(play, event, before, names, speak) {
  // The rest of the throw belongs to that piece (Z5, Z7); where only a penalty asks for it any piece may move.
  const last = before.lastMoved !== null && play.parts.oneMover;
  const what = before.owner !== event.player ? "of" : last ? "last" : "";
  const dice = before.hand.length ? addedDice([...before.hand, event.value], speak) : "";
  return speak("roll.stuck", { what, name: names[before.owner], by: Boolean(what && dice), dice });
}
