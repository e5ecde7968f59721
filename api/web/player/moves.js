// The moves in words.  Only the rows that can be seen are made, so that a game of 25,000 events is no heavier than one of 25.

import { node } from "./dom.js";

/** @typedef {{first: number, last: number, text: string}} Line */

const MARGIN = 6; // rows made beyond what can be seen

/**
 * @param {HTMLElement} box the page that scrolls
 * @param {(n: number) => void} seek
 */
export function makeMoves(box, seek) {
  box.classList.add("list");
  const list = node("ol", { role: "list" });
  box.append(list);
  /** @type {Line[]} */
  let lines = [];
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  let current = -1; // the row of the event that is shown, -1 if it has none
  let near = 0; // the row to be seen

  const rowHeight = () => 3 * parseFloat(getComputedStyle(document.documentElement).fontSize);

  function draw() {
    const height = rowHeight();
    list.style.height = `${lines.length * height}px`;
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
    let row = rows.get(index);
    if (!row) {
      const { last, text } = lines[index];
      const button = node("button", { type: "button", class: "move", part: "move", title: text, onclick: () => seek(last) }, node("span", {}, String(last)), node("span", {}, text));
      row = node("li", { "aria-setsize": lines.length, "aria-posinset": index + 1 }, button);
      row.style.top = `${index * height}px`;
      rows.set(index, row);
      // in their order, so that what reads the page finds them one after the other
      const next = [...rows.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
      list.insertBefore(row, rows.get(next) ?? null);
    }
    const button = /** @type {HTMLElement} */ (row.firstChild);
    button.tabIndex = index === near ? 0 : -1;
    if (index === current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }

  box.onscroll = draw;
  box.onkeydown = (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const line = by && !event.ctrlKey && !event.altKey && !event.metaKey && lines[near + by];
    if (!line) return;
    event.preventDefault();
    seek(line.last);
  };
  new ResizeObserver(() => reveal()).observe(box);

  /** Scroll the box, and nothing else, so that the current row can be seen. */
  function reveal() {
    const height = rowHeight();
    const top = near * height;
    list.style.height = `${lines.length * height}px`;
    if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) box.scrollTop = top - (box.clientHeight - height) / 2;
    draw();
  }

  return {
    /** @param {Line[]} all */
    fill(all) {
      lines = all;
      for (const row of rows.values()) row.remove();
      rows.clear();
      draw();
    },
    /** Mark the line that event `n` is in. @param {number} n */
    mark(n) {
      let low = 0;
      for (let high = lines.length - 1; low < high; ) {
        const middle = (low + high) >> 1;
        if (lines[middle].last < n) low = middle + 1;
        else high = middle;
      }
      const focused = rows.get(near)?.contains(/** @type {ShadowRoot} */ (box.getRootNode()).activeElement);
      near = low;
      current = lines[low]?.first <= n && n <= lines[low].last ? low : -1;
      reveal();
      if (focused) /** @type {HTMLElement} */ (rows.get(near)?.firstChild).focus({ preventScroll: true });
    },
  };
}
