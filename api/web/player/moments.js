// Moments of a game that are worth a look.

import { whereabouts } from "../fairdice/standings.js";
import { where } from "../replay/piece.js";

/** @typedef {import("./timeline.js").Moment} Moment */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {{n: number, kind: string, player: number | null, key: string, facts: {n?: number, others?: number[], status?: string}}} KeyMoment what happened, to whom, in event n */

/** A run of so many sixes is told. */
const SIXES = 3;

/**
 * Captures, pieces that come home, players who are done, long runs of sixes and what they cost, a new lead, absences, the end; in order.
 * @param {readonly any[]} events
 * @param {readonly Moment[]} moments the game after each event
 * @param {Board} board
 * @returns {KeyMoment[]}
 */
export function keyMoments(events, moments, board) {
  const found = /** @type {KeyMoment[]} */ ([]);
  let leader = -1, run = 0, roller = -1;
  moments.forEach(({ n, pieces, done }, index) => {
    const event = events[index], before = moments[index - 1], past = before?.pieces, { type, player } = event;
    /** @type {(kind: string, who: number | null, facts?: KeyMoment["facts"], key?: string) => void} */
    const tell = (kind, who, facts = {}, key = `board.${kind}`) => found.push({ n, kind, player: who, key, facts });
    if (type === "away" || type === "back") tell(type, player);
    if (type === "close") tell("end", null, { status: event.status });
    if (!past?.length || !pieces.length) return;
    // Whose pieces are now in the yard or held, and were elsewhere, or further back on the board than they were.
    const fallen = pieces.flatMap((own, who) => own.some((piece, index) => where(piece).progress < where(past[who][index]).progress) ? [who] : []);
    if (type === "roll") {
      run = event.value === 6 && !event.purpose ? (player === roller ? run : 0) + 1 : 0;
      roller = player;
      if (fallen.length) tell("penalty", player);
      else if (run >= SIXES) tell("sixes", player, { n: run });
    } else if (type === "move") {
      const mover = before.owner, others = fallen.filter((who) => who !== mover), [home, had] = [pieces, past].map((all) => whereabouts(board, all[mover]).home.length);
      if (others.length) tell("capture", player, { others }, "ui.capture");
      if (done.length > before.done.length) tell("done", mover, {}, "ui.done");
      else if (home > had) tell("home", mover, { n: home }, "ui.home");
      const ways = pieces.map((own) => own.map(where).reduce((sum, { progress, lap }) => sum + Math.max(0, progress) + board.loop * (lap ?? 0), 0));
      const best = Math.max(...ways), first = ways.indexOf(best);
      // A lead is told once it is worth a quarter of a lap, so that a close race is not told after every move.
      if (first !== leader && best - (ways[leader] ?? 0) >= board.loop / 4) {
        if (leader >= 0) tell("lead", first);
        leader = first;
      }
    }
  });
  return found;
}

/**
 * @param {KeyMoment} moment
 * @param {string[]} names
 * @param {any} speak
 * @returns {string}
 */
export function momentText({ player, key, facts }, names, speak) {
  const said = speak(key, facts), whom = facts.others && speak.list(facts.others.map((other) => names[other]));
  return `${player === null ? "" : `${names[player]}: `}${said}${whom ? ` (${whom})` : ""}`;
}
