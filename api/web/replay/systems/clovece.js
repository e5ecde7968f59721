// clovece@1: Človeče, nehnevaj sa, for up to six players (docs/spec/rules/clovece.md).

import { noJumpHome } from "../parts/blocking.js";
import { bringOut, clearStart } from "../parts/duties.js";
import { threeTries } from "../parts/extra.js";
import { bySquare } from "../parts/landing.js";
import { alone, ways } from "../parts/reach.js";
import { oneThrow } from "../parts/throw.js";

/** @type {import("../system.js").Machine} */
export const CLOVECE = {
  parts(options) {
    const way = ways([6]);
    const one = options.six_chain !== "free";
    const sum = options.six_chain === "sum";
    return {
      reach: one ? oneThrow(way, sum) : alone(way),
      landing: bySquare(),
      // A six that is kept is one that no piece moves now: it earns its roll all the same.
      extra: { tries: threeTries, unusableSix: sum },
      blocks: options.no_jump_home ? [noJumpHome] : [],
      duties: [bringOut, clearStart],
      movedLast: one,
      oneMover: one,
      keepsSixes: sum,
    };
  },
};
