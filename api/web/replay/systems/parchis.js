// parchis@1: Parchís on 68 squares (docs/spec/rules/parchis.md).

import { arrivals } from "../parts/arrivals.js";
import { barriers, byTwos } from "../parts/barriers.js";
import { bringOut, openBarrier } from "../parts/duties.js";
import { loseLastMoved } from "../parts/extra.js";
import { sixAsSeven, ways } from "../parts/reach.js";

/** @type {import("../system.js").Machine} */
export const PARCHIS = {
  teams: "H7",
  parts(options, { starts, stars }) {
    const way = ways([5]);
    return {
      reach: options.six_moves_seven ? sixAsSeven(way) : way,
      landing: byTwos([...starts, ...stars]),
      extra: { unusableSix: true, limit: 3, penalty: loseLastMoved, captureBonus: 20, homeBonus: 10 },
      blocks: [barriers(options.exit_vs_rival_barrier === "captures_last")],
      duties: [bringOut, openBarrier],
      movedLast: true,
      arrivals,
    };
  },
};
