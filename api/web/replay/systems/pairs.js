// pairs@1: Ludo with pairs that stay closed to rivals (docs/spec/rules/pairs.md).

import { YARD } from "../board.js";
import { rivalPairs } from "../parts/blocking.js";
import { allHome, byPoints, scores, someHome } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { mayShare, waysOn } from "../parts/reach.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const PAIRS = {
  id: "pairs@1",
  teams: "W7",
  machine(rules, seating) {
    const { options, board } = rules;
    const safe = [...board.starts, ...board.stars];
    const points = scores(board);
    return new Turn(
      {
        reach: mayShare(waysOn(board, [6])),
        landing: bySquare(seating, safe),
        done: options.quick ? someHome(board, 2) : allHome(board),
        extra: { afterCapture: true, afterHome: true, unusableSix: true, limit: 3 },
        narrow: [rivalPairs(seating, safe, Boolean(options.walls))],
        others: byPoints(points),
        beginning: options.quick ? [0, YARD, YARD, YARD] : undefined,
        points,
        oneCapture: true,
        partnerPlays: Boolean(options.teams) && options.finished_partner === "plays_partner",
      },
      rules,
      seating,
    );
  },
};
