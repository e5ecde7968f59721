// Replay: one event after the other, each legal or refused (docs/spec/record.md, docs/spec/rules).
//
// `Game` is the fold over a record's events. Whose roll it is, which moves there are, what must follow: all of it comes
// from here.

import { CodedError, agree, insist } from "./errors.js";
import { Presence } from "./presence.js";
import { MOVE, OVER, START, asked } from "./state.js";
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
 * out. `path` says where in the record.
 * @param {GameEvent} opening
 * @returns {Rules}
 */
export function rulesOf(opening) {
  const given = opening.rules.options;
  try {
    const rules = bindRules(system(opening.rules.id), given, opening.players);
    const expected = Object.keys(rules.options);
    const complete = expected.every((name) => Object.hasOwn(given, name));
    insist(complete, "option.missing", "C6", expected, Object.keys(given));
    return rules;
  } catch (error) {
    if (error instanceof CodedError) {
      const { code, path } = error;
      const where = path === "/players" ? path : code === "option.system" ? "/rules/id" : `/rules/options${path}`;
      error.path = `/events/${opening.n}${where}`;
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
  /** @type {GameEvent | null} */
  opening = null;
  /** @type {Rules | null} */
  rules = null;
  /** @type {GameEvent[]} */
  joins = [];
  /** @type {Presence | null} */
  presence = null;
  /** @type {Play | null} */
  play = null;
  events = 0;
  /** @type {GameEvent | null} */
  closed = null;
  /** What is due outside of the play. */
  phase = "open";
  /** @type {string[]} By player: who makes the moves that have a choice. */
  movers = [];

  /** What the record waits for. */
  get due() {
    return this.closed || !this.play ? this.phase : this.play.due;
  }

  /** Whether links are due: for the draw, a start roll or a roll. */
  get rollDue() {
    return /draw|start|roll/.test(this.due);
  }

  /** The player who must roll or move; null where nobody in particular must. */
  get turn() {
    return /start|roll|move/.test(this.due) ? /** @type {Play} */ (this.play).turn : null;
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
    const { type } = event;
    try {
      const { due } = this;
      insist((WHEN[type] ?? type).includes(due), /over|closed/.test(due) ? "rules.over" : "rules.due", "C2", due, type);
      HANDLERS[type](/** @type {any} */ (this), event);
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
    return this.play?.choices() ?? [];
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
  agree("result.status", "R9", status, event.status, n);
  if (status === "void") agree("result.reason", "R9", EXHAUSTED, event.reason, n);
  const finished = status === "finished" ? game.play : null;
  agree("result.ranking", "C13", finished && finished.ranking(), event.ranking, n);
  agree("result.points", "C13", finished && finished.points(), event.points, n);
}

// Refusals ------------------------------------------------------------------------------------------------------------

/**
 * That it is the turn of the player of this event.
 * @param {Game} game
 * @param {GameEvent} event
 */
function checkTurn({ turn }, { player }) {
  agree("rules.turn", "C9", turn, player);
}

/**
 * That the player of this event has joined.
 * @param {Game} game
 * @param {GameEvent} event
 */
function checkPlayer({ joins }, { player }) {
  insist(player < joins.length, "rules.turn", "C5", null, player);
}

// Events --------------------------------------------------------------------------------------------------------------

/**
 * What may be due where an event of a type stands, if that is not the type itself.
 * @type {Record<string, string>}
 */
const WHEN = {
  roll: "start roll",
  pass: "move",
  away: "draw start roll move",
  back: "draw start roll move",
  close: "join draw start roll move over",
};

/**
 * A game with all that it has by the time when an event may stand.
 * @typedef {Game & {opening: GameEvent, rules: Rules, presence: Presence, play: Play}} Begun
 */

/** @type {Record<string, (game: Begun, event: GameEvent) => void>} */
const HANDLERS = {
  open(game, event) {
    game.rules = rulesOf(event);
    game.opening = event;
    game.phase = "commit";
  },

  commit(game) {
    game.phase = "join";
  },

  join(game, event) {
    const { joins, opening, movers } = game;
    agree("rules.turn", "R5", joins.length, event.player);
    joins.push(event);
    movers.push(event.kind === "bot" ? "bot" : "player");
    if (joins.length === opening.players) {
      game.presence = new Presence(joins.map((join) => join.anchor !== null), opening.returns);
      game.phase = "draw";
    }
  },

  draw(game, { first, seats }) {
    const { rules, presence } = game;
    const dealt = rules.drawsColours ? [...seats].sort() : seats;
    insist(`${dealt}` === `${rules.seats}`, "rules.seats", "C5", rules.seats, seats);
    const { start } = rules.options;
    /** @type {(number | null)[]} */
    const may = start === "first" ? [0] : start === "highest" ? [null] : [...rules.seats.keys()];
    insist(may.includes(first), "rules.first", "C7", may.length === 1 ? may[0] : may, first);
    presence.rolled();
    game.play = rules.play(seats);
    game.play.begin(first);
    presence.rollDue();
  },

  roll(game, event) {
    const { play, presence, due } = game;
    checkTurn(game, event);
    const expected = due === START ? due : undefined;
    agree("rules.purpose", "C7", expected, event.purpose);
    if (expected) play.startRoll(event.value);
    else play.roll(event.value);
    presence.rolled();
    if (play.due !== MOVE) presence.rollDue();
  },

  move: act,
  pass: act,

  away(game, event) {
    const { presence, rollDue, turn } = game;
    const { player } = event;
    checkPlayer(game, event);
    insist(game.joins[player].kind !== "bot" && !presence.away.has(player), "rules.away", "R8", null, player);
    insist(player === turn || (rollDue && presence.contributors[player]), "rules.away", "R8", turn, player);
    presence.leave(player, rollDue);
    game.movers[player] = "bot";
  },

  back(game, event) {
    const { presence, movers } = game;
    const { player } = event;
    checkPlayer(game, event);
    insist(presence.away.has(player), "rules.back", "R8", null, player);
    presence.comeBack(player);
    movers[player] = "player";
  },

  close(game, event) {
    checkClose(game, event);
    game.closed = event;
    game.phase = "closed";
  },
};

/**
 * A move or a pass.
 * @param {Begun} game
 * @param {GameEvent} event
 */
function act(game, event) {
  const { play, presence, joins } = game;
  const { type, player, piece } = event;
  const passes = type === "pass";
  checkTurn(game, event);
  if (passes) play.checkPass();
  const by = game.by();
  agree("rules.by", "C15", by, event.by);
  // The move of an absent player is fixed; house bots choose freely.
  if (by === "bot" && joins[player].kind !== by) {
    const found = passes ? type : asked(/** @type {any} */ (event), piece);
    agree("rules.stand_in", "C14", asked(...play.standIn()), found);
  }
  if (passes) play.pass();
  else play.move(/** @type {any} */ (event));
  if (play.due !== MOVE) presence.rollDue();
}
