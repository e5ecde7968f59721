// The log's Merkle tree, as far as a record's proofs go (RFC 6962, section 2.1; docs/spec/log.md, L3 and L4).

import { fault } from "../replay/errors.js";
import { same, toHex } from "./encoding.js";
import { sha256 } from "./sha256.js";

/**
 * Hash an entry into a leaf (32 bytes).
 * @param {Uint8Array} entry
 */
export function leafHash(entry) {
  return sha256(Uint8Array.of(0), entry);
}

/**
 * Hash two subtrees into the one above them.
 * @param {Uint8Array} left 32 bytes
 * @param {Uint8Array} right 32 bytes
 */
export function nodeHash(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * Require that leaf hash `leaf` is at `index` in the tree of `size` leaves with the root `expected` (L4). Throws
 * `log.index` (not below `size`), `log.proof_length` (another number of hashes than this place has) or `log.inclusion`
 * (the proof leads to another root).
 * @param {Uint8Array} leaf 32 bytes
 * @param {number} index
 * @param {number} size
 * @param {Uint8Array[]} proof hashes of 32 bytes, from the leaf upwards
 * @param {Uint8Array} expected 32 bytes
 */
export function verifyInclusion(leaf, index, size, proof, expected) {
  if (index < 0 || index >= size) throw fault("log.index", { expected: size, found: index });
  const sides = sidesOf(index, size);
  if (proof.length !== sides.length) {
    throw fault("log.proof_length", { expected: sides.length, found: proof.length, clause: "L4" });
  }
  const root = proof.reduce((value, step, at) => (sides[at] ? nodeHash(step, value) : nodeHash(value, step)), leaf);
  if (!same(root, expected)) {
    throw fault("log.inclusion", { expected: toHex(expected), found: toHex(root), clause: "L4" });
  }
}

/**
 * From the leaf upwards: whether the subtree beside the way to the root is the left one of the two. Indices are up to
 * 2^53, beyond what the operators on bits can do.
 * @param {number} index below size
 * @param {number} size
 */
function sidesOf(index, size) {
  const sides = [];
  while (size > 1) {
    // A tree of two leaves or more splits after the largest power of two below their number.
    let middle = 1;
    while (2 * middle < size) middle *= 2;
    const left = index >= middle;
    sides.unshift(left);
    index -= left ? middle : 0;
    size = left ? size - middle : middle;
  }
  return sides;
}
