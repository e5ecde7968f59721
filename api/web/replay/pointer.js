// Places in a JSON document: pointers (RFC 6901), the event they lead into, and short forms of what stands there.

import { fault } from "./errors.js";

/** The keys and indices that lead from the document to a value.
 * @typedef {(string | number)[]} Path */

const LONGEST = 80;

/**
 * The fault of what stands at `path`. Keys of documents hold nothing that a pointer would have to escape.
 * @param {string} code
 * @param {Path} path
 * @param {any} found shown in short
 * @param {any} [expected]
 */
export function faultAt(code, path, found, expected) {
  const [list, place] = path;
  const event = list === "events" && typeof place === "number" ? place : null;
  return fault(code, { event, path: path.map((step) => "/" + step).join(""), expected, found: shorten(found) });
}

/**
 * The first `count` code points of a text.
 * @param {string} text
 * @param {number} count
 */
export function beginning(text, count) {
  return [...text.slice(0, 2 * count)].slice(0, count).join("");
}

/**
 * A value short enough for a message: long strings are cut, arrays and objects named by their size.
 * @param {any} value
 */
export function shorten(value) {
  if (typeof value === "string") {
    const cut = beginning(value, LONGEST);
    return cut === value ? cut : cut + "…";
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value && typeof value === "object" ? `an object of ${Object.keys(value).length}` : value;
}
