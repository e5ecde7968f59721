// From links to dice: the digest of a roll, its endless stream of bytes, integers without bias
// (docs/spec/protocol.md, B8 to B14).

import { u32 } from "./bytes.js";
import { tag } from "./encoding.js";
import { hmacSha256 } from "./sha256.js";

/** Where a public randomness beacon could stand in a later version of the protocol. */
const SALT = new Uint8Array(32);
const TAG_ROLL = tag("roll");
const TAG_MORE = tag("more");
const ABSENT = new Uint8Array(33);
const PRESENT = Uint8Array.of(1);

/**
 * R_j (32 bytes), from which roll `j` or the draw follows (B8). No move is an input.
 * @param {Uint8Array} gid 32 bytes
 * @param {number} j
 * @param {Uint8Array} houseLink the house's link j, 32 bytes
 * @param {(Uint8Array | null)[]} playerLinks one for each player of the game: its link j, null where it contributes none
 */
export function rollDigest(gid, j, houseLink, playerLinks) {
  const links = playerLinks.flatMap((link) => (link ? [PRESENT, link] : [ABSENT]));
  return hmacSha256(houseLink, TAG_ROLL, gid, u32(j), SALT, ...links);
}

/**
 * The die, 1..6, of a roll's digest (B11).
 * @param {Uint8Array} digest 32 bytes
 */
export function dieOf(digest) {
  return 1 + makeStream(digest)(6);
}

/**
 * The stream of a roll (B9), read from the front as integers (B10): gives `uniform`, which takes the next integer of
 * 0..m-1, 1 <= m <= 256, each equally likely.
 * @param {Uint8Array} digest 32 bytes
 */
export function makeStream(digest) {
  let bytes = digest;
  let blocks = 0;
  let next = 0;
  return (/** @type {number} */ m) => {
    for (;;) {
      if (next === bytes.length) {
        bytes = hmacSha256(digest, TAG_MORE, u32(++blocks));
        next = 0;
      }
      const byte = bytes[next++];
      // Bytes from the largest multiple of m upwards are thrown away, which is what keeps it unbiased.
      if (byte < 256 - (256 % m)) return byte % m;
    }
  };
}

/**
 * The items (at most 256) in random order, each order equally likely: Fisher-Yates from the end (B12).
 * @template T
 * @param {readonly T[]} items
 * @param {(m: number) => number} uniform
 */
export function shuffle(items, uniform) {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const other = uniform(i + 1);
    [shuffled[i], shuffled[other]] = [shuffled[other], shuffled[i]];
  }
  return shuffled;
}

/**
 * The board seat of each player, and who is first, from the draw's digest (B14); null: start rolls follow.
 * @param {readonly number[]} seats the board seats in use, ascending
 * @param {Uint8Array} digest 32 bytes
 * @param {{colours: boolean, starter: string}} rules whether colours are drawn; "first", "draw" or "highest"
 */
export function drawn(seats, digest, { colours, starter }) {
  const uniform = makeStream(digest);
  const dealt = colours ? shuffle(seats, uniform) : [...seats];
  const first = starter === "draw" ? uniform(seats.length) : starter === "first" ? 0 : null;
  return { seats: dealt, first };
}
