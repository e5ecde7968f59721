// Stage `sign`: the players' signatures on moves, passes, leaving, returning, and their acks (R8, R10, R11).

import { fault, insist } from "../../replay/errors.js";
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
  const { bodies, gid, heads, joins, last } = kase;
  const queue = makeQueue();
  /** @type {(player: number) => Uint8Array | false | undefined} */
  const keyFor = (player) => joins[player]?.key && keyOf(kase, joins[player].key);
  try {
    for (const event of [...kase.moves, ...kase.absences].sort((one, other) => one.n - other.n)) {
      const { n: at, player, sig, type: kind } = event;
      const key = keyFor(player);
      const due = key && mustSign(event, kase.opening.signed_moves);
      const clause = kind === "move" || kind === "pass" ? "R10" : "R8";
      const code = due ? "sign.missing" : "sign.unexpected";
      insist(!sig === !due, code, clause, due ? "a signature" : null, sig, at, { player, kind });
      if (!sig || !key) continue;
      const message = moveMessage(heads[at - 1], signedBody(bodies[at]));
      const check = verifySignature(key, fromHex(sig), message, `sign.${kind}`);
      if (queue.add(check, { event: at }, { player })) await queue.drain();
    }
    let before = -1;
    for (const [place, { n, player, sig }] of kase.record.acks.entries()) {
      const path = `/acks/${place}`;
      insist(player > before, "sign.ack_order", "R11", null, player, null, { path });
      before = player;
      const key = keyFor(player);
      if (!key) throw fault("sign.ack", { path, found: player, clause: "R11", player, as: "key" });
      insist(n <= last, "sign.ack", "R11", last, n, null, { path, player, as: "event", n });
      const check = verifySignature(key, fromHex(sig), ackMessage(gid, n, heads[n]), "sign.ack");
      queue.add(check, { event: n, path }, { player });
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
function mustSign({ type, by, reason }, signedMoves) {
  return type === "back" || reason === "left" || (by === "player" && signedMoves);
}
