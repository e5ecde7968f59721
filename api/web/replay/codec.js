// The record's bytes: one strict reading in, canonical JSON out (docs/spec/protocol.md, B1 to B3).

import { fault } from "./errors.js";
import { shorten } from "./pointer.js";
import { MAX_BYTES, RECORD, RECORD_FORMAT } from "./record.js";
import { checkShape } from "./shape.js";
import { parseStrictly } from "./strict.js";

/**
 * A record as it was read. `bodies` are the canonical bytes of each event; `links` the link bytes of each draw and roll,
 * in the order of their events: 32 bytes each, the house's first, null where a party does not contribute; `canonical`
 * tells whether the file itself was canonical JSON, a final line feed apart.
 * @typedef {{record: import("./record.js").GameRecord, bodies: Uint8Array[], links: (Uint8Array | null)[][],
 *   canonical: boolean}} Decoded
 */

/**
 * Read a game record of at most 32 MiB (docs/spec/record.md, R2). Objects in it have no prototype. Throws `format.*` for
 * the first fault of the text, else of its kind, else of its values.
 * @param {Uint8Array} raw
 * @returns {Decoded}
 */
export function decodeRecord(raw) {
  const { value, events, canonical } = parseStrictly(raw, MAX_BYTES);
  checkKind(value);
  checkShape(value, RECORD);
  /** @type {import("./record.js").GameRecord} */
  const record = value;
  const encoder = new TextEncoder();
  const bodies = record.events.map((event, n) => encoder.encode(events[n] ?? canonicalJson(event)));
  const links = [];
  for (const event of record.events) {
    if (event.type === "draw" || event.type === "roll") links.push(event.links.map((link) => link && bytesOfHex(link)));
  }
  return { record, bodies, links: /** @type {(Uint8Array | null)[][]} */ (links), canonical };
}

/** @param {any} value */
function checkKind(value) {
  const found = value?.format;
  if (!value || typeof value !== "object" || Array.isArray(value) || found === RECORD_FORMAT) return;
  throw fault("format.kind", { path: "/format", expected: RECORD_FORMAT, found: shorten(found) });
}

/**
 * The canonical JSON of what was read or is as strict: RFC 8785 (B2).
 * @param {any} value
 * @returns {string}
 */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!value || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys.sort().map((key) => `"${key}":${canonicalJson(value[key])}`).join()}}`;
}

/**
 * The bytes that lower-case hex stands for, two digits each.
 * @param {string} digits
 */
export function bytesOfHex(digits) {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = 16 * nibble(digits.charCodeAt(2 * index)) + nibble(digits.charCodeAt(2 * index + 1));
  }
  return bytes;
}

/** @param {number} code of a hex digit */
function nibble(code) {
  return code < 58 ? code - 48 : code - 87;
}
