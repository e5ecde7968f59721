// The verifier: one record, all checks in their order (docs/spec/verifying.md).
//
// 1.  format   the bytes are a record                      replay/codec.js
// 2.  order    indices, times, which event may stand where  order.js
// 3.  party    keys, anchors, joins                         party.js
// 4.  chain    links hash down to their anchors             chain.js
// 5.  dice     draw and rolls follow from the links         dice.js
// 6.  rules    every event is legal                         rules.js
// 7.  sign     the players' signatures and acks             sign.js
// 8.  result   the close is right                           result.js
// 9.  head     the house's receipt                          head.js
// 10. log      the proofs of a transparency log             log.js
// 11. named    what the caller named holds                  named.js
//
// The first failure of a stage ends that stage. A stage runs unless it needs one that failed. The headline is the first
// failure in this order. Where there is no Ed25519 a stage is "not checked" if it has signatures and nothing else in it is
// wrong (verifying.md, "Without Ed25519").

import { decodeRecord } from "../../replay/codec.js";
import { toHex } from "../encoding.js";
import { makeStatements } from "./assurance.js";
import { checkReceipt, makeCase, unheard } from "./case.js";
import { checkChain } from "./chain.js";
import { checkDice } from "./dice.js";
import { checkHead } from "./head.js";
import { checkLog } from "./log.js";
import { checkNamed, whatNamed } from "./named.js";
import { checkOrder } from "./order.js";
import { checkParty } from "./party.js";
import { faultOf } from "./report.js";
import { checkResult } from "./result.js";
import { checkRules } from "./rules.js";
import { checkSign } from "./sign.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./case.js").Trust} Trust */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Stage} Stage */
/** @typedef {import("./report.js").Verdict} Verdict */

/** What a check gives: false if it has signatures that cannot be checked here. @typedef {boolean | void} Checked */

const SKIPPED = "not checked";

/** @type {[string, (kase: Case) => Checked | Promise<Checked>, ...string[]][]} name, check, the stages that it needs besides `order` */
const CHECKS = [
  ["order", checkOrder],
  ["party", checkParty],
  ["chain", checkChain],
  ["dice", checkDice],
  ["rules", checkRules],
  ["sign", checkSign, "party"],
  ["result", checkResult, "rules"],
  ["head", checkHead, "party"],
];

/**
 * Verify one record.
 *
 * `raw` is the file's content, `trust` what the caller knows from elsewhere, `file` its name for the report. `breathe` is
 * awaited now and then, so that a page stays alive on long records. Bad input gives a report with the verdict
 * "unreadable"; nothing is thrown.
 * @param {Uint8Array} raw
 * @param {Trust} [trust]
 * @param {{file?: string, breathe?: () => Promise<void>}} [options]
 * @returns {Promise<Report>}
 */
export async function verify(raw, trust, options) {
  return (await examine(raw, trust, options)).report;
}

/**
 * Verify one record as `verify` does, and give what was read of it too: `case` is undefined if the report is unreadable.
 * @param {Uint8Array} raw
 * @param {Trust} [trust]
 * @param {{file?: string, breathe?: () => Promise<void>}} [options]
 * @returns {Promise<{report: Report, case?: Case}>}
 */
