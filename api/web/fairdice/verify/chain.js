// Stage `chain`: every revealed link hashes down to the one before it (docs/spec/protocol.md, "Chains").

import { fault, insist } from "../../replay/errors.js";
import { checkLink, linkPrefix } from "../chain.js";
import { fromHex, toHex } from "../encoding.js";
import { amend, dueRolls, PORTION } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * Rolls take the indices that are theirs, one after the other, and all links come from the anchors.
 *
 * Rejects with ``chain.index`` (also a spent or a repeated one), ``chain.exhausted``, ``chain.party`` (a link of a party
 * without an anchor) or ``chain.link``; of several faults with that of the earliest event, and there of the first party.
 * @param {Case} kase
 */
export async function checkChain(kase) {
  const due = dueRolls(kase);
  const { links } = kase.opening;
  kase.rolls.forEach(({ n, j }, place) => {
    const { index } = due[place];
    insist(j === index, "chain.index", "O5", index, j, n);
    insist(j <= links, "chain.exhausted", "R9", links, j, n);
  });
  const parties = [kase.commit, ...kase.joins].map((brings, party) => ({
    prefix: linkPrefix(kase.gid, party),
    known: brings?.anchor ? fromHex(brings.anchor) : null,
    last: 0,
  }));
  for (const [place, { n: event, j: k }] of kase.rolls.entries()) {
    kase.links[place].forEach((link, number) => {
      if (!link) return;
      const party = parties[number];
      const { prefix, known, last } = party;
      try {
        if (!known) throw fault("chain.party", { found: toHex(link), clause: "R7" });
        checkLink(prefix, k, link, last, known);
      } catch (error) {
        throw amend(error, { event, path: `/events/${event}/links/${number}` }, { player: number - 1, k, last });
      }
      party.known = link;
      party.last = k;
    });
    if (place % PORTION === PORTION - 1) await kase.breathe();
  }
}
