// What the keys do.

import { node } from "./dom.js";

/** @type {[string, string][]} */
const HELP = [["Space", "space"], ["← →", "arrows"], ["PgUp PgDn", "pages"], ["Home End", "ends"], ["?", "help"]];

/** @param {import("./dom.js").Speak} speak */
export function helpNodes(speak) {
  const list = HELP.flatMap(([keys, word]) => [node("dt", {}, ...keys.split(" ").flatMap((key) => [node("kbd", {}, key), " "])), node("dd", {}, speak(`ui.key_${word}`))]);
  return [node("h2", {}, speak("ui.help")), node("p", {}, speak("ui.keys")), node("dl", {}, ...list)];
}
