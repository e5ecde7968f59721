// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), synchronous: a record takes thousands of short hashes, and each
// digest of WebCrypto costs a turn of the event loop, many times what the hash itself does.

// The first 64 primes: the constants are the first 32 bits of the fractions of their cube roots, the initial value those
// of the square roots of the first eight. None of these fractions comes nearer to another 32 bits than 2^-38, so that
// the last bits of a double, in which engines may differ, do not matter.
const PRIMES = firstPrimes(64);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

// The hash being made: one at a time, from `begin` to `finish`.
const state = new Int32Array(8);
const schedule = new Int32Array(64);
const block = new Uint8Array(64);
const words = new DataView(block.buffer);
let size = 0;

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
  return ((root % 1) * 2 ** 32) | 0;
}

/**
 * The hash (32 bytes) of the parts, one behind the other.
 * @param {...Uint8Array} parts
 */
export function sha256(...parts) {
  beginHash();
  for (const part of parts) addBytes(part);
  return finishHash();
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
  const pad = new Uint8Array(64);
  for (let index = 0; index < 64; index++) pad[index] = key[index] ^ byte;
  return pad;
}

function beginHash() {
  state.set(INITIAL);
  size = 0;
}

/** @param {Uint8Array} bytes */
function addBytes(bytes) {
  let filled = size & 63;
  for (let index = 0; index < bytes.length; index++) {
    block[filled++] = bytes[index];
    if (filled === 64) {
      compress();
      filled = 0;
    }
  }
  size += bytes.length;
}

function finishHash() {
  const filled = size & 63;
  block[filled] = 0x80;
  block.fill(0, filled + 1);
  if (filled > 55) {
    compress();
    block.fill(0);
  }
  words.setUint32(56, size / 2 ** 29);
  words.setUint32(60, size << 3);
  compress();
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setInt32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/** Take the block into the state: FIPS 180-4, section 6.2.2. */
function compress() {
  const w = schedule;
  for (let t = 0; t < 16; t++) w[t] = words.getInt32(4 * t);
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
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + ROUNDS[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (c & (a ^ b)))) | 0;
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
