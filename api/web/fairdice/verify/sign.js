// Stage `sign`: the players' signatures on moves, passes, leaving, returning, and their acks (R8, R10, R11).

import { fault } from "../../replay/errors.js";
import { fromHex, signedBody } from "../encoding.js";
import { ackMessage, moveMessage, verifySignature } from "../keys.js";
import { keyOf, makeQueue } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * Signatures stand exactly where they must, and hold.
 *
 * Gives false if signatures cannot be checked here. Rejects with ``sign.missing``, ``sign.unexpected``, ``sign.move``,
 * ``sign.pass``, ``sign.away``, ``sign.back``, ``sign.ack`` or ``sign.ack_order``.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkSign(kase) {
  const queue = makeQueue();
  /** @type {(Uint8Array | undefined)[]} */
  const keys = kase.joins.map((join) => (join.key === null ? undefined : keyOf(kase, join.key)));
  try {
    for (const event of [...kase.moves, ...kase.absences].sort((one, other) => one.n - other.n)) {
      const { n, player, sig, type } = event;
      const key = keys[player];
      checkPlace(event, !!key && mustSign(event, kase.opening.signed_moves));
      if (!sig || !key) continue;
      const message = moveMessage(kase.heads[n - 1], signedBody(kase.bodies[n]));
      const check = verifySignature(key, fromHex(sig), message, `sign.${type}`);
      const told = (/** @type {any} */ error) => Object.assign(error, { event: n, facts: { ...error.facts, player } });
      if (queue.add(check, told)) await queue.drain();
    }
    let last = -1;
    for (const [place, ack] of kase.record.acks.entries()) {
      const { n, player, sig } = ack;
      const path = `/acks/${place}`;
      const key = checkAck(kase, ack, path, last, keys);
      last = player;
      const check = verifySignature(key, fromHex(sig), ackMessage(kase.gid, n, kase.heads[n]), "sign.ack");
      queue.add(check, (error) => Object.assign(error, { event: n, path, facts: { ...error.facts, player } }));
    }
  } catch (error) {
    await queue.drain();
    throw error;
  }
  return queue.drain();
}

/**
 * Whether a player that has a key signs this.
 * @param {any} event
 * @param {boolean} signedMoves
 */
function mustSign(event, signedMoves) {
  if (event.type === "move" || event.type === "pass") return signedMoves && event.by === "player";
  return event.type === "back" || event.reason === "left";
}

/**
 * A signature stands exactly where it must.
 * @param {any} event
 * @param {boolean} due
 */
function checkPlace(event, due) {
  const { n, player, sig, type: kind } = event;
  if ((sig !== undefined) === due) return;
  throw fault(due ? "sign.missing" : "sign.unexpected", {
    event: n,
    expected: due ? "a signature" : null,
    found: sig,
    clause: kind === "away" || kind === "back" ? "R8" : "R10",
    player,
    kind,
  });
}

/**
 * Acks are one for a player, ascending; the player has a key and the record the event. Gives the key.
 * @param {Case} kase
 * @param {{player: number, n: number}} ack
 * @param {string} path
 * @param {number} last the player of the ack before
 * @param {(Uint8Array | undefined)[]} keys
 * @returns {Uint8Array}
 */
function checkAck(kase, { player, n }, path, last, keys) {
  const facts = { path, found: player, clause: "R11", player };
  if (player <= last) throw fault("sign.ack_order", facts);
  const key = keys[player];
  if (!key) throw fault("sign.ack", { ...facts, as: "key" });
  if (n > kase.last) throw fault("sign.ack", { ...facts, expected: kase.last, found: n, as: "event", n });
  return key;
}
