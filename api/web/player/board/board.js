// The board: drawn once, then only what has changed is set.  A piece has one element for the whole game.

import { node } from "../dom.js";
import { piecesInWords } from "../../fairdice/standings.js";
import { between, spotOf } from "./scene.js";
import { layout } from "./layout.js";
import { frame, groundOf } from "./ground.js";
import { colourClass, face, placedAt, shapePath, svgPart, svgPath } from "./svg.js";

/** @typedef {import("./scene.js").Board} Board */
/** @typedef {import("./scene.js").Cell} Cell */
/** @typedef {import("./layout.js").Place} Place */
/**
 * @typedef {object} Position what is shown: a moment of timeline.js, and who plays
 * @property {readonly number[]} seats by player: the board seat; none before the draw
 * @property {readonly (readonly number[])[]} pieces
 * @property {number | null} turn
 * @property {{name: string, away?: boolean}[]} players
 * @property {import("./scene.js").Moved} [moved]
 * @property {import("./scene.js").Throw[]} dice
 * @property {boolean} [refused] whether `moved` is a move that was refused: it is marked, and not made
 */

/** Milliseconds from square to square, and at most for a whole move. */
const STEP = 130, LONGEST_MS = 1100;

/**
 * The picture of a board.  `show` gives a promise that is kept when the animation is over or cut short, by `stop` or the next `show`.
 * `pace` 2 is twice as fast.
 * @param {Board} board of catalog.js
 * @param {import("../../fairdice/words/speak.js").Speak} speak
 */
export function makeBoard(board, speak) {
  const size = frame(board), { left, top, width, height, yards } = size, unit = width / 16, { ground, grounds } = groundOf(board, size);
  const [trail, pairs, pieces, cages, labels] = Array.from({ length: 5 }, () => svgPart("g", {}));
  const svg = svgPart("svg", { viewBox: [left, top, width, height].join(" "), role: "img" }, ground, trail, pairs, pieces, cages, labels);
  const slots = yards.map(({ x, y }) => {
    const above = y < top + height / 2, row = yards.filter((other) => other.y < top + height / 2 === above).sort((a, b) => a.x - b.x);
    const edge = Math.min(...row.map((one) => above ? one.y - one.half - top : top + height - one.y - one.half)) / 2;
    return { count: row.length, index: row.findIndex((one) => one.x === x), y: above ? top + edge : top + height - edge };
  });
  /** @type {{element: SVGElement, place: Place | undefined, mark: string}[][]} */
  let tokens = [];
  /** @type {Animation[]} */
  let running = [];
  let seated = "";

  /** Let a running animation jump to its end. */
  function stop() {
    for (const one of running) one.cancel();
    running = [];
  }

  /**
   * @param {Position} position
   * @param {{animate?: boolean, pace?: number}} [how]
   */
  async function show(position, { animate = false, pace = 1 } = {}) {
    stop();
    const { seats, moved } = position, found = layout(board, seats, position.pieces);
    if (seated !== (seated = String(seats))) seat(seats, found.places);
    const steps = moved ? between(board, seats[moved.player], moved) : [], long = Math.min(LONGEST_MS, STEP * (steps.length + 2)) / pace;
    found.places.forEach((own, player) => own.forEach((place, piece) => {
      const token = tokens[player][piece], { element, place: was } = token, mine = moved?.player === player && moved.piece === piece;
      const mark = Object.values(place).join();
      if (mark === token.mark) return;
      Object.assign(token, { place, mark });
      element.setAttribute("transform", placedAt(place.x, place.y, place.size));
      element.replaceChildren(...[...element.children].slice(0, 2), ...badges(place));
      if (mine || place.count > 1) pieces.append(element); // on top of others
      if (!animate || !was) return;
      // The others, captured ones among them, wait until it has arrived.
      run(element, [was, ...(mine ? steps : []).map(([x, y]) => ({ x, y, size: 1.2 })), place].map(({ x, y, size }) => ({ transform: placedAt(x, y, size, "px"), easing: "ease-in-out" })),
        mine ? long : 420 / pace, mine || !moved ? 0 : long * 0.85);
    }));
    mark(position, found, steps);
    name(position, animate ? 260 / pace : 0);
    const names = position.players.map(({ name }) => name), play = /** @type {any} */ ({ seating: { board }, pieces: position.pieces });
    svg.setAttribute("aria-label", [speak("board.label"), ...seats.map((_, player) => `${names[player]}: ${piecesInWords(play, player, names, speak)}`)].join(". "));
    await Promise.allSettled(running.map((one) => one.finished));
  }

  /** @param {SVGElement} element @param {Keyframe[]} frames @param {number} duration @param {number} [delay] */
  function run(element, frames, duration, delay) {
    running.push(element.animate(frames, { duration, delay, fill: "backwards" }));
  }

  /** Others play than before. @param {readonly number[]} seats @param {Place[][]} places */
  function seat(seats, places) {
    tokens = places.map((own, player) => own.map(() => {
      const d = shapePath(seats[player]);
      return { element: svgPart("g", { class: `piece ${colourClass(board, seats[player])}` }, svgPath(d), svgPath(d, "shine", "scale(.62)")), place: undefined, mark: "" };
    }));
    pieces.replaceChildren(...tokens.flat().map(({ element }) => element));
  }

  /** The last move, pairs on one square, and cages. @param {Position} position @param {import("./layout.js").Layout} found @param {Cell[]} steps */
  function mark({ seats, moved, refused }, { places, pairs: two, cages: held }, steps) {
    trail.replaceChildren();
    if (moved) {
      const { player, piece, came, went } = moved, [from, to] = [came, went].map((number) => spotOf(board, seats, player, piece, number).cell);
      const { x, y, size } = refused ? { x: to[0], y: to[1], size: 1 } : places[player][piece];
      trail.setAttribute("class", `trail ${colourClass(board, seats[player])}${refused ? " refused" : ""}`);
      trail.append(svgPath(`M${[from, ...steps, [x, y]].join("L")}`), svgPart("circle", { cx: from[0], cy: from[1], r: 0.4, class: "came" }),
        svgPart("circle", { cx: x, cy: y, r: 0.47 * Math.max(0.75, size) }));
      if (refused) trail.append(svgPath("M-.3-.3L.3.3M-.3.3L.3-.3", "no", placedAt(x, y)));
    }
    pairs.replaceChildren(...two.map(({ seat, from, to }) => svgPath(`M${from}L${to}`, `pair ${colourClass(board, seat)}`)));
    cages.replaceChildren(...held.map(({ seat, x, y, long, deep, turn }) => {
      const bars = svgPart("path", { d: `M${-long / 2} 0h${long}`, class: "bars", "stroke-width": deep });
      return svgPart("g", { class: `cage ${colourClass(board, seat)}`, transform: `${placedAt(x, y)}rotate(${turn})` }, svgPart("rect", { x: -long / 2, y: -deep / 2, width: long, height: deep }), bars);
    }));
  }

  /** Names and dice above and below the board, and whose turn it is. @param {Position} position @param {number} duration of a die's fall, 0: it lies */
  function name({ seats, players, turn, dice }, duration) {
    labels.replaceChildren();
    grounds.forEach((yard, seat) => {
      const player = seats.indexOf(seat), mine = player === turn && player >= 0, { count, index, y } = slots[seat];
      yard.setAttribute("class", `yard ${colourClass(board, seat)}${mine ? " turn" : player < 0 && seats[0] >= 0 ? " unused" : ""}`);
      if (player < 0) return;
      const laid = dice.flatMap((one) => one.player === player ? lay(one) : []), long = laid.length * 1.12, room = (width / unit - 1.2) / count;
      let { name: text, away } = players[player];
      while (ems(text) > room - Math.max(long + 0.5, 1.5)) text = `${text.slice(0, -2)}…`;
      const wide = ems(text), last = index > 0 && index === count - 1, x = 0.6 + index * room + (last ? room : index ? (room - wide) / 2 : 0);
      labels.append(svgPart("text", { x: left + x * unit, y: y + 0.24 * unit, "font-size": 0.68 * unit, class: `who${mine ? " turn" : ""}${away ? " away" : ""}`, "text-anchor": last ? "end" : "start" }, text));
      laid.forEach((one, place) => {
        one.setAttribute("transform", placedAt(left + (x + (last ? -wide - 0.45 - long : wide + 0.45) + (place + 0.5) * 1.12) * unit, y, unit));
        labels.append(one);
        if (duration && !one.classList.contains("old")) run(/** @type {SVGElement} */ (one.firstChild), [{ transform: "rotate(-80deg)scale(.4)", opacity: 0 }, {}], duration);
      });
    });
  }

  return { root: node("div", { class: "board", part: "board" }, svg), show, stop };
}

