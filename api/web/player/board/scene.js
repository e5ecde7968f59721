// What the board shows: which pieces stand where, the way of the last move, and the dice.  Mirrors fairdice.picture.scene and
// .throw, with one difference: a piece keeps its identity, and its own place in the yard, so that it can be moved.

import { cellOn } from "../../replay/board.js";
import { where } from "../../replay/piece.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {[number, number]} Cell column and row, in cells */
/** @typedef {{player: number, piece: number, lap: number | null, locked: boolean}} Member a piece, and how it stands there */
/** @typedef {{kind: string, cell: Cell, seat: number}} Spot `kind`: yard, spot, home (one that all seats share), prison, gate (intruders are held there); the board seat whose it is, if anyone's */
/** @typedef {Spot & {members: Member[]}} Stand pieces that are in one place; in the yard and at home each piece, or each player, for itself */
/** @typedef {{player: number, piece: number, came: number, went: number}} Moved whose piece, its number before (as it is said to be) and after */
/** @typedef {{player: number, dice: number[], bonus: number, rolls: boolean, old: boolean}} Throw what lies beside a player; `old`: it has been played */
/** @typedef {{event: any, due: string | null, turn: number | null, owner: number, pieces: number[][], hand: readonly number[], bonus: number, dice: Throw[]}} Shown what is used of a moment of timeline.js */

/** How far outside the board pieces are drawn that are held at the entrance of a column, in cells. */
const GATE = 0.74;

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
    (stands[[spot.kind, spot.cell, spot.kind === "home" && player].join()] ??= { ...spot, members: [] }).members.push({ player, piece, lap, locked });
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
export function spotOf(board, seats, player, piece, number) {
  const at = where(number), seat = seats[player];
  if (at.prisonerOf !== null) {
    const holder = seats[at.prisonerOf], [[x, y], , , [x2, y2]] = board.yards[holder];
    return { kind: "prison", seat: holder, cell: [(x + x2) / 2, (y + y2) / 2] };
  }
  if (at.intruderIn !== null) {
    const holder = seats[at.intruderIn], [column, row] = cellOn(board, holder, board.lapEnd), [x, y] = board.columns[holder][0];
    return { kind: "gate", seat: holder, cell: [column + (column - x) * GATE, row + (row - y) * GATE] };
  }
  if (at.progress < 0) return { kind: "yard", seat, cell: board.yards[seat][piece] };
  return { kind: at.progress === board.goal && hasCommonHome(board) ? "home" : "spot", seat, cell: stepOf(board, seat, at.progress, at.lap !== null) };
}

/**
 * The cell of a piece on the way or home; on the loop if it goes past its column.
 * @param {Board} board
 * @param {number} seat
 * @param {number} progress
 * @param {boolean} round
 * @returns {Cell}
 */
function stepOf(board, seat, progress, round) {
  return round ? board.cells[(board.offsets[seat] + progress) % board.loop] : cellOn(board, seat, progress);
}

/**
 * Whether the columns of all seats end in one cell.
 * @param {Board} board
 */
export function hasCommonHome({ columns }) {
  return String(columns[0].at(-1)) === String(columns[1].at(-1));
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
  const round = to.lap !== null, step = from.lap === to.lap && to.progress < from.progress ? -1 : 1;
  for (let at = from.progress + step; steps.length < board.loop; at += step) {
    if ((round ? at % board.loop : at) === to.progress) break;
    if (!round && at > board.goal) at -= board.loop;
    steps.push(stepOf(board, seat, at, round));
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
  const had = before?.hand ?? [];
  if (purpose) {
    const old = due !== "start" || /** @type {number} */ (turn) <= player;
    for (const one of before?.dice ?? []) if (!one.old && !one.rolls) lay(one.player, one.dice, old);
    lay(player, [value], old);
  } else if (type === "roll") {
    lay(player, without([...had, value], hand), true);
  } else if (before && (type === "move" || type === "pass")) {
    lay(player, before.bonus ? [] : without(had, hand), true, before.bonus);
  }
  if (turn !== null && due && due !== "over") lay(turn, bonus || due === "start" ? [] : hand, false, bonus, !bonus && due !== "move");
  return list;
}

/**
 * What is left of some dice when others are taken away.
 * @param {readonly number[]} dice
 * @param {readonly number[]} taken
 */
function without(dice, taken) {
  const rest = [...taken];
  return dice.filter((value) => {
    const at = rest.indexOf(value);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
