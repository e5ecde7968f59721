// Text from others made safe to show: names, notes and reasons cannot turn the line around or pass for other text.
//
// A record's names may hold anything but control characters. Whatever is no printable character is written as an escape
// such as \u202e, as Python's fairdice.printable does.

// Letters of Persian and of Indian scripts, and families of emoji, are joined and parted with these.
const JOINERS = "\u200c\u200d";
const PLAIN_NAME = /^[\p{L}\p{N}_.'’-]+$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * `text` with every character that is no letter, mark, digit, sign or space written as an escape; spaces of other widths
 * become a plain space. The answer is one line.
 * @param {string} text
 */
export function printable(text) {
  return text.replace(/[\p{C}\p{Z}]/gu, (char) =>
    /\p{Zs}/u.test(char) ? " " : JOINERS.includes(char) ? char : escapedChar(char),
  );
}

/** @param {string} char */
function escapedChar(char) {
  const code = /** @type {number} */ (char.codePointAt(0));
  const short = "\t\n\r".indexOf(char);
  if (short >= 0) return "\\" + "tnr"[short];
  const width = code < 256 ? 2 : code < 65536 ? 4 : 8;
  return "\\" + "xuU"[width >> 2] + code.toString(16).padStart(width, "0");
}

/**
 * A name as a sentence may hold it: printable, and in quotation marks unless it is one plain word. Around letters that
 * are written from right to left stand marks that keep them from turning what follows.
 * @param {string} name
 */
export function quoted(name) {
  const shown = printable(name);
  const safe = PLAIN_NAME.test(shown) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
  return RIGHT_TO_LEFT.test(safe) ? `\u2068${safe}\u2069` : safe;
}

/**
 * By player: the name in a sentence; those who share one are numbered as well.
 * @param {string[]} names
 * @param {import("./words/speak.js").Speak} speak
 */
export function toldApart(names, speak) {
  const shown = names.map(quoted);
  return shown.map((name, n) =>
    shown.indexOf(name) < n || shown.includes(name, n + 1) ? speak("name.same", { name, n }) : name,
  );
}

/**
 * A ranking in words: ``1. Ana, 2. Ben and Cleo, 3. Dan``; a player without a name keeps its number (C13).
 * @param {number[][]} ranking
 * @param {string[]} names
 * @param {import("./words/speak.js").Speak} speak
 */
export function placesInWords(ranking, names, speak) {
  return ranking
    .map((group, at) => speak("name.place", { n: at + 1, names: speak.list(group.map((p) => names[p] ?? `${p}`)) }))
    .join(", ");
}
