// The classical turn machine: roll, then one move of one piece by that roll.
//
// The machine says in which order things happen; what a roll allows and what a move does are the `Parts` that a rule
// system chose when its options were bound.

import { YARD } from "./board.js";
import { split } from "./parts/laps.js";
import { Play } from "./play.js";
import { sharedPlace } from "./parts/finishing.js";
import { MOVE, ROLL, inOrder } from "./state.js";

/** @typedef {import("./parts/landing.js").Captured} Captured */
/** @typedef {import("./play.js").Choice} Choice */
/** @typedef {import("./play.js").Move} Move */

/**
 * What makes one classical system differ from another; what is absent is not so.
 * @typedef {object} Parts
 * @property {import("./parts/reach.js").Reach} reach where each piece may go
 * @property {import("./parts/landing.js").Landing} landing who is captured there
 * @property {import("./parts/finishing.js").Done} done whether these pieces are all a player has to bring home
 * @property {import("./parts/extra.js").Extra} extra what earns another roll
 * @property {import("./parts/blocking.js").Narrow[]} [narrow] what is in the way, then what must be done: each leaves fewer
 * moves
 * @property {import("./parts/finishing.js").Others} [others] the places of those who have not finished; else they share one
 * @property {number[]} [beginning] each player's pieces when the game begins; else four in the yard
 * @property {import("./parts/finishing.js").Points} [points] points by player, where the system scores
 * @property {boolean} [oneCapture] whether a landing captures one piece at most; of several the move names whose (W4)
 * @property {boolean} [partnerPlays] whether a player who is done goes on and moves its partner's pieces (W7)
 * @property {boolean} [movedLast] whether the rules ask which piece was moved last in the turn (Z6, Z7, H6)
 * @property {boolean} [oneMover] whether the rest of the throw belongs to that piece (Z6, Z7)
 * @property {(play: Play) => number} [kept] where sixes are kept: how many belong to the throw that is to be moved (Z5)
 * @property {import("./parts/arrivals.js").Arrivals} [arrivals] who came last to the squares where the rules may ask (H2)
 */

/** A game of a classical system. */
export class Turn extends Play {
  /**
   * @param {Parts} parts
   * @param {import("./system.js").Rules} rules
   * @param {import("./seating.js").Seating} seating
   */
  constructor(parts, rules, seating) {
    super(rules, seating, parts.beginning ?? [YARD, YARD, YARD, YARD]);
    this.parts = parts;
    this.extra = parts.extra;
    /** @type {Map<number, number>} While a move is due: from -> to, by the numbers of pieces. */
    this.legal = new Map();
  }

  /** @override @param {number} player */
  ownerFor(player) {
    if (!this.parts.partnerPlays || !this.done.includes(player)) return player;
    return /** @type {number} */ (this.seating.partners(player).find((mate) => mate !== player));
  }

  /** @override @param {number} player */
  skips(player) {
    return !this.parts.partnerPlays && super.skips(player);
  }

  // Rolls -----------------------------------------------------------------------------------------------------------

  /** @override */
  beginTurn() {
    const { tries, keepsTurnStart } = this.extra;
    this.rolls = [];
    this.sixes = 0;
    this.lastMoved = null;
    this.bonus = 0;
    if (tries) this.tries = tries(this.pieces[this.turn]);
    if (keepsTurnStart) {
      this.turnStart = /** @type {[number[][], boolean[]]} */ ([this.pieces.map((own) => [...own]), [...this.captures]]);
    }
  }

  /** @override @param {number} value */
  roll(value) {
    this.rolls.push(value);
    this.sixes = value === 6 ? this.sixes + 1 : 0;
    if (value === 6 && this.sixes === this.extra.limit) {
      this.extra.penalty?.(this);
      this.endTurn();
    } else if (!this.look()) {
      if (value === 6 && this.extra.unusableSix) rollAgain(this);
      else if (value !== 6 && this.tries > 1) this.tries -= 1;
      else this.endTurn();
    }
  }

  /** @override */
  look() {
    const roll = this.bonus || this.rolls[this.rolls.length - 1];
    let moves = this.parts.reach(this, this.owner, roll);
    for (const narrow of this.parts.narrow ?? []) {
      if (moves.size) moves = narrow(this, this.owner, roll, moves);
    }
    this.legal = moves;
    if (!moves.size) return false;
    this.due = MOVE;
    return true;
  }

  // Moves -----------------------------------------------------------------------------------------------------------

