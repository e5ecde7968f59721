// What chance gives, and what the dice gave.  Counts cannot prove a die fair; they may only look usual or unusual.
//
// Everything a table shows is judged together: with p_i the chance that fair dice deviate as much as those of row i or more,
// a game is unusual where some p_i times the number of rows is below 1 in 20 (Bonferroni), so that at most 5 fair games of
// 100 are called so.  The span of the counts is made wider in the same way, for all rows and all six faces.

/** The chance of a fair game to be called unusual. */
const RARE = 0.05;
/** Of fewer rolls nothing is said: a face is expected less than five times, where the test (chi-square) is not exact enough. */
const FEW = 30;

/**
 * The rolls of one player, or of all (`player` null).
 * @typedef {object} Tally
 * @property {number | null} player
 * @property {number} n
 * @property {number[]} counts of 1 to 6
 * @property {number} expected n / 6
 * @property {number} low the counts of fair dice lie within low..high, those of all rows and faces at once in 95 of 100 games
 * @property {number} high
 * @property {boolean} few whether there are too few rolls to judge
 * @property {number} p the chance of fair dice to be as uneven or more
 * @property {boolean} usual
 * @property {number} oneOf in one of so many fair games some row is as uneven or more
 */

/**
 * All dice that the players rolled, start rolls too; the draw is no roll.  `events` as in a record.
 * @param {readonly any[]} events
 * @param {number} players
 * @returns {{players: Tally[], all: Tally}}
 */
export function diceStatistics(events, players) {
  const counts = Array.from({ length: players + 1 }, () => [0, 0, 0, 0, 0, 0]);
  for (const { type, player, value } of events) {
    if (type !== "roll") continue;
    counts[player][value - 1]++;
    counts[players][value - 1]++;
  }
  const rows = counts.map((own, index) => tally(index < players ? index : null, own, counts.length));
  return { all: /** @type {Tally} */ (rows.pop()), players: rows };
}

/**
 * @param {number | null} player
 * @param {number[]} counts
 * @param {number} rows
 * @returns {Tally}
 */
function tally(player, counts, rows) {
  const n = counts.reduce((sum, count) => sum + count), expected = n / 6;
  const square = n ? counts.reduce((sum, count) => sum + (count - expected) ** 2, 0) / expected : 0;
  const p = beyond(square), together = Math.min(1, p * rows);
  const [low, high] = span(n, RARE / (12 * rows));
  return { player, n, counts, expected, low, high, few: n < FEW, p, usual: together >= RARE, oneOf: Math.round(1 / together) };
}

/**
 * The chance that chi-square with five degrees of freedom is `square` or more.  The error function is a rational
 * approximation (Hastings), good to 2e-7.
 * @param {number} square
 */
export function beyond(square) {
  const x = Math.sqrt(square / 2), t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.exp(-square / 2) * (tail + Math.sqrt(2 * square / Math.PI) * (1 + square / 3));
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
