// Which language, and its words: English is at hand, others are fetched, and each must have the hash that is known before.

import { ENGLISH, INTEGRITY, PACKED, SOURCE } from "./packed.js";

/** @type {Record<string, string>} */
const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", cs: "Čeština", sk: "Slovenčina" };

/** The file of hashes, named as if it were a language. */
const INDEX = "index";

/** The languages there are, with their own names. */
export function languages() {
  return Object.entries(LANGUAGES);
}

/**
 * The language for an element: that of its attribute `lang`, of what it stands in, of the browser, English.
 * @param {Element} host
 */
export function languageOf(host) {
  const wanted = [host.closest("[lang]")?.getAttribute("lang"), ...navigator.languages];
  return wanted.map((tag) => (tag ?? "").toLowerCase().split("-")[0]).find((lang) => lang in LANGUAGES) ?? "en";
}

/**
 * Words that need no waiting, or null.  `name` is a language, or one with `.more` for those of its panels.
 * @param {string} name
 * @returns {Record<string, string> | null}
 */
export function wordsAtHand(name) {
  const inline = inlineWords(name);
  return inline ? JSON.parse(inline.textContent ?? "") : name === "en" ? ENGLISH : null;
}

/**
 * The words of a language, `kind` "" or ".more".  What a language has not, and all of one that cannot be had, is English; what
 * cannot be had at all is nothing.
 * @param {string} lang
 * @param {string} [kind]
 * @returns {Promise<Record<string, string>>}
 */
export async function fetchWords(lang, kind = "") {
  const found = await Promise.all((lang === "en" ? [lang] : ["en", lang]).map((one) => wordsOf(one, kind).catch(() => ({}))));
  return Object.assign({}, ...found);
}

/**
 * Each hash comes from what was checked before: that of the index stands in the script, those of languages in the index,
 * and that of the words for panels in those of their language.
 * @param {string} lang
 * @param {string} [kind]
 * @returns {Promise<Record<string, string>>}
 */
async function wordsOf(lang, kind = "") {
  const name = lang + kind;
  const atHand = wordsAtHand(name);
  if (atHand) return atHand;
  const url = new URL(PACKED ? `words.${name}.json` : `../words/${name}.json`, import.meta.url);
  const integrity = PACKED ? (kind ? (await wordsOf(lang)).more : lang === INDEX ? INTEGRITY : (await wordsOf(INDEX))[lang]) : "";
  const answer = await fetch(url, { integrity, credentials: "omit" });
  return answer.ok ? answer.json() : {};
}

/** @param {string} name */
function inlineWords(name) {
  return document.querySelector(`script[data-words="${name}"]`);
}

/** Where people can read the source of this, or null: a page that holds all of it may have an address that leads nowhere. */
export function sourceUrl() {
  if (!PACKED) return new URL("../README.md", import.meta.url).href;
  const base = /^http.*\/(?=player)/.exec(import.meta.url);
  return base && base + SOURCE;
}
