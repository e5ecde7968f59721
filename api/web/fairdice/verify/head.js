// Stage `head`: the house's receipt over the final head (docs/spec/record.md, R11), and receipts kept from earlier.

import { CodedError, fault } from "../../replay/errors.js";
import { fromHex, toHex } from "../encoding.js";
import { receiptMessage, verifySignature } from "../keys.js";
import { checkReceipt, keyOf } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./case.js").EarlierReceipt} EarlierReceipt */

/**
 * The receipt is for the last event and its signature holds.
 *
 * Gives false if the signature cannot be checked here. Rejects with ``head.index`` or ``head.receipt``.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkHead(kase) {
  const { last } = kase;
  const { n } = kase.record.receipt;
  if (n !== last) throw fault("head.index", { path: "/receipt/n", expected: last, found: n, clause: "R11" });
  try {
    return await checkReceipt(kase);
  } catch (/** @type {any} */ error) {
    throw Object.assign(error, {
      path: "/receipt/sig",
      expected: "the house's signature over head " + toHex(kase.heads[last]),
      facts: { last, ...(await narrowDown(kase)) },
    });
  }
}

/**
 * How far the caller's earlier receipts narrow the fault down.
 * @param {Case} kase
 */
async function narrowDown(kase) {
  const { last } = kase;
  let good = -1;
  let bad = last + 1;
  for (const earlier of kase.trust.receipts) {
    const { n, head, game } = earlier;
    if (n > last || (game && game !== toHex(kase.gid))) continue;
    if (await houseSigned(kase, earlier, kase.heads[n])) good = Math.max(good, n);
    else if (!head || (await houseSigned(kase, earlier, fromHex(head)))) bad = Math.min(bad, n);
  }
  // If an earlier stage failed, it has named something that the house did not sign so.
  if (good < 0 && bad > last) return kase.flawed ? {} : { as: "alone" };
  if (bad <= good) return { as: "contradict" };
  return { as: "between", from: good + 1, to: Math.min(bad, last) };
}

/**
 * The receipts that the caller kept fit the record: same game, same head at their event.
 *
 * Gives false if a signature cannot be checked here. Rejects with ``named.receipt`` (a receipt of another game or house,
 * or of an event the record has not yet) or ``head.fork``: the house signed two histories, and the two receipts together
 * prove it to anyone. That needs a record whose own receipt holds: whoever has no key of the house must not be able to
 * accuse it.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkEarlier(kase) {
  const gid = toHex(kase.gid);
  let all = true;
  let own = kase.record.receipt.n === kase.last;
  try {
    own &&= await checkReceipt(kase);
  } catch {
    own = false;
  }
  for (const earlier of kase.trust.receipts) {
    const { n, head, game } = earlier;
    if (game && game !== gid) throw fault("named.receipt", { expected: gid, found: game, as: "game" });
    /** @type {Uint8Array | undefined} */
    const recorded = kase.heads[n];
    const known = recorded && toHex(recorded);
    if (recorded && (!head || head === known)) {
      const holds = await houseSigned(kase, earlier, recorded);
      if (holds === null) all = false;
      if (holds !== false) continue;
    }
    const fork = own && head && head !== known && (recorded || kase.close);
    if (fork && (await houseSigned(kase, earlier, fromHex(head)))) {
      const as = recorded ? undefined : "cut";
      throw fault("head.fork", { event: n, expected: head, found: known, clause: "R11", as });
    }
    const expected = "a receipt of this game by this house";
    throw fault("named.receipt", { event: n, expected, clause: "R11", as: recorded ? undefined : "later" });
  }
  return all;
}

/**
 * Whether the house has signed this head; null if that cannot be checked here.
 * @param {Case} kase
 * @param {EarlierReceipt} earlier
 * @param {Uint8Array} head
 */
async function houseSigned(kase, { n, sig, game }, head) {
  const message = receiptMessage(game ? fromHex(game) : kase.gid, n, head);
  try {
    return (await verifySignature(keyOf(kase, kase.opening.house.key), fromHex(sig), message)) || null;
  } catch (error) {
    if (error instanceof CodedError) return false;
    throw error;
  }
}
