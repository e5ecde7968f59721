// The board: drawn once, then only what has changed is set.  A piece has one element, for the whole game.

import { node } from "../dom.js";
import { where } from "../../replay/piece.js";
import { between, cellAt, gate, GATE, prison } from "./scene.js";
import { layout } from "./layout.js";
import { frame, groundOf, points } from "./ground.js";
import { colourClass, drawn, face, shapePath } from "./svg.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {import("./layout.js").Place} Place */
/**
 * @typedef {object} Position what is shown; a moment of timeline.js with the names
 * @property {readonly number[] | null} seats by player: the board seat; null before the draw
 * @property {readonly (readonly number[])[] | null} pieces
 * @property {number | null} turn
 * @property {{name: string, away?: boolean}[]} players
 * @property {import("./scene.js").Moved} [moved]
 * @property {import("./scene.js").Throw[]} [dice]
 * @property {boolean} [refused] whether `moved` is a move that was refused: it is marked, and not made
 * @property {string} [label] what is said of the picture to those who do not see it
 */

const STEP = 130;
const LONGEST = 1100;

export class BoardView {
  #board;
  #frame;
  #yards;
  #trail;
  #pairs;
  #pieces = drawn("g", {});
  #bars = drawn("g", {});
  #labels = drawn("g", {});
  /** @type {{element: SVGElement, place: Place | undefined, mark: string, player: number}[][]} */
  #tokens = [];
  /** @type {Animation[]} */
  #running = [];
  #seated = "";
  #lies = "";
  #named = "";

