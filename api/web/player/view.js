// What is seen: the verdict, the board, the event in words, the controls, the panel with its pages.

import { checkNodes } from "./checks.js";
import { icon, node } from "./dom.js";
import { makeBoard } from "./board/board.js";
import { helpNodes } from "./help.js";
import { keyMoments, momentText } from "./moments.js";
import { makeControls } from "./controls.js";
import { makeMoves } from "./moves.js";
import { makeTabs } from "./tabs.js";
import { makeStandings } from "./standings_view.js";
import { diceStatistics } from "./statistics.js";
import { statisticsView } from "./statistics_view.js";
import { toldApart } from "../fairdice/printable.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./timeline.js").Moment} Moment */
/** @typedef {import("./controls.js").Deeds & {turnTo(id: string): void}} ViewDeeds `turnTo`: a page has come to the front */
/** @typedef {{words: string, event: any}} Stop where a record is refused */

/** @type {Record<string, string>} */
const SIGNS = { loading: "wait", verified: "good", refused: "bad", unreadable: "bad", open: "wait", unchecked: "doubt" };

/**
 * @param {ViewDeeds} act
 * @param {any} speak
 * @param {{lang: string, languages: [string, string][], speed: number, page: string}} now
 */
export function makeView(act, speak, now) {
  const sign = node("span", { class: "seal" });
  const title = node("strong");
  const about = node("small");
  const bar = node("button", { type: "button", class: "verdict", part: "verdict", title: speak("ui.what"), onclick: () => tabs.show("checks", true) }, sign, title, about);
  const stage = node("div", { class: "stage", tabindex: "0", role: "group", "aria-label": speak("ui.keys") });
  const words = node("p");
  const line = node("div", { class: "told", part: "told" }, words);
  const said = node("p", { class: "unseen", role: "status" });
  const controls = makeControls(act, speak, now);
  const names = ["moves", "checks", "dice", "standings", "moments"];
  let page = now.page;
  const tabs = makeTabs([...names.map((id) => ({ id, label: speak(`ui.${id}`) })), { id: "help", label: "?", name: speak("ui.help") }], speak("ui.panel"), (id) => {
    page = id;
    act.turnTo(id);
    drawPage();
  });
  const pages = tabs.pages;
  const moves = makeMoves(pages.moves, (n) => act.seek(n));
  const moments = makeMoves(pages.moments, (n) => act.seek(n));
  pages.help.append(...helpNodes(speak));
  const root = node("section", { class: "frame", part: "frame", lang: now.lang }, bar, node("div", { class: "game" }, stage, line, controls.root), tabs.root, said);

  /** @type {Timeline | undefined} */
  let timeline;
  /** @type {Moment | undefined} */
  let moment;
  /** @type {any} */
  let board = null;
  /** @type {ReturnType<typeof makeBoard> | undefined} */
  let picture;
  /** @type {{name: string, away?: boolean}[]} */
  let players = [];
  const standings = makeStandings(speak);
  pages.standings.append(standings.root);

  /** The page in front, as far as it depends on the moment. */
  function drawPage() {
    if (page !== "standings" || !moment || !board) return;
    standings.show({ ...moment, board, players });
  }

  return {
    root,
    controls,
    show: tabs.show,
    stop: () => picture?.stop(),

    /**
     * @param {string} state
     * @param {string} head
     * @param {string} text
     */
    verdict(state, head, text) {
      bar.dataset.state = state;
      sign.replaceChildren(icon(SIGNS[state]));
      title.textContent = head;
      about.textContent = text;
      said.textContent = `${head}. ${text}`;
    },

    /** @param {any} report in words @param {any} record @param {string | null} src */
    checks(report, record, src) {
      pages.checks.replaceChildren(...checkNodes(report, record, speak, src));
    },

    /** Offer to try once more. @param {() => void} deed */
    again(deed) {
      stage.replaceChildren(node("button", { type: "button", class: "again", onclick: deed }, speak("ui.again")));
    },

    /** A game, or more of it. @param {Timeline} now */
    game(now) {
      timeline = now;
      const { game } = timeline;
      players = toldApart(game.joins.map((/** @type {any} */ join) => join.name), speak).map((/** @type {string} */ name) => ({ name }));
      moves.fill(timeline.lines);
      board = game.play?.seating.board ?? game.rules?.board ?? null;
      if (!board) return;
      if (!picture) stage.replaceChildren((picture = makeBoard(board, speak)).root);
      root.setAttribute("aria-label", speak("ui.replay", { title: game.rules.system.title }));
      const events = timeline.moments.map((one) => one.event);
      const called = players.map(({ name }) => name);
      if (!game.play) return;
      moments.fill(keyMoments(events, timeline.moments, board).map((one) => ({ first: one.n, last: one.n, text: momentText(one, called, speak) })));
      pages.dice.replaceChildren(statisticsView(diceStatistics(events, players.length), board, game.play.seating.seats, called, speak));
    },

    /**
     * The game after event `n`; -1: before all of it.  Done when what moves has come to rest.
     * @param {number} n
     * @param {{animate: boolean, pace: number, quiet: boolean, stop: Stop | null}} how
     * @returns {Promise<void> | undefined}
     */
    moment(n, { animate, pace, quiet, stop }) {
      moment = timeline?.moments[n];
      const end = (timeline?.moments.length ?? 0) - 1;
      const refused = n === end ? stop : null;
      const text = refused?.words ?? moment?.sentence ?? "";
      words.textContent = text;
      words.title = text;
      line.classList.toggle("refused", !!refused);
      controls.show(n, end, text);
      moves.mark(n);
      moments.mark(n);
      drawPage();
      if (!quiet) said.textContent = text;
      if (!moment || !picture) return;
      const tried = refused && triedMove(refused.event, moment);
      return picture.show({ ...moment, players, ...(tried ? { moved: tried, refused: true } : {}) }, { animate, pace });
    },
  };
}

/** The move that a refused event tried, as far as it can be drawn. @param {any} event @param {Moment} at */
function triedMove(event, { owner, pieces }) {
  const came = pieces[owner]?.[event?.piece];
  if (event?.type !== "move" || came === undefined || !(event.to >= 0) || event.lap !== undefined) return null;
  return { player: owner, piece: event.piece, came, went: event.to };
}
