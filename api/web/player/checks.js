// The panel of the checks: what was checked and found, what it proves and what it does not, and how to check it without us.

import { printable } from "../fairdice/printable.js";
import { icon, node } from "./dom.js";
import { sourceUrl } from "./languages.js";

/** @typedef {import("./dom.js").Speak} Speak */

/** Signs of the results of stages and of what holds. @type {Record<string, string>} */
const RESULTS = { passed: "good", failed: "bad", yes: "good", if: "doubt", partly: "doubt" };

/**
 * @param {any} report in words
 * @param {any} record undefined where it could not be read
 * @param {Speak} speak
 * @param {string} saved URL of the bytes
 * @returns {Node[]}
 */
export function checkNodes(report, record, speak, saved) {
  const { fault, verdict, stages, statements, summary } = report;
  /** @type {Node[]} */
  const made = [];
  /** @param {string} key @param {...Node} parts */
  const section = (key, ...parts) => made.push(node("h2", {}, speak(`ui.${key}`)), ...parts);
  /** @param {string} result @param {string} said @param {string} title @param {...string} words */
  const row = (result, said, title, ...words) => {
    const tone = RESULTS[result] ?? "quiet";
    return node("li", { is: `check ${tone}` }, node("span", { class: "tone" }, icon(tone)), node("div", {}, node("strong", {}, speak(title)), " ", node("span", { class: "tone" }, speak(said)), ...words.map((text) => node("p", {}, text))));
  };
  /** @param {Record<string, Node | string | false | undefined>} entries */
  const facts = (entries) => node("dl", {}, ...Object.entries(entries).flatMap(([key, value]) => (value ? [node("dt", {}, speak(`ui.${key}`)), node("dd", {}, value)] : [])));
  /** @param {any} value */
  const code = (value) => value != null && value !== "" && node("code", {}, spelled(value));

  if (fault) {
    const { event, expected, found, clause, path } = fault;
    const list = facts({ expected: code(expected), found: code(found ?? (expected == null ? null : speak("ui.nothing"))), code: code(fault.code), clause: code(clause), path: code(path), event: code(record?.events[event]) });
    made.push(node("div", { is: "fault bad" }, node("strong", { class: "tone" }, speak(event == null ? `ui.${verdict}` : "ui.refused_at", { n: event })), node("p", {}, fault.message), list));
  }
  section("what", node("ul", { role: "list" }, ...stages.map((/** @type {any} */ { name, result, about, fault: wrong }) => row(result, `ui.${result.replace(" ", "_")}`, `stage.${name}`, ...(wrong ? [wrong.message, speak(`fails.${name}`)] : [about])))));
  if (summary) {
    section("proves", node("ul", { role: "list" }, ...statements.map((/** @type {any} */ { name, holds, text }) => row(holds, `holds.${holds}`, `claim.${name}`, speak(`means.${name}`), text))));
    const at = record.events[1]?.at;
    section("house", facts({ house: printable(summary.house), house_key: code(summary.house_key), committed: at && new Intl.DateTimeFormat(speak.lang, { dateStyle: "long", timeStyle: "medium" }).format(at), game: code(summary.game), events: `${summary.events}` }));
  }
  const source = sourceUrl();
  section("yourself", node("p", {}, speak("ui.yourself.about")), node("pre", {}, node("code", {}, "pip install fairdice\nfairdice verify game.json")), node("p", {}, node("a", { href: saved, download: "game.json" }, speak("ui.download"))));
  if (source) made.push(node("p", {}, node("a", { href: source, target: "_blank", rel: "noopener" }, speak("ui.source"))));
  return made;
}

/** A value as JSON, long strings (links, keys) shortened; a string as it is. @param {any} value */
function spelled(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, (_, part) => (part?.length > 40 && part.slice && !Array.isArray(part) ? `${part.slice(0, 12)}…` : part), 1).replace(/\n */g, " ");
  return printable(text.length > 600 ? `${text.slice(0, 600)} …` : text);
}
