// The page's `#n=123`, for the one replay that has the attribute `deep-link`.

/** The event that the page's address asks this replay for; undefined if it asks for none. @param {Element} host */
export function linkedEvent(host) {
  const found = host.hasAttribute("deep-link") && /^#n=(\d{1,6})$/.exec(location.hash);
  return found ? +found[1] : undefined;
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
