// <fairdice-replay>: loads a record, has it verified here, and only then lets it be played.

import { utf8 } from "../fairdice/encoding.js";
import { examine } from "../fairdice/verify/verifier.js";
import { reportInWords } from "../fairdice/words/report.js";
import { makeSpeak } from "../fairdice/words/speak.js";
import { canonicalJson } from "../replay/codec.js";
import { CodedError, fault } from "../replay/errors.js";
import { RECORD_FORMAT } from "../replay/record.js";
import { makeBreathe } from "./breathe.js";
import { linkedEvent, linkEvent } from "./deep_link.js";
import { pressKey } from "./keys.js";
import { fetchWords, languageOf, languages, wordsAtHand } from "./languages.js";
import { gatherStream } from "./live.js";
import { fetchRecord, inlineRecord, trustOf } from "./load.js";
import { playerSheet } from "./styles.js";
import { buildTimeline } from "./timeline.js";
import { makeView } from "./view.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {{animate?: boolean, quiet?: boolean, link?: boolean}} How `quiet`: nothing is announced; `link`: the page's address follows */

const PAUSE_MS = 550; // between two events, at speed 1

/**
 * A replay that verifies itself.
 *
 * Attributes: `src` (a record's URL), `stream` (the service's stream of a game that is still played), `lang`, `theme` (light,
 * dark), `at` (the event to begin with, or `end`), `house-key`, `player-key`, `log-key` (what the page's owner trusts, several
 * parted by spaces), `deep-link` (it reads and writes the page's `#n=`).  Instead of `src`: a child
 * `<script type="text/plain" data-record="gzip base64">`.
 * Events: `fairdice-verdict` (detail: the report), `fairdice-event` (detail: the event's index).
 */
export class FairdiceReplay extends HTMLElement {
  static observedAttributes = ["src", "stream", "lang", "house-key", "player-key", "log-key"];

  #root = this.attachShadow({ mode: "open" });
  #work = new AbortController();
  #lang = "";
  /** @type {any} */
  #speak;
  /** @type {Record<string, string>} */
  #words = {};
  #hasMore = false;
  #view = /** @type {ReturnType<typeof makeView>} */ (/** @type {unknown} */ (null));
  #phase = "ui.loading"; // until there is a report
  /** @type {any} */
  #report = null;
  /** @type {any} */
  #record = null;
  /** @type {Timeline | null} */
  #timeline = null;
  #saved = ""; // URL of the very bytes that were verified
  #n = -1;
  #stop = Infinity; // the event at which the record is refused
  #page = "moves";
  #speed = 1;
  #runs = 0; // counts playing and pausing: odd while it plays
  #broken = false; // the line to the stream
  #hangUp = () => {};
  #linking = 0;

