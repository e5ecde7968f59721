// The panel of the checks: what was checked and found, what it proves and what it does not, and how to check it without us.

import { icon, node } from "./dom.js";
import { sourceUrl } from "./languages.js";

/** @typedef {import("./dom.js").Speak} Speak */

const STAGE_SIGNS = { passed: "good", failed: "bad", "not checked": "quiet" };
const CLAIM_SIGNS = { yes: "good", if: "doubt", partly: "doubt", no: "quiet" };

/**
 * @param {any} report in words
 * @param {any} record undefined where it could not be read
 * @param {Speak} speak
 * @param {string | null} src where the record can be had
 * @returns {Node[]}
 */
export function checkNodes(report, record, speak, src) {
  const made = /** @type {Node[]} */ ([]);
  if (report.fault) made.push(faultCard(report, record, speak));
  if (report.stages.length) made.push(node("h3", {}, speak("ui.what")), node("ul", { role: "list" }, ...report.stages.map((/** @type {any} */ stage) => stageRow(stage, speak))));
  if (report.statements.length) made.push(node("h3", {}, speak("ui.proves")), node("ul", { role: "list" }, ...report.statements.map((/** @type {any} */ one) => statementRow(one, speak))));
  if (report.summary) made.push(node("h3", {}, speak("ui.house")), houseList(report.summary, record, speak));
  made.push(node("h3", {}, speak("ui.yourself")), node("p", {}, speak("ui.yourself.about")), node("pre", {}, node("code", {}, "pip install fairdice\nfairdice verify game.json")));
  const links = [[src, "ui.download"], [sourceUrl(), "ui.source"]].filter(([url]) => url);
  made.push(...links.map(([href, key]) => node("p", {}, node("a", key === "ui.download" ? { href, download: "game.json" } : { href, target: "_blank", rel: "noopener" }, speak(/** @type {string} */ (key))))));
  return made;
}

/** @param {any} report @param {any} record @param {Speak} speak */
function faultCard({ fault, verdict }, record, speak) {
  const { code, event, path, expected, found, clause, message } = fault;
  const list = node("dl");
  /** @param {string} key @param {any} value */
  const row = (key, value) => list.append(node("dt", {}, speak(key)), node("dd", {}, node("code", {}, value)));
  if (expected != null) row("ui.expected", spelled(expected));
  if (expected != null || found != null) row("ui.found", found == null ? speak("ui.nothing") : spelled(found));
  row("ui.code", code);
  if (clause) row("ui.clause", clause);
  if (path) row("ui.path", path);
  const wrong = event == null ? null : record?.events[event];
  if (wrong) row("ui.event", spelled(wrong));
  return node("div", { class: "fault", part: "fault" }, node("strong", {}, event == null ? speak(`ui.${verdict}`) : speak("ui.refused_at", { n: event })), node("p", {}, message), list);
}

/** @param {any} stage @param {Speak} speak */
function stageRow({ name, result, about, fault }, speak) {
  const words = fault ? [fault.message, speak(`fails.${name}`)] : [about];
  return checkRow(STAGE_SIGNS[/** @type {keyof typeof STAGE_SIGNS} */ (result)], speak(`stage.${name}`), speak(`ui.${result.replace(" ", "_")}`), words);
}

/** @param {any} statement @param {Speak} speak */
function statementRow({ name, holds, text }, speak) {
  return checkRow(CLAIM_SIGNS[/** @type {keyof typeof CLAIM_SIGNS} */ (holds)], speak(`claim.${name}`), speak(`holds.${holds}`), [speak(`means.${name}`), text]);
}

/** @param {string} sign @param {string} title @param {string} result @param {string[]} words */
function checkRow(sign, title, result, words) {
  return node("li", { class: "check", part: "check" }, node("span", { class: sign }, icon(sign)), node("div", {}, node("strong", {}, title), " ", node("span", { class: sign }, result), ...words.map((text) => node("p", {}, text))));
}

/** @param {any} summary @param {any} record @param {Speak} speak */
function houseList(summary, record, speak) {
  const commit = record?.events[1];
  const list = node("dl");
  /** @param {string} key @param {Node | string} value */
  const row = (key, value) => list.append(node("dt", {}, speak(key)), node("dd", {}, value));
  row("ui.house", summary.house);
  row("ui.house_key", node("code", {}, summary.house_key));
  if (commit?.type === "commit") row("ui.committed", new Intl.DateTimeFormat(speak.lang, { dateStyle: "long", timeStyle: "medium" }).format(commit.at));
  row("ui.game", node("code", {}, summary.game));
  row("ui.events", String(summary.events));
  return list;
}

/** A value as JSON, long strings (links, keys) shortened; a string without its quotes. @param {any} value */
function spelled(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, (_, part) => (typeof part === "string" && part.length > 40 ? `${part.slice(0, 12)}…` : part), 1).replace(/\n */g, " ");
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
}
