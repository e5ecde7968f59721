// Whole records, judged: the report as Python gives it, without the keys of words.

import { existsSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { keptReceipts, requireStatements } from "../../../../api/web/fairdice/verify/kept.js";
import { readReceipt } from "../../../../api/web/fairdice/verify/receipt.js";
import { verify } from "../../../../api/web/fairdice/verify/verifier.js";
import { reportInWords } from "../../../../api/web/fairdice/words/report.js";
import { makeSpeak } from "../../../../api/web/fairdice/words/speak.js";

/** The names of what a caller names, in the manifests of tests/vectors and here. */
const TRUST = { house_keys: "houseKeys", player_keys: "playerKeys", game: "game", log_keys: "logKeys" };

async function trustOf(named) {
  const trust = {};
  for (const [name, value] of Object.entries(named ?? {})) if (TRUST[name]) trust[TRUST[name]] = value;
  if (named?.receipts) {
    const kept = named.receipts.map((each) => readReceipt(new TextEncoder().encode(JSON.stringify(each))));
    trust.receipts = keptReceipts(await Promise.all(kept));
  }
  if (named?.require) trust.require = requireStatements(named.require);
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

/** All sentences of a report. */
function sentences(report) {
  const faults = [report.fault, ...report.stages.map((stage) => stage.fault)].filter(Boolean);
  return [
    ...faults.map((fault) => fault.message),
    ...report.stages.map((stage) => stage.about),
    ...report.statements.map((statement) => statement.text),
  ];
}

function speakOf(lang) {
  const folder = new URL("../../../../api/web/words/", import.meta.url);
  const files = [`${lang}.json`, `${lang}.more.json`].map((name) => new URL(name, folder)).filter((file) => existsSync(file));
  return makeSpeak(Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, "utf8")))), lang);
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
    // One that has ended answers no more.
    worker.on("exit", () => workers.delete(lacks));
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
  verify_in_words: async ({ records, lang }) => {
    const speak = speakOf(lang);
    const told = [];
    for (const { raw, named } of records) {
      told.push(sentences(reportInWords(await verify(Buffer.from(raw, "base64"), await trustOf(named)), speak)));
    }
    return told;
  },
  verify_without: ({ lacks, records }) => elsewhere(lacks, records),
};
