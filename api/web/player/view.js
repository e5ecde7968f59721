// What is seen: the verdict, the board, the event in words, the controls, the panel with its pages.

import { makeBoard } from "./board/board.js";
import { checkNodes } from "./checks.js";
import { makeControls } from "./controls.js";
import { button, icon, node } from "./dom.js";
import { helpNodes } from "./help.js";
import { keyMoments, momentText } from "./moments.js";
import { makeMoves } from "./moves.js";
import { makeStandings } from "./standings_view.js";
import { diceStatistics } from "./statistics.js";
import { statisticsView } from "./statistics_view.js";
import { makeTabs } from "./tabs.js";
import { toldApart } from "../fairdice/printable.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./timeline.js").Moment} Moment */

/** Signs of verdicts. @type {Record<string, string>} */
const SIGNS = { verified: "good", refused: "bad", unreadable: "bad", unchecked: "doubt" };

/**
 * @param {import("./player.js").Deeds} act
 * @param {import("./dom.js").Speak} speak
 * @param {{languages: [string, string][], speed: number}} now
 */
export function makeView(act, speak, now) {
  const seal = node("span", { class: "seal" });
  const title = node("strong", { class: "tone" });
  const about = node("small");
  const bar = button({ is: "verdict", title: speak("ui.what"), onclick: () => tabs.show("checks", true) }, seal, title, about);
  const stage = node("div", { class: "stage", tabindex: 0, role: "group", "aria-label": speak("ui.player") });
  const words = node("p");
  const line = node("div", { is: "told" }, words);
  const said = node("p", { class: "unseen", role: "status" });
  const controls = makeControls(act, speak, now);
  let page = "";
  const tabs = makeTabs([...["moves", "checks", "dice", "standings", "moments"].map((id) => /** @type {[string, string]} */ ([id, speak(`ui.${id}`)])), ["help", "?", speak("ui.help")]], speak("ui.panel"), (id) => {
    page = id;
    act.turnTo(id);
    drawPage();
  });
  const { pages } = tabs;
  const moves = makeMoves(pages.moves, act.seek);
  const moments = makeMoves(pages.moments, act.seek);
  const root = node("div", { is: "frame", role: "group", lang: speak.lang, "aria-label": speak("ui.player") }, bar, node("div", { class: "game" }, stage, line, controls.root), tabs.root, said);

  /** @type {Timeline | undefined} */
  let timeline;
  /** @type {Moment | undefined} */
  let moment;
  /** @type {ReturnType<typeof makeBoard> | undefined} */
  let picture;
  /** @type {{name: string}[]} */
  let players = [];

  let fresh = ""; // the pages that are filled from this timeline
  /** @type {ReturnType<typeof makeStandings> | undefined} there once the words for all pages are */
  let standings;

  /** Bring the page in front up to date; those that nobody looks at cost nothing. */
  function drawPage() {
    if (!timeline || !moment) return;
    if (page === "moves") moves.mark(moment.n);
    if (!timeline.game.play || !standings) return;
    const { board, seats } = timeline.game.play.seating;
    if (page === "standings") standings.show({ ...moment, board, players });
    if (page === "dice" || page === "moments") {
      const names = players.map((player) => player.name);
      const events = timeline.moments.map((one) => one.event);
      const stale = !fresh.includes(page);
      fresh += page;
      if (page === "moments") {
        if (stale) moments.fill(keyMoments(events, timeline.moments, board).map((one) => ({ first: one.n, last: one.n, text: momentText(one, names, speak) })));
        moments.mark(moment.n);
      } else if (stale) pages.dice.replaceChildren(statisticsView(diceStatistics(events, names.length), board, seats, names, speak));
    }
  }

  return {
    root,
    play: controls.play,
    show: tabs.show,

    /**
     * @param {string} state
     * @param {string} head
     * @param {string} text
     */
    verdict(state, head, text) {
      const sign = SIGNS[state] ?? "wait";
      bar.className = `verdict ${sign}`;
      bar.dataset.state = state;
      seal.replaceChildren(icon(sign));
      title.textContent = head;
      about.textContent = text;
      said.textContent = `${head}. ${text}`;
    },

    /** @param {any} report in words @param {any} record @param {string} saved */
    checks(report, record, saved) {
      pages.checks.replaceChildren(...checkNodes(report, record, speak, saved));
    },

    /** The words for all pages are there. */
    ready() {
      standings = makeStandings(speak);
      pages.standings.replaceChildren(standings.root);
      pages.help.replaceChildren(...helpNodes(speak));
      drawPage();
    },

    /** Offer to try once more. @param {() => void} onclick */
    again(onclick) {
      stage.replaceChildren(button({ is: "again", onclick }, speak("ui.again")));
    },

    /** A game, or more of it. @param {Timeline} now */
    game(now) {
      timeline = now;
      const { game, lines } = timeline;
      players = toldApart(game.joins.map((/** @type {any} */ join) => join.name), speak).map((/** @type {string} */ name) => ({ name }));
      moves.fill(lines);
      fresh = "";
      const board = game.play?.seating.board ?? game.rules?.board;
      if (board && !picture) stage.replaceChildren((picture = makeBoard(board, speak)).root);
      if (game.rules) root.setAttribute("aria-label", speak("ui.replay", { title: game.rules.system.title }));
    },

    /**
     * The game after event `n`; -1: before all of it.  `refusal`: why it ends here, and the event that would have been next.
     * Done when what moves has come to rest.
     * @param {number} n
     * @param {{animate: boolean, pace: number}} how
     * @param {boolean} quiet
     * @param {{words: string, event: any} | null} refusal
     * @returns {Promise<void> | undefined}
     */
    moment(n, how, quiet, refusal) {
      moment = timeline?.moments[n];
      const text = refusal?.words ?? moment?.sentence ?? "";
      words.textContent = words.title = text;
      line.className = refusal ? "told bad tone" : "told";
      controls.show(n, (timeline?.moments.length ?? 0) - 1, text);
      drawPage();
      if (!quiet) said.textContent = text;
      if (!moment) return;
      const tried = refusal && triedMove(refusal.event, moment, /** @type {any} */ (timeline).game.rules.board);
      return picture?.show({ ...moment, players, ...(tried && { moved: tried, refused: true }) }, how);
    },
  };
}

/** The move that a refused event tried, as far as it can be drawn. @param {any} event @param {Moment} at @param {import("../types.js").Board} board */
function triedMove({ type, piece, to, lap }, { owner, pieces }, { goal }) {
  const came = pieces[owner]?.[piece];
  return type === "move" && came !== undefined && to >= 0 && to <= goal && lap === undefined && { player: owner, piece, came, went: to };
}
