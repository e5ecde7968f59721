// What goes wrong, said with a stable code. There is no sentence here: words/<lang>.json has one for every code.

/**
 * The facts of a fault. Those beyond the first five fill the placeholders of its sentence.
 * @typedef {object} Facts
 * @property {number | null} [event] index of the event it is about
 * @property {string} [path] JSON Pointer (RFC 6901) into the document, or ""
 * @property {any} [expected] a plain JSON value, or null where the fault has no such pair
 * @property {any} [found] likewise
 * @property {string} [clause] the clause of docs/spec that is broken, or ""
 */

/** An error with a stable code (``stage.name``) and the facts it is about. */
export class CodedError extends Error {
  /**
   * @param {string} code
   * @param {Facts & Record<string, any>} facts
   */
  constructor(code, facts) {
    super(code);
    this.code = code;
    this.event = facts.event ?? null;
    this.path = facts.path ?? "";
    this.expected = facts.expected ?? null;
    this.found = facts.found ?? null;
    this.clause = facts.clause ?? "";
    this.facts = facts;
  }
}

/**
 * The error for `code`, to be thrown.
 * @param {string} code
 * @param {Facts & Record<string, any>} [facts]
 */
export function fault(code, facts = {}) {
  return new CodedError(code, facts);
}

/**
 * Throw the error for `code` unless what it asks is `good`.
 * @param {any} good
 * @param {string} code
 * @param {string} clause
 * @param {any} [expected]
 * @param {any} [found]
 * @param {number | null} [event]
 * @param {Record<string, any>} [more] further facts
 */
export function insist(good, code, clause, expected, found, event, more) {
  if (!good) throw fault(code, { clause, expected, found, event, ...more });
}

/**
 * Throw the error for `code` unless the two are the same as JSON.
 * @param {string} code
 * @param {string} clause
 * @param {any} expected
 * @param {any} found
 * @param {number | null} [event]
 * @param {Record<string, any>} [more] further facts
 */
export function agree(code, clause, expected, found, event, more) {
  insist(JSON.stringify(expected) === JSON.stringify(found), code, clause, expected, found, event, more);
}
