// The bytes that are hashed and signed: tags, hex, heads (docs/spec/protocol.md, "Bytes").
//
// Every hash and every signature begins with a tag of its own, so that bytes made for one purpose can serve no other.

import { bytesOfHex } from "../replay/codec.js";
import { fault } from "../replay/errors.js";
import { sha256 } from "./sha256.js";

/** The head before event 0. */
export const ZERO_HASH = new Uint8Array(32);

/** @param {string} text */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/**
 * The tag of what is hashed or signed for one purpose: "event", "link", "roll", "more", "receipt", "ack", "join", "move".
 * @param {string} purpose
 */
export function tag(purpose) {
  return utf8(`fairdice/1 ${purpose}\n`);
}

const TAG_EVENT = tag("event");

/**
 * The bytes that lower-case hex stands for, `length` of them; otherwise throws `format.hex`.
 * @param {string} text
 * @param {number} [length]
 */
export function fromHex(text, length = text.length / 2) {
  if (text.length !== 2 * length || length % 1 || /[^0-9a-f]/.test(text)) {
    throw fault("format.hex", { found: text.slice(0, 2 * length + 1) });
  }
  return bytesOfHex(text);
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1)).join("");
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function same(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/**
 * The head (32 bytes) that covers an event and all before it. The head of event 0 is the game's identity, gid (B5).
 * @param {Uint8Array} previous the head before it, `ZERO_HASH` for event 0
 * @param {Uint8Array} body the event's canonical JSON
 */
export function head(previous, body) {
  return sha256(TAG_EVENT, previous, body);
}

/**
 * Cut `n`, `at` and `sig` out of a join, move, pass, away or back event: what its player signs (B17).
 *
 * It is exact for the canonical bytes of these events: no value of theirs is an object, so a key occurs once; inside a
 * string a quote is escaped, so `"at":` can only be a key; and `type` sorts after all three, so each is followed by a
 * comma.
 * @param {Uint8Array} body the event's canonical JSON
 */
export function signedBody(body) {
  return utf8(new TextDecoder().decode(body).replace(/"(at|n|sig)":[^,]*,/g, ""));
}
