// Buttons, slider, speed and language.

import { icon, node } from "./dom.js";

/** @typedef {import("./dom.js").Speak} Speak */

const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * @typedef {object} Deeds what the controls can ask for
 * @property {(n: number, quiet?: boolean) => void} seek
 * @property {(by: number) => void} step
 * @property {(by: number) => void} turn
 * @property {() => void} toggle
 * @property {(speed: number) => void} setSpeed
 * @property {(lang: string) => void} setLanguage
 * @property {number} end the last event that can be shown
 */

/**
 * @param {Deeds} act
 * @param {Speak} speak
 * @param {{lang: string, languages: [string, string][], speed: number}} now
 */
export function makeControls(act, speak, now) {
  const slider = node("input", {
    type: "range", class: "slider", part: "slider", min: 0, max: 0, value: 0, "aria-label": speak("ui.slider"),
    oninput: () => act.seek(Number(slider.value), true),
  });
  /** @param {string} sign @param {string} key @param {() => void} deed @param {string} [kind] */
  const button = (sign, key, deed, kind = "") =>
    node("button", { type: "button", class: `button ${kind}`, part: `button ${kind}`, "aria-label": speak(key), title: speak(key), onclick: deed }, icon(sign));
  const back = [button("first", "ui.start", () => act.seek(0), "far"), button("turn_back", "ui.turn_back", () => act.turn(-1)), button("back", "ui.back", () => act.step(-1))];
  const play = button("play", "ui.play", () => act.toggle(), "main");
  const on = [button("step", "ui.forward", () => act.step(1)), button("turn", "ui.turn_forward", () => act.turn(1)), button("last", "ui.end", () => act.seek(act.end), "far")];
  const count = node("span", { class: "place-now", part: "place" });
  /** @param {string} key @param {(string | number)[][]} choices @param {string | number} chosen @param {(value: string) => void} deed */
  const menu = (key, choices, chosen, deed) => {
    const select = node("select", { "aria-label": speak(key), title: speak(key), part: "menu", onchange: () => deed(select.value) });
    for (const [value, text] of choices) select.append(node("option", { value, selected: value === chosen }, String(text)));
    return select;
  };
  const speeds = menu("ui.speed", SPEEDS.map((speed) => [speed, `${speed}×`]), now.speed, (value) => act.setSpeed(Number(value)));
  const tongue = now.languages.length > 1 ? menu("ui.language", now.languages, now.lang, act.setLanguage) : null;
  tongue?.classList.add("language");
  const root = node("div", { class: "controls", part: "controls" }, slider, node("div", { class: "buttons", part: "buttons" }, ...back, play, ...on), node("div", { class: "more" }, count, speeds, tongue));

  return {
    root,
    /**
     * @param {number} n
     * @param {number} last the last that can be shown
     * @param {string} text
     */
    show(n, last, text) {
      slider.max = String(Math.max(last, 0));
      slider.value = String(n);
      slider.setAttribute("aria-valuetext", last < 0 ? text : speak("ui.at_text", { n, last, text }));
      count.textContent = last < 0 ? "" : speak("ui.at", { n, last });
      for (const one of back) one.setAttribute("aria-disabled", String(n <= 0));
      for (const one of on) one.setAttribute("aria-disabled", String(n >= last));
      play.setAttribute("aria-disabled", String(last <= 0));
    },
    /** @param {boolean} playing */
    play(playing) {
      const key = playing ? "ui.pause" : "ui.play";
      play.replaceChildren(icon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", speak(key));
      play.title = speak(key);
    },
  };
}
