// The moves in words.  Only the rows that can be seen are made, so that a game of 25,000 events is no heavier than one of 25.

import { button, node } from "./dom.js";
import { modified } from "./tabs.js";

/** @typedef {{first: number, last: number, text: string}} Line */

const MARGIN = 6; // rows made beyond what can be seen

/**
 * @param {HTMLElement} box the page that scrolls
 * @param {(n: number) => void} seek
 */
export function makeMoves(box, seek) {
  const list = node("ol", { role: "list" });
  box.append(list);
  box.classList.add("list");
  /** @type {Line[]} */
  let lines = [];
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  let current = -1; // the row of the event that is shown, -1 if it has none
  let near = 0; // the row to be seen

  const rowHeight = () => 3 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const buttonOf = (/** @type {number} */ index) => /** @type {HTMLElement | undefined} */ (rows.get(index)?.firstChild);

  function draw() {
    const height = rowHeight();
    const from = Math.max(0, Math.floor(box.scrollTop / height) - MARGIN);
    const to = Math.min(lines.length, Math.ceil((box.scrollTop + box.clientHeight) / height) + MARGIN);
    for (const [index, row] of rows) {
      if ((index < from || index >= to) && index !== near) {
        row.remove();
        rows.delete(index);
      }
    }
    for (let index = from; index < to; index++) place(index, height);
    if (lines.length) place(near, height);
  }

  /** @param {number} index @param {number} height */
  function place(index, height) {
    if (!rows.has(index)) {
      const { last, text } = lines[index];
      const row = node("li", { "aria-setsize": lines.length, "aria-posinset": index + 1 }, button({ is: "move", title: text, onclick: () => seek(last) }, node("span", {}, `${last}`), node("span", {}, text)));
      row.style.top = `${index * height}px`;
      // in their order, so that what reads the page finds them one after the other
      const next = Math.min(...[...rows.keys()].filter((other) => other > index));
      list.insertBefore(row, rows.get(next) ?? null);
      rows.set(index, row);
    }
    const made = /** @type {HTMLElement} */ (buttonOf(index));
    made.tabIndex = index === near ? 0 : -1;
    made.setAttribute("aria-current", index === current ? "step" : "false");
  }

  /** Scroll the box, and nothing else, so that the row can be seen. */
  function reveal() {
    const height = rowHeight();
    const top = near * height;
    const room = box.clientHeight - height;
    list.style.height = `${lines.length * height}px`;
    if (top < box.scrollTop || top > box.scrollTop + room) box.scrollTop = top - room / 2;
    draw();
  }

  box.onscroll = draw;
  box.onkeydown = (event) => {
    const line = lines[near + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? NaN)];
    if (!line || modified(event)) return;
    event.preventDefault();
    seek(line.last);
  };
  new ResizeObserver(reveal).observe(box);

  return {
    /** @param {Line[]} all */
    fill(all) {
      lines = all;
      rows.clear();
      list.replaceChildren();
      near = 0;
    },
    /** Mark the line that event `n` is in. @param {number} n */
    mark(n) {
      const focused = buttonOf(near)?.matches(":focus");
      near = 0;
      for (let high = lines.length - 1; near < high; ) {
        const middle = (near + high) >> 1;
        if (lines[middle].last < n) near = middle + 1;
        else high = middle;
      }
      current = lines[near]?.first <= n && n <= lines[near].last ? near : -1;
      reveal();
      if (focused) buttonOf(near)?.focus({ preventScroll: true });
    },
  };
}
