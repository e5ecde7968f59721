// Who stands how: places, and a bar of each player's pieces that are home, on the way, held by others, in the yard.

import { node } from "./dom.js";
import { pieceIcon } from "./board/svg.js";
import { scene } from "./board/scene.js";

/** @typedef {import("./board/scene.js").Board} Board */

const PARTS = ["home", "track", "prison", "yard"];

export class StandingsView {
  #speak;
  /** @type {{row: HTMLElement, place: HTMLElement, bars: HTMLElement[], text: HTMLElement}[]} */
  #lines = [];
  root = node("ol", { class: "standings", part: "standings" });

  /** @param {(key: string, facts?: Record<string, any>) => string} speak */
  constructor(speak) {
    this.#speak = speak;
  }

  /** @param {{board: Board, seats: readonly number[], pieces: number[][], players: {name: string}[], turn: number | null, places: (number | null)[], points?: readonly number[]}} position */
  show({ board, seats, pieces, players, turn, places, points }) {
    const speak = this.#speak, { counts, captives } = scene(board, seats, pieces), lines = this.#lines;
    for (let player = lines.length; player < seats.length; player++) {
      const [place, text] = [node("span", { class: "place" }), node("small")], bars = PARTS.map((part) => node("i", { class: part }));
      const row = node("li", { class: `c-${board.colours[seats[player]]}` }, pieceIcon(board, seats[player]), node("strong", {}, players[player].name), place,
        node("span", { class: "bar", "aria-hidden": "true" }, ...bars), text);
      lines.push({ row, place, bars, text });
    }
    lines.forEach(({ row, place, bars, text }, player) => {
      const [yard, track, home] = counts[player], shown = [home, track, captives[player], yard];
      const parts = PARTS.flatMap((part, index) => shown[index] || part !== "prison" ? [`${speak(`board.${part}`)} ${shown[index]}`] : []);
      if (points) parts.push(speak("ui.points", { n: points[player] }));
      put(place, places[player] ? speak("ui.place", { n: places[player] }) : "");
      put(text, parts.join(" · "));
      bars.forEach((bar, index) => bar.style.setProperty("flex-grow", String(shown[index])));
      row.classList.toggle("turn", player === turn);
    });
    const order = lines.map(({ row }, player) => ({ row, place: places[player] ?? 99 })).sort((a, b) => a.place - b.place);
    if (order.some(({ row }, index) => this.root.children[index] !== row)) this.root.append(...order.map(({ row }) => row));
  }
}

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
