// What the pages of the benchmark do.  Each makes `window.run`, which measures, in milliseconds, once all is loaded.

/** Until the next frame is drawn, as far as the page's own thread is concerned. */
export const drawn = () =>
  new Promise((done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    }),
  );

/** @param {string} url */
export const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());

/**
 * A replay of bytes in memory, which a `fetch` of ours hands over: from then until the verdict, and until that is drawn.  With
 * `wait` it does so only when the empty replay has been drawn, as if they had come over a network.
 * @param {Uint8Array} bytes
 * @param {boolean} [wait]
 */
export async function showRecord(bytes, wait) {
  const src = "/in-memory.json";
  const real = window.fetch;
  let start = performance.now();
  window.fetch = async (url, init) => {
    if (url !== src) return real(url, init);
    if (wait) {
      await drawn();
      await drawn();
      start = performance.now();
    }
    return new Response(bytes);
  };
  const replay = document.createElement("fairdice-replay");
  const told = new Promise((done) => replay.addEventListener("fairdice-verdict", done, { once: true }));
  replay.setAttribute("src", src);
  document.body.append(replay);
  const { detail } = await told;
  const verdict = performance.now() - start;
  await drawn();
  window.fetch = real;
  return { verdict, drawn: performance.now() - start, says: detail.verdict };
}

/**
 * How long the page's thread was busy at a stretch while `work` went on, and the most memory seen: by a timer and by what the
 * browser itself calls long tasks.
 * @param {() => Promise<any>} work
 */
export async function watch(work) {
  let longest = 0;
  let most = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
    most = Math.max(most, performance.memory?.usedJSHeapSize ?? 0);
  };
  const timer = setInterval(tick, 5);
  /** @type {number[]} */
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
  observer.observe({ type: "longtask" });
  const done = await work();
  await new Promise((rest) => setTimeout(rest, 50));
  clearInterval(timer);
  tick();
  observer.disconnect();
  return { ...done, longest, most, task: Math.max(0, ...tasks) };
}

/**
 * So many seeks to events at random: each with the layout that follows, or (`frame`) with all that a frame does.
 * @param {any} replay
 * @param {number} count
 * @param {boolean} frame
 */
export async function seek(replay, count, frame) {
  const events = replay.report.summary.events;
  let random = 1;
  const took = [];
  for (let index = 0; index < count; index++) {
    random = (random * 48271) % 2147483647;
    if (frame) await new Promise(requestAnimationFrame);
    const start = performance.now();
    replay.seek(random % events);
    replay.getBoundingClientRect();
    if (frame) await new Promise(afterFrame);
    took.push(performance.now() - start);
    if (!frame && index % 20 === 19) await drawn();
  }
  return took;
}

/** In a callback of a frame: once the rest of this frame's work is done. @param {(_: any) => void} done */
function afterFrame(done) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage(null);
}

/**
 * The cost of one hash of a link: by our own module, and by WebCrypto awaited each time, in turns.
 * @param {(bytes: Uint8Array) => Uint8Array} sha256
 * @param {number} count
 */
export async function hashes(sha256, count) {
  const text = new Uint8Array(70);
  const ours = [];
  const theirs = [];
  for (let round = 0; round < 7; round++) {
    let start = performance.now();
    for (let index = 0; index < count; index++) text.set(sha256(text), 38);
    ours.push((performance.now() - start) / count);
    start = performance.now();
    for (let index = 0; index < count; index++) text.set(new Uint8Array(await crypto.subtle.digest("SHA-256", text)), 38);
    theirs.push((performance.now() - start) / count);
  }
  return { ours, theirs };
}
