// A report in words: the sentences for what the verifier found (docs/spec/verifying.md).

import { printable, quoted, toldApart } from "../printable.js";

/** @typedef {import("./speak.js").Speak} Speak */

/**
 * The report with all its sentences: `message` of each fault, `about` of each stage, `text` of each statement. The words
 * of words/<lang>.more.json are needed for it.
 * @param {any} report of verify/verifier.js
 * @param {Speak} speak
 * @returns {any} a new fairdice/report@1
 */
export function reportInWords(report, speak) {
  const names = toldApart(
    (report.summary?.players ?? []).map((/** @type {any} */ line) => line.name),
    speak,
  );
  const worded = (/** @type {any} */ fault) => fault && { ...fault, message: faultInWords(fault, speak, names) };
  return {
    ...report,
    fault: worded(report.fault),
    stages: report.stages.map((/** @type {any} */ stage) => ({
      ...stage,
      about: sayInWords(stage.why, speak, names),
      fault: worded(stage.fault),
    })),
    statements: report.statements.map((/** @type {any} */ statement) => ({
      ...statement,
      text: sayInWords(statement.say, speak, names),
    })),
  };
}

/**
 * The sentence for a fault.
 * @param {any} fault a CodedError or what a report has of it
 * @param {Speak} speak
 * @param {string[]} names by player, told apart; those without a name are called by number
 */
export function faultInWords({ code, event, expected, found, facts }, speak, names) {
  const { as, say, absent } = facts ?? {};
  const text = absent
    ? speak("fault.named.absent", absent)
    : say
      ? sayInWords(say, speak, names)
      : code === "named.statement"
        ? speak("said.order")
        : "";
  const key = `fault.${code}${as ? `.${as}` : ""}`;
  return sayInWords({ key, facts: { ...facts, event, expected, found, text } }, speak, names);
}

/**
 * The sentence for a key and facts of the verifier. Facts are numbers, booleans, words of our own, or text of the record,
 * which is made printable; players are numbers, and -1 is the house.
 * @param {{key: string, facts?: Record<string, any>}} say
 * @param {Speak} speak
 * @param {string[]} names
 */
function sayInWords({ key, facts = {} }, speak, names) {
  const nameOf = (/** @type {number} */ player) =>
    player < 0 ? speak("name.house") : (names[player] ?? speak("name.player", { n: player }));
  /** @type {Record<string, any>} */
  const said = {};
  for (const [fact, value] of Object.entries(facts)) {
    said[fact] = typeof value === "string" && fact !== "text" ? printable(value).slice(0, 200) : value;
  }
  for (const fact of ["player", "other"]) if (typeof said[fact] === "number") said[fact] = nameOf(said[fact]);
  const { stage, stages, named, given, away, due, origin } = facts;
  if (stage) said.stage = speak(`stage.${stage}`);
  if (stages) said.stages = speak.list(stages.map((/** @type {string} */ name) => speak(`stage.${name}`)));
  if (Array.isArray(named)) said.named = speak.list(named.map((thing) => speak(`thing.${thing}`)));
  if (given) said.given = givenInWords(given, facts.rolls, nameOf, speak);
  if (away) {
    const times = (/** @type {any} */ one) => speak("absences.times", { name: nameOf(one.player), times: one.times });
    said.away = away.map(times).join(", ");
  }
  if (key.startsWith("ended.")) {
    const player = due?.player ?? "";
    said.due = due ? speak("ended.due", { kind: due.kind, player: player === "" ? "" : nameOf(player) }) : "";
  }
  if (origin) said.origin = quoted(origin);
  if (facts.opening || facts.close) {
    said.there = facts.opening ? (facts.close ? "both" : "opening") : "close";
    said.not = facts.close ? "" : facts.closed ? "close" : "open";
  }
  if (key === "committed.yes") said.more = facts.rolls - 1;
  if (key === "unforeseen.blind") said.unseen = facts.without_counted - facts.without_any;
  return speak(key, said);
}

/**
 * @param {{count: number, players: number[]}[]} given
 * @param {number} rolls
 * @param {(player: number) => string} nameOf
 * @param {Speak} speak
 */
function givenInWords(given, rolls, nameOf, speak) {
  return given
    .map(({ count, players }) => speak("unchosen.by", { count, rolls, names: players.map(nameOf).join(", ") }))
    .join("; ");
}
