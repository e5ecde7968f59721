// The record's bytes: one strict reading in, canonical JSON out (docs/spec/protocol.md, B1 to B3).

import { fault } from "./errors.js";
import { shorten } from "./pointer.js";
import { MAX_BYTES, RECORD, RECORD_FORMAT } from "./record.js";
import { scan } from "./scan.js";
import { checkShape } from "./shape.js";
import { readText } from "./strict.js";

/**
 * A record as it was read. `bodies` are the canonical bytes of each event; `links` the link bytes of each draw and roll,
 * in the order of their events: 32 bytes each, the house's first, null where a party does not contribute; `canonical`
 * tells whether the file itself was canonical JSON, a final line feed apart.
 * @typedef {{record: import("./record.js").GameRecord, bodies: Uint8Array[], links: (Uint8Array | null)[][],
 *   canonical: boolean}} Decoded
 */

/**
 * Read a game record of at most 32 MiB (docs/spec/record.md, R2). Throws `format.*` for the first fault of the text, else
 * of its kind, else of its values. Options have no prototype, as their names are free.
 * @param {Uint8Array} raw
 * @returns {Decoded}
 */
export function decodeRecord(raw) {
  const text = readText(raw, MAX_BYTES);
  const known = readCanonical(text);
  const record = known ?? readOther(text);
  const write = known ? JSON.stringify : canonicalJson;
  const encoder = new TextEncoder();
  const bodies = [];
  const links = [];
  for (const event of record.events) {
    bodies.push(encoder.encode(write(event)));
    if (event.type === "open") Object.setPrototypeOf(event.rules.options, null);
    else if (event.links) links.push(event.links.map((/** @type {string | null} */ link) => link && bytesOfHex(link)));
  }
  return { record, bodies, links, canonical: !!known };
}

/**
 * The record of a text that is its canonical JSON, a final line feed apart; otherwise undefined, whatever it is.
 *
 * JSON.parse alone lets repeated keys, -0 and other things pass. But when the value, written again, is the very text that
 * was read, has the shape of a record (integers only, no half of a surrogate pair, no other key) and all keys in their
 * order, then nothing of the kind was there.
 * @param {string} text
 */
function readCanonical(text) {
  try {
    const value = JSON.parse(text);
    const again = JSON.stringify(value);
    if ((again === text || again + "\n" === text) && checkShape(value, RECORD)) return value;
  } catch {
    // Not JSON, too deep, or no record: `scan` and `checkShape` say what is wrong.
  }
  return undefined;
}

/** The record of any other text, checked step by step. @param {string} text */
function readOther(text) {
  scan(text);
  const value = JSON.parse(text);
  const found = value?.format;
  if (value && typeof value === "object" && !Array.isArray(value) && found !== RECORD_FORMAT) {
    throw fault("format.kind", { path: "/format", expected: RECORD_FORMAT, found: shorten(found) });
  }
  checkShape(value, RECORD);
  return value;
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
 * @returns {Uint8Array}
 */
export function bytesOfHex(digits) {
  return new Uint8Array(digits.length / 2).map((_, index) => parseInt(digits.slice(2 * index, 2 * index + 2), 16));
}
