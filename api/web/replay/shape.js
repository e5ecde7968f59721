// Whether a plain JSON value has a given shape, and if not, where and how it first differs (docs/spec/record.md, R2).
//
// A shape has words, which faults give as `expected`, and a rule for each JSON type that the value may have. The order
// of checks is that of R2, clause 4: a value's type, then what its type asks, from the outermost inwards.

import { fault } from "./errors.js";
import { eventOf, pointer, shorten } from "./pointer.js";

/** @typedef {import("./pointer.js").Path} Path */
/** @typedef {(value: any, path: Path, words: string) => void} ShapeRule throws the first fault of `value` */
/** @typedef {{words: string, optional?: boolean, rules: Record<string, ShapeRule>}} Shape */
/** @typedef {Map<string, Shape>} ShapeFields by name, sorted */

const ANYTHING = () => {};

/**
 * Throw the first fault of `value`, which stands at `path`.
 * @param {any} value
 * @param {Shape} shape
 * @param {Path} [path]
 */
export function checkShape(value, shape, path = []) {
  const rule = shape.rules[jsonType(value)];
  if (!rule) throw misshapen("format.type", path, shape.words, value);
  rule(value, path, shape.words);
}

/** @param {any} value @returns {string} */
function jsonType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "integer" : typeof value;
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
  if (most === Infinity) return thing;
  return `${thing} of ${least ? `${least} to` : "at most"} ${most} ${units}`;
}

/** @returns {Shape} */
export function flagShape() {
  return { words: "true or false", rules: { boolean: ANYTHING } };
}

/** @returns {Shape} */
export function nullShape() {
  return { words: "null", rules: { null: ANYTHING } };
}

/** @param {number} least @param {number} most @returns {Shape} */
export function integerShape(least, most) {
  return {
    words: `an integer from ${least} to ${most}`,
    rules: {
      integer(value, path, words) {
        if (value < least || value > most) throw misshapen("format.range", path, words, value);
      },
    },
  };
}

/** One of a few strings, or of a few integers. @param {...(string | number)} values @returns {Shape} */
export function choiceShape(...values) {
  return {
    words: values.map((value) => JSON.stringify(value)).join(" or "),
    rules: {
      [jsonType(values[0])](value, path, words) {
        if (!values.includes(value)) throw misshapen("format.value", path, words, value);
      },
    },
  };
}

/**
 * A string of so many code points, in which `pattern` finds nothing.
 * @param {number} least
 * @param {number} most
 * @param {string} [words]
 * @param {string} [code]
 * @param {RegExp} [pattern]
 * @returns {Shape}
 */
export function textShape(least, most, words, code = "format.length", pattern) {
  return {
    words: words ?? sizeInWords("a string", "characters", least, most),
    rules: {
      string(value, path, words) {
        let size = value.length;
        // Strings that were read hold no half of a surrogate pair, so each first half makes a code point of two units.
        if (size > least && size <= 2 * most) size -= value.match(/[\ud800-\udbff]/g)?.length ?? 0;
        if (size < least || size > most || pattern?.test(value)) throw misshapen(code, path, words, value);
      },
    },
  };
}

/** @param {number} digits @returns {Shape} */
export function hexShape(digits) {
  return textShape(digits, digits, `${digits} lower-case hex digits`, "format.hex", /[^0-9a-f]/);
}

/** @returns {Shape} */
export function nameShape() {
  const words = "a name of 1 to 40 characters, none of them a control character";
  return textShape(1, 40, words, "format.name", /[\x00-\x1f\x7f-\x9f]/);
}

/** @param {Shape} element @param {number} [least] @param {number} [most] @returns {Shape} */
export function arrayShape(element, least = 0, most = Infinity) {
  return {
    words: sizeInWords("an array", "elements", least, most),
    rules: {
      array(value, path, words) {
        if (value.length < least || value.length > most) throw misshapen("format.length", path, words, value);
        const depth = path.length;
        for (let index = 0; index < value.length; index++) {
          path[depth] = index;
          checkShape(value[index], element, path);
        }
        path.length = depth;
      },
    },
  };
}

/** An object with free keys. @param {Shape} member @param {number} most @returns {Shape} */
export function membersShape(member, most) {
  return {
    words: sizeInWords("an object", "members", 0, most),
    rules: {
      object(value, path, words) {
        const keys = Object.keys(value).sort();
        if (keys.length > most) throw misshapen("format.length", path, words, value);
        for (const key of keys) checkShape(value[key], member, [...path, key]);
      },
    },
  };
}

/** An object with these fields and no others. @param {Record<string, Shape>} fields @returns {Shape} */
export function objectShape(fields) {
  const sorted = sortedFields(fields);
  return { words: "an object", rules: { object: (value, path) => checkFields(value, path, sorted) } };
}

/** An object whose `type` says which fields it has. @param {Record<string, Record<string, Shape>>} kinds @returns {Shape} */
export function taggedShape(kinds) {
  const names = Object.keys(kinds);
  const variants = new Map(names.map((name) => [name, sortedFields(kinds[name])]));
  const wanted = choiceShape(...names).words;
  return {
    words: "an object",
    rules: {
      object(value, path) {
        const fields = variants.get(value.type);
        if (fields) checkFields(value, path, fields, "type");
        else if ("type" in value) throw misshapen("format.event", [...path, "type"], wanted, value.type);
        else throw misshapen("format.event", path, wanted, null);
      },
    },
  };
}

/** @param {Shape} shape @returns {Shape} */
export function optionalShape(shape) {
  return { ...shape, optional: true };
}

/** A value of one of these shapes. @param {...Shape} shapes @returns {Shape} */
export function eitherShape(...shapes) {
  return {
    words: shapes.map((shape) => shape.words).join(" or "),
    rules: Object.assign({}, ...shapes.map((shape) => shape.rules)),
  };
}

/** @param {Record<string, Shape>} fields @returns {ShapeFields} */
function sortedFields(fields) {
  return new Map(Object.keys(fields).sort().map((name) => [name, fields[name]]));
}

/**
 * @param {any} value
 * @param {Path} path
 * @param {ShapeFields} fields
 * @param {string} [tag]
 */
function checkFields(value, path, fields, tag) {
  const unknown = Object.keys(value).filter((name) => name !== tag && !fields.has(name));
  if (unknown.length) {
    const name = unknown.sort()[0];
    throw misshapen("format.unknown_field", [...path, name], null, value[name]);
  }
  for (const [name, shape] of fields) {
    if (!shape.optional && !(name in value)) throw misshapen("format.missing", [...path, name], shape.words, null);
  }
  const depth = path.length;
  for (const [name, shape] of fields) {
    if (name in value) {
      path[depth] = name;
      checkShape(value[name], shape, path);
    }
  }
  path.length = depth;
}
