// A table whose column heads are for those who hear it.

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
