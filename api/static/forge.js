// "Forge it": one byte of a copy of the record is changed in this browser, and the copy is verified like any other.

const section = /** @type {HTMLElement} */ (document.getElementById("forge"));
const told = /** @type {HTMLElement} */ (document.getElementById("in-words"));
const changed = /** @type {HTMLElement} */ (document.getElementById("changed"));
const place = /** @type {HTMLElement} */ (document.getElementById("forged"));
const source = section.dataset.record ?? "";
const about = { before: 34, after: 26 };
/** What can be forged: where the byte stands, and what may stand there instead. */
const kinds = {
  die: { at: /"type":"roll","value":([1-6])/g, digits: "123456" },
  move: { at: /"to":\d*(\d)/g, digits: "0123456789" },
  result: { at: /"ranking":\[+(\d)/g, digits: "0123" },
  link: { at: /"links":\[(?:null,)*"[0-9a-f]{40}([0-9a-f])/g, digits: "0123456789abcdef" },
  name: { at: /"kind":"[a-z]+","n":\d+,"name":"([A-Za-z])/g, digits: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
};
/** @type {Promise<string> | undefined} */
let record;

/** One of them, by chance. @template T @param {ArrayLike<T>} list */
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * Where to change the text, and into what; null if it has nothing of the kind.
 * @param {string} text @param {string} kind @returns {[number, string] | null}
 */
function choose(text, kind) {
  if (kind === "any") {
    const at = Math.floor(Math.random() * text.length);
    return [at, String.fromCharCode(text.charCodeAt(at) ^ 1)];
  }
  const { at, digits } = kinds[/** @type {keyof typeof kinds} */ (kind)];
  const all = [...text.matchAll(at)];
  if (!all.length) return null;
  const found = anyOf(all);
  const index = found.index + found[0].length - 1;
  return [index, anyOf([...digits].filter((digit) => digit !== text[index]))];
}

/** Latin-1 as the UTF-8 that it is. @param {string} text */
const utf8 = (text) => new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));

/**
 * What stands there, as people read it. @param {string} text @param {string} kind @param {number} index
 * @param {string} [whole] the record that has the names
 */
function read(text, kind, index, whole = text) {
  if (kind === "result") {
    const seat = text[index];
    const isTheirs = (/** @type {any} */ event) => event.type === "join" && String(event.player) === seat;
    return JSON.parse(utf8(whole)).events.find(isTheirs)?.name ?? `player ${seat}`;
  }
  if (kind === "link" || kind === "any") return text[index];
  const start = kind === "move" ? text.lastIndexOf(":", index) + 1 : index;
  const length = text.slice(start).search(kind === "name" ? /"/ : /\D/);
  return utf8(text.slice(start, start + length));
}

/** Index of the event around this byte. @param {string} text @param {number} index */
function eventAt(text, index) {
  const end = text.indexOf('"at":', index);
  return /"n":(\d+)/.exec(text.slice(text.lastIndexOf('"at":', index), end < 0 ? undefined : end))?.[1] ?? "";
}

/** The record as Latin-1, so that a character is a byte. */
async function fetchText() {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** @param {string} kind @param {string} sentence */
async function forge(kind, sentence) {
  let text;
  try {
    text = await (record ??= fetchText());
  } catch {
    record = undefined;
    told.textContent = section.dataset.failed ?? "";
    return;
  }
  await customElements.whenDefined("fairdice-replay");
  const chosen = choose(text, kind);
  if (!chosen) {
    told.textContent = section.dataset.none ?? "";
    return;
  }
  const [index, byte] = chosen;
  const [was, is] = ["del", "ins"].map((name) => document.createElement(name));
  was.textContent = text[index];
  is.textContent = byte;
  changed.replaceChildren(
    `byte ${index}: \u2026${text.slice(Math.max(0, index - about.before), index)}`,
    was,
    is,
    `${text.slice(index + 1, index + about.after)}\u2026`,
  );
  changed.hidden = false;
  const forged = text.slice(0, index) + byte + text.slice(index + 1);
  /** @type {Record<string, string>} */
  const facts = { n: eventAt(text, index), at: String(index), was: read(text, kind, index) };
  facts.is = read(forged, kind, index, text);
  told.textContent = sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  const replay = /** @type {any} */ (document.createElement("fairdice-replay"));
  replay.load(Uint8Array.from(forged, (letter) => letter.charCodeAt(0)), "forged.json");
  place.replaceChildren(replay);
}

for (const button of section.querySelectorAll("button")) {
  button.addEventListener("click", () => forge(button.dataset.forge ?? "any", button.dataset.told ?? ""));
}
section.hidden = false;
