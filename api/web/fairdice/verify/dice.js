// Stage `dice`: the draw and every roll, recomputed (docs/spec/protocol.md, "Roll").

import { rulesOf } from "../../replay/engine.js";
import { fault } from "../../replay/errors.js";
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
  const due = dueRolls(kase);
  for (let place = 0; place < kase.rolls.length; place++) {
    const event = kase.rolls[place];
    const links = kase.links[place];
    checkContributors(event, links, due[place].contributors);
    const [house, ...players] = links;
    const digest = rollDigest(kase.gid, event.j, /** @type {Uint8Array} */ (house), players);
    if (event.type === "draw") checkDraw(event, digest, boundRules(kase));
    else checkRoll(event, dieOf(digest));
    if (place % PORTION === PORTION - 1) await kase.breathe();
  }
}

/**
 * The rules of the opening; null if they cannot be bound: then the stage `rules` says why, and which seats and starters
 * there are nobody can say.
 * @param {Case} kase
 */
function boundRules(kase) {
  try {
    return rulesOf(kase.opening);
  } catch {
    return null;
  }
}

/**
 * @param {any} event
 * @param {number} value
 */
function checkRoll(event, value) {
  if (event.value !== value) {
    throw fault("roll.value", { event: event.n, expected: value, found: event.value, clause: "R7" });
  }
}

/**
 * Seats and starter follow from the digest.
 * @param {any} event
 * @param {Uint8Array} digest 32 bytes
 * @param {any} rules
 */
function checkDraw(event, digest, rules) {
  if (!rules) return;
  const { seats, first } = drawn(rules.seats, digest, { colours: rules.drawsColours, starter: rules.options.start });
  const facts = { event: event.n, clause: "R6" };
  if (String(event.seats) !== String(seats)) {
    throw fault("draw.seats", { ...facts, expected: [...seats], found: event.seats });
  }
  if (event.first !== first) throw fault("draw.first", { ...facts, expected: first, found: event.first });
}

/**
 * Exactly the house and those who are due to contribute give a link.
 * @param {any} event
 * @param {readonly unknown[]} links
 * @param {readonly boolean[]} contributors
 */
function checkContributors(event, links, contributors) {
  const party = links.findIndex((link, place) => (link !== null) !== (place ? contributors[place - 1] : true));
  if (party < 0) return;
  throw fault(`${event.type}.contributors`, {
    event: event.n,
    path: `/events/${event.n}/links/${party}`,
    expected: [true, ...contributors],
    found: links.map((link) => link !== null),
    clause: "R7",
    player: party - 1,
    wanted: links[party] === null,
  });
}
