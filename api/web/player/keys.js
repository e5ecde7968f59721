// The keyboard, while the focus is inside.

import { modified } from "./tabs.js";

/** @typedef {import("./player.js").Deeds} Deeds */

/** @type {Record<string, (act: Deeds) => void>} */
const KEYS = {
  ArrowLeft: (act) => act.step(-1),
  ArrowRight: (act) => act.step(1),
  PageUp: (act) => act.turn(-1),
  PageDown: (act) => act.turn(1),
  Home: (act) => act.seek(0),
  End: (act) => act.seek(Infinity),
  " ": (act) => act.toggle(),
  "?": (act) => act.help(),
};

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
  deed(act);
}
