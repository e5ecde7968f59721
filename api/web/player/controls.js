// Buttons, slider, speed and language.

import { button, icon, node } from "./dom.js";

/** @typedef {import("./dom.js").Speak} Speak */
/** @typedef {import("./player.js").Deeds} Deeds */

/**
 * @param {Deeds} act
 * @param {Speak} speak
 * @param {{languages: [string, string][], speed: number}} now
 */
export function makeControls(act, speak, now) {
  const slider = node("input", { type: "range", is: "slider", min: 0, "aria-label": speak("ui.slider"), oninput: () => act.seek(+slider.value, true) });
  /** @param {string} sign @param {string} key @param {() => void} onclick @param {string} [kind] */
  const made = (sign, key, onclick, kind = "") => button({ is: `button ${kind}`, called: speak(`ui.${key}`), onclick }, icon(sign));
  const back = [made("first", "start", () => act.seek(0), "far"), made("turn_back", "turn_back", () => act.turn(-1)), made("back", "back", () => act.step(-1))];
  const main = made("play", "play", act.toggle, "main");
  const on = [made("step", "forward", () => act.step(1)), made("turn", "turn_forward", () => act.turn(1)), made("last", "end", () => act.seek(Infinity), "far")];
  const place = node("span", { is: "place" });
  /** @param {string} key @param {[string | number, string][]} choices @param {string | number} chosen @param {(value: string) => void} deed */
  const menu = (key, choices, chosen, deed) => {
    const select = node("select", { is: key, called: speak(`ui.${key}`), onchange: () => deed(select.value) });
    select.append(...choices.map(([value, text]) => node("option", { value, selected: value === chosen }, text)));
    return select;
  };
  const speeds = menu("speed", [0.5, 1, 2, 4, 8].map((speed) => [speed, `${speed}×`]), now.speed, (value) => act.setSpeed(+value));
  const tongues = now.languages[1] ? menu("language", now.languages, speak.lang, act.setLanguage) : null;
  const root = node("div", { is: "controls" }, slider, node("div", { is: "buttons" }, ...back, main, ...on), node("div", { class: "more" }, place, speeds, tongues));
  /** @param {HTMLElement[]} some @param {boolean} off */
  const disable = (some, off) => some.forEach((one) => one.setAttribute("aria-disabled", `${off}`));

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
      disable(back, n <= 0);
      disable(on, n >= last);
      disable([main], last < 1);
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
