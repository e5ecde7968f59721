// What the board shows: which pieces stand where, the way of the last move, and the dice.  Mirrors fairdice.picture.scene and
// .throw, with one difference: a piece keeps its identity, and its own place in the yard, so that it can be moved.

import { cellOn, YARD } from "../../replay/board.js";
import { where } from "../../replay/piece.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("../../replay/piece.js").Where} Where */
/** @typedef {[number, number]} Cell column and row, in cells */
/** @typedef {{player: number, lap: number | null, locked: boolean, pieces: number[]}} Group a player's pieces that stand on one cell alike, by index */
/** @typedef {{cell: Cell, groups: Group[]}} Spot */
/** @typedef {{holder: number, inColumn: boolean, groups: Group[]}} Cage pieces that `holder` holds: prisoners, or intruders in its column */
/** @typedef {{player: number, piece: number, came: number, went: number}} Moved whose piece, its number before (as it is said to be) and after */
/** @typedef {{player: number, dice: number[], bonus: number, rolls: boolean, old: boolean}} Throw what lies beside a player; `old`: it has been played */
/**
 * @typedef {object} Scene
 * @property {Spot[]} spots all pieces but those in the yards, held by others, and on a home that all seats share, from the top left
 * @property {number[][]} yards by player: pieces in the yard
 * @property {number[][]} homes by player: pieces on the home that all seats share
 * @property {[number, number, number][]} counts by player: pieces in the yard, on the way, home
 * @property {number[]} captives by player: its pieces that others hold
 * @property {Cage[]} cages by holder, prisoners first
 */
/** @typedef {{event: any, due: string | null, turn: number | null, owner: number, pieces: number[][] | null, hand: readonly number[], bonus: number}} Shown what is used of a moment of timeline.js */

/** How far outside the board pieces are drawn that are held at the entrance of a column, in cells. */
export const GATE = 0.74;

/**
 * The pieces of a game where they stand. `seats` are the board seats by player, `pieces` the numbers of replay/piece.js.
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {readonly (readonly number[])[]} pieces
 * @returns {Scene}
 */
export function scene(board, seats, pieces) {
  const shared = String(commonHome(board));
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Map<string, Cage>} */
  const cages = new Map();
  /** @type {Scene} */
  const found = { spots: [], yards: [], homes: [], counts: [], captives: [], cages: [] };
  pieces.forEach((own, player) => {
    const yard = /** @type {number[]} */ ([]), home = /** @type {number[]} */ ([]);
    let held = 0, arrived = 0;
    own.forEach((number, piece) => {
      const at = where(number), holder = at.prisonerOf ?? at.intruderIn;
      if (holder !== null) {
        const inColumn = at.intruderIn !== null, key = `${holder}${inColumn}`;
        if (!cages.has(key)) cages.set(key, { holder, inColumn, groups: [] });
        group(/** @type {Cage} */ (cages.get(key)).groups, player, piece, at);
        held++;
      } else if (at.progress === YARD) {
        yard.push(piece);
      } else {
        const cell = cellAt(board, seats[player], at), key = String(cell);
        if (at.lap === null && at.progress >= board.home) arrived++;
        if (key === shared) home.push(piece);
        else {
          if (!spots.has(key)) spots.set(key, { cell, groups: [] });
          group(/** @type {Spot} */ (spots.get(key)).groups, player, piece, at);
        }
      }
    });
    found.yards.push(yard);
    found.homes.push(home);
    found.captives.push(held);
    found.counts.push([yard.length, own.length - yard.length - arrived - held, arrived]);
  });
  found.spots = [...spots.values()].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
  found.cages = [...cages.values()].sort((a, b) => a.holder - b.holder || +a.inColumn - +b.inColumn);
  return found;
}

/**
 * @param {Group[]} groups
 * @param {number} player
 * @param {number} piece
 * @param {Where} at
 */
function group(groups, player, piece, { lap, locked }) {
  const alike = groups.find((one) => one.player === player && one.lap === lap && one.locked === locked);
  if (alike) alike.pieces.push(piece);
  else groups.push({ player, lap, locked, pieces: [piece] });
}

/**
 * The cell of a piece on the way or home; on the loop if it has gone past its column.
 * @param {Board} board
 * @param {number} seat
 * @param {{progress: number, lap: number | null}} at
 * @returns {Cell}
 */
export function cellAt(board, seat, { progress, lap }) {
  return lap === null ? cellOn(board, seat, progress) : board.cells[(board.offsets[seat] + progress) % board.loop];
}

