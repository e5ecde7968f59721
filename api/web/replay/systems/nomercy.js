// nomercy@1: whole sequences of rolls, prisoners, moonwalks and invasions (docs/spec/rules/nomercy.md).

import { SequenceTurn } from "../sequence.js";

/** What a player must do while it can, by the value of `must_play` (N6). */
const COMPULSORY = { forward: /enter|move/, nothing: /^$/, everything: /./ };

/** @type {import("../system.js").Machine} */
export const NOMERCY = {
  turn: SequenceTurn,
  parts: (options, { starts, stars }) => ({
    spends: true,
    keepsSixes: true,
    safe: options.starts_safe ? [...stars, ...starts] : stars,
    allUsed: options.full_use === "all",
    compulsory: COMPULSORY[/** @type {keyof typeof COMPULSORY} */ (options.must_play)],
  }),
};
