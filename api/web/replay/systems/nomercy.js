// nomercy@1: whole sequences of rolls, prisoners, moonwalks and invasions (docs/spec/rules/nomercy.md).

import { everyAction, onlyCaptures } from "../parts/full_use.js";
import { survey } from "../parts/ground.js";
import { PASSING } from "../parts/passing.js";
import { SequenceTurn } from "../sequence.js";

/** @type {import("../system.js").Machine} */
export const NOMERCY = {
  id: "nomercy@1",
  machine(rules, seating) {
    const { options, board } = rules;
    const parts = {
      survey: survey(seating, options.starts_safe ? [...board.stars, ...board.starts] : board.stars),
      fullUse: options.full_use === "all" ? everyAction : onlyCaptures,
      passing: PASSING[`${options.must_play}`],
    };
    return new SequenceTurn(parts, rules, seating);
  },
};