  connectedCallback() {
    this.#root.adoptedStyleSheets = [playerSheet()];
    addEventListener("hashchange", this.#onHash);
    this.#begin();
  }

  disconnectedCallback() {
    this.#end();
    removeEventListener("hashchange", this.#onHash);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.#view || !this.isConnected || before === now) return;
    if (name === "lang") this.#translate();
    else this.#begin();
  }

  // For the page -----------------------------------------------------------------------------------------------------

  /** The report of the verification (docs/spec/verifying.md); null until it has ended. */
  get report() {
    return this.#report;
  }

  /** Index of the event after which the game is shown; -1 while there is none. */
  get event() {
    return this.#n;
  }

  /** Whether it plays. */
  get playing() {
    return this.#runs % 2 === 1;
  }

  play() {
    if (this.playing || this.#last < 1) return;
    this.#runs++;
    if (this.#n >= this.#last) this.#show(this.#first);
    this.#view.controls.play(true);
    this.#playOn();
  }

  pause() {
    if (!this.playing) return;
    this.#runs++;
    this.#view.controls.play(false);
  }

  /** Show the game after event `n`, or after the nearest that can be shown. @param {number} n */
  seek(n) {
    this.pause();
    this.#show(n, { quiet: true });
  }

  // Loading and judging ----------------------------------------------------------------------------------------------

  #end() {
    this.pause();
    this.#work.abort();
    this.#hangUp();
    clearTimeout(this.#linking);
    URL.revokeObjectURL(this.#saved);
  }

  async #begin() {
    this.#end();
    const { signal } = (this.#work = new AbortController());
    this.#forget();
    this.#page = "moves";
    this.#lang = languageOf(this);
    this.#say(wordsAtHand(this.#lang), false);
    this.#draw();
    try {
      const [bytes] = await Promise.all([this.#bytes(signal), this.#fetchWords(signal)]);
      if (bytes) await this.#judge(bytes, signal);
      const stream = this.getAttribute("stream");
      if (stream && (!bytes || "open unchecked".includes(this.#report.verdict))) this.#follow(stream, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  #forget() {
    this.#report = this.#record = this.#timeline = null;
    this.#phase = "ui.loading";
    this.#n = -1;
    this.#stop = Infinity;
    this.#broken = false;
  }

  /** The record's bytes; null if there is only a stream. @param {AbortSignal} signal */
  async #bytes(signal) {
    const src = this.getAttribute("src");
    const inline = this.querySelector("script[data-record]");
    if (src) return fetchRecord(src, signal);
    if (inline) return inlineRecord(inline, signal);
    if (this.hasAttribute("stream")) return null;
    throw fault("read.nothing");
  }

  /**
   * Verify these bytes, whole, and show what came of it.
   * @param {Uint8Array} bytes
   * @param {AbortSignal} signal
   */
  async #judge(bytes, signal) {
    if (!this.#report) this.#state("ui.checking");
    const breathe = makeBreathe(signal);
    const { report, case: kase } = await examine(bytes, trustOf(this), { file: this.getAttribute("src") ?? "-", breathe });
    signal.throwIfAborted();
    if (report.fault) await this.#fetchWords(signal, ".more");
    const record = kase?.record ?? null;
    const stop = Math.min(...report.stages.map((stage) => stage.fault?.event ?? Infinity));
    const before = this.#timeline;
    const atEnd = this.#n === this.#last;
    if (before && !report.fault) await before.extend(record.events.slice(before.moments.length), breathe);
    else this.#timeline = record && (await buildTimeline(record.events, this.#speak, breathe, stop));
    signal.throwIfAborted();
    if (!report.fault && this.#timeline?.moments.length !== record.events.length) throw new Error("verified, but cannot be told");
    this.#record = record;
    this.#stop = stop;
    this.#report = report;
    URL.revokeObjectURL(this.#saved);
    this.#saved = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (bytes)], { type: "application/json" }));
    if (this.#timeline) this.#view.game(this.#timeline);
    if (report.fault) this.#view.show("checks");
    this.#state();
    this.#emit("fairdice-verdict", report);
    if (!before) this.#show(this.#opening, { quiet: true });
    else this.#show(atEnd ? this.#last : this.#n, { animate: true, quiet: !atEnd });
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  #fail(error, signal) {
    if (signal.aborted) return;
    if (!(error instanceof CodedError)) reportError(error);
    const { code, facts } = error instanceof CodedError ? error : fault("read.broken");
    this.#hangUp();
    this.#forget();
    this.#report = { file: this.getAttribute("src") ?? "-", verdict: "unreadable", fault: { code, facts }, stages: [], statements: [] };
    this.#draw();
    this.#emit("fairdice-verdict", this.#report);
  }

  /**
   * Go on with the events of a stream: they are verified with all before them, and only then shown.
   * @param {string} stream
   * @param {AbortSignal} signal
   */
  #follow(stream, signal) {
    /** @param {() => Promise<void>} work */
    const guarded = (work) => (signal.aborted || this.#stop < Infinity ? undefined : work().catch((error) => this.#fail(error, signal)));
    this.#hangUp = gatherStream(
      stream,
      (this.#record?.events.length ?? 0) - 1,
      async (items) =>
        guarded(() => {
          const { events = [], ...rest } = this.#record ?? { format: RECORD_FORMAT, acks: [] };
          const { receipt } = items[items.length - 1];
          return this.#judge(utf8(canonicalJson({ ...rest, events: [...events, ...items.map(({ event }) => event)], receipt })), signal);
        }),
      (line) =>
        guarded(async () => {
          this.#broken = line === "off";
          if (this.#report) this.#state();
          const src = this.getAttribute("src");
          if (line === "closed" && src) await this.#judge(await fetchRecord(src, signal), signal);
        }),
    );
  }

  // Words ------------------------------------------------------------------------------------------------------------

  /** @param {Record<string, string> | null} words @param {boolean} hasMore */
  #say(words, hasMore) {
    this.#words = { ...words };
    this.#hasMore = hasMore;
    this.#speak = words ? makeSpeak(this.#words, this.#lang) : () => "";
  }

  /**
   * Have the words of the language, or with `kind` ".more" those about the checks.
   * @param {AbortSignal} signal
   * @param {string} [kind]
   */
  async #fetchWords(signal, kind = "") {
    if (kind ? this.#hasMore : this.#words["ui.play"]) return;
    const lang = this.#lang;
    const words = await fetchWords(lang, kind);
    if (signal.aborted || lang !== this.#lang) return;
    if (kind) {
      Object.assign(this.#words, words); // the very object that is spoken from
      this.#hasMore = true;
      this.#fillChecks();
    } else {
      this.#say(words, false);
      this.#draw();
    }
  }

  /** All over again in the language that is asked for now. */
  async #translate() {
    const { signal } = this.#work;
    const lang = languageOf(this);
    const [words, more] = await Promise.all([fetchWords(lang), this.#hasMore ? fetchWords(lang, ".more") : {}]);
    if (signal.aborted || lang !== languageOf(this)) return;
    this.pause();
    this.#lang = lang;
    this.#say({ ...words, ...more }, this.#hasMore);
    if (this.#record) this.#timeline = await buildTimeline(this.#record.events, this.#speak, makeBreathe(signal), this.#stop);
    if (signal.aborted) return;
    const focused = this.#root.activeElement?.classList.contains("language");
    this.#draw();
    if (focused) /** @type {HTMLElement | null} */ (this.#root.querySelector(".language"))?.focus();
  }

  // Showing ----------------------------------------------------------------------------------------------------------

  /** The whole view anew. */
  #draw() {
    const view = makeView(this.#deeds, this.#speak, { lang: this.#lang, languages: languages(), speed: this.#speed, page: this.#page });
    this.#view = view;
    view.root.onkeydown = (event) => pressKey(event, this.#deeds);
    this.#root.replaceChildren(view.root);
    if (this.#timeline) view.game(this.#timeline);
    if (this.#report?.fault?.code.startsWith("read.")) view.again(() => this.#begin());
    view.show(this.#page);
    this.#state();
    this.#show(this.#n, { quiet: true });
  }

  /** The verdict, or how far it has come. @param {string} [phase] */
  #state(phase = this.#phase) {
    this.#phase = phase;
    const speak = this.#speak;
    if (!this.#report) return this.#view.verdict("loading", speak(phase), "");
    const { verdict, fault: wrong } = this.#report;
    const unread = wrong?.code.startsWith("read.");
    const title = verdict === "refused" && wrong.event != null ? speak("ui.refused_at", { n: wrong.event }) : speak(`ui.${unread ? "unloaded" : verdict}`);
    const why = wrong && !unread && this.#hasMore ? this.#worded.fault.message : speak(`ui.${unread ? wrong.code : `${verdict}.about`}`, wrong?.facts);
    this.#view.verdict(verdict, title, this.#broken ? speak("ui.waiting") : why);
    this.#fillChecks();
  }

  get #worded() {
    return reportInWords(this.#report, this.#speak);
  }

  #fillChecks() {
    if (this.#report && this.#hasMore) this.#view.checks(this.#worded, this.#record, this.#saved);
  }

  /** @param {number} n @param {How} [how] */
  #show(n, { animate = false, quiet = this.playing, link = false } = {}) {
    n = Math.min(Math.max(n, 0), this.#last);
    const changed = n !== this.#n;
    this.#n = n;
    const stop = this.#stop < Infinity ? { words: this.#speak("ui.stops", { n: this.#stop, why: this.#hasMore ? this.#worded.fault.message : "" }), event: this.#record?.events[this.#stop] } : null;
    const still = matchMedia("(prefers-reduced-motion:reduce)").matches;
    const done = this.#view.moment(n, { animate: animate && !still, pace: this.#speed, quiet, stop });
    if (changed && n >= 0) this.#emit("fairdice-event", n);
    if (link && this.hasAttribute("deep-link")) {
      clearTimeout(this.#linking);
      this.#linking = window.setTimeout(linkEvent, 200, n);
    }
    return done;
  }

  async #playOn() {
    const run = this.#runs;
    while (run === this.#runs && this.#n < this.#last) {
      await new Promise((done) => setTimeout(done, PAUSE_MS / this.#speed));
      if (run === this.#runs) await this.#show(this.#n + 1, { animate: true, quiet: this.#n + 1 < this.#last, link: true });
    }
    if (run === this.#runs) this.pause();
  }

  /** The last event that can be shown; -1 if there is none. */
  get #last() {
    return (this.#timeline?.moments.length ?? 0) - 1;
  }

  /** The first event with pieces on the board. */
  get #first() {
    return Math.max(0, this.#timeline?.moments.findIndex((moment) => moment.seats.length) ?? 0);
  }

  /** The event to begin with. */
  get #opening() {
    const at = this.getAttribute("at");
    const asked = (this.hasAttribute("deep-link") ? linkedEvent() : null) ?? (at && /^\d+$/.test(at) ? Number(at) : null);
    if (asked !== null) return asked;
    return at === "end" || this.#report.verdict === "refused" || this.hasAttribute("stream") ? this.#last : this.#first;
  }

  /** @param {string} name @param {any} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #onHash = () => {
    const n = this.hasAttribute("deep-link") ? linkedEvent() : null;
    if (n !== null && n !== this.#n) this.seek(n);
  };

  #deeds = this.#makeDeeds();

  /** What the controls and keys ask for. */
  #makeDeeds() {
    /** @param {number} n @param {How} [how] */
    const go = (n, how) => {
      this.pause();
      this.#show(n, { link: true, ...how });
    };
    const last = () => this.#last;
    return {
      get end() {
        return last();
      },
      /** @param {number} n @param {boolean} [quiet] */
      seek: (n, quiet) => go(n, { quiet }),
      /** @param {number} by */
      step: (by) => go(this.#n + by, { animate: by > 0 && this.#n < this.#last }),
      /** @param {number} by */
      turn: (by) => {
        const turns = this.#timeline?.turns ?? [];
        go(by > 0 ? (turns.find((n) => n > this.#n) ?? this.#last) : (turns.filter((n) => n < this.#n).pop() ?? 0));
      },
      toggle: () => (this.playing ? this.pause() : this.play()),
      help: () => this.#view.show("help", true),
      /** @param {number} speed */
      setSpeed: (speed) => void (this.#speed = speed),
      /** @param {string} lang */
      setLanguage: (lang) => void (this.lang = lang),
      /** @param {string} id */
      turnTo: (id) => {
        this.#page = id;
        if (id === "checks" && this.#report) this.#fetchWords(this.#work.signal, ".more");
      },
    };
  }
}
