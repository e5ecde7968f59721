// A game that is still played: the service's stream of its events.

const LONGEST_WAIT_MS = 30000;
const GATHER_MS = 60; // so long events are gathered before they are verified

/** @typedef {{event: any, receipt: any}} Item */

/**
 * Follow a stream of server-sent events.  After a break it goes on where it stood.  Returns a function that ends it.
 * @param {string} url of the service's stream
 * @param {number} after the last event that is known, -1 for none
 * @param {(item: Item) => void} take each next event
 * @param {(state: "on" | "off" | "closed") => void} tell how the line is; after "closed" nothing follows
 */
export function followStream(url, after, take, tell) {
  /** @type {EventSource} */
  let source;
  let wait = 1000;
  let timer = 0;
  let last = after;

  const open = () => {
    const from = new URL(url, document.baseURI);
    from.searchParams.set("after", String(last));
    source = new EventSource(from);
    source.onopen = () => {
      wait = 1000;
      tell("on");
    };
    source.addEventListener("event", (message) => {
      const item = JSON.parse(message.data);
      if (item.event.n > last + 1) return again();
      if (item.event.n === last + 1) {
        last++;
        take(item);
      }
    });
    source.addEventListener("closed", () => {
      source.close();
      tell("closed");
    });
    source.onerror = () => {
      tell("off");
      if (source.readyState === 2) again(); // else the browser itself tries again
    };
  };
  const again = () => {
    source.close();
    timer = window.setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/**
 * Follow a stream, its events given on in portions, one portion after the other.  Returns a function that ends it.
 * @param {string} url
 * @param {number} after
 * @param {(items: Item[]) => Promise<void>} take these next events
 * @param {(state: "on" | "off" | "closed") => void | Promise<void>} tell how the line is; "closed" once all events have been taken
 */
export function gatherStream(url, after, take, tell) {
  /** @type {Item[]} */
  let items = [];
  let last = Promise.resolve();
  const portion = async () => {
    await new Promise((done) => setTimeout(done, GATHER_MS));
    const some = items;
    items = [];
    await take(some);
  };
  return followStream(
    url,
    after,
    (item) => {
      if (items.push(item) === 1) last = last.then(portion);
    },
    (state) => {
      last = last.then(() => tell(state));
    },
  );
}
