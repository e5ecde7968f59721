// A rule system bound: options and number of players fixed once (docs/spec/rules). A system is its entry of catalog.js
// and its machine, which chooses the parts; from then on no code asks for an option any more.

import { BOARDS } from "../catalog.js";
import { insist } from "./errors.js";
import { resolve } from "./options.js";
import { seatingOf } from "./seating.js";
import { Turn } from "./turn.js";

/** @typedef {import("../types.js").OptionValue} OptionValue */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("./seating.js").Seating} Seating */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {Record<string, OptionValue>} Options */

/**
 * What a system is in code: its choice of parts, its turn machine where that is not `Turn`, and the clause by which its
 * teams need four players.
 * @typedef {object} Machine
 * @property {string} [teams]
 * @property {(options: Options, board: Board) => any} parts what `Turn`, or `turn`, takes
 * @property {new (parts: any, rules: Rules, seating: Seating) => Play} [turn]
 */

/** @typedef {import("../types.js").System & Machine} System */

/**
 * A system with its options and number of players fixed.
 * @typedef {object} Rules
 * @property {System} system
 * @property {string} id
 * @property {Options} options every option, resolved
 * @property {number} players
 * @property {Board} board
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
    if (options[name] === value) Object.assign(layout, other);
  }
  const { seats, drawsColours } = layout;
  const counts = Object.keys(seats).map(Number);
  insist(seats[players], "option.players", "C5", counts, players, null, { path: "/players" });
  const teams = Boolean(options.teams);
  insist(!teams || players === 4, "option.players", system.teams ?? "", 4, players, null, { path: "/teams" });
  const board = BOARDS[layout.board];
  const { id, turn: Machine = Turn } = system;
  const parts = system.parts(options, board);
  /** @type {Rules} */
  const rules = {
    system,
    id,
    options,
    players,
    board,
    seats: seats[players],
    drawsColours,
    play: (taken) => new Machine(parts, rules, seatingOf(board, taken, teams)),
  };
  return rules;
}