/**
 * The cell where the columns of all seats end, if they end in one.
 * @param {Board} board
 * @returns {Cell | null}
 */
export function commonHome(board) {
  const ends = board.columns.map((column) => column[column.length - 1]);
  return ends.every((end) => String(end) === String(ends[0])) ? ends[0] : null;
}

/**
 * Where the seat's prisoners are: the middle of its yard.
 * @param {Board} board
 * @param {number} seat
 * @returns {Cell}
 */
export function prison(board, seat) {
  const yard = board.yards[seat];
  const middle = (/** @type {0 | 1} */ axis) => yard.reduce((sum, cell) => sum + cell[axis], 0) / yard.length;
  return [middle(0), middle(1)];
}

/**
 * Where intruders in the seat's column are: so many cells before the square from which it is entered, outside.
 * @param {Board} board
 * @param {number} seat
 * @param {number} distance
 * @returns {Cell}
 */
export function gate(board, seat, distance) {
  const [column, row] = cellOn(board, seat, board.lapEnd), [x, y] = board.columns[seat][0];
  return [column + (column - x) * distance, row + (row - y) * distance];
}

/**
 * The least distance between two of the cells.
 * @param {Cell[]} cells
 */
export function apart(cells) {
  return Math.min(...cells.flatMap((a, i) => cells.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))));
}

/**
 * The squares that a piece steps on between two of its places, both left out; none where it is carried.
 * @param {Board} board
 * @param {number} seat
 * @param {Moved} moved
 * @returns {Cell[]}
 */
export function between(board, seat, { came, went }) {
  const from = where(came), to = where(went), steps = /** @type {Cell[]} */ ([]);
  if (from.progress < 0 || to.progress < 0 || came === went) return steps;
  const round = to.lap !== null, back = from.lap === to.lap && to.progress < from.progress;
  for (let at = from.progress, left = board.loop; --left; ) {
    at += back ? -1 : 1;
    if (round ? at % board.loop === to.progress : at === to.progress) break;
    if (!round && at > board.goal) at -= board.loop;
    steps.push(cellAt(board, seat, { progress: at, lap: round ? 0 : null }));
  }
  return steps;
}

/**
 * The move that led to this moment, if one did.
 * @param {Shown} moment
 * @param {Shown | undefined} before the moment before
 * @returns {Moved | undefined}
 */
export function movedOf({ event, pieces }, before) {
  if (event?.type !== "move" || !pieces || !before?.pieces) return undefined;
  const player = before.owner, piece = event.piece;
  return { player, piece, came: before.pieces[player][piece], went: pieces[player][piece] };
}

/**
 * The dice to show: those that were rolled or played last, then those of the turn, or the start rolls of the round (C7).
 * @param {Shown & {dice?: Throw[]}} moment
 * @param {(Shown & {dice?: Throw[]}) | undefined} before
 * @returns {Throw[]}
 */
export function throwsOf({ event, due, turn, hand, bonus }, before) {
  const list = /** @type {Throw[]} */ ([]);
  /** @type {(player: number, dice: readonly number[], more?: Partial<Throw>) => void} */
  const lay = (player, dice, more) => {
    if (dice.length || more?.bonus || more?.rolls) list.push({ player, dice: [...dice].sort((a, b) => b - a), bonus: 0, rolls: false, old: false, ...more });
  };
  if (event?.purpose) {
    const old = due !== "start" || /** @type {number} */ (turn) <= event.player;
    for (const one of before?.dice ?? []) if (!one.old && !one.rolls) lay(one.player, one.dice, { old });
    lay(event.player, [event.value], { old });
  } else if (event?.type === "roll") {
    lay(event.player, left([...(before?.hand ?? []), event.value], hand), { old: true });
  } else if (before && (event?.type === "move" || event?.type === "pass")) {
    lay(event.player, before.bonus ? [] : left(before.hand, hand), { old: true, bonus: before.bonus });
  }
  if (turn !== null && due && due !== "over") {
    if (bonus) lay(turn, [], { bonus });
    else lay(turn, due === "start" ? [] : hand, { rolls: due !== "move" });
  }
  return list;
}

/**
 * What is left of some dice when others are taken away.
 * @param {readonly number[]} dice
 * @param {readonly number[]} taken
 */
function left(dice, taken) {
  const rest = [...dice];
  for (const value of taken) if (rest.includes(value)) rest.splice(rest.indexOf(value), 1);
  return rest;
}
