// The dice of each player: a bar for each face, and behind it the span in which counts of fair dice lie.

import { node } from "./dom.js";
import { colourClass, dieIcon, pieceIcon } from "./board/svg.js";
import { barOf, tableOf } from "./table.js";

/** @typedef {import("./statistics.js").Tally} Tally */

/**
 * @param {Tally[]} tallies of each player, and of all
 * @param {import("./board/scene.js").Board} board
 * @param {readonly number[]} seats
 * @param {string[]} names
 * @param {import("./dom.js").Speak} speak
 */
export function statisticsView(tallies, board, seats, names, speak) {
  return node("div", { class: "tallies", part: "statistics" }, ...tallies.map(tallied), node("p", {}, speak("stats.marks")), node("p", {}, speak("stats.honest")));

  /** @param {Tally} tally @param {number} player */
  function tallied({ n, counts, low, high, few, usual, oneOf }, player) {
    const seat = seats[player], widest = Math.max(1, high, ...counts) * 1.1;
    const rows = counts.map((count, index) => {
      const bar = barOf({ class: "bar", role: "img", "aria-label": `${low}–${high}` }, widest, { low, high, count });
      return node("tr", {}, node("th", { scope: "row" }, dieIcon(index + 1), node("span", { class: "unseen" }, `${index + 1}`)), node("td", {}, `${count}`), node("td", {}, bar));
    });
    return node("figure", { class: colourClass(board, seat) },
      node("figcaption", {}, seat >= 0 ? pieceIcon(board, seat) : null, ` ${names[player] ?? speak("stats.all")} · ${speak("stats.rolls", { n })}`),
      tableOf(speak, ["stats.face", "stats.count", "stats.interval"], node("tbody", {}, ...rows)),
      node("p", {}, speak(few ? "stats.small" : usual ? "stats.within" : "stats.outside", { n: oneOf })));
  }
}
