// The rule systems, one file each, and their registry.

import { SYSTEMS } from "../../catalog.js";
import { fault } from "../errors.js";
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
  if (!found) throw fault("option.system", { expected: MACHINES.map((machine) => machine.id), found: id });
  return { ...SYSTEMS[id], ...found };
}