  /**
   * @param {Board} board of catalog.js
   * @param {import("../dom.js").Speak} speak
   */
  constructor(board, speak) {
    this.#board = board;
    this.#frame = frame(board);
    const { left, top, width, height } = this.#frame, { ground, yards } = groundOf(board, this.#frame);
    this.#yards = yards;
    this.#trail = drawn("g", { class: "trail" });
    this.#pairs = drawn("g", { class: "pairs" });
    this.svg = drawn("svg", { viewBox: [left, top, width, height].map((part) => +part.toFixed(3)).join(" "), role: "img", "aria-label": speak("board.label", { title: "" }) },
      ground, this.#trail, this.#pairs, this.#pieces, this.#bars, this.#labels);
    this.root = node("div", { class: "board", part: "board" }, this.svg);
  }

  /**
   * Show a position.  A running animation is cut short first.
   * @param {Position} position
   * @param {{animate?: boolean, pace?: number}} [how] `pace`: 2 is twice as fast
   * @returns {Promise<void>} done when the animation is, or is cut
   */
  async show(position, { animate = false, pace = 1 } = {}) {
    this.stop();
    const { seats, pieces, moved, refused } = position;
    const found = layout(this.#board, seats ?? [], pieces ?? []);
    this.#seat(position, found.places);
    const steps = seats && moved ? between(this.#board, seats[moved.player], moved) : [];
    const long = Math.min(LONGEST, STEP * (steps.length + 2)) / pace;
    found.places.forEach((own, player) => own.forEach((place, piece) => {
      const token = this.#tokens[player][piece], was = token.place, mine = moved?.player === player && moved.piece === piece;
      token.place = place;
      if (was && same(was, place)) return;
      dress(token, place);
      token.element.setAttribute("transform", `translate(${round(place.x)} ${round(place.y)}) scale(${round(place.size)})`);
      if (!animate || !was) return;
      const ways = mine ? [was, ...steps.map(([x, y]) => ({ x, y, size: 1.2 })), place] : [was, place];
      if (mine) this.#pieces.append(token.element);
      // The others, captured ones among them, wait until it has arrived.
      this.#run(token.element, ways.map(({ x, y, size }) => ({ transform: `translate(${round(x)}px,${round(y)}px) scale(${round(size)})`, easing: "ease-in-out" })),
        mine ? long : Math.min(420, LONGEST / 2) / pace, mine || !moved ? 0 : long * 0.85);
    }));
    this.#mark(position, found, steps);
    this.#cage(found);
    this.#name(position, animate, pace);
    if (refused !== this.root.classList.contains("refused")) this.root.classList.toggle("refused", !!refused);
    await Promise.allSettled(this.#running.map((one) => one.finished));
  }

  /** Let a running animation jump to its end. */
  stop() {
    for (const one of this.#running) one.cancel();
    this.#running = [];
  }

  /**
   * Make one player's pieces stand out; null: nobody's.
   * @param {number | null} player
   */
  highlight(player) {
    for (const token of this.#tokens.flat()) token.element.classList.toggle("faint", player !== null && token.player !== player);
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   */
  #run(element, frames, duration, delay) {
    this.#running.push(element.animate(frames, { duration, delay, fill: "backwards" }));
  }

  /**
   * New pieces, if others play than before.
   * @param {Position} position
   * @param {Place[][]} places
   */
  #seat({ seats }, places) {
    const seated = `${seats}/${places.map((own) => own.length)}`;
    if (seated === this.#seated) return;
    this.#seated = seated;
    this.#tokens = places.map((own, player) => own.map(() => {
      const seat = /** @type {number[]} */ (seats)[player], d = shapePath(seat);
      const element = drawn("g", { class: `piece ${colourClass(this.#board, seat)}` }, drawn("path", { d }), drawn("path", { d, class: "shine", transform: "scale(.62)" }));
      return { element, place: undefined, mark: "", player };
    }));
    this.#pieces.replaceChildren(...this.#tokens.flat().map(({ element }) => element));
  }

  /**
   * The last move, and pairs on one square.
   * @param {Position} position
   * @param {import("./layout.js").Layout} found
   * @param {Cell[]} steps
   */
  #mark({ seats, moved, refused }, { places, pairs }, steps) {
    const board = this.#board, parts = [];
    if (seats && moved) {
      const seat = seats[moved.player], { player, piece, came, went } = moved, from = placeOf(board, seats, player, piece, came);
      const [x, y] = placeOf(board, seats, player, piece, went), to = refused ? { x, y, size: 1 } : places[player][piece];
      this.#trail.setAttribute("class", `trail ${colourClass(board, seat)}`);
      parts.push(drawn("polyline", { points: points([from, ...steps, [to.x, to.y]]) }),
        drawn("circle", { cx: from[0], cy: from[1], r: 0.4, class: "came" }),
        drawn("circle", { cx: to.x, cy: to.y, r: 0.47 * Math.max(0.75, to.size) }));
      if (refused) parts.push(drawn("path", { d: "M-.3-.3L.3 .3M-.3 .3L.3-.3", transform: `translate(${round(to.x)} ${round(to.y)})` }));
    }
    this.#trail.replaceChildren(...parts);
    this.#pairs.replaceChildren(...pairs.map(({ seat, x, y, x2, y2 }) => drawn("path", { d: `M${round(x)} ${y}H${round(x2)}V${y2}`, class: colourClass(board, seat) })));
  }

  /** @param {import("./layout.js").Layout} found */
  #cage({ bars }) {
    this.#bars.replaceChildren(...bars.map(({ x, y, across, deep, upright, seat, bars: count }) => {
      const step = across / (count - 1), lines = Array.from({ length: count }, (_, index) => `M${round(index * step - across / 2)} ${round(-deep / 2)}v${round(deep)}`).join("");
      return drawn("g", { class: `cage ${colourClass(this.#board, seat)}`, transform: `translate(${round(x)} ${round(y)})${upright ? "rotate(90)" : ""}` },
        drawn("rect", { x: -across / 2, y: -deep / 2, width: across, height: deep }), drawn("path", { d: lines }));
    }));
  }

  /**
   * Names and dice above and below the board, and whose turn it is.
   * @param {Position} position
   * @param {boolean} animate
   * @param {number} pace
   */
  #name({ seats, players, turn, dice = [], label }, animate, pace) {
    if (label && label !== this.#named) this.svg.setAttribute("aria-label", this.#named = label);
    const lies = JSON.stringify([seats, players, turn, dice]);
    if (lies === this.#lies) return;
    this.#lies = lies;
    const { left, width, unit, top, height, yards } = this.#frame, parts = /** @type {SVGElement[]} */ ([]), middle = top + height / 2;
    this.#yards.forEach((yard, seat) => {
      yard.classList.toggle("turn", turn !== null && seats?.[turn] === seat);
      yard.classList.toggle("unused", !!seats?.length && !seats.includes(seat));
    });
    for (const above of [true, false]) {
      const row = yards.map((yard, seat) => ({ ...yard, seat })).filter((yard) => yard.y < middle === above).sort((a, b) => a.x - b.x);
      const edge = above ? Math.min(...row.map((yard) => yard.y - yard.half)) : Math.max(...row.map((yard) => yard.y + yard.half));
      const y = (edge + (above ? top : top + height)) / 2;
      row.forEach(({ seat }, index) => {
        const player = seats?.indexOf(seat) ?? -1;
        if (player < 0) return;
        const { name, away } = players[player], thrown = dice.filter((one) => one.player === player);
        const room = (width - 1.2 * unit) / row.length, laid = thrown.flatMap((one) => lay(one, unit)), long = laid.length * 1.12 * unit;
        const size = 0.68 * unit, text = cut(name, (room - Math.max(long + 0.3 * unit, 1.4 * unit)) / size), wide = ems(text) * size;
        const last = row.length > 1 && index === row.length - 1, all = wide + 0.3 * unit + long;
        const x = left + 0.6 * unit + index * room + (last ? room : index ? (room - wide) / 2 : 0);
        parts.push(drawn("text", { x, y: y + 0.35 * size, "font-size": size, class: `who${turn === player ? " turn" : ""}${away ? " away" : ""}`, "text-anchor": last ? "end" : "start" }, text));
        laid.forEach((one, place) => {
          const at = last ? x - all + (place + 0.5) * 1.12 * unit : x + wide + 0.3 * unit + (place + 0.5) * 1.12 * unit;
          one.setAttribute("transform", `translate(${round(at)} ${round(y)}) scale(${round(unit)})`);
          parts.push(one);
          if (animate && !one.classList.contains("old")) this.#run(/** @type {SVGElement} */ (one.firstChild), [{ transform: "rotate(-80deg) scale(.4)", opacity: 0 }, {}], 260 / pace, 0);
        });
      });
    }
    this.#labels.replaceChildren(...parts);
  }
}

