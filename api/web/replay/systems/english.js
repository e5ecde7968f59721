// english@1: English Ludo without safe squares (docs/spec/rules/english.md).

import { allHome } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { alone, waysOn } from "../parts/reach.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const ENGLISH_LUDO = {
  id: "english@1",
  machine(rules, seating) {
    const { options, board } = rules;
    return new Turn(
      {
        reach: alone(waysOn(board, [6]), board.goal),
        landing: bySquare(seating),
        done: allHome(board),
        extra: { unusableSix: options.six_unusable === "again", limit: 3 },
      },
      rules,
      seating,
    );
  },
};
