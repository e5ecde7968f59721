// The strict reading of a JSON text in one pass: its value, or the first fault with its code and its place.
//
// strict.js says what is accepted and in which order faults count.

import { fault } from "./errors.js";
import { eventOf, pointer, shorten } from "./pointer.js";

/** @typedef {import("./pointer.js").Path} Path */

/** How many arrays and objects may lie in one another; the outermost is the first. */
export const MAX_DEPTH = 16;

export const KEY = /^[a-z][a-z0-9_]{0,31}$/;

// What is read at once, from where the last reading stopped.
const PLAIN_STRING = /"[^"\\\x00-\x1f]*"/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;
const WORD = /-?[A-Za-z]+/y;
export const HALF_PAIR = /\p{Surrogate}/u;

/** @type {Map<string, null | boolean>} */
const WORDS = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/**
 * An object without a prototype's members, of a kind that engines keep as compactly as a literal.
 * @type {new () => Record<string, any>}
 */
const Bag = (() => {
  const made = /** @type {any} */ (function () {});
  made.prototype = Object.create(null);
  return made;
})();

/**
 * The value of the whole text; objects in it have no prototype. Throws `format.*` at the first fault, with `line` and
 * `column`, both from 1.
 * @param {string} text
 * @returns {any}
 */
export function scan(text) {
  let at = 0;
  /** @type {Path} */
  const path = [];

  /**
   * @param {string} code
   * @param {any} [found]
   * @param {number} [depth]
   */
  const refuse = (code, found, depth = path.length) => {
    const where = path.slice(0, depth);
    const before = text.slice(0, at);
    const column = [...before.slice(before.lastIndexOf("\n") + 1)].length + 1;
    let line = 1;
    for (let end = -1; (end = before.indexOf("\n", end + 1)) >= 0; ) line++;
    return fault(code, { event: eventOf(where), path: pointer(where), found: shorten(found), line, column });
  };

  /** @param {number} [depth] */
  const unexpected = (depth) => {
    const code = text.codePointAt(at);
    return refuse("format.syntax", code === undefined ? null : String.fromCodePoint(code), depth);
  };

  const space = () => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
      at++;
    }
  };

  /** @param {RegExp} pattern */
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  /** @param {number} [depth] of the path, where the string is a key */
  const string = (depth) => {
    const start = at;
    PLAIN_STRING.lastIndex = at;
    if (PLAIN_STRING.test(text)) {
      at = PLAIN_STRING.lastIndex;
      return text.slice(start + 1, at - 1);
    }
    for (at++; ; ) {
      const code = text.charCodeAt(at);
      if (code === 34) break;
      ESCAPE.lastIndex = at;
      if (code === 92 && ESCAPE.test(text)) at = ESCAPE.lastIndex;
      else if (code >= 32 && code !== 92) at++;
      else throw unexpected(depth);
    }
    /** @type {string} */
    const value = JSON.parse(text.slice(start, at + 1));
    if (HALF_PAIR.test(value)) {
      at = start;
      throw refuse("format.surrogate", null, depth);
    }
    at++;
    return value;
  };

  /** @param {RegExpExecArray} found */
  const number = (found) => {
    const digits = found[0];
    if (found[1]) throw refuse("format.float", digits);
    const value = Number(digits);
    if (digits === "-0" || !Number.isSafeInteger(value)) throw refuse("format.integer", digits);
    at += digits.length;
    return value;
  };

  const word = () => {
    const found = match(WORD)?.[0] ?? "";
    if (/^(NaN|-?Infinity)$/.test(found)) throw refuse("format.constant", found);
    const value = WORDS.get(found);
    if (value === undefined) throw unexpected();
    at += found.length;
    return value;
  };

  /**
   * What stands between two values.
   * @param {number} bracket that closes
   * @returns whether a value follows
   */
  const more = (bracket) => {
    space();
    const code = text.charCodeAt(at);
    if (code !== 44 && code !== bracket) throw unexpected();
    at++;
    if (code === 44) return true;
    path.pop();
    return false;
  };

  const array = () => {
    /** @type {any[]} */
    const list = [];
    path.push(0);
    do {
      path[path.length - 1] = list.length;
      space();
      list.push(value());
    } while (more(93));
    return list;
  };

  const object = () => {
    const made = new Bag();
    const outer = path.length;
    path.push("");
    do {
      space();
      if (text.charCodeAt(at) !== 34) throw unexpected(outer);
      const start = at;
      const key = string(outer);
      const end = at;
      at = start;
      if (!KEY.test(key)) throw refuse("format.key", key, outer);
      path[outer] = key;
      if (key in made) throw refuse("format.duplicate_key", key);
      at = end;
      space();
      if (text.charCodeAt(at) !== 58) throw unexpected();
      at++;
      space();
      made[key] = value();
    } while (more(125));
    return made;
  };

  /** @returns {any} */
  const value = () => {
    const code = text.charCodeAt(at);
    if (code === 34) return string();
    if (code === 91 || code === 123) {
      if (path.length === MAX_DEPTH) throw refuse("format.depth");
      at++;
      space();
      // Either closing bracket stands two characters after the one that opens.
      if (text.charCodeAt(at) !== code + 2) return code === 91 ? array() : object();
      at++;
      return code === 91 ? [] : new Bag();
    }
    const found = match(NUMBER);
    return found ? number(found) : word();
  };

  space();
  const whole = value();
  space();
  if (at < text.length) throw unexpected();
  return whole;
}
