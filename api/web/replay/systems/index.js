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

const MACHINES = [MENSCH, STAR, ENGLISH_LUDO, CLOVECE, PAIRS, PARCHIS, NOMERCY];

/**
 * The rule system with this id. Throws option.system if there is none.
 * @param {string} id
 * @returns {import("../system.js").System}
 */
export function system(id) {
  const found = MACHINES.find((machine) => machine.id === id);
  insist(found, "option.system", "", MACHINES.map((machine) => machine.id), id);
  return /** @type {import("../system.js").System} */ ({ ...SYSTEMS[id], ...found });
}
