// The page /verify: a file is read, verified and replayed in this browser; nothing leaves it.

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const drop = byId("drop");
const input = /** @type {HTMLInputElement} */ (byId("file"));
const result = byId("result");
const malformed = byId("malformed");
const keys = /** @type {HTMLInputElement[]} */ (["house-key", "player-key", "log-key"].map(byId));
/** @type {File | undefined} */
let shown;

/** Show one file: a new element each time, so that nothing is left of the file before. @param {File} file */
async function show(file) {
  shown = file;
  const wrong = keys.filter((key) => !key.checkValidity());
  for (const key of keys) key.setAttribute("aria-invalid", String(wrong.includes(key)));
  malformed.hidden = !wrong.length;
  if (wrong.length) {
    // No verdict on a game because of a slip of the pen.
    result.replaceChildren();
    /** @type {HTMLDetailsElement} */ (byId("keys")).open = true;
    return;
  }
  // What cannot be read, a folder for one, is verified as the nothing that it gave; no verdict on the file before stays.
  const [bytes] = await Promise.all([
    file.arrayBuffer().catch(() => new ArrayBuffer(0)),
    customElements.whenDefined("fairdice-replay"),
  ]);
  if (shown !== file) return; // another one was chosen meanwhile
  const replay = /** @type {any} */ (document.createElement("fairdice-replay"));
  replay.load(new Uint8Array(bytes), file.name);
  for (const key of keys) {
    const text = key.value.trim();
    const hex = key.id !== "log-key";
    if (text) replay.setAttribute(key.id, hex ? text.toLowerCase() : text);
  }
  const title = document.createElement("h2");
  title.textContent = file.name;
  result.replaceChildren(title, replay);
  title.scrollIntoView({ block: "start", behavior: "auto" });
}

drop.hidden = false;
// What is said about the checks is fetched now: whoever cuts the network before choosing a file can read all of it.
for (const words of (result.dataset.words ?? "").split(" ")) fetch(words).catch(() => {});
input.addEventListener("change", () => input.files?.[0] && show(input.files[0]));
for (const key of keys) key.addEventListener("change", () => shown && show(shown));
for (const name of ["dragenter", "dragover"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
for (const name of ["dragleave", "drop"]) addEventListener(name, () => drop.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) show(file);
});
