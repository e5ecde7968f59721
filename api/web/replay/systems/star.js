// star@1: Ludo with star squares, and every common variant as an option (docs/spec/rules/star.md).

import { YARD } from "../board.js";
import { rivalPairs } from "../parts/blocking.js";
import { undoTurn } from "../parts/extra.js";
import { allHome, byDistance } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { goingRound, mayShare, waysOn } from "../parts/reach.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const STAR = {
  id: "star@1",
  teams: "S12",
  machine(rules, seating) {
    const { options, board } = rules;
    const { pairs, safe: which, three_sixes: run } = options;
    const safe = which === "none" ? [] : which === "starts" ? board.starts : [...board.starts, ...board.stars];
    const ways = waysOn(board, String(options.leave).split("_").map(Number), options.overshoot === "bounce");
    const bonus = options.extra === "six_capture_home";
    return new Turn(
      {
        reach: options.capture_before_home ? goingRound(board, ways) : mayShare(ways),
        landing: bySquare(seating, safe, options.rival_on_start === "capture", pairs !== "none"),
        done: allHome(board),
        extra: {
          afterCapture: bonus,
          afterHome: bonus,
          unusableSix: true,
          limit: run === "none" ? 0 : 3,
          penalty: run === "undo" ? undoTurn : undefined,
          keepsTurnStart: run === "undo",
        },
        narrow: pairs === "block" ? [rivalPairs(seating, safe)] : [],
        others: byDistance,
        beginning: Array(Number(options.pieces)).fill(YARD),
      },
      rules,
      seating,
    );
  },
};
