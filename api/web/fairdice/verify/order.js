// Stage `order`: indices, times, and which event may stand where (docs/spec/record.md, R2 to R9).

import { insist } from "../../replay/errors.js";

/** @typedef {import("./case.js").Case} Case */

const AFTER_COMMIT = ["join", "close"];
const AFTER_DRAW = ["roll", "move", "pass", "away", "back", "close"];

/**
 * Every event stands at its index, not before the last one's time, and where its kind may stand.
 *
 * Throws ``order.index``, ``order.time``, ``order.place``, ``order.player``, ``order.links`` or ``order.timeout``.
 * @param {Case} kase
 */
export function checkOrder(kase) {
  const { players, away_after_ms: patience } = kase.opening;
  let expected = ["open"];
  let last = -1;
  let busy = -1;
  kase.events.forEach((event, index) => {
    const { at, n, player, type } = event;
    insist(n === index, "order.index", "R2", index, n, index);
    insist(at >= last, "order.time", "R2", last, at, index, { early: last - at });
    last = at;
    insist(expected.includes(type), "order.place", "R2", expected, type, index, { as: expected[0] ? null : "end" });
    if (type === "away" || type === "back") {
      insist(player < players, "order.player", "R8", players - 1, player, n, { as: "absence" });
      // Who is timed out has let so many milliseconds go by since the last action.
      const facts = { player, waited: at - busy, patience };
      insist(event.reason !== "timeout" || at >= busy + patience, "order.timeout", "R8", busy + patience, at, n, facts);
      return;
    }
    busy = at;
    if (type === "open") expected = ["commit"];
    else if (type === "commit") expected = AFTER_COMMIT;
    else if (type === "close") expected = [];
    else if (type === "join") {
      insist(player === index - 2, "order.player", "R5", index - 2, player, n);
      expected = index < players + 1 ? AFTER_COMMIT : ["draw", "away", "back", "close"];
    } else if (event.links) {
      insist(event.links.length === players + 1, "order.links", "R7", players + 1, event.links.length, n, { players });
      expected = AFTER_DRAW;
    }
  });
}
