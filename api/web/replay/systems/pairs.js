// pairs@1: Ludo with pairs that stay closed to rivals (docs/spec/rules/pairs.md).

import { YARD } from "../board.js";
import { rivalPairs } from "../parts/blocking.js";
import { points } from "../parts/finishing.js";
import { bySquare } from "../parts/landing.js";
import { ways } from "../parts/reach.js";

/** @type {import("../system.js").Machine} */
export const PAIRS = {
  teams: "W7",
  parts({ walls, quick, teams, finished_partner: partner }, { starts, stars }) {
    const safe = [...starts, ...stars];
    return {
      reach: ways([6]),
      landing: bySquare(safe),
      extra: { rewards: true, unusableSix: true, limit: 3 },
      blocks: [rivalPairs(safe, Boolean(walls))],
      scores: points,
      paysScores: true,
      beginning: quick ? [0, YARD, YARD, YARD] : undefined,
      enough: quick ? 2 : 4,
      oneCapture: true,
      partnerPlays: Boolean(teams) && partner === "plays_partner",
    };
  },
};
