// All positions of a game, one after each event: from then on a seek is a look-up.

import { CodedError } from "../replay/errors.js";
import { movedOf, throwsOf } from "./board/scene.js";
import { Narrator, joinLines } from "../fairdice/words/narrator.js";

/** @typedef {import("./dom.js").Speak} Speak */

/**
 * The game after event `n`.  Before the draw there are no seats and no pieces.
 * @typedef {object} Moment
 * @property {number} n
 * @property {any} event
 * @property {string} sentence the event in words
 * @property {string} due
 * @property {number | null} turn the player who must roll or move
 * @property {number} owner whose pieces this player moves
 * @property {number[]} seats by player
 * @property {number[][]} pieces by player, numbers as `replay.piece` reads them
 * @property {number[]} hand the dice that lie before the player
 * @property {number[]} done players in their order of finishing
 * @property {number} bonus
 * @property {import("./board/scene.js").Moved | undefined} moved
 * @property {import("./board/scene.js").Throw[]} dice that lie beside the board
 * @property {boolean} captives whether pieces can be prisoners
 * @property {number[] | null} points
 * @property {number[][] | null} ranking once the game is over
 */

/**
 * @typedef {object} Timeline
 * @property {Moment[]} moments
 * @property {{first: number, last: number, text: string}[]} lines a roll and the move that follows it are one
 * @property {number[]} turns where a player's turn begins, ascending
 * @property {any} game the game at its last moment
 * @property {(events: any[], breathe: () => Promise<void>) => Promise<void>} extend take these events too
 */

/**
 * The positions of the first `limit` events, in words of one language.  It ends where an event cannot be told.
 * @param {any[]} events
 * @param {Speak} speak
 * @param {() => Promise<void>} breathe awaited now and then
 * @param {number} [limit]
 * @returns {Promise<Timeline>}
 */
export async function buildTimeline(events, speak, breathe, limit = Infinity) {
  const narrator = new Narrator(speak);
  /** @type {any[]} */
  const told = [];
  /** @type {Timeline} */
  const timeline = { moments: [], lines: [], turns: [], game: narrator.game, extend };
  let actor = -1;

  /** @type {Timeline["extend"]} */
  async function extend(more, pause) {
    for (const event of more) {
      let said;
      try {
        said = narrator.tell(event);
      } catch (error) {
        if (error instanceof CodedError) break; // an event that the verifier has refused, or not come to
        throw error;
      }
      told.push(said);
      const { moments, turns } = timeline;
      moments.push(momentOf(narrator.game, event, said, moments.at(-1)));
      if ("roll move pass".includes(event.type) && event.player !== actor) {
        actor = event.player;
        turns.push(event.n);
      }
      if (event.n % 32 === 0) await pause();
    }
    timeline.lines = joinLines(told);
  }

  await extend(events.slice(0, limit), breathe);
  return timeline;
}

/**
 * @param {any} game
 * @param {any} event
 * @param {any} told
 * @param {Moment | undefined} before
 * @returns {Moment}
 */
function momentOf(game, event, told, before) {
  const { play, due, turn } = game;
  const { owner = 0, bonus = 0, captives = false } = play ?? {};
  /** @type {Moment} */
  const moment = {
    n: event.n,
    event,
    sentence: told.whole || told.text,
    due,
    turn,
    owner,
    seats: play?.seating.seats ?? [],
    pieces: play ? sharedPieces(play.pieces, before?.pieces ?? []) : [],
    moved: undefined,
    dice: [],
    hand: [...(play?.hand() ?? [])],
    done: [...(play?.done ?? [])],
    bonus,
    captives,
    points: play?.points() ?? null,
    ranking: play?.due === "over" ? play.ranking() : null,
  };
  moment.moved = movedOf(moment, before);
  moment.dice = throwsOf(moment, before);
  return moment;
}

/**
 * A copy of the pieces; a player's array that has not changed is the one before, which keeps long games small.
 * @param {number[][]} pieces
 * @param {number[][]} before
 */
function sharedPieces(pieces, before) {
  return pieces.map((own, player) => {
    const old = before[player];
    return old && own.every((piece, index) => piece === old[index]) ? old : [...own];
  });
}
