// Buttons, slider, speed and language.

import { button, icon, node } from "./dom.js";

/** @typedef {import("./dom.js").Speak} Speak */
/** @typedef {import("./player.js").Deeds} Deeds */
/** @typedef {import("./player.js").Step} Step */

/** The buttons, which are called by their words and drawn by their icons. @type {Step[]} */
const STEPS = ["start", "turn_back", "back", "play", "forward", "turn_forward", "end"];
const MAIN = 3; // place of the one that plays: those before it go back, those after it go on

/**
 * @param {Deeds} act
 * @param {Speak} speak
 * @param {{languages: [string, string][], speed: number}} now
 */
export function makeControls(act, speak, now) {
  const slider = node("input", { type: "range", is: "slider", min: 0, "aria-label": speak("ui.slider"), oninput: () => act.seek(+slider.value, true) });
  const buttons = STEPS.map((step) => button({ is: `button ${step}`, called: speak(`ui.${step}`), onclick: act[step] }, icon(step)));
  const main = buttons[MAIN];
  const place = node("span", { is: "place" });
  /** @param {string} key @param {[string | number, string][]} choices @param {string | number} chosen @param {(value: string) => void} deed */
  const menu = (key, choices, chosen, deed) => {
    const select = node("select", { is: key, called: speak(`ui.${key}`), onchange: () => deed(select.value) });
    select.append(...choices.map(([value, text]) => node("option", { value, selected: value === chosen }, text)));
    return select;
  };
  const speeds = menu("speed", [0.5, 1, 2, 4, 8].map((speed) => [speed, `${speed}×`]), now.speed, (value) => act.setSpeed(+value));
  const tongues = now.languages[1] ? menu("language", now.languages, speak.lang, act.setLanguage) : null;
  const root = node("div", { is: "controls" }, slider, node("div", { is: "buttons" }, ...buttons), node("div", { class: "more" }, place, speeds, tongues));

  return {
    root,
    /**
     * @param {number} n
     * @param {number} last the last that can be shown, -1 for none
     * @param {string} text
     */
    show(n, last, text) {
      slider.max = `${last}`;
      slider.value = `${n}`;
      const some = last >= 0;
      slider.setAttribute("aria-valuetext", some ? speak("ui.at_text", { n, last, text }) : text);
      place.textContent = some ? speak("ui.at", { n, last }) : "";
      buttons.forEach((one, at) => one.setAttribute("aria-disabled", `${at < MAIN ? n <= 0 : at > MAIN ? n >= last : last < 1}`));
    },
    /** @param {boolean} playing */
    play(playing) {
      const key = playing ? "pause" : "play";
      main.replaceChildren(icon(key));
      main.title = speak(`ui.${key}`);
      main.setAttribute("aria-label", main.title);
    },
  };
}
