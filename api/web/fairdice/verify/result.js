// Stage `result`: the close says what the game gives (docs/spec/record.md, R9; docs/spec/rules/common.md, C13).

import { checkClose } from "../../replay/engine.js";

/**
 * Status, reason, ranking and points of the close; nothing to check without one.
 *
 * Throws ``result.status``, ``result.reason``, ``result.ranking`` or ``result.points``.
 * @param {import("./case.js").Case} kase
 */
export function checkResult(kase) {
  if (kase.close) checkClose(kase.game, kase.close);
}
