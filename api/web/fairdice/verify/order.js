// Stage `order`: indices, times, and which event may stand where (docs/spec/record.md, R2 to R9).

import { fault } from "../../replay/errors.js";

/** @typedef {import("./case.js").Case} Case */

const AFTER_DRAW = ["roll", "move", "pass", "away", "back", "close"];
const AFTER_COMMIT = ["join", "close"];
const BEFORE_DRAW = ["draw", "away", "back", "close"];

/**
 * Every event stands at its index, not before the last one's time, and where its kind may stand.
 *
 * Throws ``order.index``, ``order.time``, ``order.place``, ``order.player``, ``order.links`` or ``order.timeout``.
 * @param {Case} kase
 */
export function checkOrder(kase) {
  let players = 0;
  let patience = 0;
  let expected = ["open"];
  let last = -1;
  let busy = -1;
  kase.events.forEach((event, index) => {
    const kind = event.type;
    checkCount(event, index, last);
    last = event.at;
    if (!expected.includes(kind)) {
      const end = expected.length ? undefined : "end";
      throw fault("order.place", { event: index, expected, found: kind, clause: "R2", as: end });
    }
    if (kind === "away" || kind === "back") {
      checkAbsence(event, players, busy, patience);
      return;
    }
    busy = last;
    if (kind === "roll" || kind === "draw") {
      checkWidth(event, players);
      expected = AFTER_DRAW;
    } else if (kind === "open") {
      ({ players, away_after_ms: patience } = event);
      expected = ["commit"];
    } else if (kind === "commit") {
      expected = AFTER_COMMIT;
    } else if (kind === "close") {
      expected = [];
    } else if (kind === "join") {
      if (event.player !== index - 2) {
        throw fault("order.player", { event: event.n, expected: index - 2, found: event.player, clause: "R5" });
      }
      expected = index < players + 1 ? AFTER_COMMIT : BEFORE_DRAW;
    }
  });
}

/**
 * The event is number `index` and not before `last`, the time of the one before it.
 * @param {any} event
 * @param {number} index
 * @param {number} last
 */
function checkCount(event, index, last) {
  if (event.n !== index) {
    throw fault("order.index", { event: index, expected: index, found: event.n, clause: "R2" });
  }
  if (event.at < last) {
    const early = last - event.at;
    throw fault("order.time", { event: index, expected: last, found: event.at, clause: "R2", early });
  }
}

/**
 * The draw or roll has a place for a link of the house and of each player.
 * @param {any} event
 * @param {number} players
 */
function checkWidth(event, players) {
  const found = event.links.length;
  if (found !== players + 1) {
    throw fault("order.links", { event: event.n, expected: players + 1, found, clause: "R7", players });
  }
}

/**
 * Who is away or back is in the game; who is timed out has let `patience` ms go by since `busy`, the last action.
 * @param {any} event
 * @param {number} players
 * @param {number} busy
 * @param {number} patience
 */
function checkAbsence(event, players, busy, patience) {
  const { n, player, at } = event;
  if (player >= players) {
    throw fault("order.player", { event: n, expected: players - 1, found: player, clause: "R8", as: "absence" });
  }
  if (event.reason === "timeout" && at < busy + patience) {
    const facts = { player, waited: at - busy, patience };
    throw fault("order.timeout", { event: n, expected: busy + patience, found: at, clause: "R8", ...facts });
  }
}
