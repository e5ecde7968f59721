// Stage `log`: the record's leaves and their proofs under one checkpoint (docs/spec/log.md, L9).

import { insist } from "../../replay/errors.js";
import { parseCheckpoint, parseKey, verifyCheckpoint } from "../checkpoint.js";
import { fromHex, toHex } from "../encoding.js";
import { checkLeaf, leafBytes } from "../leaves.js";
import { leafHash, verifyInclusion } from "../merkle.js";
import { amend } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * The checkpoint is one of a log that the caller named, if it named any, and proves leaves that fit the record.
 *
 * What was found is `kase.logged` from then on. Gives false, and finds nothing, if the checkpoint's signature cannot be
 * checked here. Rejects with ``log.missing``, ``log.vkey``, ``log.checkpoint``, ``log.origin``, ``log.unsigned`` or
 * ``log.signature``; then leaf by leaf ``log.game``, ``log.event``, ``log.head``, ``log.place``, ``log.status``,
 * ``log.order``, ``log.index``, ``log.proof_length`` or ``log.inclusion``; at last ``log.open``.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkLog(kase) {
  const { log } = kase.record;
  insist(log, "log.missing", "L9", null, null, null, { path: "/log" });
  const keys = kase.trust.logKeys.map(parseKey);
  const first = kase.rolls[0]?.n;
  let opened = null;
  let closed = null;
  let checked = true;
  let checkpoint;
  // Where a fault lies that does not say so itself.
  let event = null;
  let path = "/log/checkpoint";
  try {
    const signed = parseCheckpoint(log.checkpoint);
    ({ checkpoint } = signed);
    if (keys.length) checked = !!(await verifyCheckpoint(signed, keys));
    for (const [place, { leaf, index, proof }] of log.leaves.entries()) {
      const { n, kind } = leaf;
      const gid = toHex(kase.gid);
      event = null;
      path = `/log/leaves/${place}/leaf`;
      insist(leaf.game === gid, "log.game", "L9", gid, leaf.game, null, { path: "/game" });
      insist(n <= kase.last, "log.event", "L9", kase.last, n, null, { path: "/n" });
      event = n;
      checkLeafPlace(kase, leaf);
      path = `/log/leaves/${place}`;
      const before = log.leaves[place - 1];
      const ordered = !before || (index > before.index && n > before.leaf.n);
      insist(ordered, "log.order", "L9", `above ${before?.index}`, index, n, { path: "/index" });
      const steps = proof.map((/** @type {string} */ step) => fromHex(step));
      verifyInclusion(leafHash(leafBytes(leaf)), index, checkpoint.size, steps, checkpoint.root);
      if (kind === "close") closed = index;
      else if (first === undefined || first === n + 1) opened = index;
    }
    event = first - 1;
    path = "/log/leaves";
    insist(first === undefined || opened !== null, "log.open", "L9");
  } catch (/** @type {any} */ error) {
    throw amend(error, { event, path: path + error.path });
  }
  const { origin, size } = checkpoint;
  if (checked) kase.logged = { origin, size, key_named: keys.length > 0, open: opened, close: closed };
  return checked;
}

/**
 * The leaf says what is true of its event, which the record has.
 *
 * Throws ``log.head``, ``log.place`` or ``log.status``.
 * @param {Case} kase
 * @param {any} leaf
 */
function checkLeafPlace({ close, heads, joins, last, opening, rolls }, leaf) {
  const { n, kind, status } = leaf;
  /** @type {(good: any, code: string, path: string, expected: any, found: any, as?: string) => void} */
  const ask = (good, code, path, expected, found, as) => insist(good, code, "L9", expected, found, n, { path, n, as });
  const head = toHex(heads[n]);
  ask(leaf.head === head, "log.head", "/head", head, leaf.head);
  if (kind === "close") {
    ask(close && n === last, "log.place", "/n", null, n, kind);
  } else {
    const { players } = opening;
    const end = rolls[0]?.n ?? (close ? last : last + 1);
    ask(n > players && n < end && joins.length >= players, "log.place", "/n", null, n);
  }
  checkLeaf(leaf);
  ask(!close || !status || status === close.status, "log.status", "/status", close?.status, status, "other");
}
