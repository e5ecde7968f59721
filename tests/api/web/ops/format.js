// Texts and records, read: bytes come and go as base64.

import { SYSTEMS } from "../../../../api/web/catalog.js";
import { canonicalJson, decodeRecord } from "../../../../api/web/replay/codec.js";
import { CodedError, fault } from "../../../../api/web/replay/errors.js";
import { checkOption, resolve } from "../../../../api/web/replay/options.js";
import { eventOf, pointer, shorten } from "../../../../api/web/replay/pointer.js";
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

/** The value of a text. */
function parse(bytes, encoding = "base64") {
  return parseStrictly(Buffer.from(bytes, encoding), 2 ** 25);
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

/** All members that an object has without being its own, found by those names that objects usually have. */
function inherited(value) {
  const names = ["__proto__", ...Object.getOwnPropertyNames(Object.prototype)];
  return names.filter((name) => name in value && !Object.hasOwn(value, name));
}

export const ops = {
  read_records: ({ records }) => records.map((bytes) => attempt(() => read(bytes))),
  /** As `records`, without what was read: for large ones. */
  verdicts: ({ records }) => records.map((bytes) => attempt(() => (read(bytes).canonical ? "canonical" : "read"))),
  read_texts: ({ texts }) => texts.map((bytes) => attempt(() => ({ value: parse(bytes) }))),
  canonical: ({ values }) => values.map(canonicalJson),
  pointers: ({ paths }) => paths.map((path) => [pointer(path), eventOf(path)]),
  shorten: ({ values }) => values.map(shorten),
  inherited: ({ text }) => inherited(parse(text, "utf8")),
  facts: ({ text }) => {
    try {
      parse(text);
    } catch (error) {
      return error.facts;
    }
  },
  bare_fault: () => {
    const { code, event, path, expected, found, clause, facts } = fault("format.empty");
    return { code, event, path, expected, found, clause, facts };
  },
  declared_options: () => Object.fromEntries(Object.entries(SYSTEMS).map(([id, { options }]) => [id, options])),
  options: ({ declared, given }) => given.map((options) => attempt(() => resolve(declared, options))),
  option_values: ({ option, values }) => values.map((value) => attempt(() => checkOption(option, value))),
};
