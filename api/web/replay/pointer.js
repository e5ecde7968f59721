// Places in a JSON document: pointers (RFC 6901), the event they lead into, and short forms of what stands there.

/** The keys and indices that lead from the document to a value.
 * @typedef {(string | number)[]} Path */

const LONGEST = 80;

/**
 * `path` as a JSON Pointer: `/events/12/links/0`; the document itself is the empty string (RFC 6901). Keys of documents
 * hold neither `~` nor `/`, but names of fields that are unknown here are escaped all the same.
 * @param {Path} path
 */
export function pointer(path) {
  return path.map((step) => "/" + String(step).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}

/**
 * The index of the event that `path` leads to or into, or null.
 * @param {Path} path
 */
export function eventOf(path) {
  return path.length > 1 && path[0] === "events" && typeof path[1] === "number" ? path[1] : null;
}

/**
 * The first `count` code points of a text.
 * @param {string} text
 * @param {number} count
 */
export function beginning(text, count) {
  return text.length > count ? [...text.slice(0, 2 * count)].slice(0, count).join("") : text;
}

/**
 * A value short enough for a message: long strings are cut, arrays and objects named by their size.
 * @param {any} value
 */
export function shorten(value) {
  if (typeof value === "string") {
    const cut = beginning(value, LONGEST);
    return cut === value ? value : cut + "…";
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value && typeof value === "object" ? `an object of ${Object.keys(value).length}` : (value ?? null);
}
