// "Forge it": one byte of a copy of the record is changed in this browser, and the copy is verified like any other.

const section = /** @type {HTMLElement} */ (document.getElementById("forge"));
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

/** Where to change the text, and into what. @param {string} text @param {string} kind @returns {[number, string]} */
function choose(text, kind) {
  if (kind === "any") {
    const at = Math.floor(Math.random() * text.length);
    return [at, String.fromCharCode(text.charCodeAt(at) ^ 1)];
  }
  const { at, digits } = kinds[/** @type {keyof typeof kinds} */ (kind)];
  const found = anyOf([...text.matchAll(at)]);
  const index = found.index + found[0].length - 1;
  return [index, anyOf([...digits].filter((digit) => digit !== text[index]))];
}

/** Latin-1 in and out, so that a character is a byte. @param {string} kind */
async function forge(kind) {
  record ??= fetch(source).then(async (answer) => {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  });
  const text = await record;
  await customElements.whenDefined("fairdice-replay");
  const [index, byte] = choose(text, kind);
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
  const replay = /** @type {any} */ (document.createElement("fairdice-replay"));
  const forged = text.slice(0, index) + byte + text.slice(index + 1);
  replay.load(Uint8Array.from(forged, (letter) => letter.charCodeAt(0)), "forged.json");
  place.replaceChildren(replay);
}

for (const button of section.querySelectorAll("button")) {
  button.addEventListener("click", () => forge(button.dataset.forge ?? "any"));
}
section.hidden = false;