  /** @override @param {Move} move */
  move(move) {
    const { owner, parts } = this;
    const { captured } = move;
    const own = this.pieces[owner];
    const start = own[move.piece];
    const end = this.legal.get(start);
    if (end === undefined || !saysSo(this, move, start, end)) throw this.refusal(move);
    let hits = parts.landing(this, owner, start, end);
    if (hits.length > 1 && parts.oneCapture) {
      hits = hits.filter(([rival]) => rival === captured);
      if (!hits.length) throw this.refusal(move);
    } else if (captured !== undefined) {
      throw this.refusal(move);
    }
    own[move.piece] = end;
    for (const [rival, index] of hits) {
      this.captures[this.turn] = true;
      this.pieces[rival][index] = YARD;
    }
    if (parts.movedLast) this.lastMoved = move.piece;
    if (parts.arrivals) this.arrivedLast = parts.arrivals(this, this.seating.square(owner, end));
    followMove(this, hits.length > 0, end >= this.seating.board.home);
  }

  /** @override */
  get forced() {
    return this.legal.size === 1 && (!this.parts.oneCapture || this.choices().length === 1);
  }

  /** @override */
  choices() {
    if (this.due !== MOVE) return [];
    const { owner, parts } = this;
    /** @type {Choice[]} */
    const answers = [];
    for (const [start, end] of this.legal) {
      const hits = parts.landing(this, owner, start, end);
      const one = parts.oneCapture && hits.length > 1;
      const [to, lap] = split(end);
      for (const taken of one ? hits.map((hit) => [hit]) : [hits]) {
        /** @type {import("./play.js").LegalMove} */
        const move = { from: split(start)[0], to, captures: victims(this, taken) };
        if (lap !== null) move.lap = lap;
        if (this.bonus) move.bonus = this.bonus;
        if (one) move.captured = taken[0][0];
        answers.push([move, this.pieces[owner].indexOf(start)]);
      }
    }
    return inOrder(answers);
  }

  /** @override */
  get keepsSixes() {
    return Boolean(this.parts.kept);
  }

  /** @override */
  hand() {
    const { kept } = this.parts;
    if (!kept) return super.hand();
    if (this.due === MOVE) return [...sixesOf(kept(this)), ...super.hand()];
    // While a roll is due there is none yet that the kept sixes would be moved with.
    return sixesOf(this.sixes - (this.lastMoved === null ? 0 : 1));
  }

  /**
   * Whether the last of these rolls of a turn is the six that ends it.
   * @param {number[]} rolls
   */
  isFullRun(rolls) {
    const limit = this.extra.limit;
    return Boolean(limit) && rolls.slice(-Number(limit)).filter((value) => value === 6).length === limit;
  }

  /** @override */
  others() {
    return (this.parts.others ?? sharedPlace)(this);
  }

  /** @override */
  points() {
    return this.parts.points?.(this) ?? null;
  }
}

/**
 * Captured pieces as answers name them.
 * @param {Play} play
 * @param {Captured} taken
 */
function victims(play, taken) {
  return taken
    .map(([rival, index]) => /** @type {[number, number]} */ ([rival, split(play.pieces[rival][index])[0]]))
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** @param {number} count */
function sixesOf(count) {
  return Array(Math.max(count, 0)).fill(6);
}

/**
 * The same player rolls once more in this turn; after a six that may mean new tries (M10).
 * @param {Turn} play
 */
function rollAgain(play) {
  const { tries, triesAgain } = play.extra;
  if (tries) play.tries = triesAgain ? tries(play.pieces[play.turn]) : 1;
  play.due = ROLL;
}

/**
 * Whether a move names this way, and nothing but it, such as a lap or a bonus that it has not.
 * @param {Turn} play
 * @param {Move} move
 * @param {number} start
 * @param {number} end
 */
function saysSo(play, move, start, end) {
  const [to, lap] = split(end);
  return (
    move.from === split(start)[0] &&
    move.to === to &&
    move.lap === (lap ?? undefined) &&
    move.bonus === (play.bonus || undefined) &&
    (move.action ?? move.dice ?? move.column) === undefined
  );
}

/**
 * What follows a move: the end, a bonus move, another roll, or the next turn.
 * @param {Turn} play
 * @param {boolean} captured
 * @param {boolean} home
 */
function followMove(play, captured, home) {
  const { extra, owner, parts, rolls } = play;
  const earned = rolls[rolls.length - 1] === 6 || (captured && extra.afterCapture) || (home && extra.afterHome);
  if (home && parts.done(play.pieces[owner])) {
    // Who goes on with the partner's pieces keeps the roll that it has just earned (W7).
    if (!(parts.partnerPlays && earned)) {
      play.finishPlayer(owner);
    } else if (!play.markDone(owner)) {
      play.owner = play.ownerFor(play.turn);
      rollAgain(play);
    }
    return;
  }
  // A bonus move that nobody can make is lost (H5).
  play.bonus = (captured ? extra.captureBonus : home ? extra.homeBonus : 0) ?? 0;
  if (play.bonus && play.look()) return;
  play.bonus = 0;
  if (earned) rollAgain(play);
  else play.endTurn();
}
