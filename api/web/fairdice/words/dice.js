// Dice that are spent together or are left.

/** @typedef {import("./speak.js").Speak} Speak */

/** So many dice are named one by one. */
const FEW_DICE = 5;

/**
 * Dice that are moved as one: ``a 3``, ``6 + 6 + 3``, ``8 sixes + 3``.
 * @param {number[]} dice
 * @param {Speak} speak
 */
export function addedDice(dice, speak) {
  return namedDice(dice, speak, false).join(" + ");
}

/**
 * Dice that are there: ``a 3``, ``6, 6 and 3``, ``12 sixes and a 3``.
 * @param {number[]} dice
 * @param {Speak} speak
 */
export function countedDice(dice, speak) {
  return speak.list(namedDice(dice, speak, true));
}

/**
 * @param {number[]} dice
 * @param {Speak} speak
 * @param {boolean} each whether a die beside many sixes is named as it is alone
 */
function namedDice(dice, speak, each) {
  if (dice.length === 1) return [speak("dice.one", { n: dice[0] })];
  if (dice.length <= FEW_DICE) return [...dice].sort().reverse().map(String);
  const rest = dice.filter((value) => value !== 6);
  return [
    speak("dice.sixes", { n: dice.length - rest.length }),
    ...rest.map((n) => (each ? speak("dice.one", { n }) : `${n}`)),
  ];
}
