// What position documents say of a turn that has begun (docs/spec/rules/positions.md, P4, P5 and P7): the part of the turn
// machines that games never need. Not part of what is served.

import { YARD } from "./board.js";
import { fault } from "./errors.js";
import { SequenceTurn } from "./sequence.js";
import { ROLL } from "./state.js";
import { Turn } from "./turn.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * What a position document says of a turn that has begun; absent where it says nothing.
 * @typedef {object} Memory
 * @property {number[]} rolls all rolls of the turn, the last one included
 * @property {number[]} played the rolls that have been played
 * @property {{player: number, piece: number}} [lastMoved]
 * @property {[number, number][]} [arrivedLast] by loop square: [square, player]
 * @property {number[]} [spent]
 */

/**
 * Whether the pieces stand together where these rules keep them from it (P4).
 * @param {Play} play
 */
export function isShared(play) {
  const { board } = play.seating;
  const system = play.rules.id.split("@")[0];
  const room = { mensch: 1, clovece: 1, english: 1, parchis: 2 }[system];
  if (room === undefined) return false;
  const counts = new Map();
  play.pieces.forEach((own, player) =>
    own.forEach((piece) => {
      if (piece === YARD || (board.home === board.goal && piece === board.goal)) return;
      const place = play.seating.square(player, piece) ?? `${player}:${piece}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }),
  );
  return Math.max(0, ...counts.values()) > room;
}

/**
 * Take over what a position document says of the turn that has begun, before `resume`.
 *
 * Throws `position.last_moved`, `position.arrived_last` or `position.spent`, also for what these rules do not ask for.
 * @param {Play} play
 * @param {Memory} memory
 */
export function recall(play, memory) {
  const { lastMoved, arrivedLast, spent } = memory;
  let asked = { lastMoved: false, arrivedLast: false, spent: false };
  if (play instanceof SequenceTurn) {
    asked.spent = true;
    recallSpent(play, memory);
  } else if (play instanceof Turn) {
    asked = { lastMoved: Boolean(play.parts.movedLast), arrivedLast: Boolean(play.parts.arrivals), spent: false };
    recallLastMoved(play, memory);
    if (asked.arrivedLast) play.arrivedLast = recalledArrivals(play, arrivedLast);
  }
  if (lastMoved && !asked.lastMoved) throw notAsked("last_moved");
  if (arrivedLast && !asked.arrivedLast) throw notAsked("arrived_last");
  if (spent && !asked.spent) throw notAsked("spent");
  if (play instanceof SequenceTurn) play.spent = sorted(spent ?? []);
}

/**
 * @param {SequenceTurn} play
 * @param {Memory} memory
 */
function recallSpent(play, { rolls, spent: given = [] }) {
  const spent = sorted(given);
  const whole = rolls.length && rolls[rolls.length - 1] < 6;
  if (spent.length && (!whole || spent.some((value) => countOf(spent, value) > countOf(rolls, value)))) {
    throw fault("position.spent", { path: "/spent", expected: rolls, found: spent, clause: "P7" });
  }
}

/**
 * @param {Turn} play
 * @param {Memory} memory
 */
function recallLastMoved(play, { played, lastMoved }) {
  if (!play.parts.movedLast) return;
  const own = play.pieces[play.turn];
  const chain = play.rules.options.six_chain;
  const six = played.includes(6);
  if (lastMoved) {
    const { player, piece } = lastMoved;
    const at = own[piece];
    const can = chain === "sum" ? at === 0 && six : at !== YARD && (chain ? six : played.length > 0);
    if (player !== play.turn || at === undefined || !can) {
      throw fault("position.last_moved", { path: "/last_moved", found: { player, piece }, clause: "P7" });
    }
    play.lastMoved = piece;
  } else if (six && (chain === "steps" || (chain === "sum" && own.includes(YARD) && !own.includes(0)))) {
    // A six of this turn has moved a piece or brought it out: that must be named.
    throw fault("position.last_moved", { path: "/last_moved", clause: "P7" });
  }
}

/**
 * By start square where two rivals of its owner stand: who came last; where nothing is said, who had the turn more recently.
 * @param {Turn} play
 * @param {[number, number][]} [given]
 */
function recalledArrivals(play, given = []) {
  const { seating, pieces } = play;
  const known = new Map(given);
  /** @type {Map<number, number[]>} */
  const contested = new Map();
  for (const owner of pieces.keys()) {
    const start = /** @type {number} */ (seating.square(owner, 0));
    const there = seating.rivals(owner).filter((rival) => pieces[rival].some((at) => seating.square(rival, at) === start));
    if (there.length > 1) contested.set(start, there);
  }
  for (const [square, player] of given) {
    if (!contested.get(square)?.includes(player) || known.get(square) !== player) {
      throw fault("position.arrived_last", { path: "/arrived_last", found: [square, player], clause: "P7" });
    }
  }
  const order = [play.turn];
  while (order.length < pieces.length) order.push(seating.after.indexOf(order[order.length - 1]));
  return new Map(
    [...contested].map(([square, two]) => [
      square,
      known.get(square) ?? /** @type {number} */ (order.find((player) => two.includes(player))),
    ]),
  );
}

/**
 * Go on in the middle of a turn in which `rolls` have been played.
 *
 * Throws `position.rolls` if the turn would have ended before.
 * @param {Play} play
 * @param {number[]} rolls
 */
export function resume(play, rolls) {
  if (play instanceof Turn) resumeTurn(play, rolls);
  else if (rolls.some((value) => value < 6)) throw fault("position.rolls", { path: "/rolls", found: rolls, clause: "P5" });
  play.rolls = [...rolls];
}

/**
 * @param {Turn} play
 * @param {number[]} rolls
 */
function resumeTurn(play, rolls) {
  const { limit, rewards, tries, triesAgain } = play.extra;
  const lastSix = rolls.lastIndexOf(6);
  // The pieces stood otherwise when the turn began: several tries may have led to the six.
  if (lastSix >= 0 && tries) play.tries = 3;
  rolls.forEach((value, place) => {
    play.sixes = value === 6 ? play.sixes + 1 : 0;
    const earned = value === 6 || rewards;
    if ((limit && play.sixes === limit) || !(earned || play.tries > 1)) throw turnEnded(rolls);
    if (value === 6) {
      again(play);
      if (triesAgain && place < lastSix) play.tries = 3;
    } else if (play.tries > 1) {
      play.tries -= 1;
    }
  });
}

/**
 * The roll `value` has been played and a bonus move of `bonus` squares is due, if a piece can make it.
 *
 * Throws `position.bonus` where there are no such bonus moves.
 * @param {Play} play
 * @param {number} value
 * @param {number} bonus
 */
export function oweBonus(play, value, bonus) {
  if (!(play instanceof Turn)) throw notAsked("bonus");
  const { captureBonus, homeBonus, limit } = play.extra;
  if (bonus !== captureBonus && bonus !== homeBonus) throw notAsked("bonus");
  play.rolls.push(value);
  play.sixes = value === 6 ? play.sixes + 1 : 0;
  if (limit && play.sixes === limit) throw turnEnded(play.rolls);
  play.bonus = bonus;
  play.look();
  if (play.legal.length) return;
  play.bonus = 0;
  if (value === 6) again(play);
  else play.endTurn();
}

/**
 * The same player rolls once more in this turn.
 * @param {Turn} play
 */
function again(play) {
  const { tries, triesAgain } = play.extra;
  if (tries) play.tries = triesAgain ? tries(play.own, play.seating.board.goal) : 1;
  play.due = ROLL;
}

/**
 * The refusal of rolls, before the last of which the turn would have been another player's.
 * @param {number[]} rolls
 */
function turnEnded(rolls) {
  return fault("position.rolls", { path: "/rolls", found: rolls, clause: "P5" });
}

/**
 * The refusal of a field that these rules do not ask for.
 * @param {string} name
 */
function notAsked(name) {
  return fault(`position.${name}`, { path: `/${name}`, clause: "P1" });
}

/** @param {number[]} numbers */
function sorted(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

/**
 * @param {number[]} values
 * @param {number} wanted
 */
function countOf(values, wanted) {
  return values.filter((value) => value === wanted).length;
}
