// Whether a plain JSON value has a given shape, and if not, where and how it first differs (docs/spec/record.md, R2).
//
// The order of checks is that of R2, clause 4: a value's type, then what its type asks, from the outermost inwards.

import { fault } from "./errors.js";
import { eventOf, pointer, shorten } from "./pointer.js";
import { HALF_PAIR, KEY } from "./scan.js";

/** @typedef {import("./pointer.js").Path} Path */
/**
 * Where the check is: the path to the value, and whether all objects so far had their members in the order of their keys.
 * @typedef {{path: Path, sorted: boolean}} Place
 */
/**
 * `words` is what faults give as `expected`; `check` throws the first fault of a value that should be `words`.
 * @typedef {{type: string, words: string, optional?: boolean, check: (value: any, place: Place, words: string) => void}} Shape
 */

/**
 * Throw the first fault of a document; gives whether all objects in it have their members in the order of their keys.
 * @param {any} value
 * @param {Shape} shape
 */
export function checkShape(value, shape) {
  const place = { path: [], sorted: true };
  shape.check(value, place, shape.words);
  return place.sorted;
}

/** @param {any} value @returns {string} */
function jsonType(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * @param {string} code
 * @param {Path} path
 * @param {string | null} expected
 * @param {any} found
 */
function misshapen(code, path, expected, found) {
  return fault(code, { event: eventOf(path), path: pointer(path), expected, found: shorten(found) });
}

/** @param {string} thing @param {string} units @param {number} least @param {number} most */
function sizeInWords(thing, units, least, most) {
  return most < Infinity ? `${thing} of ${least ? `${least} to` : "at most"} ${most} ${units}` : thing;
}

/**
 * A shape of one type, which `rule` looks at more closely.
 * @param {string} type as `jsonType` names it
 * @param {string} words
 * @param {(value: any, place: Place, words: string) => void} [rule]
 * @returns {Shape}
 */
export function makeShape(type, words, rule) {
  return {
    type,
    words,
    check(value, place, words) {
      if (jsonType(value) !== type) throw misshapen("format.type", place.path, words, value);
      rule?.(value, place, words);
    },
  };
}

/** @param {number} least @param {number} most @returns {Shape} */
export function integerShape(least, most) {
  return {
    type: "number",
    words: `an integer from ${least} to ${most}`,
    check(value, { path }, words) {
      if (!Number.isInteger(value)) throw misshapen("format.type", path, words, value);
      if (value < least || value > most) throw misshapen("format.range", path, words, value);
    },
  };
}

/** One of a few strings, or of a few integers. @param {...(string | number)} values */
export function choiceShape(...values) {
  return makeShape(typeof values[0], values.map((value) => JSON.stringify(value)).join(" or "), (value, { path }, words) => {
    if (!values.includes(value)) throw misshapen("format.value", path, words, value);
  });
}

/** A string of so many code points. @param {number} least @param {number} most */
export function textShape(least, most) {
  return stringShape(least, most, sizeInWords("a string", "characters", least, most), "format.length", HALF_PAIR);
}

/** @param {number} digits */
export function hexShape(digits) {
  return stringShape(digits, digits, `${digits} lower-case hex digits`, "format.hex", /[^0-9a-f]/);
}

export function nameShape() {
  const words = "a name of 1 to 40 characters, none of them a control character";
  return stringShape(1, 40, words, "format.name", /[\x00-\x1f\x7f-\x9f]|\p{Surrogate}/u);
}

/**
 * A string of so many code points in which `pattern` finds nothing.
 * @param {number} least
 * @param {number} most
 * @param {string} words
 * @param {string} code
 * @param {RegExp} pattern
 * @returns {Shape}
 */
function stringShape(least, most, words, code, pattern) {
  return {
    type: "string",
    words,
    check(value, { path }, words) {
      if (typeof value !== "string") throw misshapen("format.type", path, words, value);
      let size = value.length;
      // Each first half of a surrogate pair makes a code point of two units.
      if (size > least && size <= 2 * most) size -= value.match(/[\ud800-\udbff]/g)?.length ?? 0;
      if (size < least || size > most || pattern.test(value)) throw misshapen(code, path, words, value);
    },
  };
}

/** @param {Shape} element @param {number} [least] @param {number} [most] */
export function arrayShape(element, least = 0, most = Infinity) {
  return makeShape("array", sizeInWords("an array", "elements", least, most), (value, place, words) => {
    const { path } = place;
    if (value.length < least || value.length > most) throw misshapen("format.length", path, words, value);
    const depth = path.length;
    for (let index = 0; index < value.length; index++) {
      path[depth] = index;
      element.check(value[index], place, element.words);
    }
    path.length = depth;
  });
}

/** An object with free keys. @param {Shape} member @param {number} most */
export function membersShape(member, most) {
  return makeShape("object", sizeInWords("an object", "members", 0, most), (value, place, words) => {
    const keys = Object.keys(value);
    if (keys.length > most) throw misshapen("format.length", place.path, words, value);
    const sorted = [...keys].sort();
    if (String(keys) !== String(sorted)) place.sorted = false;
    for (const key of sorted) {
      if (!KEY.test(key)) throw misshapen("format.key", place.path, null, key);
      place.path.push(key);
      member.check(value[key], place, member.words);
      place.path.pop();
    }
  });
}

/** An object with these fields and no others. @param {Record<string, Shape>} fields */
export function objectShape(fields) {
  const sorted = sortedFields(fields);
  return makeShape("object", "an object", (value, place) => checkFields(value, place, sorted));
}

/** An object whose `type` says which fields it has. @param {Record<string, Record<string, Shape>>} kinds */
export function taggedShape(kinds) {
  const names = Object.keys(kinds);
  const wanted = choiceShape(...names).words;
  const type = makeShape("string", wanted);
  const variants = new Map(names.map((name) => [name, sortedFields({ ...kinds[name], type })]));
  return makeShape("object", "an object", (value, place) => {
    const fields = variants.get(value.type);
    if (fields) return checkFields(value, place, fields);
    const path = "type" in value ? [...place.path, "type"] : place.path;
    throw misshapen("format.event", path, wanted, value.type);
  });
}

/** @param {Shape} shape @returns {Shape} */
export function optionalShape(shape) {
  return { ...shape, optional: true };
}

/** A value of one of these shapes. @param {...Shape} shapes @returns {Shape} */
export function eitherShape(...shapes) {
  return {
    type: "",
    words: shapes.map((shape) => shape.words).join(" or "),
    check(value, place, words) {
      const type = jsonType(value);
      const shape = shapes.find((shape) => shape.type === type);
      if (!shape) throw misshapen("format.type", place.path, words, value);
      shape.check(value, place, words);
    },
  };
}

/** @param {Record<string, Shape>} fields @returns {[string, Shape][]} */
function sortedFields(fields) {
  return Object.keys(fields).sort().map((name) => [name, fields[name]]);
}

/**
 * @param {any} value
 * @param {Place} place
 * @param {[string, Shape][]} fields
 */
function checkFields(value, place, fields) {
  const { path } = place;
  const depth = path.length;
  const keys = Object.keys(value);
  let count = 0;
  let missing;
  for (const field of fields) {
    if (value[field[0]] === undefined) {
      if (!field[1].optional) missing ??= field;
    } else if (keys[count++] !== field[0]) place.sorted = false;
  }
  if (count < keys.length) {
    const known = fields.map(([name]) => name);
    const unknown = keys.filter((name) => !known.includes(name)).sort()[0];
    throw misshapen("format.unknown_field", [...path, unknown], null, value[unknown]);
  }
  if (missing) throw misshapen("format.missing", [...path, missing[0]], missing[1].words, null);
  for (const field of fields) {
    const item = value[field[0]];
    if (item === undefined) continue;
    path[depth] = field[0];
    field[1].check(item, place, field[1].words);
  }
  path.length = depth;
}
