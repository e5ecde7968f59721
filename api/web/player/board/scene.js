// What the board shows: which pieces stand where, the way of the last move, and the dice.  Mirrors fairdice.picture.scene and
// .throw, with one difference: a piece keeps its identity, and its own place in the yard, so that it can be moved.

import { cellOn } from "../../replay/board.js";
import { diceLeft } from "../../replay/parts/actions.js";
import { where } from "../../replay/piece.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {[number, number]} Cell column and row, in cells */
/** @typedef {{player: number, piece: number, lap: number | null, locked: boolean}} Member a piece, and how it stands there */
/** @typedef {{kind: string, cell: Cell, seat: number}} Spot `kind`: yard, spot, home (a seat's part of one that all share), prison, gate (intruders are held there); the board seat whose it is, if anyone's */
/** @typedef {Spot & {members: Member[]}} Stand pieces that are in one place; in the yard each piece for itself */
/** @typedef {{player: number, piece: number, came: number, went: number}} Moved whose piece, its number before (as it is said to be) and after */
/** @typedef {{player: number, dice: number[], bonus: number, rolls: boolean, old: boolean}} Throw what lies beside a player; `old`: it has been played */
/** @typedef {{event: any, due: string | null, turn: number | null, owner: number, pieces: number[][], hand: readonly number[], bonus: number, dice: Throw[]}} Shown what is used of a moment of timeline.js */

/** How far outside the board pieces are drawn that are held at the entrance of a column, in cells. */
const GATE = 0.74;
/** How far a home that all seats share reaches to each side. */
export const DEPTH = 1.47;

/**
 * The pieces of a game where they stand. `seats` are the board seats by player, `pieces` the numbers of replay/piece.js.
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {readonly (readonly number[])[]} pieces
 * @returns {Stand[]}
 */
export function scene(board, seats, pieces) {
  /** @type {Record<string, Stand>} */
  const stands = {};
  pieces.forEach((own, player) => own.forEach((number, piece) => {
    const spot = spotOf(board, seats, player, piece, number), { lap, locked } = where(number);
    (stands[`${spot.kind},${spot.cell}`] ??= { ...spot, members: [] }).members.push({ player, piece, lap, locked });
  }));
  return Object.values(stands);
}

/**
 * Where a piece of this number is drawn.
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {number} player
 * @param {number} piece
 * @param {number} number
 * @returns {Spot}
 */
function spotOf(board, seats, player, piece, number) {
  const { progress, lap, prisonerOf, intruderIn } = where(number), seat = seats[prisonerOf ?? intruderIn ?? player];
  if (prisonerOf !== null) return { kind: "prison", seat, cell: middleOf(board.yards[seat]) };
  if (intruderIn !== null) return { kind: "gate", seat, cell: before(board, seat, cellOn(board, seat, board.lapEnd), GATE) };
  const cell = stepOf(board, seat, progress, lap !== null, piece);
  if (progress === board.goal && hasCommonHome(board)) return { kind: "home", seat, cell: before(board, seat, cell, 0.62 * DEPTH) };
  return { kind: progress < 0 ? "yard" : "spot", seat, cell };
}

/**
 * The cell of a piece on the way or home, on the loop if it goes past its column; of the yard that of this `piece`.
 * @param {Board} board
 * @param {number} seat
 * @param {number} progress
 * @param {boolean} round
 * @param {number} [piece]
 * @returns {Cell}
 */
function stepOf(board, seat, progress, round, piece) {
  return round ? board.cells[(board.offsets[seat] + progress) % board.loop] : cellOn(board, seat, progress, piece);
}

/**
 * The direction in which a seat's pieces go home: one square further.
 * @param {Board} board
 * @param {number} seat
 */
export function wayIn(board, seat) {
  const [[x, y], [x2, y2]] = board.columns[seat];
  return [x2 - x, y2 - y];
}

/**
 * So far before a cell, on a seat's way home.
 * @param {Board} board
 * @param {number} seat
 * @param {Cell} cell
 * @param {number} far
 * @returns {Cell}
 */
function before(board, seat, [x, y], far) {
  const [right, down] = wayIn(board, seat);
  return [x - right * far, y - down * far];
}

/**
 * The middle of a yard's places.
 * @param {Cell[]} places
 * @returns {Cell}
 */
export function middleOf([[x, y], , , [x2, y2]]) {
  return [(x + x2) / 2, (y + y2) / 2];
}

/**
 * Whether the columns of all seats end in one cell.
 * @param {Board} board
 */
export function hasCommonHome({ columns }) {
  return String(columns[0].at(-1)) === String(columns[1].at(-1));
}

/**
 * The way of a move: where the piece was, the squares that it steps on, none where it is carried, and where it goes.
 * @param {Board} board
 * @param {readonly number[]} seats
 * @param {Moved} moved
 * @returns {Cell[]}
 */
export function wayOf(board, seats, { player, piece, came, went }) {
  const from = where(came), to = where(went), round = to.lap !== null, step = from.lap === to.lap && to.progress < from.progress ? -1 : 1;
  const [start, end] = [came, went].map((number) => spotOf(board, seats, player, piece, number).cell), way = [start];
  const carried = from.progress < 0 || to.progress < 0 || came === went;
  for (let at = from.progress + step; !carried && way.length <= board.loop; at += step) {
    if ((round ? at % board.loop : at) === to.progress) break;
    if (!round && at > board.goal) at -= board.loop;
    way.push(stepOf(board, seats[player], at, round));
  }
  return [...way, end];
}

/**
 * The move that led to this moment, if one did.
 * @param {Shown} moment
 * @param {Shown | undefined} before the moment before
 * @returns {Moved | undefined}
 */
export function movedOf({ event, pieces }, before) {
  if (event.type !== "move" || !before) return undefined;
  const player = before.owner, piece = event.piece;
  return { player, piece, came: before.pieces[player][piece], went: pieces[player][piece] };
}

/**
 * The dice to show: those that were rolled or played last, then those of the turn, or the start rolls of the round (C7).
 * @param {Shown} moment
 * @param {Shown | undefined} before
 * @returns {Throw[]}
 */
export function throwsOf({ event, due, turn, hand, bonus }, before) {
  const list = /** @type {Throw[]} */ ([]), { type, player, value, purpose } = event;
  /** @type {(player: number, dice: readonly number[], old: boolean, bonus?: number, rolls?: boolean) => void} */
  const lay = (player, dice, old, bonus = 0, rolls = false) => {
    if (dice.length || bonus || rolls) list.push({ player, dice: [...dice].sort().reverse(), bonus, rolls, old });
  };
  if (purpose) {
    const old = due !== "start" || /** @type {number} */ (turn) <= player;
    for (const one of before?.dice ?? []) if (!one.old && !one.rolls) lay(one.player, one.dice, old);
    lay(player, [value], old);
  } else if (before && "roll move pass".includes(type)) {
    lay(player, before.bonus ? [] : diceLeft(value ? [...before.hand, value] : before.hand, hand), true, before.bonus);
  }
  if (turn !== null && due && due !== "over") lay(turn, bonus || due === "start" ? [] : hand, false, bonus, !bonus && due !== "move");
  return list;
}
