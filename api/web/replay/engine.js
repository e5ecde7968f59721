// Replay: one event after the other, each legal or refused (docs/spec/record.md, docs/spec/rules).
//
// `Game` is the fold over a record's events. Whose roll it is, which moves there are, what must follow: all of it comes
// from here.

import { CodedError, fault, insist } from "./errors.js";
import { Presence } from "./presence.js";
import { MOVE, OVER, ROLL, START, asked } from "./state.js";
import { bindRules } from "./system.js";
import { system } from "./systems/index.js";

/** @typedef {import("./play.js").Choice} Choice */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./system.js").Rules} Rules */

/**
 * An event of a record, with the fields of its type.
 * @typedef {{type: string, n: number, [field: string]: any}} GameEvent
 */

/** The reason of a close with status "void". */
export const EXHAUSTED = "links exhausted";

/**
 * The rules that an opening fixes.
 *
 * Throws option.system, option.unknown, option.missing, option.value or option.players: in a record every option is written
 * out. `event` and `path` say where in the record.
 * @param {GameEvent} opening
 * @returns {Rules}
 */
export function rulesOf(opening) {
  const given = opening.rules.options;
  try {
    const rules = bindRules(system(opening.rules.id), given, opening.players);
    const expected = Object.keys(rules.options);
    if (!expected.every((name) => Object.hasOwn(given, name))) {
      throw fault("option.missing", { expected, found: Object.keys(given), clause: "C6" });
    }
    return rules;
  } catch (error) {
    if (error instanceof CodedError) {
      const { code, path } = error;
      error.event = opening.n;
      error.path = `/events/${opening.n}`;
      if (path === "/players") error.path += path;
      else error.path += code === "option.system" ? "/rules/id" : `/rules/options${path}`;
    }
    throw error;
  }
}

/**
 * A game as far as its events have come.
 *
 * `due` says what the record waits for: "open", "commit", "join", "draw", "start", "roll", "move", "over" (the close) or
 * "closed". `play` is the game on the board from the draw on, `presence` who is there. A method that throws has changed
 * nothing.
 */
export class Game {
  constructor() {
    /** @type {GameEvent | null} */
    this.opening = null;
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {GameEvent[]} */
    this.joins = [];
    /** @type {Presence | null} */
    this.presence = null;
    /** @type {Play | null} */
    this.play = null;
    this.events = 0;
    /** @type {GameEvent | null} */
    this.closed = null;
    /** What is due outside of the play. */
    this.phase = "open";
    /** @type {string[]} By player: who makes the moves that have a choice. */
    this.movers = [];
  }

  /** What the record waits for. */
  get due() {
    return this.closed || !this.play ? this.phase : this.play.due;
  }

  /** Whether links are due: for the draw, a start roll or a roll. */
  get rollDue() {
    return ["draw", START, ROLL].includes(this.due);
  }

  /** The player who must roll or move; null where nobody in particular must. */
  get turn() {
    return this.play && this.play.due !== OVER && !this.closed ? this.play.turn : null;
  }

  /** Whether the roll that is due would need a link past the end of the chains. */
  get exhausted() {
    return this.rollDue && /** @type {Presence} */ (this.presence).index > /** @type {GameEvent} */ (this.opening).links;
  }

  /**
   * Take the next event. Throws rules.*, result.* (or option.* for an opening) if it may not stand here.
   * @param {GameEvent} event
   */
  apply(event) {
    try {
      HANDLERS[event.type](this, event);
      this.events += 1;
    } catch (error) {
      if (error instanceof CodedError) error.event ??= event.n;
      throw error;
    }
  }

  /**
   * Take events one after the other. Throws as `apply`; what stood before the fault has been taken.
   * @param {Iterable<GameEvent>} events
   */
  run(events) {
    for (const event of events) this.apply(event);
  }

  /** How the move that is due must be made: "player", "auto" or "bot". */
  by() {
    const play = /** @type {Play} */ (this.play);
    return play.rules.options.auto_move && play.forced ? "auto" : this.movers[play.turn];
  }

  /**
   * The distinct legal moves in the order of answers, each with the lowest index of a piece that can make it.
   * @returns {Choice[]}
   */
  moves() {
    return this.play && this.play.due === MOVE ? this.play.choices() : [];
  }

  /** The one status that a close can have now: "finished", "void" or "abandoned". */
  closeStatus() {
    return this.due === OVER ? "finished" : this.exhausted ? "void" : "abandoned";
  }
}

/**
 * The game that these events make, from the opening on. Throws at the first event that may not stand where it stands.
 * @param {Iterable<GameEvent>} events
 */
export function replay(events) {
  const game = new Game();
  game.run(events);
  return game;
}

/**
 * That a close says what the game gives. Throws result.status, result.reason, result.ranking or result.points.
 * @param {Game} game
 * @param {GameEvent} event
 */
export function checkClose(game, event) {
  const { n } = event;
  const status = game.closeStatus();
  insist(event.status === status, "result.status", "R9", status, event.status, n);
  if (status === "void") insist(event.reason === EXHAUSTED, "result.reason", "R9", EXHAUSTED, event.reason, n);
  const finished = status === "finished" ? game.play : null;
  const ranking = finished && finished.ranking();
  const points = finished && finished.points();
  insist(sameJson(event.ranking, ranking), "result.ranking", "C13", ranking, event.ranking, n);
  insist(sameJson(event.points, points), "result.points", "C13", points, event.points, n);
}

