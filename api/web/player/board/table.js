// The board as a table, for those who do not see it or want to read it.

import { node } from "../dom.js";
import { pieceIcon } from "./svg.js";
import { piecesInWords } from "../../fairdice/standings.js";

/** @typedef {import("./scene.js").Board} Board */

/** Where all pieces are, in words. */
export class BoardTable {
  #speak;
  #rows = node("tbody");
  /** @type {HTMLElement[]} */
  #cells = [];

  /** @param {import("../../fairdice/words/speak.js").Speak} speak */
  constructor(speak) {
    this.#speak = speak;
    const head = ["board.player", "board.colour", "board.pieces"].map((key) => node("th", { scope: "col" }, speak(key)));
    this.root = node("table", { class: "whereabouts", part: "table" }, node("thead", {}, node("tr", {}, ...head)), this.#rows);
  }

  /** @param {{board: Board, seats: readonly number[], pieces: number[][], players: {name: string}[]}} position */
  show({ board, seats, pieces, players }) {
    const speak = this.#speak, names = players.map(({ name }) => name);
    if (this.#cells.length !== seats.length) {
      this.#cells = seats.map(() => node("td"));
      this.#rows.replaceChildren(...seats.map((seat, player) => node("tr", {}, node("th", { scope: "row" }, names[player]),
        node("td", {}, pieceIcon(board, seat), ` ${speak(`colour.${board.colours[seat]}`)}`), this.#cells[player])));
    }
    this.#cells.forEach((cell, player) => {
      const text = piecesInWords(/** @type {any} */ ({ seating: { board }, pieces }), player, names, speak);
      if (cell.textContent !== text) cell.textContent = text;
    });
  }
}
