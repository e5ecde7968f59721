// The strict JSON parse: one text, one reading (docs/spec/protocol.md, B1 to B3; record.md, R2).
//
// What is accepted is RFC 8259 JSON in UTF-8 without a byte order mark, restricted to what can be hashed: every key
// unique in its object and of the form [a-z][a-z0-9_]{0,31}, no number but integers with |n| < 2^53, no -0, no lone
// surrogate, at most 16 levels. The first fault decides, in the order of R2: those of the whole text here, those that
// stand somewhere in it in scan.js.
//
// JSON.parse reads more than this: repeated keys (the last wins), fractions, integers that it rounds, lone surrogates,
// `__proto__`, any depth. It is asked only where nothing of the kind is there.

import { fault } from "./errors.js";
import { scan } from "./scan.js";

const MAX_BRACKETS = 2 ** 20;

/**
 * Read one JSON document of at most `most` bytes.
 * @param {Uint8Array} raw
 * @param {number} most
 */
export function parseStrictly(raw, most) {
  const text = readText(raw, most);
  scan(text);
  return JSON.parse(text);
}

/**
 * The text of a document of at most `most` bytes; it is not empty. Throws the faults of the text as a whole.
 * @param {Uint8Array} raw
 * @param {number} most
 */
export function readText(raw, most) {
  checkSize(raw.length, most);
  const mark = (raw[0] << 8) | raw[1];
  if (mark === 0xefbb && raw[2] === 0xbf) throw fault("format.bom");
  if (mark === 0xfffe || mark === 0xfeff || raw.subarray(0, 4).includes(0)) throw fault("format.utf8");
  const text = utf8Text(raw);
  if (!/[^ \t\n\r]/.test(text)) throw fault("format.empty");
  let brackets = 0;
  for (let at = raw.length > MAX_BRACKETS ? raw.length : 0; at--; ) if (raw[at] === 91 || raw[at] === 123) brackets++;
  checkSize(brackets, MAX_BRACKETS);
  return text;
}

/** @param {number} found @param {number} expected */
function checkSize(found, expected) {
  if (found > expected) throw fault("format.size", { expected, found });
}

/** @param {Uint8Array} raw */
function utf8Text(raw) {
  const options = { fatal: true, ignoreBOM: true };
  try {
    return new TextDecoder("utf-8", options).decode(raw);
  } catch {
    // What is no UTF-8 is read as U+FFFD; written again, that differs first inside the first such character.
    const again = new TextEncoder().encode(new TextDecoder("utf-8", { ...options, fatal: false }).decode(raw));
    let at = again.findIndex((byte, index) => byte !== raw[index]);
    while ((again[at] & 0xc0) === 0x80) at--;
    throw fault("format.utf8", { found: (256 + raw[at]).toString(16).slice(1) });
  }
}
