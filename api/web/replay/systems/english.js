// english@1: English Ludo without safe squares (docs/spec/rules/english.md).

import { bySquare } from "../parts/landing.js";
import { alone, ways } from "../parts/reach.js";

/** @type {import("../system.js").Machine} */
export const ENGLISH_LUDO = {
  parts: (options, { goal }) => ({
    reach: alone(ways([6]), goal),
    landing: bySquare(),
    extra: { unusableSix: options.six_unusable === "again", limit: 3 },
  }),
};
