// The JavaScript side of the tests: reads one JSON request a line, answers one JSON line each, in order.
//
// A request is {"op": name, ...fields}; what `ops` of a file in ops/ answers under that name comes back as {"answer": ...}.
// A CodedError comes back as {"answer": {"error": {code, event, path, expected, found, clause}}}, anything else that is
// thrown as {"stack": ...}, which fails the test.

import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";

/** @type {Record<string, (request: any) => any>} */
const ops = Object.create(null);
/** @type {string[]} Files whose ops are missing, and why: told when one of them is asked for. */
const broken = [];
const folder = new URL("ops/", import.meta.url);
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith(".js")) continue;
  let found = {};
  try {
    found = (await import(new URL(file, folder).href)).ops;
  } catch (error) {
    broken.push(`${file}: ${/** @type {Error} */ (error).stack}`);
  }
  for (const [name, op] of Object.entries(found)) {
    if (ops[name]) throw new Error(`two files of ops/ have an op ${name}`);
    ops[name] = op;
  }
}

/** @param {any} error */
function told(error) {
  if (error?.constructor?.name !== "CodedError") return { stack: String(error?.stack ?? error) };
  const { code, event, path, expected, found, clause } = error;
  return { answer: { error: { code, event, path, expected, found, clause } } };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let reply;
  try {
    const request = JSON.parse(line);
    if (!ops[request.op]) throw new Error([`there is no op ${request.op}`, ...broken].join("\n"));
    reply = { answer: await ops[request.op](request) };
  } catch (error) {
    reply = told(error);
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
