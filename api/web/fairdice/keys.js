// Ed25519 (RFC 8032): which keys are refused, verifying, and the messages that are signed (docs/spec/protocol.md, B15
// and B16).
//
// What verifies signatures accepts *any* message under some public keys, those of small order, so they are refused here,
// before a signature is looked at.

import { fault } from "../replay/errors.js";
import { concat, u32 } from "./bytes.js";
import { tag, toHex } from "./encoding.js";

// The curve -x^2 + y^2 = 1 + d x^2 y^2, d = -A / B, over the integers modulo P (RFC 8032, section 5.1).
const P = 2n ** 255n - 19n;
const A = 121665n;
const B = A + 1n;

/** @type {Promise<boolean> | undefined} */
let supported;
/** @type {WeakMap<Uint8Array, Promise<any>>} Keys as WebCrypto takes them. */
const imported = new WeakMap();

/**
 * Refuse bytes that no party may use as its public key: throws `party.key_length` (not 32 bytes), `party.key_encoding`
 * (another spelling of a point), `party.key_weak` (a point of order 1, 2, 4 or 8) or `party.key_point` (no point of the
 * curve). RFC 8032, section 5.1.3; B15.
 * @param {Uint8Array} raw
 */
export function checkPublicKey(raw) {
  checkKeyEncoding(raw);
  checkKeyPoint(raw);
}

/**
 * Refuse what can be refused without a power.
 * @param {Uint8Array} raw
 */
function checkKeyEncoding(raw) {
  if (raw.length !== 32) throw keyRefused("length", raw);
  const y = yOf(raw);
  // x = 0 has no negative, so a sign bit there is a second spelling of the same point.
  if (y >= P || (raw[31] > 127 && (y * y) % P === 1n)) throw keyRefused("encoding", raw);
  if (isWeak(raw)) throw keyRefused("weak", raw);
}

/**
 * Whether these 32 bytes are a point of small order. Those of order 1 and 2 have x = 0 and y^2 = 1, those of order 4
 * y = 0; twice a point of order 8 has y = 0, so that x^2 = -y^2 and 2 y^2 = 1 + d x^2 y^2 = 1 - d y^4.
 * @param {Uint8Array} raw
 */
function isWeak(raw) {
  const y = yOf(raw);
  const square = y * y;
  return !((y * (square - 1n) * (A * square * square - 2n * B * square + B)) % P);
}

/**
 * Refuse a y that no point of the curve has: x^2 = (y^2 - 1) / (d y^2 + 1) is not a square (Euler's criterion), nor is
 * then (y^2 - 1) (d y^2 + 1) B^2.
 * @param {Uint8Array} raw
 */
function checkKeyPoint(raw) {
  const square = yOf(raw) ** 2n;
  if (power((square - 1n) * (B - A * square) * B, (P - 1n) / 2n) !== 1n) throw keyRefused("point", raw);
}

/** @param {string} why @param {Uint8Array} raw */
function keyRefused(why, raw) {
  return fault(`party.key_${why}`, { found: toHex(raw), clause: "B15" });
}

/** @param {Uint8Array} raw */
function yOf(raw) {
  return BigInt(`0x${toHex(raw.slice().reverse())}`) % 2n ** 255n;
}

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let value = 1n;
  for (let square = ((base % P) + P) % P; exponent; exponent >>= 1n, square = (square * square) % P) {
    if (exponent & 1n) value = (value * square) % P;
  }
  return value;
}

/** Whether signatures can be verified here: found out once, with the base point as a key. */
export function hasEd25519() {
  supported ??= importKey(Uint8Array.of(0x58, ...Array(31).fill(0x66))).then(
    () => true,
    () => false,
  );
  return supported;
}

/** @param {Uint8Array} key */
async function importKey(key) {
  return webCrypto().importKey("raw", key, "Ed25519", false, ["verify"]);
}

/** @returns {any} undefined in pages that were not loaded securely */
function webCrypto() {
  return globalThis.crypto?.subtle;
}

/**
 * Require that `sig` is this key's signature of `message` (RFC 8032, section 5.1.7). Gives true if it is, false if that
 * cannot be checked here. Rejects with `code`, or with `party.key_*` for a key that nobody may use; as a signature that
 * holds proves its key to be a point of the curve, `party.key_point` is asked only when it does not.
 *
 * Give the same array for the same key: it is made ready only once.
 * @param {Uint8Array} key
 * @param {Uint8Array} sig 64 bytes
 * @param {Uint8Array} message
 * @param {string} [code]
 */
export async function verifySignature(key, sig, message, code = "sign.signature") {
  checkKeyEncoding(key);
  if (!(await hasEd25519())) return false;
  let holds = false;
  try {
    if (!imported.has(key)) imported.set(key, importKey(key));
    // Some refuse signatures that begin with a point of small order, others don't: nobody does here.
    holds = !isWeak(sig.slice(0, 32)) && (await webCrypto().verify("Ed25519", await imported.get(key), sig, message));
  } catch {
    // Some refuse a key that is no point, or a signature of another length, when they see it.
  }
  if (holds) return true;
  checkKeyPoint(key);
  throw fault(code, { found: toHex(sig), clause: "B16" });
}

/**
 * What the house signs for event `n`.
 * @param {Uint8Array} gid 32 bytes
 * @param {number} n
 * @param {Uint8Array} head of event n, 32 bytes
 */
export function receiptMessage(gid, n, head) {
  return concat(tag("receipt"), gid, u32(n), head);
}

/**
 * What a player signs to say that it has seen the history up to event `n`.
 * @param {Uint8Array} gid 32 bytes
 * @param {number} n
 * @param {Uint8Array} head of event n, 32 bytes
 */
export function ackMessage(gid, n, head) {
  return concat(tag("ack"), gid, u32(n), head);
}

/**
 * What a player signs to join.
 * @param {Uint8Array} previousHead 32 bytes
 * @param {Uint8Array} body `signedBody` of the event
 */
export function joinMessage(previousHead, body) {
  return concat(tag("join"), previousHead, body);
}

/**
 * What a player signs for a move, a pass, its leaving or its return.
 * @param {Uint8Array} previousHead 32 bytes
 * @param {Uint8Array} body `signedBody` of the event
 */
export function moveMessage(previousHead, body) {
  return concat(tag("move"), previousHead, body);
}
