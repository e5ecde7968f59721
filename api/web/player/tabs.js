// Tabs (WAI-ARIA): one tab stop, arrows move among them, the chosen page is shown.

import { node } from "./dom.js";

/**
 * @typedef {object} Tab
 * @property {string} id also the class and part of its page
 * @property {string} label
 * @property {string} [name] what it is called where the label is only a sign
 */

/**
 * The tabs and their pages.  `shown` is told which page has come to the front.
 * @param {Tab[]} tabs
 * @param {string} label
 * @param {(id: string) => void} shown
 */
export function makeTabs(tabs, label, shown) {
  /** @type {Record<string, HTMLElement>} */
  const pages = {};
  /** @type {HTMLButtonElement[]} */
  const heads = [];
  const list = node("div", { class: "tabs", part: "tabs", role: "tablist", "aria-label": label, onkeydown: walk });
  const root = node("div", { class: "panel", part: "panel" }, list);
  for (const { id, label: text, name } of tabs) {
    const head = node("button", { id: `tab-${id}`, class: "tab", part: "tab", role: "tab", type: "button", "aria-controls": id, "aria-label": name, title: name, onclick: () => show(id) }, text);
    heads.push(head);
    list.append(head);
    pages[id] = node("div", { id, class: `page ${id}`, part: `page ${id}`, role: "tabpanel", tabindex: "0", "aria-labelledby": head.id });
    root.append(pages[id]);
  }

  /** @param {string} id @param {boolean} [focus] */
  function show(id, focus) {
    for (const head of heads) {
      const on = head.id === `tab-${id}`;
      head.setAttribute("aria-selected", String(on));
      head.tabIndex = on ? 0 : -1;
      if (!on) continue;
      list.scrollLeft = head.offsetLeft - (list.clientWidth - head.offsetWidth) / 2;
      if (focus) head.focus({ preventScroll: true });
    }
    for (const [other, page] of Object.entries(pages)) page.hidden = other !== id;
    shown(id);
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const at = heads.findIndex((head) => head.tabIndex === 0);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(tabs[(to + tabs.length) % tabs.length].id, true);
  }

  return { root, pages, show };
}
