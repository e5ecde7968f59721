// Receipts that somebody kept (docs/spec/verifying.md, "Kept receipts").

import { decodeRecord } from "../../replay/codec.js";
import { fault } from "../../replay/errors.js";
import { MAX_BYTES, MAX_EVENTS } from "../../replay/record.js";
import { checkShape, hexShape, integerShape, objectShape, optionalShape } from "../../replay/shape.js";
import { parseStrictly } from "../../replay/strict.js";
import { toHex } from "../encoding.js";
import { makeCase } from "./case.js";

/**
 * The receipt in a file: ``{"game", "n", "head", "sig"}`` as JSON, or the receipt of another record of the game.
 *
 * `game` and `head` may be absent; with them a receipt can prove that the house signed two histories. Rejects with
 * ``format.*``.
 * @param {Uint8Array} raw
 * @returns {Promise<import("./kept.js").EarlierReceipt>}
 */
export async function readReceipt(raw) {
  const document = parseStrictly(raw, MAX_BYTES);
  if (document?.format !== undefined && !Array.isArray(document)) {
    const { record, heads, gid } = await makeCase(decodeRecord(raw), {}, async () => {});
    const { n, sig } = record.receipt;
    if (n >= heads.length) throw fault("format.receipt");
    return { n, sig, head: toHex(heads[n]), game: toHex(gid) };
  }
  const hash = optionalShape(hexShape(64));
  checkShape(document, objectShape({ n: integerShape(0, MAX_EVENTS - 1), sig: hexShape(128), head: hash, game: hash }));
  return document;
}
