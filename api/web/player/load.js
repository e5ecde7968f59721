// The bytes of a record: from a URL, or from the page itself.  Whatever goes wrong is a fault with a code `read.*`.

import { fault } from "../replay/errors.js";
import { MAX_BYTES } from "../replay/record.js";

/**
 * The bytes that a URL gives, at most 32 MiB.  Throws CodedError ``read.network``, ``read.status``, ``read.size``.
 * @param {string} url
 * @param {AbortSignal} signal
 */
export async function fetchRecord(url, signal) {
  const answer = await fetch(url, { signal }).catch(() => {
    throw fault("read.network");
  });
  if (!answer.ok) throw fault("read.status", { found: answer.status });
  return collected(answer.body, "read.network");
}

/**
 * The bytes inside an element `<script type="text/plain" data-record="gzip base64">`; without "gzip" they are not compressed.
 * Throws CodedError ``read.data``, ``read.size``.
 * @param {HTMLElement} script
 */
export async function inlineRecord(script) {
  let stream;
  try {
    stream = new Blob([Uint8Array.from(atob(script.textContent ?? ""), (letter) => letter.charCodeAt(0))]).stream();
  } catch {
    throw fault("read.data");
  }
  return collected(/gzip/.test(script.dataset.record ?? "") ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, "read.data");
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>> | null} stream
 * @param {string} code of a break
 */
async function collected(stream, code) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = stream?.getReader();
  let left = MAX_BYTES;
  for (;;) {
    const read = await reader?.read().catch(() => {
      throw fault(code);
    });
    if (!read?.value) break;
    parts.push(read.value);
    left -= read.value.length;
    if (left < 0) {
      reader?.cancel();
      throw fault("read.size");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * What the page's owner trusts, from the element's attributes, values parted by spaces.  A value that is no key fits no record,
 * nor does an attribute without any: who asks for a key must not get "verified" without one.
 * @param {Element} host
 */
export function trustOf(host) {
  const [houseKeys, playerKeys, logKeys] = ["house", "player", "log"].map((name) => {
    const value = host.getAttribute(`${name}-key`);
    return value === null ? [] : (value.match(/\S+/g) ?? ["-"]);
  });
  return { houseKeys, playerKeys, logKeys };
}
