// What the words say: whole records, names, messages, reports.

import { readFileSync } from "node:fs";

import { placesInWords, printable, quoted, toldApart } from "../../../../api/web/fairdice/printable.js";
import { piecesInWords, standings } from "../../../../api/web/fairdice/standings.js";
import { Narrator, joinLines } from "../../../../api/web/fairdice/words/narrator.js";
import { namesOf } from "../../../../api/web/fairdice/words/names.js";
import { keptReceipts, requireStatements } from "../../../../api/web/fairdice/verify/kept.js";
import { readReceipt } from "../../../../api/web/fairdice/verify/receipt.js";
import { verify } from "../../../../api/web/fairdice/verify/verifier.js";
import { reportInWords } from "../../../../api/web/fairdice/words/report.js";
import { makeSpeak } from "../../../../api/web/fairdice/words/speak.js";

const folder = new URL("../../../../api/web/words/", import.meta.url);

const known = new Map();

/** @param {string} lang */
function spoken(lang) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  if (!known.has(lang)) known.set(lang, strict({ ...read(`${lang}.json`), ...read(`${lang}.more.json`) }, lang));
  return known.get(lang);
}

/** As makeSpeak, but a key without a message fails the test, and so does a fact that the message needs and is not given. */
function strict(messages, lang) {
  const speak = makeSpeak(messages, lang);
  const needs = Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, neededBy(message)]));
  const saying = (key, facts = {}) => {
    if (!needs[key]) throw new Error(`there is no message ${key}`);
    const missing = needs[key].filter((name) => (facts[name] ?? null) === null);
    if (missing.length) throw new Error(`${key} is not given ${missing}`);
    return speak(key, facts);
  };
  return Object.assign(saying, { lang, list: speak.list });
}

/** The facts that a message always needs: not those inside a branch, nor those that have a branch for being absent. */
function neededBy(message) {
  const places = message.matchAll(/\{(\w+)((?:\|(?:[^{}|]|\{\w+\})*)*)\}/g);
  return [...places].filter(([, , choice]) => !choice.includes("|=")).map(([, name]) => name);
}

/** What a caller names, in the manifests of tests/vectors, as the verifier takes it. */
async function trustOf({ receipts, require, house_keys: houseKeys, player_keys: playerKeys, log_keys: logKeys, game }) {
  const given = Object.entries({ houseKeys, playerKeys, logKeys, game }).filter(([, value]) => value);
  const trust = Object.fromEntries(given);
  if (require) trust.require = requireStatements(require);
  if (receipts) {
    const kept = receipts.map((one) => readReceipt(new TextEncoder().encode(JSON.stringify(one))));
    trust.receipts = keptReceipts(await Promise.all(kept));
  }
  return trust;
}

/** All that is said of a record: each event, the lines, and after every `step` events where the pieces are. */
function narrated({ events, lang = "en", step = 1 }) {
  const speak = spoken(lang);
  const narrator = new Narrator(speak);
  const where = [];
  const told = events.map((event) => {
    const one = narrator.tell(event);
    const { play } = narrator.game;
    if (play && event.n % step === 0) {
      const names = namesOf(narrator.game, speak);
      const { board } = play.seating;
      const pieces = names.map((name, player) => `${name}: ${piecesInWords(board, play.pieces[player], names, speak)}.`);
      const points = play.points(), lines = standings({ ...play, board, ranking: play.due === "over" ? play.ranking() : null });
      where.push([pieces.join(" "), lines.map(({ player, place, yard, track, home, held }) => ({
        player, place: place || null, yard: yard.length, track: track.length, home: home.length, points: points && points[player], captives: play.captives ? held.length : null,
      }))]);
    }
    return one;
  });
  return { told, lines: joinLines(told), where };
}

export const ops = {
  narrate: narrated,
  printable: ({ texts }) => texts.map((text) => [printable(text), quoted(text)]),
  told_apart: ({ names, lang = "en" }) => toldApart(names, spoken(lang)),
  places: ({ ranking, names }) => placesInWords(ranking, names, spoken("en")),
  speak: ({ messages, lang = "en", say }) => say.map(([key, facts]) => makeSpeak(messages, lang)(key, facts)),
  plurals: ({ lang, numbers }) => numbers.map((n) => new Intl.PluralRules(lang).select(n)),
  categories: ({ lang }) => new Intl.PluralRules(lang).resolvedOptions().pluralCategories,
  reports_in_words: async ({ raw, langs, named = {} }) => {
    const report = await verify(Buffer.from(raw, "base64"), await trustOf(named));
    return Object.fromEntries(langs.map((lang) => [lang, reportInWords(report, spoken(lang))]));
  },
};
