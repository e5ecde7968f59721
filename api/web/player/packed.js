// What is different in the one packed file: tests/web/pack fills these in, the readable source runs with them empty.

/** The English words; null: they are fetched from beside the source. @type {Record<string, string> | null} */
export const ENGLISH = null;

/** By language besides English: the integrity of `words.<language>.json`, which lies beside the packed file and
 * has as "more" that of `words.<language>.more.json`; English has it as well. @type {Record<string, string>} */
export const INTEGRITY = {};

/** Where the readable source is, relative to the packed file; "" if nowhere. */
export const SOURCE = "";

export const PACKED = false;
