// Stage `chain`: every revealed link hashes down to the one before it (docs/spec/protocol.md, "Chains").

import { fault } from "../../replay/errors.js";
import { checkLink, linkPrefix, previousLink } from "../chain.js";
import { fromHex, same, toHex } from "../encoding.js";
import { dueRolls, PORTION } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * Rolls take the indices that are theirs, one after the other, and all links come from the anchors.
 *
 * Rejects with ``chain.index`` (also a spent or a repeated one), ``chain.exhausted``, ``chain.party`` (a link of a party
 * without an anchor) or ``chain.link``; of several faults of parties with that of the earliest event.
 * @param {Case} kase
 */
export async function checkChain(kase) {
  const due = dueRolls(kase);
  const length = kase.opening.links;
  kase.rolls.forEach(({ n: event, j }, place) => {
    const { index } = due[place];
    if (j !== index) throw fault("chain.index", { event, expected: index, found: j, clause: "O5" });
    if (j > length) throw fault("chain.exhausted", { event, expected: length, found: j, clause: "R9" });
  });
  // The links of all parties roll by roll: the first fault is that of the earliest event, and there of the first party.
  const parties = [kase.commit, ...kase.joins].map((brings, party) => ({
    prefix: linkPrefix(kase.gid, party),
    /** @type {Uint8Array | undefined} */
    known: brings?.anchor ? fromHex(brings.anchor) : undefined,
    last: 0,
  }));
  for (let place = 0; place < kase.rolls.length; place++) {
    const { n: event, j } = kase.rolls[place];
    kase.links[place].forEach((link, number) => {
      if (!link) return;
      const party = parties[number];
      const facts = { path: `/events/${event}/links/${number}`, player: number - 1, k: j, last: party.last };
      if (!party.known) throw fault("chain.party", { event, found: toHex(link), clause: "R7", ...facts });
      // Nearly always the link of the roll before; what is not is a gap to hash over, or a fault.
      if (j !== party.last + 1 || !same(previousLink(party.prefix, j, link), party.known)) {
        try {
          checkLink(party.prefix, j, link, party.last, party.known);
        } catch (/** @type {any} */ error) {
          throw Object.assign(error, { event, path: facts.path, facts: { ...error.facts, ...facts } });
        }
      }
      party.known = link;
      party.last = j;
    });
    if (place % PORTION === PORTION - 1) await kase.breathe();
  }
}
