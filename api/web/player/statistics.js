// What chance gives, and what the dice gave.  Counts cannot prove a die fair; they may only look usual or unusual.
//
// Everything a table shows is judged together: with p_i the chance that fair dice deviate as much as those of row i or more,
// a game is unusual where some p_i times the number of rows is below 1 in 20 (Bonferroni), so that at most 5 fair games of
// 100 are called so.  The span of the counts is made wider in the same way, for all rows and all six faces.

/** The chance of a fair game to be called unusual. */
const RARE = 0.05;
/** Of fewer rolls nothing is said: a face is expected less than five times, where the test (chi-square) is not exact enough. */
const FEW = 30;
/** No smaller chance is told. */
const LEAST = 1e-6;

/**
 * The rolls of one player, or of all.
 * @typedef {object} Tally
 * @property {number} n
 * @property {number[]} counts of 1 to 6
 * @property {number} low the counts of fair dice lie within low..high, those of all rows and faces at once in 95 of 100 games
 * @property {number} high
 * @property {boolean} few whether there are too few rolls to judge
 * @property {boolean} usual
 * @property {number} oneOf in one of so many fair games some row is as uneven or more
 */

/**
 * All dice that the players rolled, start rolls too; the draw is no roll: of each player, and last of all players.
 * @param {readonly any[]} events as in a record
 * @param {number} players
 * @returns {Tally[]}
 */
export function diceStatistics(events, players) {
  const counts = Array.from({ length: players + 1 }, () => [0, 0, 0, 0, 0, 0]);
  for (const { type, player, value } of events) {
    if (type === "roll") for (const row of [player, players]) counts[row][value - 1]++;
  }
  return counts.map((own) => tally(own, counts.length));
}

/**
 * @param {number[]} counts
 * @param {number} rows
 * @returns {Tally}
 */
function tally(counts, rows) {
  const n = counts.reduce((sum, count) => sum + count), expected = n / 6;
  const square = n ? counts.reduce((sum, count) => sum + (count - expected) ** 2, 0) / expected : 0, chance = beyond(square) * rows;
  const [low, high] = span(n, RARE / (12 * rows));
  return { n, counts, low, high, few: n < FEW, usual: chance >= RARE, oneOf: Math.round(1 / Math.max(chance, LEAST)) };
}

/**
 * The chance that chi-square with five degrees of freedom is `square` or more: its density, x^1.5 e^(-x/2) / 3 sqrt(2 pi), summed
 * up in steps of 1/100.  What is left out beyond 99 steps of 1 is less than one part in 10^19.
 * @param {number} square
 */
export function beyond(square) {
  let sum = 0;
  for (let x = square + 0.005; x < square + 99; x += 0.01) sum += x ** 1.5 * Math.exp(-x / 2);
  return sum * 0.01 / 3 / Math.sqrt(2 * Math.PI);
}

/**
 * The least and greatest count of one face in `n` rolls, beyond which fair dice go with a chance of at most `part` on either side.
 * @param {number} n
 * @param {number} part
 * @returns {[number, number]}
 */
export function span(n, part) {
  let log = n * Math.log(5 / 6), below = 0, low = -1, high = 0;
  for (; high <= n; high++) {
    below += Math.exp(log);
    if (low < 0 && below > part) low = high;
    if (below >= 1 - part) break;
    log += Math.log((n - high) / (high + 1) / 5);
  }
  return [low, Math.min(high, n)];
}
