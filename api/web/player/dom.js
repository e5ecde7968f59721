// Nodes are made by calls.  No markup is ever parsed, so the strictest Content-Security-Policy and Trusted Types hold.

import { svgPart, svgPath } from "./board/svg.js";

/** @typedef {import("../fairdice/words/speak.js").Speak} Speak */

/** Attributes that stand for two. @type {Record<string, string[]>} */
const BOTH = { is: ["class", "part"], called: ["aria-label", "title"] };

/**
 * An HTML element.  Attributes that are functions are listeners (`onclick`); those that are false, null or undefined are left
 * out, true is "".  `is` stands for `class` and `part`, `called` for `aria-label` and `title`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") /** @type {any} */ (made)[name] = value;
    else if (value != null && value !== false) for (const one of BOTH[name] ?? [name]) made.setAttribute(one, value === true ? "" : value);
  }
  made.append(.../** @type {Node[]} */ (children.filter((child) => child != null && child !== "")));
  return made;
}

/**
 * A button.
 * @param {Record<string, any>} attributes
 * @param {...(Node | string)} children
 */
export function button(attributes, ...children) {
  return node("button", { type: "button", ...attributes }, ...children);
}

const ICONS = {
  start: "M18 5l-7 7 7 7M6 5v14",
  turn_back: "M12 5l-7 7 7 7M19 5l-7 7 7 7",
  back: "M15 5l-7 7 7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l7 7-7 7",
  turn_forward: "M5 5l7 7-7 7M12 5l7 7-7 7",
  end: "M6 5l7 7-7 7M18 5v14",
  good: "M5 12.5l5 5 9-11",
  bad: "M6 6l12 12M18 6L6 18",
  doubt: "M12 5v9M12 18v1",
  quiet: "M6 12h12",
  wait: "M12 6v6l4 3",
};

/**
 * A sign of 24 by 24 units, drawn in the colour of the text; for eyes only.
 * @param {string} name
 */
export function icon(name) {
  return svgPart("svg", { viewBox: "0 0 24 24", class: `icon ${name}`, "aria-hidden": "true" }, svgPath(ICONS[/** @type {keyof typeof ICONS} */ (name)]));
}
