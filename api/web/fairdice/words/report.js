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
 * @returns {string}
 */
function sayInWords({ key, facts = {} }, speak, names) {
  const { rolls, opening, close, closed, without_any: alone, without_counted: uncounted } = facts;
  const nameOf = (/** @type {number | null} */ player) =>
    player === null ? "" : player < 0 ? speak("name.house") : (names[player] ?? speak("name.player", { n: player }));
  const stageOf = (/** @type {string} */ name) => speak(`stage.${name}`);
  /** How a fact is said, where it is not put in as it is. @type {Record<string, (value: any) => any>} */
  const worded = {
    player: nameOf,
    other: nameOf,
    stage: stageOf,
    stages: (stages) => speak.list(stages.map(stageOf)),
    named: (named) => named.map && speak.list(named.map((/** @type {string} */ thing) => speak(`thing.${thing}`))),
    given: (given) => given.map((/** @type {any} */ one) => sayGiven(one)).join("; "),
    away: (away) => away.map((/** @type {any} */ one) => sayTimes(one)).join(", "),
    due: (due) => sayInWords({ key: "ended.due", facts: due }, speak, names),
    origin: quoted,
    text: (text) => text,
  };
  const sayGiven = (/** @type {{count: number, players: number[]}} */ { count, players }) =>
    speak("unchosen.by", { count, rolls, names: players.map(nameOf).join(", ") });
  const sayTimes = (/** @type {{player: number, times: number}} */ { player, times }) =>
    speak("absences.times", { name: nameOf(player), times });
  const said = Object.entries(facts).map(([fact, value]) => [
    fact,
    (value !== undefined && worded[fact]?.(value)) || (typeof value === "string" ? printable(value).slice(0, 200) : value),
  ]);
  return speak(key, {
    ...Object.fromEntries(said),
    there: opening ? (close ? "both" : "opening") : "close",
    not: close ? "" : closed ? "close" : "open",
    more: rolls - 1,
    unseen: uncounted - alone,
  });
}
