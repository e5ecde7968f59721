// Hash chains: how each party fixed all its links at once and reveals them one by one (docs/spec/protocol.md, B6 and B7).

import { fault } from "../replay/errors.js";
import { concat, u32 } from "./bytes.js";
import { same, tag, toHex } from "./encoding.js";
import { sha256 } from "./sha256.js";

/**
 * The first 52 bytes of every link hash of one party: tag, gid, u32(party).
 * @param {Uint8Array} gid 32 bytes
 * @param {number} party 0 the house, p + 1 player p
 */
export function linkPrefix(gid, party) {
  return concat(tag("link"), gid, u32(party));
}

/**
 * Hash link `k` down one step: to link k - 1 or, for k = 1, to the anchor (32 bytes).
 * @param {Uint8Array} prefix of the party
 * @param {number} k 1 or more
 * @param {Uint8Array} link 32 bytes
 */
export function previousLink(prefix, k, link) {
  return sha256(prefix, u32(k), link);
}

/**
 * Require that `link`, revealed as link `k`, hashes down to the last one known of this party (B7); otherwise throws
 * `chain.link`.
 * @param {Uint8Array} prefix of the party
 * @param {number} k above `lastK`
 * @param {Uint8Array} link 32 bytes
 * @param {number} lastK of the last revealed link, or 0
 * @param {Uint8Array} lastLink that link, or the anchor
 */
export function checkLink(prefix, k, link, lastK, lastLink) {
  let below = link;
  for (let index = k; index > lastK; index--) below = previousLink(prefix, index, below);
  if (!same(below, lastLink)) {
    throw fault("chain.link", { expected: toHex(lastLink), found: toHex(below), clause: "B7" });
  }
}
