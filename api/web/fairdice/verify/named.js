// Stage `named`: what the caller named - keys, the game, receipts, statements - holds.

import { fault } from "../../replay/errors.js";
import { toHex } from "../encoding.js";
import { checkEarlier } from "./head.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./report.js").Statement} Statement */

/**
 * What the caller named, as keys of words; undefined if nothing.
 * @param {Case["trust"]} trust
 */
export function whatNamed(trust) {
  /** @type {[string, {length: number} | undefined][]} */
  const things = [
    ["house_keys", trust.houseKeys],
    ["player_keys", trust.playerKeys],
    ["game", trust.game],
    ["receipts", trust.receipts],
    ["require", trust.require],
  ];
  const named = things.flatMap(([word, given]) => (given?.length ? [word] : []));
  return named.length ? named : undefined;
}

/**
 * All that the caller named holds; receipts are looked at only if the house's key is fit for it.
 *
 * Gives false if signatures that it hangs on cannot be checked here. Rejects with ``named.game``, ``named.house_key``,
 * ``named.player_key``, ``named.receipt``, ``head.fork`` or ``named.statement``.
 * @param {Case} kase
 * @param {Statement[]} said
 * @param {boolean} receipts
 * @returns {Promise<boolean>}
 */
export async function checkNamed(kase, said, receipts) {
  const { game, houseKeys, playerKeys, require } = kase.trust;
  const gid = toHex(kase.gid);
  const house = kase.opening.house.key;
  if (game && game !== gid) throw fault("named.game", { expected: game, found: gid });
  if (houseKeys.length && !houseKeys.includes(house)) {
    throw fault("named.house_key", { expected: houseKeys, found: house });
  }
  const keys = kase.joins.map((join) => join.key).filter(Boolean);
  for (const key of playerKeys) {
    if (!keys.includes(key)) throw fault("named.player_key", { expected: key, found: keys });
  }
  let all = !receipts || (await checkEarlier(kase));
  for (const wanted of require) all = checkStatement(wanted, said) && all;
  return all;
}

/**
 * A statement that is required holds; false if it was not looked at because signatures cannot be checked here.
 * @param {string} wanted
 * @param {Statement[]} said
 */
function checkStatement(wanted, said) {
  const [name, number] = wanted.split(":");
  const statement = said.find((each) => each.name === name);
  const say = statement?.say;
  let found = statement?.holds ?? "no";
  let absent;
  if (number && statement) {
    const lines = statement.details.players;
    const line = lines?.find((/** @type {any} */ each) => `${each.player}` === number);
    found = line?.holds ?? "no";
    if (lines && !line) absent = { player: Number(number), chain: name !== "signed" };
  }
  if (found === "yes") return true;
  if (say?.key === "said.ed25519") return false;
  throw fault("named.statement", { expected: "yes", found, wanted, say, absent });
}
