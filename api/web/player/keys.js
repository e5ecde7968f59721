// The keyboard, while the focus is inside.

import { modified } from "./tabs.js";

/** @typedef {import("./player.js").Deeds} Deeds */
/** @typedef {import("./player.js").Step} Step */

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", PageUp: "turn_back", PageDown: "turn_forward", Home: "start", End: "end", " ": "play", "?": "help" };

/**
 * Do what a key stands for, unless what has the focus needs the key itself.
 * @param {KeyboardEvent} event
 * @param {Deeds} act
 */
export function pressKey(event, act) {
  const { key } = event;
  const at = /** @type {Element} */ (event.composedPath()[0]);
  const deed = KEYS[key];
  if (!deed || event.defaultPrevented || modified(event) || at.matches(key === " " ? "button,a,select" : "select")) return;
  if (at.closest(".page:not(.list)") && !/Arrow|\?/.test(key)) return; // there they scroll
  event.preventDefault();
  act[deed]();
}
