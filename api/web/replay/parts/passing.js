// When a player may decline to act although it could (N6).

/** @typedef {(kinds: (string | undefined)[]) => boolean} Passing whether a player whose legal actions are of these kinds may pass */

/** @type {Record<string, Passing>} by the value of `must_play` */
export const PASSING = {
  forward: (kinds) => !kinds.some((kind) => kind === "enter" || kind === "move"),
  nothing: () => true,
  everything: () => false,
};
