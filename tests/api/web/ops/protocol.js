// Hashes, chains, dice, keys, proofs and checkpoints: bytes come and go as hex.

import { createHash, createHmac, randomBytes } from "node:crypto";
import { checkLink, linkPrefix, previousLink } from "../../../../api/web/fairdice/chain.js";
import { concat, u32 } from "../../../../api/web/fairdice/bytes.js";
import { keyId, parseCheckpoint, parseKey, verifyCheckpoint } from "../../../../api/web/fairdice/checkpoint.js";
import { dieOf, drawn, makeStream, rollDigest, shuffle } from "../../../../api/web/fairdice/dice.js";
import { fromHex, head, same, signedBody, tag, toHex, utf8 } from "../../../../api/web/fairdice/encoding.js";
import {
  ackMessage,
  checkPublicKey,
  hasEd25519,
  joinMessage,
  moveMessage,
  receiptMessage,
  verifySignature,
} from "../../../../api/web/fairdice/keys.js";
import { checkLeaf, leafBytes } from "../../../../api/web/fairdice/leaves.js";
import { leafHash, nodeHash, verifyInclusion } from "../../../../api/web/fairdice/merkle.js";
import { hmacSha256, sha256 } from "../../../../api/web/fairdice/sha256.js";

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (raw) => Buffer.from(raw).toString("hex");

/** Lengths for which a hash of random bytes, whole and in parts, is not that of node:crypto. */
function wrongHashes(lengths) {
  return lengths.filter((length) => {
    const raw = new Uint8Array(randomBytes(length));
    const expected = createHash("sha256").update(raw).digest("hex");
    const first = Math.floor(Math.random() * (length + 1));
    const second = first + Math.floor(Math.random() * (length + 1 - first));
    const parts = [raw.subarray(0, first), raw.subarray(first, second), raw.subarray(second)];
    return hex(sha256(raw)) !== expected || hex(sha256(...parts)) !== expected;
  });
}

function wrongMacs(lengths) {
  return lengths.filter((length) => {
    const key = new Uint8Array(randomBytes(32));
    const message = new Uint8Array(randomBytes(length));
    const expected = createHmac("sha256", key).update(message).digest("hex");
    const macs = [hmacSha256(key, message), hmacSha256(key, message.subarray(0, 5), message.subarray(5))];
    return macs.some((mac) => hex(mac) !== expected);
  });
}

export const ops = {
  sha256: ({ parts }) => hex(sha256(...parts.map(bytes))),
  wrong_hashes: ({ lengths }) => wrongHashes(lengths),
  wrong_macs: ({ lengths }) => wrongMacs(lengths),

  u32: ({ numbers }) => numbers.map((number) => hex(u32(number))),
  tag: ({ purposes }) => purposes.map((purpose) => hex(tag(purpose))),
  from_hex: ({ text, length }) => hex(fromHex(text, length)),
  to_hex: ({ raw }) => toHex(bytes(raw)),
  same: ({ one, other }) => same(bytes(one), bytes(other)),
  concat: ({ parts }) => hex(concat(...parts.map(bytes))),
  head: ({ previous, body }) => hex(head(bytes(previous), utf8(body))),
  signed_body: ({ body }) => new TextDecoder().decode(signedBody(utf8(body))),

  link_prefix: ({ gid, party }) => hex(linkPrefix(bytes(gid), party)),
  previous_link: ({ prefix, k, link }) => hex(previousLink(bytes(prefix), k, bytes(link))),
  check_link: ({ prefix, k, link, last_k, last }) => checkLink(bytes(prefix), k, bytes(link), last_k, bytes(last)) ?? null,

  roll: ({ gid, j, links }) => {
    const [house, ...players] = links.map((link) => link && bytes(link));
    const digest = rollDigest(bytes(gid), j, house, players);
    return [hex(digest), dieOf(digest)];
  },
  die: ({ digests }) => digests.map((digest) => dieOf(bytes(digest))),
  drawn: ({ seats, digest, colours, starter }) => drawn(seats, bytes(digest), { colours, starter }),
  uniform: ({ digest, bounds }) => {
    const uniform = makeStream(bytes(digest));
    return bounds.map(uniform);
  },
  shuffle: ({ digest, items }) => shuffle(items, makeStream(bytes(digest))),

  has_ed25519: () => hasEd25519(),
  check_key: ({ key }) => checkPublicKey(bytes(key)) ?? null,
  verify_signature: ({ key, sig, message, code }) => verifySignature(bytes(key), bytes(sig), bytes(message), code),
  verify_signatures: ({ key, checks }) => {
    const raw = bytes(key);
    return Promise.all(checks.map(([sig, message]) => verifySignature(raw, bytes(sig), bytes(message))));
  },
  message: ({ of, gid, n, head: of_n, previous, body }) => {
    if (of === "receipt") return hex(receiptMessage(bytes(gid), n, bytes(of_n)));
    if (of === "ack") return hex(ackMessage(bytes(gid), n, bytes(of_n)));
    return hex((of === "join" ? joinMessage : moveMessage)(bytes(previous), utf8(body)));
  },

  leaf_hash: ({ entries }) => entries.map((entry) => hex(leafHash(bytes(entry)))),
  node_hash: ({ left, right }) => hex(nodeHash(bytes(left), bytes(right))),
  verify_inclusion: ({ leaf, index, size, proof, root }) =>
    verifyInclusion(bytes(leaf), index, size, proof.map(bytes), bytes(root)) ?? null,
  leaf_bytes: ({ leaf }) => hex(leafBytes(leaf)),
  check_leaf: ({ leaf }) => checkLeaf(leaf) ?? null,

  key_id: ({ name, key }) => keyId(name, bytes(key)),
  parse_key: ({ vkey }) => {
    const key = parseKey(vkey);
    return { ...key, public: hex(key.public) };
  },
  parse_checkpoint: ({ note }) => {
    const { checkpoint, lines } = parseCheckpoint(note);
    return {
      checkpoint: { ...checkpoint, root: hex(checkpoint.root) },
      lines: lines.map((line) => ({ ...line, sig: hex(line.sig) })),
    };
  },
  verify_checkpoint: async ({ note, vkeys }) => (await verifyCheckpoint(parseCheckpoint(note), vkeys.map(parseKey))).vkey,
};
