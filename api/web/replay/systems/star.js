// star@1: Ludo with star squares, and every common variant as an option (docs/spec/rules/star.md).

import { YARD } from "../board.js";
import { rivalPairs } from "../parts/blocking.js";
import { undoTurn } from "../parts/extra.js";
import { distances } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { goingRound, ways } from "../parts/reach.js";

/** @type {import("../system.js").Machine} */
export const STAR = {
  teams: "S12",
  parts(options, { starts, stars }) {
    const { pairs, safe: which, three_sixes: run } = options;
    const safe = which === "none" ? [] : which === "starts" ? starts : [...starts, ...stars];
    const way = ways(`${options.leave}`.split("_").map(Number), options.overshoot === "bounce");
    const undo = run === "undo";
    return {
      reach: options.capture_before_home ? goingRound(way) : way,
      landing: bySquare(safe, options.rival_on_start === "capture", pairs !== "none"),
      extra: {
        rewards: options.extra === "six_capture_home",
        unusableSix: true,
        limit: run === "none" ? undefined : 3,
        penalty: undo ? undoTurn : undefined,
        keepsTurnStart: undo,
      },
      blocks: pairs === "block" ? [rivalPairs(safe, true)] : [],
      scores: distances,
      beginning: Array(options.pieces).fill(YARD),
    };
  },
};
