// Whole games, event by event: what a game knows after each, as tests/api/web/test_engine.py tells it of Python's.

import { Game } from "../../../../api/web/replay/engine.js";
import { attempt, told } from "./positions.js";

/** All that a game knows, as text, so that nothing of it changes later. */
function seen(game) {
  const { due, events, turn, presence, play, closed } = game;
  const there = presence && {
    index: presence.index,
    away: [...presence.away].sort(),
    spent: presence.spent,
    contributors: presence.contributors,
    changed: presence.changed,
  };
  const by = due === "move" ? game.by() : null;
  return JSON.stringify({
    due, events, turn, by,
    roll_due: game.rollDue,
    exhausted: game.exhausted,
    close_status: game.closeStatus(),
    closed: closed && closed.status,
    moves: game.moves(),
    presence: there,
    play: play && told(play),
  });
}

export const ops = {
  /** After each event what the game knows; or its fault, after which it must know the same as before. */
  fold({ events }) {
    const game = new Game();
    return events.map((event) => {
      const before = seen(game);
      const fault = attempt(() => game.apply(event));
      const after = seen(game);
      return fault ? { ...fault, unchanged: before === after } : JSON.parse(after);
    });
  },

  /** How many events a game takes, and its fault if it has one. */
  run({ events }) {
    const game = new Game();
    const fault = attempt(() => game.run(events)) ?? null;
    return { ...fault, seen: JSON.parse(seen(game)) };
  },
};
