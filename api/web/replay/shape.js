// Whether a plain JSON value has a given shape, and if not, where and how it first differs (docs/spec/record.md, R2).
//
// The order of checks is that of R2, clause 4: a value's type, then what its type asks, from the outermost inwards.

import { faultAt } from "./pointer.js";
import { HALF_PAIR, KEY } from "./scan.js";

/** @typedef {import("./pointer.js").Path} Path */
/**
 * Where the check is: the path to the value, and whether all objects so far had their members in the order of their keys.
 * @typedef {{path: Path, sorted: boolean}} Place
 */
/**
 * `type` is that of its values, as `jsonType` names it; `words` is what faults give as `expected`. `check` looks at a
 * value of this type: it gives the code of a fault of this very value, and throws the fault of a value inside it.
 * @typedef {(value: any, place: Place) => string | void} ShapeCheck
 * @typedef {{type: string, words: string, check?: ShapeCheck, either?: Shape[], optional?: boolean}} Shape
 */

/**
 * Throw the first fault of a document; gives whether all objects in it have their members in the order of their keys.
 * @param {any} value
 * @param {Shape} shape
 */
export function checkShape(value, shape) {
  const place = { path: [], sorted: true };
  checkValue(value, shape, place);
  return place.sorted;
}

/** @param {any} value @param {Shape} shape @param {Place} place */
function checkValue(value, shape, place) {
  const type = jsonType(value);
  const fitting = shape.type === type ? shape : shape.either?.find((one) => one.type === type);
  const code = fitting ? fitting.check?.(value, place) : "type";
  if (code) throw faultAt(`format.${code}`, place.path, value, shape.words);
}

/** @param {any} value @returns {string} */
function jsonType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && value % 1 !== 0 ? "fraction" : typeof value;
}

/** @param {string} type @param {string} words @param {ShapeCheck} [check] @returns {Shape} */
export function makeShape(type, words, check) {
  return { type, words, check };
}

/** @param {Shape} shape @returns {Shape} */
export function optionalShape(shape) {
  return { ...shape, optional: true };
}

/** A value of one of these shapes, which are of different types. @param {...Shape} either @returns {Shape} */
export function eitherShape(...either) {
  return { type: "", words: either.map((shape) => shape.words).join(" or "), either };
}

/** @param {number} least @param {number} most */
export function integerShape(least, most) {
  const words = `an integer from ${least} to ${most}`;
  return makeShape("number", words, (value) => (value < least || value > most ? "range" : ""));
}

/** One of a few strings, or of a few integers. @param {...(string | number)} values */
export function choiceShape(...values) {
  const words = values.map((value) => JSON.stringify(value)).join(" or ");
  return makeShape(typeof values[0], words, (value) => (values.includes(value) ? "" : "value"));
}

/** A string of so many code points. @param {number} least @param {number} most */
export function textShape(least, most) {
  return stringShape(least, most, sizeInWords("a string", "characters", least, most), "length", HALF_PAIR);
}

/** @param {number} digits */
export function hexShape(digits) {
  return stringShape(digits, digits, `${digits} lower-case hex digits`, "hex", /[^0-9a-f]/);
}

export function nameShape() {
  const words = "a name of 1 to 40 characters, none of them a control character";
  return stringShape(1, 40, words, "name", /[\x00-\x1f\x7f-\x9f]|\p{Surrogate}/u);
}

/**
 * A string of so many code points in which `pattern` finds nothing.
 * @param {number} least
 * @param {number} most
 * @param {string} words
 * @param {string} code
 * @param {RegExp} pattern
 */
function stringShape(least, most, words, code, pattern) {
  return makeShape("string", words, (value) => {
    // A code point has one or two units.
    const size = value.length > least && value.length <= 2 * most ? [...value].length : value.length;
    return size < least || size > most || pattern.test(value) ? code : "";
  });
}

/** @param {Shape} element @param {number} [least] @param {number} [most] */
export function arrayShape(element, least = 0, most = Infinity) {
  return makeShape("array", sizeInWords("an array", "elements", least, most), (value, place) => {
    if (value.length < least || value.length > most) return "length";
    const depth = place.path.length;
    for (let index = 0; index < value.length; index++) {
      place.path[depth] = index;
      checkValue(value[index], element, place);
    }
    place.path.length = depth;
  });
}

/** An object with free keys. @param {Shape} member @param {number} most */
export function membersShape(member, most) {
  return makeShape("object", sizeInWords("an object", "members", 0, most), (value, place) => {
    const keys = Object.keys(value);
    if (keys.length > most) return "length";
    // Of their form `scan` has made sure; where it has not read the text, what is no key is left to it.
    place.sorted &&= String(keys) === String(keys.sort()) && keys.every((key) => KEY.test(key));
    checkFields(value, place, keys.map((key) => [key, member]));
  });
}

/** An object with these fields and no others. @param {Record<string, Shape>} fields */
export function objectShape(fields) {
  const sorted = sortedFields(fields);
  return makeShape("object", "an object", (value, place) => checkFields(value, place, sorted));
}

/** An object whose `type` says which fields it has. @param {Record<string, Record<string, Shape>>} kinds */
export function taggedShape(kinds) {
  const type = choiceShape(...Object.keys(kinds));
  const variants = new Map(Object.keys(kinds).map((name) => [name, sortedFields({ ...kinds[name], type })]));
  return makeShape("object", "an object", (value, place) => {
    const fields = variants.get(value.type);
    if (fields) return checkFields(value, place, fields);
    throw faultAt("format.event", "type" in value ? [...place.path, "type"] : place.path, value.type, type.words);
  });
}

/** @param {string} thing @param {string} units @param {number} least @param {number} most */
function sizeInWords(thing, units, least, most) {
  return most < Infinity ? `${thing} of ${least ? `${least} to` : "at most"} ${most} ${units}` : thing;
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
  const keys = Object.keys(value);
  let count = 0;
  let missing;
  for (const field of fields) {
    if (value[field[0]] === undefined) {
      if (!field[1].optional) missing ??= field;
    } else if (keys[count++] !== field[0]) place.sorted = false;
  }
  if (count < keys.length) {
    const unknown = keys.filter((name) => !fields.some((field) => field[0] === name)).sort()[0];
    throw faultAt("format.unknown_field", [...path, unknown], value[unknown]);
  }
  if (missing) throw faultAt("format.missing", [...path, missing[0]], null, missing[1].words);
  const depth = path.length;
  for (const field of fields) {
    path[depth] = field[0];
    if (value[field[0]] !== undefined) checkValue(value[field[0]], field[1], place);
  }
  path.length = depth;
}
