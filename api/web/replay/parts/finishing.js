// When a player is done, and the order of those who are not.

import { distance } from "./laps.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {(own: number[]) => boolean} Done whether these pieces are all that a player has to bring home */
/** @typedef {(play: Play) => number[][]} Others the places of those who have not finished */
/** @typedef {(play: Play) => number[]} Points by player */

/**
 * So many pieces are home; the others need not be (W6).
 * @param {Board} board
 * @param {number} count
 * @returns {Done}
 */
export function someHome({ home }, count) {
  return (own) => own.filter((piece) => piece >= home).length >= count;
}

/**
 * Every piece is home.
 * @param {Board} board
 * @returns {Done}
 */
export function allHome({ home }) {
  return (own) => own.every((piece) => piece >= home);
}

/**
 * All who have not finished share the second place (C13).
 * @type {Others}
 */
export const sharedPlace = (play) => [play.unfinished()];

/**
 * The others by the sum of progress, pieces in the yard counting 0; equal sums share a place (S5).
 * @type {Others}
 */
export const byDistance = (play) => placesBy(play, play.pieces.map((own) => totalOf(own.map(distance))));

/**
 * 100 for each piece home, and up to 99 for how far the others have come (W8).
 * @param {Board} board
 * @returns {Points}
 */
export function scores({ home, goal }) {
  return (play) =>
    play.pieces.map((own) => {
      const going = own.filter((piece) => piece < home).map((piece) => Math.max(piece, 0));
      const way = goal * going.length;
      return 100 * (own.length - going.length) + (way && Math.floor((99 * totalOf(going)) / way));
    });
}

/**
 * The others by their points; equal points share a place (W8).
 * @param {Points} points
 * @returns {Others}
 */
export function byPoints(points) {
  return (play) => placesBy(play, points(play));
}

/** @param {number[]} numbers */
function totalOf(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The players who are not done as places, the highest score first; equal scores share one, ascending.
 * @param {Play} play
 * @param {number[]} scored by player
 */
function placesBy(play, scored) {
  const others = play.unfinished();
  const places = [...new Set(others.map((player) => scored[player]))].sort((one, other) => other - one);
  return places.map((score) => others.filter((player) => scored[player] === score));
}
