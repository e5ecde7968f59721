// Positions, scripts and playouts: what a game knows after each step, as tests/api/web/told.py tells it of Python's.

import { Game } from "../../../../api/web/replay/engine.js";
import { CodedError } from "../../../../api/web/replay/errors.js";
import { spendingOf } from "../../../../api/web/replay/parts/full_use.js";
import { answer, describe, documentsOf, setup } from "../../../../api/web/replay/position.js";
import { asked } from "../../../../api/web/replay/state.js";
import { bindRules } from "../../../../api/web/replay/system.js";
import { system } from "../../../../api/web/replay/systems/index.js";

/** @param {any} request `position`: a position document, or `game`: how a new one begins */
function opened({ position, game }) {
  if (position) return setup(position);
  const play = bindRules(system(game.ruleset), game.options, game.seats.length).play(game.seats);
  play.begin(game.first);
  return play;
}

/** @param {() => any} make its answer, or its fault */
export function attempt(make) {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { code, event, path, expected, found, clause } = error;
    return { error: { code, event, path, expected, found, clause } };
  }
}

/** All that a game knows, as it is now. */
export function told(play) {
  const { turn, due, rolls, sixes, tries, captures, done, owner, bonus, lastMoved, spent } = play;
  const moving = due === "move";
  return structuredClone({
    turn, due, rolls, sixes, tries, captures, done, owner, bonus, last_moved: lastMoved, spent,
    pieces: due === "start" ? play.pieces : documentsOf(play.pieces),
    turn_start: play.turnStart && [documentsOf(play.turnStart[0]), play.turnStart[1]],
    arrived_last: [...play.arrivedLast].sort(([one], [other]) => one - other),
    contenders: play.contenders,
    start_rolls: play.startRolls,
    hand: play.hand(),
    points: play.points(),
    ranking: due === "over" ? play.ranking() : null,
    choices: play.choices(),
    may_pass: moving && play.mayPass,
    forced: moving && play.forced,
    stand_in: moving ? asked(...play.standIn()) : null,
  });
}

/** One step of a script: {roll}, {pass} or {move}, which the play refuses where another is due. */
function take(play, step) {
  const { due } = play;
  if (step.roll && due === "roll") play.roll(step.roll);
  else if (step.roll && due === "start") play.startRoll(step.roll);
  else if (step.move && due === "move") play.move({ player: play.turn, by: "player", ...step.move });
  else if (step.pass && due === "move") play.pass();
  else throw new CodedError("rules.due", {});
}

/** After each step: all that the game knows, or the fault and that nothing has changed. */
function played(play, script) {
  return script.map((step) => {
    const before = JSON.stringify(told(play));
    const fault = attempt(() => take(play, step.illegal ?? step));
    if (!fault) return told(play);
    return { ...fault, unchanged: before === JSON.stringify(told(play)) };
  });
}

/** How many sequences of steps of this length there are from here. */
function perft(request, depth) {
  const known = new Map();
  const paths = (from, left) => {
    if (!left) return 1;
    const play = opened(from);
    for (const step of from.steps) take(play, step);
    // A document tells a whole state (P1) and each is looked at once; there is none before the first turn.
    const here = play.due === "start" ? from : { position: describe(play), steps: [] };
    const key = JSON.stringify([here, left]);
    if (!known.has(key)) {
      let total = 0;
      for (const step of following(play)) total += paths({ ...here, steps: [...here.steps, step] }, left - 1);
      known.set(key, total);
    }
    return known.get(key);
  };
  return paths({ ...request, steps: [] }, depth);
}

function following(play) {
  if (play.due === "over") return [];
  if (play.due !== "move") return [1, 2, 3, 4, 5, 6].map((roll) => ({ roll }));
  const moves = play.choices().map(([{ captures, ...move }, piece]) => ({ move: { piece, ...move } }));
  return play.mayPass ? [...moves, { pass: true }] : moves;
}

/** A ground as JSON can say it: lists of entries for its maps. */
function groundOf({ closed, single, lanes }) {
  const prizes = (entries) => new Map(entries.map(([there, bit]) => [there, { bit, hits: [], captures: [] }]));
  return {
    lapEnd: 50,
    goal: 56,
    closed: new Set(closed),
    single: prizes(single),
    lanes: new Map(lanes.map(({ owner, entrance, single: lane }) => [owner, { owner, entrance, single: prizes(lane) }])),
  };
}

export const ops = {
  positions: ({ positions }) => positions.map((position) => attempt(() => answer(position))),
  positions_told: ({ positions }) =>
    positions.map((position) =>
      attempt(() => {
        const play = setup(position);
        return { told: told(play), document: describe(play) };
      }),
    ),
  scripts: ({ scripts }) =>
    scripts.map(({ script, ...request }) => {
      const play = opened(request);
      return [told(play), ...played(play, script)];
    }),
  stand_ins: ({ positions }) => positions.map((position) => asked(...setup(position).standIn())),
  perft: ({ entries }) =>
    entries.map(({ depths, ...request }) => Array.from({ length: depths }, (_, at) => perft(request, at + 1))),
  openings: ({ openings }) => openings.map((events) => attempt(() => new Game().run(events) ?? null)),
  full_use: ({ questions }) =>
    questions.map(({ own, dice, ground, left }) => {
      const values = ({ sixes, other }) => [...(other ? [other] : []), ...Array(sixes).fill(6)];
      const spending = spendingOf(own, values(dice), groundOf(ground));
      return left.map((some) => spending.canSpend(own, values(some)));
    }),
};
