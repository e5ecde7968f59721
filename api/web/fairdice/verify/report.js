// What a verification found: `fairdice/report@1` (docs/spec/verifying.md), but for its sentences.
//
// Instead of `message`, `about` and `text` a report has keys of words with the facts that go into them; fairdice/words
// makes sentences of it in any language.

import { CodedError } from "../../replay/errors.js";

/** @typedef {"verified" | "refused" | "unreadable" | "open" | "unchecked"} Verdict */

/**
 * A sentence to be: a key of words/<lang>.json and what fills its placeholders.
 * @typedef {object} Say
 * @property {string} key
 * @property {Record<string, any>} facts
 */

/**
 * One thing that is wrong. Its sentence is `fault.<code>`, or `fault.<code>.<facts.as>`.
 * @typedef {object} Fault
 * @property {string} code
 * @property {number} [event]
 * @property {string} [path]
 * @property {any} [expected]
 * @property {any} [found]
 * @property {string} [clause]
 * @property {Record<string, any>} facts
 */

/**
 * One of the ordered checks.
 * @typedef {object} Stage
 * @property {string} name
 * @property {"passed" | "failed" | "not checked"} result
 * @property {Say} why what it checked, or why it did not
 * @property {Fault | null} fault
 */

/**
 * One assurance statement.
 * @typedef {object} Statement
 * @property {string} name
 * @property {"yes" | "if" | "partly" | "no"} holds
 * @property {Say} say
 * @property {Record<string, any>} details
 */

/**
 * @typedef {object} Report
 * @property {string} file
 * @property {Verdict} verdict
 * @property {Fault | null} fault the first failure of the first stage that failed
 * @property {Stage[]} stages
 * @property {Statement[]} statements
 * @property {Record<string, any>} [summary] what the record says of itself
 */

/** The exit code for one record; of several 1 over 2 over 3 over 0. What could not all be checked is sound so far. */
const EXIT_CODES = { verified: 0, refused: 1, unreadable: 2, open: 3, unchecked: 3 };

/**
 * The exit code for several records; 2 for none at all.
 * @param {Verdict[]} verdicts
 */
export function exitCode(verdicts) {
  const codes = verdicts.map((verdict) => EXIT_CODES[verdict]);
  return [1, 2, 3, 0].find((code) => codes.includes(code)) ?? 2;
}

/**
 * The fault that an error reports; what there is nothing to say of is absent. An error of ours is none, and is thrown on.
 * @param {unknown} error
 * @returns {Fault}
 */
export function faultOf(error) {
  if (!(error instanceof CodedError)) throw error;
  const { code, event, path, expected, found, clause, facts } = error;
  return {
    code,
    ...(event !== null && { event }),
    ...(path && { path }),
    ...(expected !== null && { expected }),
    ...(found !== null && { found }),
    ...(clause && { clause }),
    facts,
  };
}
