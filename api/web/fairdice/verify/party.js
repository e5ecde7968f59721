// Stage `party`: keys, anchors and join signatures of the house and the players (docs/spec/record.md, R3 to R5).

import { insist } from "../../replay/errors.js";
import { fromHex, signedBody } from "../encoding.js";
import { checkPublicKey, joinMessage, verifySignature } from "../keys.js";
import { amend, keyOf, makeQueue } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * Every key is one that a party may use, keys and anchors are all different, joins are signed.
 *
 * Gives false if signatures cannot be checked here. Rejects with ``party.key_encoding``, ``party.key_weak``,
 * ``party.key_point``, ``party.bot``, ``party.anchor_without_key``, ``party.same_key``, ``party.same_anchor``,
 * ``party.sig_missing``, ``party.sig_unexpected`` or ``party.join_sig``.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkParty(kase) {
  const { key: house } = kase.opening.house;
  try {
    checkPublicKey(keyOf(kase, house));
  } catch (error) {
    throw amend(error, { event: 0, path: "/events/0/house/key", found: house });
  }
  const keys = new Map([[house, -1]]);
  const anchors = new Map(kase.commit && [[kase.commit.anchor, -1]]);
  const queue = makeQueue();
  for (const join of kase.joins) {
    try {
      checkBrings(join, keys, anchors);
    } catch (error) {
      await queue.drain();
      throw error;
    }
    if (!join.key) continue;
    const key = keyOf(kase, join.key);
    const message = joinMessage(kase.heads[join.n - 1], signedBody(kase.bodies[join.n]));
    const check = verifySignature(key, fromHex(join.sig), message, "party.join_sig");
    queue.add(check, { event: join.n }, {}, () => checkPublicKey(key));
  }
  return queue.drain();
}

/**
 * A player brings what it may, nobody before it has brought it, and there is a signature where there must be one.
 * @param {any} join
 * @param {Map<string, number>} keys who has brought which, -1 the house; what this one brings is added
 * @param {Map<string, number>} anchors
 */
function checkBrings({ kind, key, anchor, sig, n, player }, keys, anchors) {
  /** @type {(good: any, code: string, found?: any, more?: {expected?: string, other?: number}) => void} */
  const ask = (good, code, found, more) => insist(good, `party.${code}`, "R5", null, found, n, { player, ...more });
  ask(kind !== "bot" || !(key || anchor), "bot", key ? "key" : "anchor");
  ask(key || !anchor, "anchor_without_key", null, { expected: "a key" });
  /** @type {[string, string, Map<string, number>][]} */
  const brought = [["same_key", key, keys], ["same_anchor", anchor, anchors]];
  for (const [code, value, seen] of brought) {
    ask(!seen.has(value), code, value, { other: seen.get(value) });
    if (value) seen.set(value, player);
  }
  ask(!key === !sig, key ? "sig_missing" : "sig_unexpected");
}