/**
 * The dice of a throw; many sixes are one with their number before it.
 * @param {import("./scene.js").Throw} one
 */
function lay({ dice, bonus, rolls, old }) {
  const less = dice.filter((value) => value < 6), sixes = dice.length - less.length, many = sixes > 2;
  const parts = [...(many ? [caption(`${sixes}×`), face(6)] : []), ...(many ? less : dice).map(face), ...(bonus ? [caption(`+${bonus}`)] : []), ...(rolls ? [face(0)] : [])];
  return parts.map((part) => svgPart("g", { class: old ? "throw old" : "throw" }, part));
}

/** A short text around 0, 0. @param {string | number} text */
function caption(text) {
  return svgPart("text", { y: 0.21, "font-size": 0.6, "text-anchor": "middle" }, String(text));
}

/** The lap, lock or number that a piece bears. @param {Place} place */
function badges({ lap, locked, count }) {
  const found = [];
  if (lap !== null || locked) found.push(badge("badge", 0.24, lap === null ? svgPath("M-.25 0h.5v.35h-.5zM-.15 0v-.2a.15.15 0 0 1 .3 0v.2") : caption(lap)));
  if (count > 1) found.push(badge("badge many", -0.24, caption(count)));
  return found;
}

/** @param {string} kind @param {number} down @param {SVGElement} sign */
function badge(kind, down, sign) {
  return svgPart("g", { class: kind, transform: placedAt(0.24, down, 0.45) }, svgPart("circle", { r: 0.5 }), sign);
}

/** How wide a text is, about, in sixteenths of the picture's width. @param {string} text */
function ems(text) {
  return [...text].reduce((sum, char) => sum + (/[MWmw@\u2e80-\uffff]/.test(char) ? 0.7 : char === char.toLowerCase() ? 0.42 : 0.54), 0);
}