/**
 * @param {import("./scene.js").Throw} one
 * @param {number} unit
 * @returns {SVGElement[]}
 */
function lay({ dice, bonus, rolls, old }, unit) {
  const sixes = dice.filter((value) => value === 6).length, many = dice.length > 3 && sixes > 2;
  const parts = (many ? [6, ...dice.filter((value) => value < 6)] : dice).map(face);
  if (many) parts.unshift(words(`${sixes}×`));
  if (bonus) parts.push(words(`+${bonus}`));
  if (rolls) parts.push(face(0));
  return parts.map((part) => drawn("g", { class: `throw${old ? " old" : ""}` }, part));
}

/** @param {string} text */
function words(text) {
  return drawn("text", { y: 0.25, "font-size": 0.7, "text-anchor": "middle" }, text);
}

/** @param {number} value */
function round(value) {
  return +value.toFixed(3);
}

/**
 * @param {Place} a
 * @param {Place} b
 */
function same(a, b) {
  return a.x === b.x && a.y === b.y && a.size === b.size && a.lap === b.lap && a.locked === b.locked && a.count === b.count;
}

/**
 * The lap, lock or number that a piece bears.
 * @param {{element: SVGElement, mark: string}} token
 * @param {Place} place
 */
function dress(token, { lap, locked, count }) {
  const mark = `${lap}${locked}${count}`;
  if (mark === token.mark) return;
  token.mark = mark;
  const { element } = token;
  while (element.childNodes.length > 2) element.lastChild?.remove();
  if (lap !== null || locked) {
    const sign = lap === null ? drawn("path", { d: "M-.1-.02h.2v.14h-.2zM-.06-.03v-.05a.06.06 0 0 1 .12 0v.05", class: "lock" })
      : drawn("text", { y: 0.1, "font-size": 0.29, "text-anchor": "middle" }, String(lap));
    element.append(drawn("g", { class: "badge", transform: "translate(.24 .24)" }, drawn("circle", { r: 0.2 }), sign));
  }
  if (count > 1) {
    element.append(drawn("g", { class: "badge many", transform: "translate(.24 -.24)" }, drawn("circle", { r: 0.24 }), drawn("text", { y: 0.13, "font-size": 0.38, "text-anchor": "middle" }, String(count))));
  }
}

/**
 * The middle of where a piece of this number is.
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {number} player
 * @param {number} piece
 * @param {number} number
 * @returns {Cell}
 */
function placeOf(board, seats, player, piece, number) {
  const at = where(number), seat = seats[player];
  if (at.prisonerOf !== null) return prison(board, seats[at.prisonerOf]);
  if (at.intruderIn !== null) return gate(board, seats[at.intruderIn], GATE);
  return at.progress < 0 ? board.yards[seat][piece] : cellAt(board, seat, at);
}

/**
 * How wide a text is at most, about, in times the size of its letters.
 * @param {string} text
 */
function ems(text) {
  let sum = 0;
  for (const char of text) sum += /[MWmw@%…—]/.test(char) ? 0.92 : /[ijlft.,'’ I|]/.test(char) ? 0.33 : char > "\u2e80" ? 1.02 : char.toLowerCase() !== char ? 0.7 : 0.58;
  return sum;
}

/**
 * As much of a name as has room.
 * @param {string} name
 * @param {number} room
 */
function cut(name, room) {
  let shown = [...name];
  if (ems(name) <= room) return name;
  while (shown.length && ems(shown.join("")) > room - 0.9) shown = shown.slice(0, -1);
  return shown.join("") + "…";
}
