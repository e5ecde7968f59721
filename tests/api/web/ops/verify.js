// Whole records, judged: the report as Python gives it, without the keys of words.

import { Worker } from "node:worker_threads";
import { readReceipt } from "../../../../api/web/fairdice/verify/receipt.js";
import { verify } from "../../../../api/web/fairdice/verify/verifier.js";

/** The names of what a caller names, in the manifests of tests/vectors and here. */
const TRUST = { house_keys: "houseKeys", player_keys: "playerKeys", game: "game", require: "require", log_keys: "logKeys" };

async function trustOf(named) {
  const trust = Object.fromEntries(Object.entries(named ?? {}).flatMap(([key, value]) => (TRUST[key] ? [[TRUST[key], value]] : [])));
  if (named?.receipts) {
    trust.receipts = await Promise.all(named.receipts.map((kept) => readReceipt(new TextEncoder().encode(JSON.stringify(kept)))));
  }
  return trust;
}

/** All but the words; a `why` or `say` that a stage or statement lacks is a fault of the test. */
function bare(report) {
  const told = (fault) => fault && (({ facts, ...rest }) => (facts ? rest : "no facts"))(fault);
  return {
    ...report,
    fault: told(report.fault),
    stages: report.stages.map(({ why, fault, ...rest }) => ({ ...rest, fault: told(fault), ...(!why?.key && { why }) })),
    statements: report.statements.map(({ say, ...rest }) => ({ ...rest, ...(!say?.key && { say }) })),
  };
}

export async function judged({ raw, named }) {
  return bare(await verify(Buffer.from(raw, "base64"), await trustOf(named)));
}

/** @type {Map<string, Worker>} */
const workers = new Map();

/** The same in a thread of its own, whose Web Cryptography has no Ed25519, or which has none at all. */
function elsewhere(lacks, records) {
  let worker = workers.get(lacks);
  if (!worker) {
    worker = new Worker(new URL("../without_ed25519.js", import.meta.url), { workerData: lacks });
    worker.unref();
    workers.set(lacks, worker);
  }
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (answer) => {
      worker.off("error", reject);
      resolve(answer);
    });
    worker.postMessage(records);
  });
}

export const ops = {
  verify: async ({ records }) => {
    const reports = [];
    for (const record of records) reports.push(await judged(record));
    return reports;
  },
  verify_without: ({ lacks, records }) => elsewhere(lacks, records),
};
