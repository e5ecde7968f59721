#!/usr/bin/env node
// Check game records offline: `node api/web/verify.js game.json [...]` prints the report as `fairdice verify --json` does.

import { createReadStream, readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { parseKey } from "./fairdice/checkpoint.js";
import { STATEMENTS } from "./fairdice/verify/assurance.js";
import { keptReceipts, requireStatements } from "./fairdice/verify/kept.js";
import { readReceipt } from "./fairdice/verify/receipt.js";
import { exitCode } from "./fairdice/verify/report.js";
import { unreadable, verify } from "./fairdice/verify/verifier.js";
import { faultInWords, reportInWords } from "./fairdice/words/report.js";
import { makeSpeak } from "./fairdice/words/speak.js";
import { CodedError, fault } from "./replay/errors.js";
import { MAX_BYTES } from "./replay/record.js";

const HELP = `Usage: node verify.js [OPTIONS] FILE...

Verify game records: dice, legality and result, offline. FILE is a record, or - for standard input.

Options:
  --house-key HEX|FILE   The key the house must have.
  --player-key HEX|FILE  A key a player must have.
  --log-key VKEY|FILE    The key of the log that the game must be in.
  --game HEX|FILE        The identity (gid) that the game must have.
  --receipt FILE         A receipt kept from earlier: {"game", "n", "head", "sig"} as JSON, or another record of the game.
  --require NAME,...     Statements that must hold, such as unchosen,legal.
  --json                 Write the report as JSON (fairdice/report@1); it always does.
  --quiet                Write nothing; the exit code tells.
  --help                 Show this message.

Exit code; of several files 1 over 2 over 3 over 0:
  0  verified
  1  refused, or something that you named does not hold
  2  unreadable, or wrong usage
  3  sound so far, but not closed; or without Ed25519 here not all could be checked
`;
/** Options with a value, and whether they may be given more than once. */
const VALUED = {
  "--house-key": true, "--player-key": true, "--log-key": true, "--game": false, "--receipt": true, "--require": true,
};
/** Most bytes of a file that holds a key. */
const MAX_KEY = 4096;
const READ_CODES = { ENOENT: "missing", ENOTDIR: "missing", EISDIR: "directory", EACCES: "permission", EPERM: "permission" };

/** Wrong usage, told in one line. */
class Misuse extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The words of one file. @param {string} name */
const words = (name) => JSON.parse(readFileSync(new URL(`./words/${name}`, import.meta.url), "utf8"));
/** What only a program that reads files has to say. */
const READING = {
  "fault.read.missing": "there is no such file",
  "fault.read.directory": "this is a directory, not a file",
  "fault.read.permission": "no permission to read the file",
  "fault.read.failed": "the file cannot be read: {reason}",
};
const speak = makeSpeak({ ...words("en.json"), ...words("en.more.json"), ...READING }, "en");

/**
 * The options and files of a command line.
 * @param {string[]} args
 */
function parseArguments(args) {
  /** @type {Record<string, string[]>} */
  const given = Object.fromEntries(Object.keys(VALUED).map((name) => [name, []]));
  /** @type {string[]} */
  const files = [];
  let quiet = false;
  const rest = [...args];
  while (rest.length) {
    const arg = /** @type {string} */ (rest.shift());
    if (arg === "--") files.push(...rest.splice(0));
    else if (!arg.startsWith("-") || arg === "-") files.push(arg);
    else {
      const [, name, value] = /** @type {RegExpMatchArray} */ (arg.match(/^([^=]*)(?:=(.*))?$/s));
      if (name in VALUED) {
        const taken = value ?? rest.shift();
        if (taken === undefined) throw new Misuse("usage.value", `Option '${name}' requires an argument.`);
        given[name].push(taken);
      } else if (["--json", "--quiet", "--help"].includes(name)) {
        if (value !== undefined) throw new Misuse("usage.value", `Option '${name}' does not take a value.`);
        if (name === "--help") return null;
        quiet ||= name === "--quiet";
      } else {
        throw new Misuse("usage.option", `No such option: ${name}`);
      }
    }
  }
  if (given["--game"].length > 1) throw new Misuse("usage.value", "--game can be given once only");
  if (!files.length) throw new Misuse("usage.missing", "Missing argument 'FILE...'.");
  return { given, files, quiet };
}

/**
 * Everything in the file, or on standard input for "-"; no more than `limit` bytes are read.
 *
 * Rejects with ``read.missing``, ``read.directory``, ``read.permission``, ``read.failed`` or ``format.size``.
 * @param {string} path
 * @param {number} limit
 */
async function readBytes(path, limit) {
  const portions = [];
  let size = 0;
  try {
    for await (const portion of path === "-" ? process.stdin : createReadStream(path)) {
      portions.push(portion);
      size += portion.length;
      if (size > limit) break;
    }
  } catch (/** @type {any} */ error) {
    const code = READ_CODES[/** @type {keyof typeof READ_CODES} */ (error.code)] ?? "failed";
    throw fault(`read.${code}`, { reason: String(error.code ?? error.message).toLowerCase() });
  }
  if (size > limit) throw fault("format.size", { expected: limit });
  return new Uint8Array(Buffer.concat(portions));
}

/**
 * 64 lower-case hex digits, given as such or as the name of a file that holds them.
 * @param {string} option
 * @param {string} value
 */
async function namedHex(option, value) {
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  let text;
  try {
    text = Buffer.from(await readBytes(value, MAX_KEY)).toString("latin1").trim();
  } catch (/** @type {any} */ error) {
    const why = `'${value}' is neither 64 lower-case hex digits nor a file that can be read [${error.code}]`;
    throw new Misuse("usage.value", `Invalid value for '${option}': ${why}`);
  }
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  const why = `the file '${value}' does not hold 64 lower-case hex digits`;
  throw new Misuse("usage.value", `Invalid value for '${option}': ${why}`);
}

/**
 * The vkey that `value` is, or that stands in the file of this name.
 * @param {string} value
 */
async function namedVkey(value) {
  let text = value;
  try {
    if (value.split("+").length < 3) text = Buffer.from(await readBytes(value, MAX_KEY)).toString().trim();
    parseKey(text);
  } catch (/** @type {any} */ error) {
    throw new Misuse("usage.value", `Invalid value for '--log-key': '${value}' is no log's key [${error.code}]`);
  }
  return text;
}

/**
 * Names of statements, separated by commas; ``unchosen:0`` asks about player 0.
 * @param {string} value
 */
function statementNames(value) {
  const wanted = value.split(",").map((name) => name.trim());
  for (const name of wanted) {
    const [, statement, player] = /** @type {RegExpMatchArray} */ (name.match(/^([^:]*)(?::(.*))?$/s));
    let why = "";
    if (!STATEMENTS.includes(statement) || (player !== undefined && !/^[0-9]+$/.test(player))) {
      why = `there is no statement '${name}'; there are ${STATEMENTS.join(", ")}`;
    } else if (player !== undefined && !["unchosen", "unforeseen", "signed"].includes(statement)) {
      why = `'${statement}' does not speak about single players`;
    }
    if (why) throw new Misuse("usage.value", `Invalid value for '--require': ${why}`);
  }
  return wanted;
}

/**
 * What the caller named, as a `Trust`.
 * @param {Record<string, string[]>} given
 */
async function trustOf(given) {
  const hex = (/** @type {string} */ name) => Promise.all(given[name].map((value) => namedHex(name, value)));
  const houseKeys = await hex("--house-key");
  const playerKeys = await hex("--player-key");
  const logKeys = await Promise.all(given["--log-key"].map(namedVkey));
  const [game] = await hex("--game");
  const require = given["--require"].flatMap(statementNames);
  const receipts = [];
  for (const file of given["--receipt"]) receipts.push(await keptReceipt(file));
  return {
    houseKeys,
    playerKeys,
    logKeys,
    game,
    receipts: receipts.length ? keptReceipts(receipts) : undefined,
    require: require.length ? requireStatements(require) : undefined,
  };
}

/** @param {string} file */
async function keptReceipt(file) {
  try {
    return await readReceipt(await readBytes(file, MAX_BYTES));
  } catch (error) {
    if (error instanceof CodedError) error.facts.file = file;
    throw error;
  }
}

/**
 * @param {string} file
 * @param {import("./fairdice/verify/case.js").Trust} trust
 */
async function judge(file, trust) {
  let raw;
  try {
    raw = await readBytes(file, MAX_BYTES);
  } catch (error) {
    return unreadable(file, error);
  }
  return verify(raw, trust, { file });
}

/**
 * The report as fairdice/report@1 has it: with sentences, without the keys that they were made from.
 * @param {any} report
 */
function written(report) {
  const { fault: headline, stages, statements, ...rest } = reportInWords(report, speak);
  const told = (/** @type {any} */ one) => {
    if (!one) return null;
    const { code, message, facts, ...further } = one;
    return { code, message, ...further };
  };
  return {
    file: rest.file,
    verdict: rest.verdict,
    fault: told(headline),
    stages: stages.map((/** @type {any} */ { name, result, about, fault: one }) => {
      return { name, result, about, fault: told(one) };
    }),
    statements: statements.map((/** @type {any} */ { name, holds, text, details }) => ({ name, holds, text, details })),
    ...(rest.summary && { summary: rest.summary }),
  };
}

/** @param {string[]} verdicts */
function tally(verdicts) {
  const own = { open: "not closed", unchecked: "not all checked" };
  const counts = ["verified", "refused", "unreadable", "open", "unchecked"].flatMap((verdict) => {
    const { length } = verdicts.filter((each) => each === verdict);
    return length ? [`${length} ${own[/** @type {keyof typeof own} */ (verdict)] ?? verdict}`] : [];
  });
  return `${verdicts.length} files: ${counts.join(", ")}`;
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(args) {
  const parsed = parseArguments(args);
  if (!parsed) {
    process.stdout.write(HELP);
    return 0;
  }
  const trust = await trustOf(parsed.given);
  const reports = [];
  for (const file of parsed.files) reports.push(await judge(file, trust));
  const verdicts = reports.map((report) => report.verdict);
  const exit = exitCode(verdicts);
  if (!parsed.quiet) {
    const records = reports.map(written);
    process.stdout.write(JSON.stringify({ format: "fairdice/report@1", exit, records }, null, 2) + "\n");
    if (verdicts.length > 1) process.stderr.write(tally(verdicts) + "\n");
  }
  return exit;
}

if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, "crypto", { value: webcrypto });
// Whoever reads the report may stop reading, as `head` does.
process.stdout.on("error", () => process.exit());
process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  if (error instanceof Misuse) {
    process.stderr.write(`error: ${error.message} [${error.code}]\nTry 'node verify.js --help'.\n`);
  } else if (error instanceof CodedError) {
    const file = error.facts.file === undefined ? "" : `${error.facts.file}: `;
    process.stderr.write(`error: ${file}${faultInWords(error, speak, [])} [${error.code}]\n`);
  } else {
    throw error;
  }
  return 2;
});
