// What the tests of the board, the statistics and the key moments ask.

import { BOARDS } from "../../../../api/web/catalog.js";
import { layout } from "../../../../api/web/player/board/layout.js";
import { movedOf, scene, throwsOf, wayOf } from "../../../../api/web/player/board/scene.js";
import { keyMoments, momentText } from "../../../../api/web/player/moments.js";
import { beyond, diceStatistics, span } from "../../../../api/web/player/statistics.js";

/** Each of the moments with what led to it, as timeline.js makes them. */
function led(moments) {
  let before;
  return moments.map((moment) => {
    const one = { ...moment };
    one.moved = movedOf(one, before);
    one.dice = throwsOf(one, before);
    return (before = one);
  });
}

export const ops = {
  "board.scene": ({ board, seats, pieces }) => scene(BOARDS[board], seats, pieces),
  "board.layout": ({ board, seats, pieces }) => layout(BOARDS[board], seats, pieces),
  "board.between": ({ board, seat, came, went }) => wayOf(BOARDS[board], Array(6).fill(seat), { player: 0, piece: 0, came, went }).slice(1, -1),
  "board.led": ({ moments }) => led(moments).map(({ moved, dice }) => ({ moved: moved ?? null, dice })),
  "statistics.of": ({ events, players }) => {
    const rows = diceStatistics(events, players);
    return { all: rows.pop(), players: rows };
  },
  "statistics.beyond": ({ square }) => beyond(square),
  "statistics.span": ({ n, part }) => span(n, part),
  "moments.of": ({ board, moments }) => keyMoments(moments.map(({ event }) => event), led(moments), BOARDS[board]),
  "moments.text": ({ moment, names }) => momentText(moment, names, Object.assign((key, facts) => key + JSON.stringify(facts), { list: (all) => all.join("+") })),
};
