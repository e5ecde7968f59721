// Who sits where, who is whose rival, and whose turn follows (docs/spec/rules/common.md, clauses C5, C9 and C10).

import { squareOn } from "./board.js";

/** @typedef {import("../types.js").Board} Board */

/**
 * The players on their board seats; players are counted 0..N-1 in joining order.
 * @typedef {object} Seating
 * @property {Board} board
 * @property {number[]} seats by player: the board seat
 * @property {number[]} after by player: who has the turn next, by ascending board seat, round and round
 * @property {boolean} teams whether opposite seats are partners
 * @property {(player: number) => number[]} rivals all players but `player` and its partner, in player order
 * @property {(player: number) => number[]} partners the players of the same side, `player` included
 * @property {(player: number, piece: number) => number | null} square the loop square of a piece of `player` with this
 * number; null in the yard and in the column
 */

/**
 * Players on these distinct seats; with `teams`, for which all four seats are taken, opposite seats are partners.
 * @param {Board} board
 * @param {number[]} seats
 * @param {boolean} teams
 * @returns {Seating}
 */
export function seatingOf(board, seats, teams) {
  const players = [...seats.keys()];
  const order = [...players].sort((one, other) => seats[one] - seats[other]);
  const side = (/** @type {number} */ player) => (teams ? seats[player] % 2 : player);
  return {
    board,
    seats,
    after: players.map((player) => order[(order.indexOf(player) + 1) % order.length]),
    teams,
    rivals: (player) => players.filter((other) => side(other) !== side(player)),
    partners: (player) => players.filter((other) => side(other) === side(player)),
    square: (player, piece) => squareOn(board, seats[player], piece),
  };
}
