// The dice of each player: a bar for each face, with the span in which counts of fair dice lie.

import { node } from "./dom.js";
import { dieIcon, drawn, pieceIcon } from "./board/svg.js";

/** @typedef {import("./statistics.js").Tally} Tally */

/**
 * @param {{players: Tally[], all: Tally}} statistics
 * @param {import("./board/scene.js").Board} board
 * @param {readonly number[]} seats
 * @param {string[]} names
 * @param {(key: string, facts?: Record<string, any>) => string} speak
 */
export function statisticsView({ players, all }, board, seats, names, speak) {
  const rows = [...players, all];
  const most = Math.max(1, ...players.flatMap(({ counts, high }) => [...counts, high]));
  return node("div", { class: "tallies", part: "statistics" }, ...rows.map((one) => tallied(one, one === all ? Math.max(1, one.high, ...one.counts) : most)),
    node("p", {}, speak("stats.marks")), node("p", {}, speak("stats.honest")));

  /** @param {Tally} one @param {number} widest */
  function tallied({ player, n, counts, expected, low, high, few, usual, oneOf }, widest) {
    const part = (/** @type {number} */ value) => `${100 * value / widest}%`;
    const said = few ? speak("stats.small") : usual ? speak("stats.within") : speak("stats.outside", { n: oneOf });
    const head = ["stats.face", "stats.count", "stats.interval"].map((key) => node("th", { scope: "col" }, speak(key)));
    const body = counts.map((count, index) => node("tr", {}, node("th", { scope: "row", "aria-label": String(index + 1) }, dieIcon(index + 1)), node("td", {}, String(count)),
      node("td", { "aria-label": `${low}–${high}` }, drawn("svg", { class: "tally", "aria-hidden": "true" },
        drawn("rect", { class: "span", x: part(low), width: part(high - low), height: "100%" }),
        drawn("rect", { class: count < low || count > high ? "count beyond" : "count", width: part(count), y: "30%", height: "40%" }),
        drawn("line", { x1: part(expected), x2: part(expected), y2: "100%" })))));
    return node("figure", { class: player === null ? "" : `c-${board.colours[seats[player]]}` },
      node("figcaption", {}, player === null ? null : pieceIcon(board, seats[player]), node("strong", {}, ` ${player === null ? speak("stats.all") : names[player]}`), ` ${speak("stats.rolls", { n })}`),
      node("table", {}, node("thead", { class: "unseen" }, node("tr", {}, ...head)), node("tbody", {}, ...body)),
      node("p", { class: few || usual ? "" : "unusual" }, said));
  }
}