export async function examine(raw, trust = {}, { file = "-", breathe = async () => {} } = {}) {
  let kase;
  try {
    kase = await makeCase(decodeRecord(raw), trust, breathe);
  } catch (error) {
    return { report: unreadable(file, error) };
  }
  const { logKeys, receipts } = kase.trust;
  const stages = [makeStage("format", "passed", kase.canonical ? "about.format" : "about.spelling")];
  /** @type {Set<string>} the stages that did not pass */
  const failed = new Set();
  /** @type {Set<string>} those of them in which nothing is wrong, but signatures could not be checked */
  const unchecked = new Set();
  const broken = (/** @type {string} */ name) => failed.has(name) && !unchecked.has(name);
  /** @type {(name: string, check: () => any, needs?: string[], key?: string, facts?: any) => Promise<void>} */
  const run = async (name, check, needs = [], key = `about.${name}`, facts = {}) => {
    const missing = ["order", ...needs].filter(broken);
    /** @type {Stage} */
    let made;
    try {
      if (missing[0]) made = makeStage(name, SKIPPED, "why.needs", { stages: missing });
      else if ((await check()) === false) made = makeStage(name, SKIPPED, "why.ed25519");
      else made = makeStage(name, "passed", key, facts);
    } catch (error) {
      made = makeStage(name, "failed", key, facts, faultOf(error));
    }
    stages.push(made);
    if (made.result === "passed") return;
    failed.add(name);
    if (made.why.key === "why.ed25519") unchecked.add(name);
    else kase.flawed = true;
  };
  /** @type {Promise<Checked> | undefined} signatures that are checked while other stages calculate */
  let signing;
  for (const [name, check, ...needs] of CHECKS) {
    await run(name, () => (name === "sign" && signing) || check(kase), needs);
    if (broken("order") || broken("party")) continue;
    if (name === "order") unheard(checkReceipt(kase));
    if (name !== "party") continue;
    signing = unheard(checkSign(kase));
    // Now all signatures are on their way.
    await checkReceipt(kase).catch(() => {});
  }
  if (!kase.record.log && !logKeys[0]) stages.push(makeStage("log", SKIPPED, "why.no_log"));
  else await run("log", () => checkLog(kase), [], logKeys[0] && "about.log_named");
  const statements = makeStatements(kase, failed, unchecked);
  const named = whatNamed(kase.trust);
  const fit = !broken("party");
  let skipped;
  if (!named[0]) skipped = logKeys[0] ? "why.unnamed_but_log" : "why.unnamed";
  else if (broken("order")) skipped = "why.named_order";
  else {
    await run("named", () => checkNamed(kase, statements, fit), [], "about.named", { named });
    if (receipts && !fit && !failed.has("named")) {
      stages.pop();
      skipped = "why.receipts";
    }
  }
  if (skipped) stages.push(makeStage("named", SKIPPED, skipped));
  const fault = stages.find((each) => each.fault)?.fault ?? null;
  /** @type {Verdict} */
  const verdict = fault ? "refused" : unchecked.size ? "unchecked" : kase.close ? "verified" : "open";
  const summary = broken("order") ? {} : { summary: summaryOf(kase) };
  return { report: { file, verdict, fault, stages, statements, ...summary }, case: kase };
}

/**
 * The report of a file that is no record, or could not be read.
 * @param {string} file
 * @param {unknown} error
 * @returns {Report}
 */
export function unreadable(file, error) {
  const fault = faultOf(error);
  const stages = CHECKS.map(([name]) => makeStage(name, SKIPPED, "why.unreadable"));
  stages.unshift(makeStage("format", "failed", "about.format", {}, fault));
  return { file, verdict: "unreadable", fault, stages, statements: [] };
}

/**
 * @param {string} name
 * @param {Stage["result"]} result
 * @param {string} key
 * @param {Record<string, any>} [facts]
 * @param {Stage["fault"]} [fault]
 * @returns {Stage}
 */
function makeStage(name, result, key, facts = {}, fault = null) {
  return { name, result, why: { key, facts }, fault };
}

/**
 * What the record says of itself; only as good as the checks that passed.
 * @param {Case} kase
 */
function summaryOf({ gid, opening, close, joins, events, links }) {
  const { status, ranking, points } = close ?? {};
  return {
    game: toHex(gid),
    rules: opening.rules.id,
    options: opening.rules.options,
    players: joins.map(({ player, name, kind, key, anchor }) => {
      return { player, name, kind, key, contributes: anchor !== null };
    }),
    house: opening.house.name,
    house_key: opening.house.key,
    events: events.length,
    rolls: links.length,
    ...(opening.note !== undefined && { note: opening.note }),
    ...(status && { status }),
    ...(ranking?.length && { ranking }),
    ...(points?.length && { points }),
  };
}
