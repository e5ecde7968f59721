// Where a piece is.

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("./speak.js").Speak} Speak */

/**
 * A progress on the board in words: ``20``, ``52 (column)``, ``home``, ``42 (home)``, ``51 (lap 0)``, ``20 (locked)``.
 * @param {Board} board
 * @param {{progress: number, lap?: number | null, locked?: boolean}} at `lap` counts where it is a number
 * @param {Speak} speak
 */
export function placeInWords(board, { progress, lap, locked }, speak) {
  let says = `${progress}`;
  const notes = [];
  if (typeof lap === "number") notes.push(speak("at.lap", { n: lap }));
  else if (progress < board.home) {
    if (progress > board.lapEnd) notes.push(speak("at.column"));
  } else if (board.home === board.goal) says = speak("at.home");
  else notes.push(speak("at.home"));
  if (locked) notes.push(speak("at.locked"));
  return notes.length ? `${says} (${notes.join(", ")})` : says;
}
