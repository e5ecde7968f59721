// The strict JSON parse: one text, one reading (docs/spec/protocol.md, B1 to B3; record.md, R2).
//
// What is accepted is RFC 8259 JSON in UTF-8 without a byte order mark, restricted to what can be hashed: every key
// unique in its object and of the form [a-z][a-z0-9_]{0,31}, no number but integers with |n| < 2^53, no -0, no lone
// surrogate, at most 16 levels. The first fault decides, in the order of R2: those of the whole text here, those that
// stand somewhere in it in scan.js.
//
// JSON.parse reads more than this: repeated keys (the last wins), fractions, integers that it rounds, lone surrogates,
// `__proto__`, any depth. What it gives counts only where nothing of the kind can have been there (codec.js).

import { fault } from "./errors.js";
import { scan } from "./scan.js";

const MAX_BRACKETS = 2 ** 20;

/**
 * Read one JSON document of at most `most` bytes. Objects in it have no prototype.
 * @param {Uint8Array} raw
 * @param {number} most
 */
export function parseStrictly(raw, most) {
  return scan(readText(raw, most));
}

/**
 * The text of a document of at most `most` bytes, for `scan`: it is not empty. Throws the faults of the text as a whole.
 * @param {Uint8Array} raw
 * @param {number} most
 */
export function readText(raw, most) {
  if (raw.length > most) throw tooLarge(most, raw.length);
  const mark = (raw[0] << 8) | raw[1];
  if (mark === 0xefbb && raw[2] === 0xbf) throw fault("format.bom");
  if (mark === 0xfffe || mark === 0xfeff || raw.subarray(0, 4).includes(0)) throw fault("format.utf8");
  const text = utf8Text(raw);
  if (!/[^ \t\n\r]/.test(text)) throw fault("format.empty");
  if (raw.length > MAX_BRACKETS) checkBrackets(raw);
  return text;
}

/** @param {Uint8Array} raw */
function checkBrackets(raw) {
  let count = 0;
  for (let index = 0; index < raw.length; index++) if (raw[index] === 91 || raw[index] === 123) count++;
  if (count > MAX_BRACKETS) throw tooLarge(MAX_BRACKETS, count);
}

/**
 * @param {number} expected
 * @param {number} found
 */
function tooLarge(expected, found) {
  return fault("format.size", { expected, found });
}

/** @param {Uint8Array} raw */
function utf8Text(raw) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    // What is no UTF-8 is read as U+FFFD; written again, that differs first inside the first such character.
    const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw));
    let at = again.findIndex((byte, index) => byte !== raw[index]);
    while ((again[at] & 0xc0) === 0x80) at--;
    throw fault("format.utf8", { found: raw[at].toString(16).padStart(2, "0"), at });
  }
}
