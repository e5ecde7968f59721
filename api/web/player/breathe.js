// Long work in slices, so that the page stays alive.

const SLICE_MS = 12;

/**
 * A function to await now and then: mostly it returns at once, and every few milliseconds it lets the page do what it has to.
 * Throws what `signal` aborts with.
 * @param {AbortSignal} signal
 */
export function makeBreathe(signal) {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((done) => setTimeout(done));
    signal.throwIfAborted();
    since = performance.now();
  };
}