// Refusals ------------------------------------------------------------------------------------------------------------

/**
 * @param {any} one plain JSON
 * @param {any} other
 */
function sameJson(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * That an event of this type is not out of place.
 * @param {any} good
 * @param {Game} game
 * @param {GameEvent} event
 */
function inPlace(good, { due }, { type }) {
  insist(good, due === OVER || due === "closed" ? "rules.over" : "rules.due", "C2", due, type);
}

/**
 * @param {Game} game
 * @param {GameEvent} event
 * @returns {{play: Play, presence: Presence}}
 */
function playing(game, event) {
  const { play, presence } = game;
  inPlace(play && !game.closed, game, event);
  return /** @type {any} */ ({ play, presence });
}

/**
 * @param {Game} game
 * @param {GameEvent} event
 */
function present(game, event) {
  inPlace(game.presence && !game.closed && game.due !== OVER, game, event);
  insist(event.player < game.joins.length, "rules.turn", "C5", null, event.player);
  return /** @type {Presence} */ (game.presence);
}

// Events --------------------------------------------------------------------------------------------------------------

/** @type {Record<string, (game: Game, event: GameEvent) => void>} */
const HANDLERS = {
  open(game, event) {
    inPlace(game.due === "open", game, event);
    game.rules = rulesOf(event);
    game.opening = event;
    game.phase = "commit";
  },

  commit(game, event) {
    inPlace(game.due === "commit", game, event);
    game.phase = "join";
  },

  join(game, event) {
    inPlace(game.due === "join", game, event);
    const { joins } = game;
    const opening = /** @type {GameEvent} */ (game.opening);
    insist(event.player === joins.length, "rules.turn", "R5", joins.length, event.player);
    joins.push(event);
    game.movers.push(event.kind === "bot" ? "bot" : "player");
    if (joins.length === opening.players) {
      game.presence = new Presence(joins.map((join) => join.anchor !== null), opening.returns);
      game.phase = "draw";
    }
  },

  draw(game, event) {
    inPlace(game.due === "draw", game, event);
    const rules = /** @type {Rules} */ (game.rules);
    const presence = /** @type {Presence} */ (game.presence);
    const { first, seats } = event;
    const dealt = rules.drawsColours ? [...seats].sort((one, other) => one - other) : seats;
    insist(sameJson(dealt, rules.seats), "rules.seats", "C5", rules.seats, seats);
    const start = rules.options.start;
    /** @type {(number | null)[]} */
    const may = start === "first" ? [0] : start === "highest" ? [null] : [...rules.seats.keys()];
    insist(may.includes(first), "rules.first", "C7", may.length === 1 ? may[0] : may, first);
    presence.rolled();
    game.play = rules.play(seats);
    game.play.begin(first);
    presence.rollDue();
  },

  roll(game, event) {
    const { play, presence } = playing(game, event);
    const due = play.due;
    inPlace(due === ROLL || due === START, game, event);
    const { player, purpose } = event;
    insist(player === play.turn, "rules.turn", "C9", play.turn, player);
    const expected = due === START ? due : undefined;
    insist(purpose === expected, "rules.purpose", "C7", expected, purpose);
    if (expected) play.startRoll(event.value);
    else play.roll(event.value);
    presence.rolled();
    if (play.due !== MOVE) presence.rollDue();
  },

  move(game, event) {
    const { play, presence } = playing(game, event);
    inPlace(play.due === MOVE, game, event);
    insist(event.player === play.turn, "rules.turn", "C9", play.turn, event.player);
    const by = game.by();
    insist(event.by === by, "rules.by", "C15", by, event.by);
    // The move of an absent player is fixed; house bots choose freely.
    if (by === "bot" && game.joins[event.player].kind !== by) {
      const expected = asked(...play.standIn());
      const found = asked(/** @type {any} */ (event), event.piece);
      insist(sameJson(expected, found), "rules.stand_in", "C14", expected, found);
    }
    play.move(/** @type {any} */ (event));
    if (play.due !== MOVE) presence.rollDue();
  },

  pass(game, event) {
    const { play, presence } = playing(game, event);
    inPlace(play.due === MOVE, game, event);
    insist(event.player === play.turn, "rules.turn", "C9", play.turn, event.player);
    const by = game.movers[play.turn];
    if (!play.mayPass) play.pass();
    insist(event.by === by, "rules.by", "C15", by, event.by);
    if (by === "bot" && game.joins[play.turn].kind !== by && play.choices().length) {
      throw fault("rules.stand_in", { expected: asked(...play.standIn()), found: "pass", clause: "C14" });
    }
    play.pass();
    if (play.due !== MOVE) presence.rollDue();
  },

  away(game, event) {
    const presence = present(game, event);
    const { player } = event;
    insist(game.joins[player].kind !== "bot" && !presence.away.has(player), "rules.away", "R8", null, player);
    const owesLink = game.rollDue && presence.contributors[player];
    insist(player === game.turn || owesLink, "rules.away", "R8", game.turn, player);
    presence.leave(player, game.rollDue);
    game.movers[player] = "bot";
  },

  back(game, event) {
    const presence = present(game, event);
    insist(presence.away.has(event.player), "rules.back", "R8", null, event.player);
    presence.comeBack(event.player);
    game.movers[event.player] = "player";
  },

  close(game, event) {
    const { phase } = game;
    inPlace(!["open", "commit", "closed"].includes(phase), game, event);
    checkClose(game, event);
    game.closed = event;
    game.phase = "closed";
  },
};
