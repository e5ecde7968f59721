// Stage `dice`: the draw and every roll, recomputed (docs/spec/protocol.md, "Roll").

import { rulesOf } from "../../replay/engine.js";
import { agree, insist } from "../../replay/errors.js";
import { dieOf, drawn, rollDigest } from "../dice.js";
import { dueRolls, PORTION } from "./case.js";

/** @typedef {import("./case.js").Case} Case */

/**
 * Exactly those who are present and have a chain contribute, and the values follow from the links.
 *
 * Rejects with ``draw.contributors``, ``draw.seats``, ``draw.first``, ``roll.contributors`` or ``roll.value``.
 * @param {Case} kase
 */
export async function checkDice(kase) {
  for (const [place, { contributors }] of dueRolls(kase).entries()) {
    const event = kase.rolls[place];
    const links = kase.links[place];
    const { n } = event;
    const expected = [true, ...contributors];
    const found = links.map((link) => !!link);
    const party = found.findIndex((given, each) => given !== expected[each]);
    const facts = { path: `/events/${n}/links/${party}`, player: party - 1, wanted: expected[party] };
    insist(party < 0, `${event.type}.contributors`, "R7", expected, found, n, facts);
    const [house, ...players] = links;
    const digest = rollDigest(kase.gid, event.j, /** @type {Uint8Array} */ (house), players);
    if (event.type === "draw") checkDraw(kase, event, digest);
    else agree("roll.value", "R7", dieOf(digest), event.value, n);
    if (place % PORTION === PORTION - 1) await kase.breathe();
  }
}

/**
 * Seats and starter follow from the digest.
 * @param {Case} kase
 * @param {any} event
 * @param {Uint8Array} digest 32 bytes
 */
function checkDraw({ opening }, event, digest) {
  let rules;
  try {
    rules = rulesOf(opening);
  } catch {
    // Which seats and starters there are is for the rules to say; the stage `rules` reports why they cannot be bound.
    return;
  }
  const starter = /** @type {string} */ (rules.options.start);
  const { seats, first } = drawn(rules.seats, digest, { colours: rules.drawsColours, starter });
  agree("draw.seats", "R6", seats, event.seats, event.n);
  agree("draw.first", "R6", first, event.first, event.n);
}
