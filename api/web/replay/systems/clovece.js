// clovece@1: Človeče, nehnevaj sa, for up to six players (docs/spec/rules/clovece.md).

import { noJumpHome } from "../parts/blocking.js";
import { bringOut, clearStart } from "../parts/duties.js";
import { threeTries } from "../parts/extra.js";
import { allHome } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { alone, waysOn } from "../parts/reach.js";
import { keptSixes, onePiece, wholeThrow } from "../parts/throw.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const CLOVECE = {
  id: "clovece@1",
  machine(rules, seating) {
    const { options, board } = rules;
    const ways = waysOn(board, [6]);
    const chain = options.six_chain;
    const sum = chain === "sum";
    return new Turn(
      {
        reach: sum ? wholeThrow(board) : chain === "steps" ? onePiece(ways) : alone(ways),
        landing: bySquare(seating),
        done: allHome(board),
        // A six that is kept is one that no piece moves now: it earns its roll all the same.
        extra: { tries: threeTries(board), unusableSix: sum },
        narrow: [...(options.no_jump_home ? [noJumpHome(board)] : []), bringOut, clearStart],
        movedLast: chain !== "free",
        oneMover: chain !== "free",
        kept: sum ? keptSixes : undefined,
      },
      rules,
      seating,
    );
  },
};
