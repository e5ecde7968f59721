// A game that is still played: the service's stream of its events.

import { same, toHex } from "../fairdice/encoding.js";
import { fault } from "../replay/errors.js";

/** @typedef {{event: any, receipt: any}} Item */
/** @typedef {{report: any, case?: any}} Found what `examine` gives */
/** @typedef {{gid: Uint8Array, n: number, head: Uint8Array}} Seen how far a game was verified and shown */

/** @param {Found} found @returns {Seen} */
export function lastSeen({ case: { gid, heads, last } }) {
  return { gid, n: last, head: heads[last] };
}

/**
 * What is wrong with a record, in itself without fault, that does not go on from what was seen: else one game would be shown,
 * and another one called verified.  The house has signed both, where that can be checked.
 * @param {Seen} seen
 * @param {Found} found
 */
export function otherHistory({ gid, n, head }, { report, case: { gid: other, heads, close } }) {
  const now = heads[n];
  if (now && same(now, head)) return null;
  const game = same(gid, other);
  const forked = game && (now || close) && report.verdict !== "unchecked";
  const as = game ? (now ? undefined : forked ? "cut" : "later") : "game";
  return fault(forked ? "head.fork" : "named.receipt", { event: game ? n : null, expected: toHex(head), found: now && toHex(now), clause: "R11", as });
}

const LONGEST_WAIT_MS = 30000;
const GATHER_MS = 60; // so long events are gathered before they are verified

/**
 * Follow a stream of server-sent events.  After a break it goes on where it stood.  Events are given on in portions, one
 * portion after the other.  Returns a function that ends it.
 * @param {string} url of the service's stream
 * @param {number} last the last event that is known, -1 for none
 * @param {(items: Item[]) => Promise<void> | undefined} take these next events
 * @param {(line: string) => Promise<void> | undefined} tell how the line is: "on", "off"; "closed" once all events have been taken
 */
export function followStream(url, last, take, tell) {
  /** @type {EventSource} */
  let source;
  let wait = 1000;
  let timer = 0;
  /** @type {Item[]} */
  let items = [];
  /** @type {Promise<any>} */
  let work = Promise.resolve();

  const say = (/** @type {string} */ line) => (work = work.then(() => tell(line)));

  function open() {
    const from = new URL(url, document.baseURI);
    from.searchParams.set("after", `${last}`);
    source = new EventSource(from);
    source.onopen = () => {
      wait = 1000;
      say("on");
    };
    source.addEventListener("event", (message) => {
      const item = JSON.parse(message.data);
      const ahead = item.event.n - last;
      if (ahead > 1) again();
      if (ahead !== 1) return;
      last++;
      if (items.push(item) === 1) work = work.then(portion);
    });
    source.addEventListener("closed", () => {
      source.close();
      say("closed");
    });
    source.onerror = () => {
      say("off");
      if (source.readyState === 2) again(); // else the browser itself tries again
    };
  }

  function again() {
    source.close();
    timer = window.setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  async function portion() {
    await new Promise((done) => setTimeout(done, GATHER_MS));
    const some = items;
    items = [];
    await take(some);
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
