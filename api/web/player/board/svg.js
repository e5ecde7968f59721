// SVG nodes made by calls, and the shapes of the seats.

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {[number, number]} Cell column and row, in cells */

/** By seat, in the order of the catalogue's marks: the path around 0, 0; a square of the board is 1 wide. */
const SHAPES = [
  "M-.33 0a.33.33 0 1 0 .66 0a.33.33 0 1 0-.66 0z", // dot
  "M0-.42L.42 0 0 .42-.42 0z", // diamond
  "M-.37-.19h.74v.38h-.74z", // bar
  "M0-.36L.38.29H-.38z", // triangle
  "M-.29-.29h.58v.58h-.58z", // square
  "M-.33 0a.33.33 0 1 0 .66 0a.33.33 0 1 0-.66 0zM-.13 0a.13.13 0 1 1 .26 0a.13.13 0 1 1-.26 0z", // ring
];

/** The pips of a die, two by two as they come with greater numbers; odd numbers have one in the middle. */
const PIPS = ["M-.26.26h0M.26-.26h0", "M-.26-.26h0M.26.26h0", "M-.26 0h0M.26 0h0"];

/**
 * An SVG element with these attributes.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svgPart(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
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

/**
 * A square around a cell's middle, as round as is said: at most a disc.
 * @param {Cell} cell
 * @param {number} half of its side
 * @param {string} [kind] its class
 * @param {number} [rx]
 */
export function tile([x, y], half, kind = "", rx = half) {
  return svgPart("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx, class: kind });
}

/**
 * The transform that puts 0, 0 on a cell and 1, 0 so far from it: in attributes and in animations.
 * @param {Cell} cell
 * @param {number} [right]
 * @param {number} [down]
 */
export function placedAt(cell, right = 1, down = 0) {
  return `matrix(${[right, down, -down, right, ...cell]})`;
}

/** @param {number} seat */
export function shapePath(seat) {
  return SHAPES[seat];
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
 * @param {...SVGElement} parts
 */
function token(kind, ...parts) {
  return svgPart("svg", { viewBox: "-.5 -.5 1 1", class: `token ${kind}`, "aria-hidden": "true" }, ...parts);
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
 * A small picture of a die; of 0 the place of a die that is to be rolled.
 * @param {number} value
 */
export function dieIcon(value) {
  return token(value ? "die" : "die due", tile([0, 0], 0.46, "", 0.2), svgPath(PIPS.slice(0, value / 2).join("") + (value % 2 ? "M0 0h0" : "")));
}
