// Following a record and saying each event in words, one by one and in lines.

import { Game } from "../../replay/engine.js";
import { mark } from "../marks.js";
import { placesInWords, printable, quoted } from "../printable.js";
import { beforeOf } from "./before.js";
import { moveInWords, passInWords } from "./moves.js";
import { chosenOptions, namesOf } from "./names.js";
import { rollInWords } from "./rolls.js";

/** @typedef {import("./before.js").Before} Before */
/** @typedef {import("./speak.js").Speak} Speak */

/**
 * One event in words, without a full stop.
 * @typedef {object} Told
 * @property {number} n
 * @property {string} text ``Ana moves a piece from 20 to 24``
 * @property {string} goesOn for a move or pass that comes straight of its roll what can follow that, else ""
 * @property {string} whole for such a move or pass the sentence with its roll, else ""
 */

/**
 * One sentence about events `first` to `last`.
 * @typedef {object} Line
 * @property {number} first
 * @property {number} last
 * @property {string} text
 */

/** Follows a record and says each event in words. `game` is the game so far. */
export class Narrator {
  /** @param {Speak} speak */
  constructor(speak) {
    this.speak = speak;
    this.game = new Game();
    /** @type {string[]} By player who has joined: the name in a sentence. */
    this.names = [];
  }

  /**
   * Take events without a word. Throws as `Game.run`.
   * @param {Iterable<any>} events
   */
  skip(events) {
    this.game.run(events);
  }

  /**
   * Take the next event and say it in words. Throws rules.* (or option.* for an opening) if it may not stand here; then
   * nothing has changed.
   * @param {any} event
   * @returns {Told}
   */
  tell(event) {
    const { game, speak } = this;
    const before = beforeOf(game);
    game.apply(event);
    const { n } = event;
    if (this.names.length < game.joins.length) this.names = namesOf(game, speak);
    const { names } = this;
    const said = eventInWords(game, event, before, names, speak);
    if (event.type !== "move" && event.type !== "pass") return { n, text: said, goesOn: "", whole: "" };
    const name = names[event.player];
    const text = `${name} ${said}`;
    if (!before.straight) return { n, text, goesOn: "", whole: "" };
    return { n, text, goesOn: said, whole: `${speak("roll", { name, n: before.rolls.at(-1) })}, ${said}` };
  }
}

/**
 * @param {Game} game after the event
 * @param {any} event
 * @param {Before} before
 * @param {string[]} names
 * @param {Speak} speak
 * @returns {string}
 */
function eventInWords(game, event, before, names, speak) {
  const name = names[event.player];
  switch (event.type) {
    case "open": {
      const rules = /** @type {import("../../replay/system.js").Rules} */ (game.rules);
      return speak("open", {
        name: quoted(event.house.name),
        title: rules.system.title,
        id: rules.id,
        n: event.players,
        options: speak.list(chosenOptions(rules)),
      });
    }
    case "commit":
      return speak("commit", { n: /** @type {any} */ (game.opening).links });
    case "join": {
      const brings = event.anchor ? (event.key ? "both" : "chain") : event.key ? "key" : "";
      return speak("join", { name, how: event.kind === "bot" ? "bot" : brings });
    }
    case "draw":
      return drawInWords(game, event, names, speak);
    case "roll":
      return rollInWords(game, event, before, names, speak);
    case "move":
      return moveInWords(game, event, before, names, speak);
    case "pass":
      return passInWords(game, event, before, speak);
    case "away": {
      const { spent, index } = /** @type {import("../../replay/presence.js").Presence} */ (game.presence);
      const last = spent.length > before.skipped ? spent[spent.length - 1][0] : "";
      return speak("away", { name, reason: event.reason, spent: last, next: index });
    }
    case "back":
      return speak("back", { name });
    default:
      return closeInWords(event, names, speak);
  }
}

/**
 * @param {Game} game
 * @param {any} event
 * @param {string[]} names
 * @param {Speak} speak
 */
function drawInWords(game, event, names, speak) {
  const { colours } = /** @type {import("../../replay/play.js").Play} */ (game.play).seating.board;
  const seats = event.seats.map(
    (/** @type {number} */ seat, /** @type {number} */ player) =>
      `${names[player]} ${speak(`colour.${colours[seat]}`)} ${mark(seat)}`,
  );
  return speak("draw", { seats: seats.join(", "), first: event.first === null ? "" : names[event.first] });
}

/**
 * @param {any} event
 * @param {string[]} names
 * @param {Speak} speak
 */
function closeInWords({ status, points, ranking, reason }, names, speak) {
  if (status === "finished") {
    const scored = points ? names.map((name, at) => speak("close.points", { name, n: points[at] })) : names;
    return speak("close.finished", { places: placesInWords(ranking ?? [], scored, speak) });
  }
  return speak(status === "void" ? "close.void" : "close.stopped", { reason: printable(reason ?? "") });
}

/**
 * The events as lines; a roll and the move that directly follows it are one.
 * @param {Iterable<Told>} told
 * @returns {Line[]}
 */
export function joinLines(told) {
  /** @type {Line[]} */
  const lines = [];
  for (const one of told) {
    const last = lines.at(-1);
    if (last && one.goesOn && last.last === one.n - 1 && one.whole.startsWith(`${last.text}, `)) {
      last.last = one.n;
      last.text = one.whole;
    } else {
      lines.push({ first: one.n, last: one.n, text: one.text });
    }
  }
  return lines;
}
