// mensch@1: Mensch ärgere Dich nicht (docs/spec/rules/mensch.md).

import { noJumpHome } from "../parts/blocking.js";
import { bringOut, clearStart, mustCapture } from "../parts/duties.js";
import { threeTries } from "../parts/extra.js";
import { bySquare } from "../parts/landing.js";
import { alone, ways } from "../parts/reach.js";

/** @type {import("../system.js").Machine} */
export const MENSCH = {
  parts: (options) => ({
    reach: alone(ways([6])),
    landing: bySquare(),
    extra: {
      tries: threeTries,
      triesAgain: options.tries_scope === "roll",
      unusableSix: options.six_unusable === "again",
    },
    blocks: options.no_jump_home ? [noJumpHome] : [],
    duties: [
      ...(options.bring_out_optional ? [] : [bringOut, clearStart]),
      ...(options.capture_compulsory ? [mustCapture] : []),
    ],
  }),
};
