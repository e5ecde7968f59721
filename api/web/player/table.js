// A table whose column heads are for those who hear it, and a bar in it.

import { node } from "./dom.js";

/**
 * @param {import("./dom.js").Speak} speak
 * @param {string[]} keys of the heads
 * @param {HTMLTableSectionElement} body
 * @param {Record<string, string>} [attributes]
 */
export function tableOf(speak, keys, body, attributes) {
  const heads = keys.map((key) => node("th", { scope: "col" }, speak(key)));
  return node("table", attributes, node("thead", { class: "unseen" }, node("tr", {}, ...heads)), body);
}

/**
 * A bar for the style sheet to draw: it has each of these parts of the whole in a custom property, as `--name`.
 * @param {Record<string, string>} attributes
 * @param {number} whole
 * @param {Record<string, number>} parts
 */
export function barOf(attributes, whole, parts) {
  const bar = node("span", attributes);
  for (const name in parts) bar.style.setProperty(`--${name}`, `${100 * parts[name] / whole}%`);
  return bar;
}
