// The rule systems, one file each, and their registry.

import { SYSTEMS } from "../../catalog.js";
import { insist } from "../errors.js";
import { CLOVECE } from "./clovece.js";
import { ENGLISH_LUDO } from "./english.js";
import { MENSCH } from "./mensch.js";
import { NOMERCY } from "./nomercy.js";
import { PAIRS } from "./pairs.js";
import { PARCHIS } from "./parchis.js";
import { STAR } from "./star.js";

/**
 * By id.
 * @type {Record<string, import("../system.js").Machine>}
 */
const MACHINES = {
  "mensch@1": MENSCH,
  "star@1": STAR,
  "english@1": ENGLISH_LUDO,
  "clovece@1": CLOVECE,
  "pairs@1": PAIRS,
  "parchis@1": PARCHIS,
  "nomercy@1": NOMERCY,
};

/**
 * The rule system with this id. Throws option.system if there is none.
 * @param {string} id
 * @returns {import("../system.js").System}
 */
export function system(id) {
  const ids = Object.keys(MACHINES);
  insist(ids.includes(id), "option.system", "", ids, id);
  return { ...SYSTEMS[id], ...MACHINES[id] };
}
