// The bytes of a record: from a URL, or from the page itself.  Whatever goes wrong is a fault with a code `read.*`.

import { fault } from "../replay/errors.js";
import { MAX_BYTES } from "../replay/record.js";

/**
 * The bytes that a URL gives, at most 32 MiB.  Throws CodedError ``read.network``, ``read.status``, ``read.size``; what `signal` aborts with.
 * @param {string} url
 * @param {AbortSignal} signal
 */
export async function fetchRecord(url, signal) {
  let answer;
  try {
    answer = await fetch(url, { signal });
  } catch {
    signal.throwIfAborted();
    throw fault("read.network");
  }
  if (!answer.ok) throw fault("read.status", { found: answer.status });
  if (Number(answer.headers.get("content-length")) > MAX_BYTES) throw fault("read.size", { expected: MAX_BYTES });
  return collected(answer.body, "read.network", signal);
}

/**
 * The bytes inside an element `<script type="text/plain" data-record="gzip base64">`; without "gzip" they are not compressed.
 * Throws CodedError ``read.data``, ``read.size``.
 * @param {Element} script
 * @param {AbortSignal} signal
 */
export async function inlineRecord(script, signal) {
  let stream;
  try {
    const bytes = Uint8Array.from(atob(script.textContent ?? ""), (letter) => letter.charCodeAt(0));
    stream = new Blob([bytes]).stream();
    if (script.getAttribute("data-record")?.includes("gzip")) stream = stream.pipeThrough(new DecompressionStream("gzip"));
  } catch {
    throw fault("read.data");
  }
  return collected(stream, "read.data", signal);
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @param {string} code of a break
 * @param {AbortSignal} signal
 */
async function collected(stream, code, signal) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  const reader = stream?.getReader();
  try {
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      parts.push(value);
      size += value.length;
      if (size > MAX_BYTES) break;
    }
  } catch {
    signal.throwIfAborted();
    throw fault(code);
  }
  if (size > MAX_BYTES) {
    reader?.cancel();
    throw fault("read.size", { expected: MAX_BYTES });
  }
  const bytes = new Uint8Array(size);
  for (const part of parts.reverse()) bytes.set(part, (size -= part.length));
  return bytes;
}

/**
 * What the page's owner trusts, from the element's attributes, values parted by spaces.  A value that is no key fits no record.
 * @param {Element} host
 */
export function trustOf(host) {
  const [houseKeys, playerKeys, logKeys] = ["house-key", "player-key", "log-key"].map((name) => host.getAttribute(name)?.split(/\s+/).filter(Boolean) ?? []);
  return { houseKeys, playerKeys, logKeys };
}
