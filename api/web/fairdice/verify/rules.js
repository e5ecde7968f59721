// Stage `rules`: replay under the rules in force (docs/spec/rules).

import { Game } from "../../replay/engine.js";
import { PORTION } from "./case.js";

/**
 * Every event but the close is legal where it stands, and none is missing.
 *
 * Rejects with ``option.*`` for the opening's rules and ``rules.*``.
 * @param {import("./case.js").Case} kase
 */
export async function checkRules(kase) {
  const game = new Game();
  const end = kase.events.length - (kase.close ? 1 : 0);
  for (let start = 0; start < end; start += PORTION) {
    if (start) await kase.breathe();
    game.run(kase.events.slice(start, Math.min(start + PORTION, end)));
  }
  kase.game = game;
}
