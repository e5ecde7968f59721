// Stage `party`: keys, anchors and join signatures of the house and the players (docs/spec/record.md, R3 to R5).

import { fault } from "../../replay/errors.js";
import { fromHex, signedBody } from "../encoding.js";
import { checkPublicKey, joinMessage, verifySignature } from "../keys.js";
import { keyOf, makeQueue } from "./case.js";

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
  const house = kase.opening.house.key;
  try {
    checkPublicKey(fromHex(house));
  } catch (/** @type {any} */ error) {
    throw Object.assign(error, { event: 0, path: "/events/0/house/key", found: house });
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
    if (join.key === null) continue;
    const key = keyOf(kase, join.key);
    const message = joinMessage(kase.heads[join.n - 1], signedBody(kase.bodies[join.n]));
    queue.add(
      verifySignature(key, fromHex(join.sig), message, "party.join_sig"),
      (error) => (error.event = join.n),
      () => checkPublicKey(key),
    );
  }
  return queue.drain();
}

/**
 * A player brings what it may, nobody before it has brought it, and there is a signature where there must be one.
 * @param {any} join
 * @param {Map<string, number>} keys who has brought which, -1 the house; what this one brings is added
 * @param {Map<string, number>} anchors
 */
function checkBrings(join, keys, anchors) {
  const { key, anchor, n: event, player } = join;
  const facts = { event, clause: "R5", player };
  if (join.kind === "bot" && (key ?? anchor) !== null) {
    throw fault("party.bot", { ...facts, found: key === null ? "anchor" : "key" });
  }
  if (anchor !== null && key === null) throw fault("party.anchor_without_key", { ...facts, expected: "a key" });
  /** @type {[Map<string, number>, string, string][]} */
  const brought = [[keys, key, "party.same_key"], [anchors, anchor, "party.same_anchor"]];
  for (const [seen, value, code] of brought) {
    if (value === null) continue;
    if (seen.has(value)) throw fault(code, { ...facts, found: value, other: seen.get(value) });
    seen.set(value, player);
  }
  if ((key === null) === (join.sig === undefined)) return;
  throw fault(key === null ? "party.sig_unexpected" : "party.sig_missing", facts);
}
