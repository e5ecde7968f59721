// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), synchronous: a record takes thousands of short hashes, and each
// digest of WebCrypto costs a turn of the event loop, many times what the hash itself does.

import { concat } from "./bytes.js";

// The first 64 primes: the constants are the first 32 bits of the fractions of their cube roots, the initial value those
// of the square roots of the first eight. None of these fractions comes nearer to another 32 bits than 2^-38, so that
// the last bits of a double, in which engines may differ, do not matter.
const PRIMES = firstPrimes(64);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** One bit follows a message, zeros, and the number of its bits as the last 8 bytes of a block. */
const PADDING = new Uint8Array(72);

// The hash being made: one at a time.
const state = new Int32Array(8);
const schedule = new Int32Array(64);

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

/** @param {number} root */
function fraction(root) {
  return (root % 1) * 2 ** 32;
}

/**
 * The hash (32 bytes) of the parts, one behind the other.
 * @param {...Uint8Array} parts
 */
export function sha256(...parts) {
  const bytes = concat(...parts, PADDING);
  const size = bytes.length - PADDING.length;
  const end = bytes.length & -64;
  const words = new DataView(bytes.buffer);
  bytes[size] = 0x80;
  words.setUint32(end - 8, size / 2 ** 29);
  words.setUint32(end - 4, size << 3);
  state.set(INITIAL);
  for (let at = 0; at < end; at += 64) takeBlock(words, at);
  state.forEach((word, index) => words.setInt32(4 * index, word));
  return bytes.slice(0, 32);
}

/**
 * HMAC-SHA-256 (32 bytes) of the parts, one behind the other.
 * @param {Uint8Array} key at most 64 bytes
 * @param {...Uint8Array} parts
 */
export function hmacSha256(key, ...parts) {
  return sha256(padKey(key, 0x5c), sha256(padKey(key, 0x36), ...parts));
}

/** @param {Uint8Array} key @param {number} byte */
function padKey(key, byte) {
  return new Uint8Array(64).map((_, index) => key[index] ^ byte);
}

/**
 * Take the next block into the state: FIPS 180-4, section 6.2.2.
 * @param {DataView} words
 * @param {number} from
 */
function takeBlock(words, from) {
  const w = schedule;
  for (let t = 0; t < 16; t++) w[t] = words.getInt32(from + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + ROUNDS[t] + w[t]) | 0;
    const t2 = s0 + ((a & b) ^ (c & (a ^ b)));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}
