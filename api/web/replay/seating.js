// Who sits where, who is whose rival, and whose turn follows (docs/spec/rules/common.md, clauses C5, C9 and C10).

import { squareOn } from "./board.js";

/** @typedef {import("../types.js").Board} Board */

/**
 * The players on their board seats; players are counted 0..N-1 in joining order.
 * @typedef {object} Seating
 * @property {Board} board
 * @property {number[]} seats by player: the board seat
 * @property {number[]} after by player: who has the turn next, by ascending board seat, round and round
 * @property {boolean} teams whether anyone has a partner
 * @property {(player: number) => number[]} rivals all players but `player` and its partner, in player order
 * @property {(player: number) => number[]} partners the players of the same side, `player` included
 * @property {(player: number, progress: number) => number | null} square the loop square where `player` stands at
 * `progress`; null in the yard and in the column
 * @property {(player: number, square: number) => number | null} progressOn the progress at which `player` stands on loop
 * square `square`; null where it never comes by
 */

/**
 * Players on these distinct seats; with `teams` opposite seats are partners.
 * @param {Board} board
 * @param {number[]} seats
 * @param {boolean} [teams]
 * @returns {Seating}
 */
export function seatingOf(board, seats, teams = false) {
  const players = [...seats.keys()];
  const order = [...players].sort((one, other) => seats[one] - seats[other]);
  const side = teams ? seats.map((seat) => seat % 2) : players;
  const mates = players.map((player) => players.filter((other) => side[other] === side[player]));
  const rivals = players.map((player) => players.filter((other) => side[other] !== side[player]));
  return {
    board,
    seats,
    after: players.map((player) => order[(order.indexOf(player) + 1) % order.length]),
    teams: mates.some((own) => own.length > 1),
    rivals: (player) => rivals[player],
    partners: (player) => mates[player],
    square: (player, progress) => squareOn(board, seats[player], progress),
    progressOn(player, square) {
      const progress = (square - board.offsets[seats[player]] + board.loop) % board.loop;
      return progress <= board.lapEnd ? progress : null;
    },
  };
}
