// mensch@1: Mensch ärgere Dich nicht (docs/spec/rules/mensch.md).

import { noJumpHome } from "../parts/blocking.js";
import { bringOut, clearStart, mustCapture } from "../parts/duties.js";
import { threeTries } from "../parts/extra.js";
import { allHome } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { alone, waysOn } from "../parts/reach.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const MENSCH = {
  id: "mensch@1",
  machine(rules, seating) {
    const { options, board } = rules;
    const landing = bySquare(seating);
    const narrow = [];
    if (options.no_jump_home) narrow.push(noJumpHome(board));
    if (!options.bring_out_optional) narrow.push(bringOut, clearStart);
    if (options.capture_compulsory) narrow.push(mustCapture(landing));
    return new Turn(
      {
        reach: alone(waysOn(board, [6])),
        landing,
        done: allHome(board),
        extra: {
          tries: threeTries(board),
          triesAgain: options.tries_scope === "roll",
          unusableSix: options.six_unusable === "again",
        },
        narrow,
      },
      rules,
      seating,
    );
  },
};
