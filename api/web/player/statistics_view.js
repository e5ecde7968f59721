// The dice of each player: a bar for each face, and behind it the span in which counts of fair dice lie.

import { node } from "./dom.js";
import { colourClass, dieIcon, pieceIcon } from "./board/svg.js";
import { barOf, tableOf } from "./table.js";

/** @typedef {import("./statistics.js").Tally} Tally */

/**
 * @param {{players: Tally[], all: Tally}} statistics
 * @param {import("./board/scene.js").Board} board
 * @param {readonly number[]} seats
 * @param {string[]} names
 * @param {import("./dom.js").Speak} speak
 */
export function statisticsView({ players, all }, board, seats, names, speak) {
  return node("div", { class: "tallies", part: "statistics" }, ...[...players, all].map(tallied), node("p", {}, speak("stats.marks")), node("p", {}, speak("stats.honest")));

  /** @param {Tally} tally */
  function tallied({ player, n, counts, low, high, few, usual, oneOf }) {
    const seat = player === null ? null : seats[player], widest = Math.max(1, high, ...counts) * 1.1;
    const rows = counts.map((count, index) => {
      const bar = barOf({ class: "bar", role: "img", "aria-label": `${low}–${high}` }, widest, { low, high, count });
      return node("tr", {}, node("th", { scope: "row" }, dieIcon(index + 1), node("span", { class: "unseen" }, `${index + 1}`)), node("td", {}, `${count}`), node("td", {}, bar));
    });
    return node("figure", { class: seat === null ? null : colourClass(board, seat) },
      node("figcaption", {}, seat === null ? null : pieceIcon(board, seat), ` ${player === null ? speak("stats.all") : names[player]} · ${speak("stats.rolls", { n })}`),
      tableOf(speak, ["stats.face", "stats.count", "stats.interval"], node("tbody", {}, ...rows)),
      node("p", {}, speak(few ? "stats.small" : usual ? "stats.within" : "stats.outside", { n: oneOf })));
  }
}
