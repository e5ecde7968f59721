// Stage `log`: the record's leaves and their proofs under one checkpoint (docs/spec/log.md, L9).

import { fault } from "../../replay/errors.js";
import { parseCheckpoint, parseKey, verifyCheckpoint } from "../checkpoint.js";
import { fromHex, toHex } from "../encoding.js";
import { checkLeaf, leafBytes } from "../leaves.js";
import { leafHash, verifyInclusion } from "../merkle.js";

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
  if (!log) throw fault("log.missing", { path: "/log", clause: "L9" });
  const keys = kase.trust.logKeys.map(parseKey);
  const { checkpoint, checked } = await aboutLeaf(null, "/log/checkpoint", async () => {
    const signed = parseCheckpoint(log.checkpoint);
    return { checkpoint: signed.checkpoint, checked: !keys.length || !!(await verifyCheckpoint(signed, keys)) };
  });
  const first = kase.rolls[0]?.n;
  let opened = null;
  let closed = null;
  for (const [place, { leaf, index, proof }] of log.leaves.entries()) {
    const path = `/log/leaves/${place}`;
    checkGame(kase, leaf, `${path}/leaf`);
    await aboutLeaf(leaf.n, `${path}/leaf`, () => checkLeafPlace(kase, leaf));
    await aboutLeaf(leaf.n, path, () => {
      checkLeafOrder(log.leaves, place);
      const steps = proof.map((/** @type {string} */ step) => fromHex(step));
      verifyInclusion(leafHash(leafBytes(leaf)), index, checkpoint.size, steps, checkpoint.root);
    });
    if (leaf.kind === "close") closed = index;
    else if (first === undefined || first === leaf.n + 1) opened = index;
  }
  if (first !== undefined && opened === null) {
    throw fault("log.open", { event: first - 1, path: "/log/leaves", clause: "L9" });
  }
  if (checked) {
    kase.logged = { origin: checkpoint.origin, size: checkpoint.size, keyNamed: !!keys.length, opened, closed };
  }
  return checked;
}

/**
 * The leaf is of this game and of an event that the record has.
 * @param {Case} kase
 * @param {any} leaf
 * @param {string} path
 */
function checkGame(kase, leaf, path) {
  const gid = toHex(kase.gid);
  if (leaf.game !== gid) {
    throw fault("log.game", { path: `${path}/game`, expected: gid, found: leaf.game, clause: "L9" });
  }
  if (leaf.n > kase.last) {
    throw fault("log.event", { path: `${path}/n`, expected: kase.last, found: leaf.n, clause: "L9" });
  }
}

/**
 * The leaf says what is true of its event, which the record has.
 *
 * Throws ``log.head``, ``log.place`` or ``log.status``.
 * @param {Case} kase
 * @param {any} leaf
 */
function checkLeafPlace(kase, leaf) {
  const { n, kind, status } = leaf;
  const { close, last } = kase;
  const head = toHex(kase.heads[n]);
  if (leaf.head !== head) refuseLeaf("head", "/head", head, leaf.head, { n });
  if (kind === "close") {
    if (!close || n !== last) refuseLeaf("place", "/n", null, n, { n, as: "close" });
  } else {
    const joined = kase.opening.players + 1;
    const end = kase.rolls[0]?.n ?? (close ? last : last + 1);
    if (n < joined || n >= end || kase.joins.length < joined - 1) refuseLeaf("place", "/n", null, n, { n });
  }
  checkLeaf(leaf);
  if (close && status !== undefined && status !== close.status) {
    refuseLeaf("status", "/status", close.status, status, { as: "other" });
  }
}

/**
 * Leaves stand in the order of the log, openings by their event, the close last.
 * @param {any[]} leaves
 * @param {number} place
 */
function checkLeafOrder(leaves, place) {
  if (!place) return;
  const [before, now] = leaves.slice(place - 1);
  if (now.index <= before.index || now.leaf.n <= before.leaf.n) {
    refuseLeaf("order", "/index", `above ${before.index}`, now.index, {});
  }
}

/**
 * @param {string} code
 * @param {string} path
 * @param {any} expected
 * @param {any} found
 * @param {Record<string, any>} facts
 * @returns {never}
 */
function refuseLeaf(code, path, expected, found, facts) {
  throw fault(`log.${code}`, { path, expected, found, clause: "L9", ...facts });
}

/**
 * Do it, and say of a fault of it which event and place of the record it is about.
 * @template T
 * @param {number | null} event
 * @param {string} path
 * @param {() => T | Promise<T>} run
 * @returns {Promise<T>}
 */
async function aboutLeaf(event, path, run) {
  try {
    return await run();
  } catch (/** @type {any} */ error) {
    throw Object.assign(error, { event, path: path + error.path });
  }
}
