// Options of a rule system: their values as a record gives them (docs/spec/rules/common.md, C6).
//
// What options there are stands in catalog.js. Values are compared by type as well: true is not 1, "4" is not 4.

import { fault } from "./errors.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").OptionValue} OptionValue */

/**
 * Refuse a value that is none of the option's choices: `option.value`.
 * @param {Option} option
 * @param {any} value
 * @returns {OptionValue}
 */
export function checkOption(option, value) {
  if (option.choices.includes(value)) return value;
  const { name, choices, clause } = option;
  throw fault("option.value", { path: `/${name}`, expected: choices, found: value, clause, option: name });
}

/**
 * All declared options with the given values, and the defaults of the others, in the order of declaration. Throws
 * `option.unknown` for a name that is not declared, else `option.value` for a bad value; of several the first by name.
 * @param {Option[]} declared
 * @param {Record<string, any>} given
 * @returns {Record<string, OptionValue>}
 */
export function resolve(declared, given) {
  const options = new Map(declared.map((option) => [option.name, option]));
  const names = Object.keys(given).sort();
  const unknown = names.find((name) => !options.has(name));
  if (unknown !== undefined) {
    throw fault("option.unknown", { path: `/${unknown}`, expected: [...options.keys()], found: unknown, clause: "C6" });
  }
  const checked = new Map(
    names.map((name) => [name, checkOption(/** @type {Option} */ (options.get(name)), given[name])]),
  );
  return Object.fromEntries(declared.map((option) => [option.name, checked.get(option.name) ?? option.choices[0]]));
}
