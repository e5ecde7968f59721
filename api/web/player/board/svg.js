// SVG nodes made by calls, and the shapes of the seats.

import { MARKS } from "../../catalog.js";

/** @typedef {import("../../types.js").Board} Board */

/** By mark of catalog.js: its path around 0, 0; a square of the board is 1 wide. */
const SHAPES = /** @type {Record<string, string>} */ ({
  dot: "M-.33 0a.33.33 0 1 0 .66 0a.33.33 0 1 0-.66 0z",
  diamond: "M0-.42L.42 0 0 .42-.42 0z",
  bar: "M-.37-.19h.74v.38h-.74z",
  triangle: "M0-.36L.38.29H-.38z",
  square: "M-.29-.29h.58v.58h-.58z",
  ring: "M-.33 0a.33.33 0 1 0 .66 0a.33.33 0 1 0-.66 0zM-.13 0a.13.13 0 1 1 .26 0a.13.13 0 1 1-.26 0z",
});

/**
 * An SVG element with these attributes.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svgPart(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) {
    const value = attributes[name];
    made.setAttribute(name, String(typeof value === "number" ? short(value) : value));
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} d
 * @param {string} [kind] its class
 * @param {string} [transform]
 */
export function svgPath(d, kind = "", transform = "") {
  return svgPart("path", { d, class: kind, transform });
}

/** @param {number} value */
function short(value) {
  return +value.toFixed(3);
}

/**
 * A transform to this place and size; with `unit` px as CSS wants it.
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 * @param {string} [unit]
 */
export function placedAt(x, y, size = 1, unit = "") {
  return `translate(${short(x)}${unit},${short(y)}${unit})scale(${short(size)})`;
}

/** @param {number} seat */
export function shapePath(seat) {
  return SHAPES[MARKS[seat]];
}

/**
 * The class that gives what is inside it the colour of a seat.
 * @param {Board} board
 * @param {number} seat
 */
export function colourClass(board, seat) {
  return `c-${board.colours[seat]}`;
}

/**
 * A small picture around 0, 0 for lists; for eyes only.
 * @param {string} kind its class besides
 * @param {SVGElement} part
 */
function token(kind, part) {
  return svgPart("svg", { viewBox: "-.5 -.5 1 1", class: `token ${kind}`, "aria-hidden": "true" }, part);
}

/**
 * A small picture of a seat's pieces.
 * @param {Board} board
 * @param {number} seat
 */
export function pieceIcon(board, seat) {
  return token(colourClass(board, seat), svgPath(shapePath(seat)));
}

/**
 * A small picture of a die.
 * @param {number} value
 */
export function dieIcon(value) {
  return token("", face(value));
}

/**
 * The face of a die, 1 wide around 0, 0; of 0 the place of a die that is to be rolled.
 * @param {number} value
 */
export function face(value) {
  const pips = (value % 2 ? "M0 0h0" : "") + (value > 1 ? "M-.26.26h0M.26-.26h0" : "") + (value > 3 ? "M-.26-.26h0M.26.26h0" : "") + (value > 5 ? "M-.26 0h0M.26 0h0" : "");
  return svgPart("g", { class: value ? "die" : "die due" }, svgPart("rect", { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.2 }), svgPath(pips));
}
