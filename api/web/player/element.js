// <fairdice-replay>: the element that a page holds.  All that it does is in player.js.

import { linkedEvent } from "./deep_link.js";
import { makePlayer } from "./player.js";
import { playerSheet } from "./styles.js";

/**
 * A replay that verifies itself.
 *
 * Attributes: `src` (a record's URL), `stream` (the service's stream of a game that is still played), `lang`, `theme` (light,
 * dark), `at` (the event to begin with, or `end`), `house-key`, `player-key`, `log-key` (what the page's owner trusts, several
 * parted by spaces), `deep-link` (it reads and writes the page's `#n=`).  Instead of `src`: a child
 * `<script type="text/plain" data-record="gzip base64">`.
 * Parts: frame, verdict, board, told, controls, slider, buttons, button (start, turn_back, back, play, forward, turn_forward, end), place, speed, language, panel, tabs, tab, page (moves,
 * checks, dice, standings, moments, help), move, check, fault, again; those of the board and the tables.  Custom properties:
 * --fairdice-font, -width, -radius, -focus, and the colours of board/styles.js.
 * Events: `fairdice-verdict` (detail: the report), `fairdice-event` (detail: the event's index).
 */
export class FairdiceReplay extends HTMLElement {
  static observedAttributes = ["src", "stream", "lang", "house-key", "player-key", "log-key"];

  #root = this.attachShadow({ mode: "open" });
  #player = makePlayer(this, this.#root);

  connectedCallback() {
    this.#root.adoptedStyleSheets = [playerSheet()];
    addEventListener("hashchange", this.#onHash);
    this.#player.begin();
  }

  disconnectedCallback() {
    this.#player.end();
    removeEventListener("hashchange", this.#onHash);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.#root.firstChild || !this.isConnected || before === now) return;
    if (name === "lang") this.#player.translate();
    else if (name === "src") this.#player.load(null);
    else this.#player.begin();
  }

  /**
   * Verify and show these bytes, as if they had come from `src`; `name` is that of the file in the report.
   * @param {Uint8Array} bytes
   * @param {string} [name]
   */
  load(bytes, name = "-") {
    this.#player.load({ bytes, name });
  }

  /** The report of the verification (docs/spec/verifying.md); null until it has ended. */
  get report() {
    return this.#player.report();
  }

  /** Index of the event after which the game is shown; -1 while there is none. */
  get event() {
    return this.#player.event();
  }

  /** Whether it plays. */
  get playing() {
    return this.#player.playing();
  }

  play() {
    this.#player.play();
  }

  pause() {
    this.#player.pause();
  }

  /** Show the game after event `n`, or after the nearest that can be shown. @param {number} n */
  seek(n) {
    this.#player.seek(n);
  }

  #onHash = () => {
    const n = linkedEvent(this);
    if (n !== undefined && n !== this.event) this.seek(n);
  };
}
