// What stands in the log: leaves that name a game and a head (docs/spec/log.md, L1).

import { canonicalJson } from "../replay/codec.js";
import { fault } from "../replay/errors.js";
import { utf8 } from "./encoding.js";

/** @typedef {import("../replay/record.js").LogEntry} LogEntry */

/**
 * A closing leaf has a status, an opening one has none; otherwise throws `log.status`.
 * @param {LogEntry} leaf
 */
export function checkLeaf({ kind, status }) {
  const open = kind === "open";
  if ((status === undefined) === open) return;
  throw fault("log.status", { expected: open ? null : "a status", found: status, clause: "L1", kind });
}

/**
 * The entry that goes into the log: canonical JSON.
 * @param {LogEntry} leaf
 */
export function leafBytes(leaf) {
  return utf8(canonicalJson(leaf));
}
