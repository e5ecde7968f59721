// A rule system bound: options and number of players fixed once (docs/spec/rules). A system is its entry of catalog.js
// and its machine, which chooses the parts; from then on no code asks for an option any more.

import { BOARDS } from "../catalog.js";
import { fault } from "./errors.js";
import { resolve } from "./options.js";
import { seatingOf } from "./seating.js";

/** @typedef {import("../types.js").OptionValue} OptionValue */
/** @typedef {import("./seating.js").Seating} Seating */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {Record<string, OptionValue>} Options */

/**
 * What a system is in code: its id, its choice of parts, and the clause by which its teams need four players.
 * @typedef {object} Machine
 * @property {string} id
 * @property {(rules: Rules, seating: Seating) => Play} machine a new game under these rules
 * @property {string} [teams]
 */

/** @typedef {import("../types.js").System & Machine} System */

/**
 * A system with its options and number of players fixed.
 * @typedef {object} Rules
 * @property {System} system
 * @property {string} id
 * @property {Options} options every option, resolved
 * @property {number} players
 * @property {import("../types.js").Board} board
 * @property {number[]} seats the board seats in use, ascending; without drawn colours player p sits on the p-th
 * @property {boolean} drawsColours whether the draw deals the seats
 * @property {(seats: number[]) => Play} play a new game with player p on board seat seats[p]; no turn has begun
 */

/**
 * These rules for so many players. Throws option.unknown, option.value or option.players (C5, C6).
 * @param {System} system
 * @param {Record<string, any>} given
 * @param {number} players
 * @returns {Rules}
 */
export function bindRules(system, given, players) {
  const options = resolve(system.options, given);
  const layout = { ...system.layout };
  for (const [name, value, other] of system.layouts) {
    // What teams leave of the seats is said by the check below, as everywhere.
    if (name !== "teams" && options[name] === value) Object.assign(layout, other);
  }
  const seats = layout.seats[players];
  if (!seats) {
    const expected = Object.keys(layout.seats).map(Number);
    throw fault("option.players", { path: "/players", expected, found: players, clause: "C5" });
  }
  if (options.teams && players !== 4) {
    throw fault("option.players", { path: "/teams", expected: 4, found: players, clause: system.teams });
  }
  const board = BOARDS[layout.board];
  /** @type {Rules} */
  const rules = {
    system,
    id: system.id,
    options,
    players,
    board,
    seats,
    drawsColours: layout.drawsColours,
    play: (taken) => system.machine(rules, seatingOf(board, taken, Boolean(options.teams))),
  };
  return rules;
}
