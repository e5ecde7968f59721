// Types of the data that the modules share; nothing of this file is packed.

/**
 * One board, as replay.board has it.  A cell is [column, row] on a grid of `size` cells.
 * @typedef {object} Board
 * @property {string} id
 * @property {number} loop squares in the loop that all colours share
 * @property {number[]} offsets by seat: the loop square of progress 0
 * @property {number} lapEnd the last progress on the loop
 * @property {number} goal the greatest progress there is
 * @property {number} home the least progress that counts as home
 * @property {number[]} starts start squares of the loop
 * @property {number[]} stars star squares of the loop
 * @property {string[]} colours by seat
 * @property {number} size cells along one side of the grid
 * @property {[number, number][]} cells by loop square
 * @property {[number, number][][]} columns by seat: the cells of progress lapEnd + 1 .. goal
 * @property {[number, number][][]} yards by seat: where four pieces wait
 */

/** @typedef {string | number | boolean} OptionValue */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {OptionValue[]} choices the default first
 * @property {string} clause of docs/spec/rules
 */

/**
 * What is on the table.
 * @typedef {object} Layout
 * @property {string} board
 * @property {boolean} drawsColours
 * @property {Record<string, number[]>} seats by number of players: the board seats in use, ascending
 */

/**
 * @typedef {object} System
 * @property {string} id
 * @property {string} title
 * @property {Option[]} options
 * @property {Layout} layout under default options
 * @property {[string, OptionValue, Partial<Layout>][]} layouts what is different when one option has another value
 */

export {};
