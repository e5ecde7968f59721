// Stage `head`: the house's receipt over the final head (docs/spec/record.md, R11).

import { agree } from "../../replay/errors.js";
import { toHex } from "../encoding.js";
import { amend, checkReceipt } from "./case.js";

/**
 * The receipt is for the last event and its signature holds.
 *
 * Gives false if the signature cannot be checked here. Rejects with ``head.index`` or ``head.receipt``.
 * @param {import("./case.js").Case} kase
 * @returns {Promise<boolean>}
 */
export async function checkHead(kase) {
  const { last, trust } = kase;
  const { n } = kase.record.receipt;
  agree("head.index", "R11", last, n, null, { path: "/receipt/n" });
  try {
    return await checkReceipt(kase);
  } catch (error) {
    const expected = "the house's signature over head " + toHex(kase.heads[last]);
    // If an earlier stage failed, it has named something that the house did not sign so.
    const where = (await trust.receipts?.narrow(kase)) ?? { as: kase.flawed ? null : "alone" };
    throw amend(error, { path: "/receipt/sig", expected }, { last, ...where });
  }
}
