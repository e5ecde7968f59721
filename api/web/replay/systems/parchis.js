// parchis@1: Parchís on 68 squares (docs/spec/rules/parchis.md).

import { arrivalsOf } from "../parts/arrivals.js";
import { barriers, byTwos } from "../parts/barriers.js";
import { bringOut, openBarrier } from "../parts/duties.js";
import { loseLastMoved } from "../parts/extra.js";
import { allHome } from "../parts/finishing.js";
import { mayShare, sixAsSeven, waysOn } from "../parts/reach.js";
import { Turn } from "../turn.js";

/** @type {import("../system.js").Machine} */
export const PARCHIS = {
  id: "parchis@1",
  teams: "H7",
  machine(rules, seating) {
    const { options, board } = rules;
    const ways = waysOn(board, [5]);
    const arrivals = arrivalsOf(seating);
    return new Turn(
      {
        reach: options.six_moves_seven ? sixAsSeven(ways) : mayShare(ways),
        landing: byTwos(seating, [...board.starts, ...board.stars]),
        done: allHome(board),
        extra: { unusableSix: true, limit: 3, penalty: loseLastMoved(arrivals), captureBonus: 20, homeBonus: 10 },
        narrow: [barriers(seating, options.exit_vs_rival_barrier === "captures_last"), bringOut, openBarrier(board)],
        movedLast: true,
        arrivals,
      },
      rules,
      seating,
    );
  },
};
