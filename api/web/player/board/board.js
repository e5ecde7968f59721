// The board: drawn once, then only what has changed is set.  A piece has one element for the whole game.

import { node } from "../dom.js";
import { piecesInWords } from "../../fairdice/standings.js";
import { middleOf, wayOf } from "./scene.js";
import { layout } from "./layout.js";
import { groundOf } from "./ground.js";
import { colourClass, dieIcon, placedAt, shapePath, svgPart, svgPath, tile } from "./svg.js";

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
  const { ground, yards } = groundOf(board), [trail, pairs, crowd, signs] = Array.from({ length: 4 }, () => svgPart("g", {}));
  const wide = board.size + 1.5, svg = svgPart("svg", { viewBox: `-1.25 -1.25 ${wide} ${wide}`, role: "img" }, ground, trail, pairs, crowd, signs);
  const middles = board.yards.map(middleOf), labels = yards.map(() => node("div"));
  // Those of the yards of the upper half stand above the board, the others below it, from left to right.
  const lines = [0, 1].map((below) => node("div", { class: "labels", "aria-hidden": "true" }, ...[...middles].sort(([x], [x2]) => x - x2)
    .filter(([, y]) => Number(y > board.size / 2) === below).map((middle) => labels[middles.indexOf(middle)])));
  const root = node("div", { class: "board", part: "board" }, svg, ...lines);
  /** @type {SVGElement[][]} */
  let tokens = [];
  /** @type {Place[][]} where they are */
  let shown = [];
  /** @type {Animation[]} */
  let running = [];
  let seated = "";

  /** Let a running animation jump to its end. */
  function stop() {
    for (const one of running) one.cancel();
    running = [];
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} duration @param {number} [delay] */
  function run(element, frames, duration, delay) {
    running.push(element.animate(frames, { duration, delay, fill: "backwards" }));
  }

  /**
   * @param {Position} position
   * @param {{animate?: boolean, pace?: number}} [how]
   */
  async function show(position, { animate = false, pace = 1 } = {}) {
    stop();
    const { seats, pieces, players, moved } = position, found = layout(board, seats, pieces), way = moved ? wayOf(board, seats, moved) : [];
    const long = Math.min(LONGEST_MS, STEP * way.length) / pace;
    if (seated !== (seated = String(seats))) {
      tokens = pieces.map((own, player) => own.map(() => svgPart("g", { class: `piece ${colourClass(board, seats[player])}` })));
      crowd.replaceChildren(...tokens.flat());
      shown = [];
    }
    found.places.forEach((own, player) => own.forEach((place, piece) => {
      const was = shown[player]?.[piece], token = tokens[player][piece], mine = moved?.player === player && moved.piece === piece;
      if (JSON.stringify(was) === JSON.stringify(place)) return;
      token.setAttribute("transform", placedAt(place.cell, place.size));
      token.replaceChildren(...figure(board, seats[player], place));
      if (mine || place.count > 1) crowd.append(token); // on top of others
      if (!animate || !was) return;
      // The others, captured ones among them, wait until it has arrived.
      run(token, [was, ...(mine ? way.slice(1, -1) : []).map((cell) => ({ cell, size: 1.2 })), place].map(({ cell, size }) => ({ transform: placedAt(cell, size), easing: "ease-in-out" })),
        mine ? long : 420 / pace, mine || !moved ? 0 : long * 0.85);
    }));
    shown = found.places;
    mark(position, found, way);
    name(position);
    if (animate) for (const die of root.querySelectorAll(".throw:not(.old) svg")) run(die, [{ transform: "rotate(-80deg)scale(.4)", opacity: 0 }, {}], 260 / pace);
    const names = players.map(({ name }) => name);
    svg.setAttribute("aria-label", [speak("board.label"), ...seats.map((_, player) => `${names[player]}: ${piecesInWords(board, pieces[player], names, speak)}`)].join(". "));
    await Promise.allSettled(running.map((one) => one.finished));
  }

  /** The last move, and pairs on one square. @param {Position} position @param {import("./layout.js").Layout} found @param {Cell[]} way */
  function mark({ seats, moved, refused }, { places, pairs: two }, way) {
    pairs.replaceChildren(...two.map(({ seat, cells }) => svgPath(`M${cells.join("L")}`, `pair ${colourClass(board, seat)}`)));
    trail.replaceChildren();
    signs.replaceChildren();
    if (!moved) return;
    const kind = colourClass(board, seats[moved.player]), end = way.length - 1;
    if (refused) signs.append(svgPath("M-.3-.3L.3.3M-.3.3L.3-.3", `no ${kind}`, placedAt(way[end])));
    else way[end] = places[moved.player][moved.piece].cell;
    trail.setAttribute("class", `trail ${kind}`);
    trail.append(svgPath(`M${way.join("L")}`), tile(way[0], 0.4, "came"), tile(way[end], 0.47));
  }

  /** Names and dice above and below the board, and whose turn it is. @param {Position} position */
  function name({ seats, players, turn, dice }) {
    yards.forEach((yard, seat) => {
      const player = seats.indexOf(seat), { name = "", away = false } = players[player] ?? {}, mine = player >= 0 && player === turn;
      yard.setAttribute("class", `yard ${colourClass(board, seat)}${mine ? " turn" : player < 0 && seats[0] >= 0 ? " unused" : ""}`);
      labels[seat].className = `${mine ? "turn" : ""}${away ? " away" : ""}`;
      labels[seat].replaceChildren(node("span", {}, name), ...dice.filter((one) => one.player === player).map(lay));
    });
  }

  return { root, show, stop };
}

/**
 * The dice of a throw; many sixes are one with their number before it.
 * @param {import("./scene.js").Throw} one
 */
function lay({ dice, bonus, rolls, old }) {
  const less = dice.filter((value) => value < 6), sixes = dice.length - less.length, many = sixes > 2;
  return node("span", { class: old ? "throw old" : "throw" }, many ? `${sixes}×` : "", ...(many ? [6, ...less] : dice).map(dieIcon), bonus ? `+${bonus}` : "", rolls ? dieIcon(0) : "");
}

/** A piece, and the cage, lap, lock or number that it bears. @param {Board} board @param {number} seat @param {Place} place */
function figure(board, seat, { lap, locked, cage, count }) {
  const d = shapePath(seat), found = [svgPath(d), svgPath(d, "shine")];
  if (cage !== null) found.push(svgPath("M-.4-.4h.8v.8h-.8zM-.14-.4v.8M.14-.4v.8", `cage ${colourClass(board, cage)}`));
  if (lap !== null || locked) found.push(badge("badge", 0.24, lap === null ? svgPath("M-.25 0h.5v.35h-.5zM-.15 0v-.3h.3V0") : caption(lap)));
  if (count > 1) found.push(badge("badge many", -0.24, caption(count)));
  return found;
}

/** @param {string} kind @param {number} down @param {SVGElement} sign */
function badge(kind, down, sign) {
  return svgPart("g", { class: kind, transform: placedAt([0.24, down], 0.45) }, tile([0, 0], 0.5), sign);
}

/** A number around 0, 0. @param {number} n */
function caption(n) {
  return svgPart("text", { y: 0.21, "font-size": 0.6, "text-anchor": "middle" }, String(n));
}
