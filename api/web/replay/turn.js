// The classical turn machine: roll, then one move of one piece by that roll.
//
// The machine says in which order things happen; what a roll allows and what a move does are the `Parts` that a rule
// system chose when its options were bound.

import { runOfSixes } from "./parts/throw.js";
import { Play } from "./play.js";
import { ROLL, actionOf } from "./state.js";

/** @typedef {import("./state.js").Action} Action */
/** @typedef {import("./state.js").Captured} Captured */

/**
 * What makes one classical system differ from another; what is absent is not so.
 * @typedef {object} Classical
 * @property {import("./parts/reach.js").Reach} reach where each piece may go
 * @property {import("./parts/landing.js").Landing} landing who is captured there
 * @property {Test[]} [blocks] what is in the way: each leaves fewer moves
 * @property {Test[]} [duties] what must be done: each leaves fewer moves, unless it would leave none
 * @property {boolean} [oneCapture] whether a landing captures one piece at most; of several the move names whose (W4)
 * @property {boolean} [movedLast] whether the rules ask which piece was moved last in the turn (Z6, Z7, H6)
 * @property {boolean} [oneMover] whether the rest of the throw belongs to that piece (Z6, Z7)
 * @property {typeof import("./parts/arrivals.js").arrivals} [arrivals] who came last to the squares where the rules may ask (H2)
 */

/** @typedef {Classical & import("./play.js").Shared} Parts */

/**
 * The game as parts see it when a roll is to be played.
 * @typedef {object} View
 * @property {Play} play
 * @property {number} player whose pieces are moved
 * @property {number[]} own these pieces
 * @property {number} roll
 * @property {import("./seating.js").Board} board
 * @property {(piece: number) => number} place where a piece of the player with this number is: the loop square, or a number
 * below 0 for the yard and each square of its column
 * @property {(place: number) => Captured} on who stands there: [player, piece index], ascending
 * @property {(place: number) => Captured} rivalsOn the player's rivals among them
 */

/** @typedef {(start: number, end: number, view: View) => boolean} Test whether a move fulfils something */

/** A game of a classical system. */
export class Turn extends Play {
  // Rolls -----------------------------------------------------------------------------------------------------------

  /** @override */
  beginTurn() {
    const now = /** @type {[number[][], boolean[]]} */ ([this.pieces, this.captures]);
    if (this.extra.keepsTurnStart) this.turnStart = structuredClone(now);
    this.#setTries();
  }

  /** How many rolls there are until one is usable. */
  #setTries() {
    this.tries = this.extra.tries?.(this.own, this.seating.board.goal) ?? 1;
  }

  /** @override @param {number} value */
  roll(value) {
    const { extra, sixes: before } = this;
    this.rolls.push(value);
    const sixes = value === 6 ? before + 1 : 0;
    this.sixes = sixes;
    if (sixes === extra.limit) {
      extra.penalty?.(this);
      this.endTurn();
    } else if (!this.look()) {
      if (value === 6 && extra.unusableSix) this.#rollAgain();
      else if (value !== 6 && this.tries > 1) this.tries -= 1;
      else this.endTurn();
    }
  }

  /** The same player rolls once more in this turn; after a six that may mean new tries (M10). */
  #rollAgain() {
    this.due = ROLL;
    this.tries = 1;
    if (this.extra.triesAgain) this.#setTries();
  }

  /** @override */
  find() {
    const { own, bonus } = this;
    const parts = /** @type {Parts} */ (this.parts);
    const view = viewOf(this);
    /** @type {[number, number][]} */
    let moves = [];
    for (const start of new Set(own)) {
      const end = parts.reach(start, view);
      if (end !== null) moves.push([start, end]);
    }
    for (const block of parts.blocks ?? []) moves = moves.filter(([start, end]) => block(start, end, view));
    for (const duty of parts.duties ?? []) {
      const dutiful = moves.filter(([start, end]) => duty(start, end, view));
      if (dutiful.length) moves = dutiful;
    }
    return moves.flatMap(([start, end]) => {
      const hits = parts.landing(start, end, view);
      const one = parts.oneCapture && hits.length > 1;
      return (one ? hits.map((hit) => [hit]) : [hits]).map((taken) =>
        actionOf(this, start, end, taken, {
          bonus: bonus || undefined,
          captured: one ? taken[0][0] : undefined,
        }),
      );
    });
  }

  // Moves -----------------------------------------------------------------------------------------------------------

  /**
   * What follows a move: the end, a bonus move, another roll, or the next turn.
   * @override
   * @param {Action} action
   * @param {number} piece
   */
  follow({ end, hits }, piece) {
    const { extra, owner, parts, rolls, seating } = this;
    if (parts.movedLast) this.lastMoved = piece;
    if (parts.arrivals) this.arrivedLast = parts.arrivals(this, seating.square(owner, end));
    const captured = hits.length > 0;
    const home = end >= seating.board.home;
    const earned = rolls.at(-1) === 6 || ((captured || home) && extra.rewards);
    const isDone = this.isDone(owner);
    if (isDone) {
      if (this.markDone(owner)) return;
      this.owner = this.ownerFor(this.turn);
    } else {
      // A bonus move that nobody can make is lost (H5).
      this.bonus = (captured ? extra.captureBonus : home ? extra.homeBonus : 0) ?? 0;
      if (this.bonus && this.look()) return;
      this.bonus = 0;
    }
    // Who is done earns nothing (C11), but who goes on with the partner's pieces keeps its roll (W7).
    if (earned && (!isDone || parts.partnerPlays)) this.#rollAgain();
    else this.endTurn();
  }

  /**
   * Whether the last of these rolls of a turn is the six that ends it.
   * @param {number[]} rolls
   */
  isFullRun(rolls) {
    return runOfSixes(rolls) === this.extra.limit;
  }
}

/**
 * The game as the parts see it.
 * @param {Turn} play
 * @returns {View}
 */
function viewOf(play) {
  const { owner: player, own, seating, pieces } = play;
  const rivals = seating.rivals(player);
  /** @type {(piece: number, whose?: number) => number} */
  const place = (piece, whose = player) => seating.square(whose, piece) ?? -8 * (piece + 2) - whose;
  /** @type {Map<number, Captured>} */
  const found = new Map();
  pieces.forEach((theirs, whose) =>
    theirs.forEach((piece, index) => {
      const at = place(piece, whose);
      found.set(at, [...(found.get(at) ?? []), [whose, index]]);
    }),
  );
  /** @type {View["on"]} */
  const on = (at) => found.get(at) ?? [];
  return {
    play,
    player,
    own,
    roll: play.bonus || /** @type {number} */ (play.rolls.at(-1)),
    board: seating.board,
    place,
    on,
    rivalsOn: (at) => on(at).filter(([rival]) => rivals.includes(rival)),
  };
}
