// The strict reading of a JSON text in one pass: the first fault, with its code and its place.
//
// strict.js says what is accepted and in which order faults count.

import { faultAt } from "./pointer.js";

/** @typedef {import("./pointer.js").Path} Path */

/** How many arrays and objects may lie in one another; the outermost is the first. */
const MAX_DEPTH = 16;

export const KEY = /^[a-z][a-z0-9_]{0,31}$/;
export const HALF_PAIR = /\p{Surrogate}/u;

// What is taken at once, from where the last reading stopped.
const SPACE = /[ \t\n\r]+/y;
const PART = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const INTEGER = /-?(?:0|[1-9][0-9]*)/y;
const FRACTION = /(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /-?[A-Za-z]+/y;

/**
 * Read the whole text; throws `format.*` at the first fault. What passes, JSON.parse reads as it is meant.
 * @param {string} text
 */
export function scan(text) {
  let at = 0;
  /** @type {Path} */
  const path = [];

  /** @param {string} code @param {any} [found] @param {number} [depth] */
  const refuse = (code, found, depth = path.length) => faultAt(code, path.slice(0, depth), found);

  /** @param {number} [depth] */
  const unexpected = (depth) => refuse("format.syntax", [...text.slice(at, at + 2)][0], depth);

  /** @param {RegExp} pattern @returns what stands here of it */
  const take = (pattern) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? text.slice(at, (at = pattern.lastIndex)) : "";
  };

  /** @returns the next character that is no space */
  const next = () => {
    take(SPACE);
    return text[at];
  };

  /** @param {number} [depth] of the path, where the string is a key */
  const string = (depth) => {
    const start = at++;
    while (take(PART));
    if (text[at] !== '"') throw unexpected(depth);
    /** @type {string} */
    const value = JSON.parse(text.slice(start, ++at));
    if (HALF_PAIR.test(value)) throw refuse("format.surrogate", null, depth);
    return value;
  };

  /** Read a key and its colon. @param {Set<string>} seen */
  const key = (seen) => {
    const depth = path.length - 1;
    if (text[at] !== '"') throw unexpected(depth);
    const name = string(depth);
    if (!KEY.test(name)) throw refuse("format.key", name, depth);
    path[depth] = name;
    if (seen.has(name)) throw refuse("format.duplicate_key", name);
    seen.add(name);
    if (next() !== ":") throw unexpected();
    at++;
  };

  /** Read an array or object. @param {string} close */
  const container = (close) => {
    const depth = path.length;
    const seen = new Set();
    if (depth === MAX_DEPTH) throw refuse("format.depth");
    at++;
    if (next() !== close) {
      for (let index = 0; ; index++) {
        path[depth] = index;
        next();
        if (close === "}") key(seen);
        value();
        if (text[at] !== ",") break;
        at++;
      }
      if (text[at] !== close) throw unexpected();
    }
    at++;
    path.length = depth;
  };

  /** Read a value and the space around it. */
  const value = () => {
    const char = next();
    if (char === '"') string();
    else if (char === "[") container("]");
    else if (char === "{") container("}");
    else scalar();
    next();
  };

  const scalar = () => {
    const digits = take(INTEGER);
    if (digits) {
      const rest = take(FRACTION);
      if (rest) throw refuse("format.float", digits + rest);
      if (digits === "-0" || !Number.isSafeInteger(+digits)) throw refuse("format.integer", digits);
      return;
    }
    const word = take(WORD);
    if (/^(NaN|-?Infinity)$/.test(word)) throw refuse("format.constant", word);
    if (/^(true|false|null)$/.test(word)) return;
    at -= word.length;
    throw unexpected();
  };

  value();
  if (at < text.length) throw unexpected();
}
