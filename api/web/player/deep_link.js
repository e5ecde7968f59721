// The page's `#n=123`, for the one replay that has the attribute `deep-link`.

/** The event that the page's address asks for, or null. */
export function linkedEvent() {
  const found = /^#n=(\d{1,6})$/.exec(location.hash);
  return found && Number(found[1]);
}

/**
 * Write it without a new entry in the history.  A page without an address of its own (sandboxed, from a mail) stays as it is.
 * @param {number} n
 */
export function linkEvent(n) {
  try {
    history.replaceState(history.state, "", `#n=${n}`);
  } catch {
    // refused: too many in a short time, or a document that may not
  }
}
