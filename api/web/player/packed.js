// What is different in the one packed file: api/embeds/pack.py fills these in, the readable source runs with them empty.

/** The English words; null: they are fetched from beside the source. @type {Record<string, string> | null} */
export const ENGLISH = null;

/** The integrity of `words.index.json`, which lies beside the packed file and has that of `words.<language>.json` by
 * language; this has as "more" that of `words.<language>.more.json`. English, packed in, has it as well. */
export const INTEGRITY = "";

/** Where the readable source is, from the folder in which the service has `player/`. */
export const SOURCE = "";

export const PACKED = false;
