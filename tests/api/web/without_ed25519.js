// A thread without Ed25519: records in, reports out. `workerData` says what it lacks: "ed25519", or "crypto" for all of it.

import { parentPort, workerData } from "node:worker_threads";

const whole = globalThis.crypto?.subtle;
const refused = async () => {
  throw new DOMException("Unrecognized name.", "NotSupportedError");
};
const poor = { importKey: refused, verify: refused, sign: refused, digest: (...all) => whole.digest(...all) };
Object.defineProperty(globalThis, "crypto", { value: workerData === "crypto" ? undefined : { subtle: poor } });

const { judged } = await import("./ops/verify.js");

parentPort.on("message", async (records) => {
  const reports = [];
  for (const record of records) reports.push(await judged(record));
  parentPort.postMessage(reports);
});
