// Bytes put together.

/**
 * The parts, one behind the other.
 * @param {...Uint8Array} parts
 */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * `number` as 4 bytes, the most significant first.
 * @param {number} number 0..2^32-1
 */
export function u32(number) {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}
