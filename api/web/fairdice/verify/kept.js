// What a caller may name beyond keys: receipts kept from earlier, and statements that must hold (docs/spec/verifying.md,
// V11). A replay on a page names neither, so nothing of this is packed: what `keptReceipts` and `requireStatements` make
// goes into a `Trust`.

import { CodedError, fault } from "../../replay/errors.js";
import { fromHex, toHex } from "../encoding.js";
import { receiptMessage, verifySignature } from "../keys.js";
import { checkReceipt, keyOf } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./report.js").Statement} Statement */

/**
 * A receipt that the caller kept: the house's signature over head `n`, and the head itself if it was kept too.
 * @typedef {object} EarlierReceipt
 * @property {number} n
 * @property {string} sig 128 hex digits, as all hex here in lower case
 * @property {string} [head] 64 hex digits
 * @property {string} [game] 64 hex digits
 */

/**
 * Receipts kept from earlier, as `Trust.receipts`.
 * @param {EarlierReceipt[]} receipts one at least
 */
export function keptReceipts(receipts) {
  return {
    check: (/** @type {Case} */ kase) => checkEarlier(kase, receipts),
    narrow: (/** @type {Case} */ kase) => narrowDown(kase, receipts),
  };
}

/**
 * Names of statements that must hold, such as ``unchosen`` or ``unchosen:0``, as `Trust.require`: it throws
 * ``named.statement``, and gives false if one was not looked at because signatures cannot be checked here.
 * @param {string[]} names one at least
 */
export function requireStatements(names) {
  return (/** @type {Statement[]} */ said) => names.filter((wanted) => !checkStatement(wanted, said)).length === 0;
}

/**
 * @param {string} wanted
 * @param {Statement[]} said
 */
function checkStatement(wanted, said) {
  const [name, number] = wanted.split(":");
  const statement = said.find((each) => each.name === name);
  const say = statement?.say;
  let found = statement?.holds ?? "no";
  let absent;
  if (number && statement) {
    const lines = statement.details.players;
    const line = lines?.find((/** @type {any} */ each) => `${each.player}` === number);
    found = line?.holds ?? "no";
    if (lines && !line) absent = { player: Number(number), chain: name !== "signed" };
  }
  if (found === "yes") return true;
  if (say?.key === "said.ed25519") return false;
  throw fault("named.statement", { expected: "yes", found, wanted, say, absent });
}

/**
 * How far the receipts narrow down what the house did not sign so; undefined if they say nothing.
 * @param {Case} kase
 * @param {EarlierReceipt[]} receipts
 */
async function narrowDown(kase, receipts) {
  const { last } = kase;
  let good = -1;
  let bad = last + 1;
  for (const earlier of receipts) {
    const { n, head, game } = earlier;
    if (n > last || (game && game !== toHex(kase.gid))) continue;
    if (await houseSigned(kase, earlier, kase.heads[n])) good = Math.max(good, n);
    else if (!head || (await houseSigned(kase, earlier, fromHex(head)))) bad = Math.min(bad, n);
  }
  if (good < 0 && bad > last) return undefined;
  return bad <= good ? { as: "contradict" } : { as: "between", from: good + 1, to: Math.min(bad, last) };
}

/**
 * The receipts fit the record: same game, same head at their event.
 *
 * Gives false if a signature cannot be checked here. Rejects with ``named.receipt`` (a receipt of another game or house,
 * or of an event the record has not yet) or ``head.fork``: the house signed two histories, and the two receipts together
 * prove it to anyone. That needs a record whose own receipt holds: whoever has no key of the house must not be able to
 * accuse it.
 * @param {Case} kase
 * @param {EarlierReceipt[]} receipts
 * @returns {Promise<boolean>}
 */
async function checkEarlier(kase, receipts) {
  const gid = toHex(kase.gid);
  let all = true;
  const own = kase.record.receipt.n === kase.last && (await checkReceipt(kase).catch(() => false));
  for (const earlier of receipts) {
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
