// Tabs (WAI-ARIA): one tab stop, arrows move among them, the chosen page is shown.

import { button, node } from "./dom.js";

/** @typedef {[id: string, label: string, name?: string]} Tab `id` is also the class and part of its page; `name` what it is called where the label is only a sign */

/**
 * The tabs and their pages.  `shown` is told which page has come to the front.
 * @param {Tab[]} tabs
 * @param {string} label
 * @param {(id: string) => void} shown
 */
export function makeTabs(tabs, label, shown) {
  /** @type {Record<string, HTMLElement>} */
  const pages = {};
  let turned = false;
  const list = node("div", { is: "tabs", role: "tablist", "aria-label": label, onkeydown: walk });
  const root = node("div", { is: "panel" }, list);
  const heads = tabs.map(([id, text, called]) => {
    const head = button({ id: `tab-${id}`, is: "tab", role: "tab", "aria-controls": id, called, onclick: () => show(id) }, text);
    list.append(head);
    root.append((pages[id] = node("div", { id, is: `page ${id}`, role: "tabpanel", tabindex: 0, "aria-labelledby": head.id })));
    return head;
  });

  /** @param {string} id @param {boolean} [focus] */
  function show(id, focus) {
    tabs.forEach(([other], index) => {
      const head = heads[index];
      const on = other === id;
      head.setAttribute("aria-selected", `${on}`);
      head.tabIndex = on ? 0 : -1;
      pages[other].hidden = !on;
      // The first one lies at the start: to ask for its place would cost a layout before there is anything to show.
      if (on && (index || turned)) list.scrollLeft = head.offsetLeft - (list.clientWidth - head.offsetWidth) / 2;
      if (on && focus) head.focus({ preventScroll: true });
    });
    turned = true;
    shown(id);
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const at = heads.findIndex((head) => !head.tabIndex);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || modified(event)) return;
    event.preventDefault();
    show(tabs[(to + tabs.length) % tabs.length][0], true);
  }

  return { root, pages, show };
}

/** Whether a key is the browser's or the system's. @param {KeyboardEvent} event */
export function modified(event) {
  return event.ctrlKey || event.altKey || event.metaKey;
}
