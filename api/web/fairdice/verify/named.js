// Stage `named`: what the caller named - keys, the game, receipts, statements - holds.

import { insist } from "../../replay/errors.js";
import { toHex } from "../encoding.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * What the caller named, as keys of words.
 * @param {Case["trust"]} trust
 */
export function whatNamed({ houseKeys, playerKeys, game, receipts, require }) {
  const given = { house_keys: houseKeys[0], player_keys: playerKeys[0], game, receipts, require };
  return Object.entries(given).flatMap(([word, value]) => (value ? [word] : []));
}

/**
 * All that the caller named holds; receipts are looked at only if the house's key is fit for it.
 *
 * Gives false if signatures that it hangs on cannot be checked here. Rejects with ``named.game``, ``named.house_key``,
 * ``named.player_key``, ``named.receipt``, ``head.fork`` or ``named.statement``.
 * @param {Case} kase
 * @param {import("./report.js").Statement[]} said
 * @param {boolean} fit
 * @returns {Promise<boolean>}
 */
export async function checkNamed(kase, said, fit) {
  const { game, houseKeys, playerKeys, receipts, require } = kase.trust;
  const gid = toHex(kase.gid);
  const house = kase.opening.house.key;
  const keys = kase.joins.map((join) => join.key).filter(Boolean);
  insist(!game || game === gid, "named.game", "", game, gid);
  insist(!houseKeys[0] || houseKeys.includes(house), "named.house_key", "", houseKeys, house);
  for (const key of playerKeys) insist(keys.includes(key), "named.player_key", "", key, keys);
  const checked = !fit || !receipts || (await receipts.check(kase));
  return (!require || require(said)) && checked;
}
