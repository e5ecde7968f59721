// Texts and records, read: bytes come and go as base64.

import { SYSTEMS } from "../../../../api/web/catalog.js";
import { canonicalJson, decodeRecord } from "../../../../api/web/replay/codec.js";
import { CodedError, fault } from "../../../../api/web/replay/errors.js";
import { checkOption, resolve } from "../../../../api/web/replay/options.js";
import { faultAt, shorten } from "../../../../api/web/replay/pointer.js";
import { parseStrictly } from "../../../../api/web/replay/strict.js";

function attempt(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { code, event, path, expected, found, clause } = error;
    return { error: { code, event, path, expected, found, clause } };
  }
}

/** A record as it was read; what it holds is written out again, links as hex. */
function read(bytes) {
  const { record, bodies, links, canonical } = decodeRecord(Buffer.from(bytes, "base64"));
  const hex = (link) => link && Buffer.from(link).toString("hex");
  return {
    record,
    bodies: bodies.map((body) => new TextDecoder().decode(body)),
    links: links.map((row) => row.map(hex)),
    canonical,
  };
}

export const ops = {
  read_records: ({ records }) => records.map((bytes) => attempt(() => read(bytes))),
  /** As `records`, without what was read: for large ones. */
  verdicts: ({ records }) => records.map((bytes) => attempt(() => (read(bytes).canonical ? "canonical" : "read"))),
  read_texts: ({ texts }) => texts.map((bytes) => attempt(() => ({ value: parseStrictly(Buffer.from(bytes, "base64"), 2 ** 25) }))),
  option_members: ({ record }) => {
    const { options } = decodeRecord(Buffer.from(record, "base64")).record.events[0].rules;
    return ["constructor", "toString", "__proto__", ...Object.keys(options)].filter((name) => name in options);
  },
  canonical: ({ values }) => values.map(canonicalJson),
  places_of: ({ paths }) => paths.map((path) => faultAt("format.type", path)).map(({ path, event }) => [path, event]),
  shorten: ({ values }) => values.map(shorten),
  bare_fault: () => {
    const { code, event, path, expected, found, clause, facts } = fault("format.empty");
    return { code, event, path, expected, found, clause, facts };
  },
  declared_options: () => Object.fromEntries(Object.entries(SYSTEMS).map(([id, { options }]) => [id, options])),
  options: ({ declared, given }) => given.map((options) => attempt(() => resolve(declared, options))),
  option_values: ({ option, values }) => values.map((value) => attempt(() => checkOption(option, value))),
};
