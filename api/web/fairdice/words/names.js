// What players, their pieces, and the options of their game are called.

import { toldApart } from "../printable.js";

/** @typedef {import("./speak.js").Speak} Speak */

/**
 * By player who has joined: the name in a sentence; those who share one are numbered as well.
 * @param {import("../../replay/engine.js").Game} game
 * @param {Speak} speak
 */
export function namesOf(game, speak) {
  return toldApart(
    game.joins.map((join) => join.name),
    speak,
  );
}

/**
 * Players by their pieces, [name, how many]: ``Ben and two pieces of Cleo``.
 * @param {[string, number][]} counted
 * @param {Speak} speak
 */
export function piecesOf(counted, speak) {
  return speak.list(counted.map(([name, n]) => speak("name.pieces", { name, n })));
}

/**
 * The options that do not have their default, as one types them: ``pairs=block``.
 * @param {import("../../replay/system.js").Rules} rules
 */
export function chosenOptions(rules) {
  return rules.system.options
    .filter((option) => rules.options[option.name] !== option.choices[0])
    .map(({ name }) => `${name}=${rules.options[name]}`);
}
