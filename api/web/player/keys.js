// The keyboard, while the focus is inside.

/** @typedef {{seek(n: number): void, step(by: number): void, turn(by: number): void, toggle(): void, help(): void, readonly end: number}} KeyDeeds */

/** @type {Record<string, (act: KeyDeeds) => void>} */
const KEYS = {
  ArrowLeft: (act) => act.step(-1),
  ArrowRight: (act) => act.step(1),
  PageUp: (act) => act.turn(-1),
  PageDown: (act) => act.turn(1),
  Home: (act) => act.seek(0),
  End: (act) => act.seek(act.end),
  " ": (act) => act.toggle(),
  "?": (act) => act.help(),
};

/**
 * Do what a key stands for, unless what has the focus needs the key itself.
 * @param {KeyboardEvent} event
 * @param {KeyDeeds} act
 */
export function pressKey(event, act) {
  const at = /** @type {Element} */ (event.composedPath()[0]);
  const deed = KEYS[event.key];
  if (!deed || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || at.matches("select")) return;
  if (event.key === " " && at.matches("button,a")) return;
  if (at.closest(".page:not(.list)") && !/Arrow|\?/.test(event.key)) return; // there they scroll
  event.preventDefault();
  deed(act);
}
