// What the keys do.

import { node } from "./dom.js";

const HELP = { Space: "key_space", "← →": "key_arrows", "PgUp PgDn": "key_pages", "Home End": "key_ends", "?": "key_help" };

/** @param {import("./dom.js").Speak} speak */
export function helpNodes(speak) {
  const list = node("dl");
  for (const [keys, word] of Object.entries(HELP)) {
    list.append(node("dt", {}, ...keys.split(" ").flatMap((key) => [node("kbd", {}, key), " "])), node("dd", {}, speak(`ui.${word}`)));
  }
  return [node("h3", {}, speak("ui.help")), node("p", {}, speak("ui.keys")), list];
}
