// Checkpoints of the transparency log: signed notes that say how large the tree is and what its root is
// (C2SP signed-note and tlog-checkpoint; docs/spec/log.md, L6 and L7).

import { fault } from "../replay/errors.js";
import { beginning } from "../replay/pointer.js";
import { toHex, utf8 } from "./encoding.js";
import { checkPublicKey, verifySignature } from "./keys.js";
import { sha256 } from "./sha256.js";

/**
 * An Ed25519 key under a name, by which its signature lines are found: `public` has 32 bytes, `id` is hex, `vkey` the
 * key as people hand it on.
 * @typedef {{name: string, public: Uint8Array, id: string, vkey: string}} LogKey
 */
/**
 * What a log says of itself; `text` is what is signed. `lines` are the signature lines: `id` is hex.
 * @typedef {{origin: string, size: number, root: Uint8Array, text: string}} Checkpoint
 * @typedef {{checkpoint: Checkpoint, lines: {name: string, id: string, sig: Uint8Array}[]}} Signed
 */

const MAX_NOTE = 65536;
const MAX_LINES = 100;
const DASH = "— ";
// White space as Unicode has it, the separators below it, plus signs, and halves of surrogate pairs.
const NO_NAME = /^$|[\x00-\x20+\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|\p{Surrogate}/u;
const CONTROL = /[\x00-\x09\x0b-\x1f]|\p{Surrogate}/u;

/**
 * The id of an Ed25519 key under this name: 8 hex digits.
 * @param {string} name
 * @param {Uint8Array} raw 32 bytes
 */
export function keyId(name, raw) {
  return toHex(sha256(utf8(name), Uint8Array.of(10, 1), raw)).slice(0, 8);
}

/**
 * Read a vkey. Throws `log.vkey` (no such line, an id that is not this key's, another kind of key) or `party.key_*` for a
 * key that nobody may use.
 * @param {string} vkey
 * @returns {LogKey}
 */
export function parseKey(vkey) {
  const [name, digits = "", ...rest] = vkey.split("+");
  const raw = base64Bytes(rest.join("+"));
  if (NO_NAME.test(name) || raw?.[0] !== 1 || raw.length !== 33) {
    throw fault("log.vkey", { found: beginning(vkey, 200), clause: "L6" });
  }
  const key = raw.slice(1);
  const id = keyId(name, key);
  if (digits !== id) throw fault("log.vkey", { expected: id, found: beginning(digits, 64), clause: "L6", as: "id" });
  checkPublicKey(key);
  return { name, public: key, id, vkey };
}

/**
 * Read the signed note of a checkpoint, strictly; whether a signature holds is for `verifyCheckpoint`. Throws
 * `log.checkpoint`.
 * @param {string} note
 * @returns {Signed}
 */
export function parseCheckpoint(note) {
  const characters = note.length > MAX_NOTE ? [...note].length : 0;
  if (characters > MAX_NOTE) throw noCheckpoint(characters);
  const blank = note.lastIndexOf("\n\n");
  if (CONTROL.test(note) || blank < 0 || !note.slice(blank + 2).endsWith("\n")) throw noCheckpoint(null);
  const lines = note.slice(blank + 2, -1).split("\n");
  if (lines.length > MAX_LINES) throw noCheckpoint(lines.length);
  return { checkpoint: parseBody(note.slice(0, blank)), lines: lines.map(parseLine) };
}

/** @param {string} body @returns {Checkpoint} */
function parseBody(body) {
  const [origin, size, root, ...further] = body.split("\n");
  if (root === undefined || ![origin, size, root, ...further].every(Boolean)) throw noCheckpoint(null);
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) throw noCheckpoint(size);
  const raw = base64Bytes(root);
  if (raw?.length !== 32) throw noCheckpoint(root);
  return { origin, size: Number(size), root: raw, text: `${body}\n` };
}

/** @param {string} line */
function parseLine(line) {
  const space = line.indexOf(" ", DASH.length);
  const name = line.slice(DASH.length, space);
  const raw = base64Bytes(line.slice(space + 1));
  if (!line.startsWith(DASH) || space < 0 || NO_NAME.test(name) || !raw || raw.length < 5) throw noCheckpoint(line);
  return { name, id: toHex(raw.slice(0, 4)), sig: raw.slice(4) };
}

/** @param {string | number | null} found */
function noCheckpoint(found) {
  return fault("log.checkpoint", { found: typeof found === "string" ? beginning(found, 200) : found, clause: "L7" });
}

/**
 * Require that one of the keys has signed the checkpoint; gives the first that did, undefined if that cannot be checked
 * here. Lines of other keys are passed over, witnesses' for instance; every line of a key that was named must hold.
 * Rejects with `log.origin` (no key is named as this log is), `log.unsigned` (no line of such a key), `log.signature` (a
 * line of one does not hold) or `party.key_*`.
 * @param {Signed} signed
 * @param {LogKey[]} keys
 * @returns {Promise<LogKey | undefined>}
 */
export async function verifyCheckpoint({ checkpoint, lines }, keys) {
  const { origin, text } = checkpoint;
  const named = keys.filter((key) => key.name === origin);
  if (!named.length) throw fault("log.origin", { expected: keys.map((key) => key.name), found: origin, clause: "L7" });
  // Of two keys with one id the last counts.
  const known = new Map(named.map((key) => [key.id, key]));
  const message = utf8(text);
  let found;
  let checked = true;
  for (const line of lines) {
    const key = line.name === origin ? known.get(line.id) : undefined;
    if (!key) continue;
    checked = (await verifySignature(key.public, line.sig, message, "log.signature")) && checked;
    found ??= key;
  }
  if (!found) {
    throw fault("log.unsigned", {
      expected: [...known.values()].map((key) => key.vkey),
      found: lines.slice(0, 16).map((line) => `${line.name}+${line.id}`),
      clause: "L6",
    });
  }
  return checked ? found : undefined;
}

/**
 * The bytes that this base64 stands for, in the one spelling there is (RFC 4648, section 4); undefined otherwise.
 * @param {string} text
 */
function base64Bytes(text) {
  try {
    const raw = atob(text);
    if (btoa(raw) === text) return Uint8Array.from(raw, (char) => char.charCodeAt(0));
  } catch {
    // Not even base64.
  }
  return undefined;
}
