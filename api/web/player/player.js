// One replay: loads a record, has it verified here, and only then lets it be played.

import { utf8 } from "../fairdice/encoding.js";
import { examine, unreadable } from "../fairdice/verify/verifier.js";
import { reportInWords } from "../fairdice/words/report.js";
import { makeSpeak } from "../fairdice/words/speak.js";
import { canonicalJson } from "../replay/codec.js";
import { CodedError, fault } from "../replay/errors.js";
import { RECORD_FORMAT } from "../replay/record.js";
import { makeBreathe } from "./breathe.js";
import { linkedEvent, linkEvent } from "./deep_link.js";
import { pressKey } from "./keys.js";
import { fetchWords, languageOf, languages, wordsAtHand } from "./languages.js";
import { followStream, lastSeen, otherHistory } from "./live.js";
import { fetchRecord, inlineRecord, trustOf } from "./load.js";
import { buildTimeline } from "./timeline.js";
import { makeView } from "./view.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {{animate?: boolean, quiet?: boolean, link?: boolean}} How `quiet`: nothing is announced; `link`: the page's address follows */
/** @typedef {"start" | "turn_back" | "back" | "play" | "forward" | "turn_forward" | "end" | "help"} Step called as its words and its icon */
/**
 * @typedef {Record<Step, () => void> & Asked} Deeds what controls, keys and lists can ask for
 * @typedef {object} Asked
 * @property {(n: number, quiet?: boolean) => void} seek
 * @property {(speed: number) => void} setSpeed
 * @property {(lang: string) => void} setLanguage
 * @property {(page: string) => void} turnTo a page has come to the front
 */

const PAUSE_MS = 550; // between two events, at speed 1

/**
 * @param {HTMLElement} host whose attributes say what is to be shown
 * @param {ShadowRoot} root where it is shown
 */
export function makePlayer(host, root) {
  let work = new AbortController();
  /** @type {ReturnType<typeof makeView>} */
  let view;
  /** @type {any} */
  let speak;
  /** @type {Record<string, string>} the very object that is spoken from */
  let messages = {};
  let hasMore = false; // whether they say all that the panel can show
  /** @type {any} */
  let report = null;
  /** @type {any} */
  let record = null;
  /** @type {Timeline | null} */
  let timeline = null;
  let shown = -1;
  let stop = Infinity; // the event at which the record is refused
  let saved = ""; // URL of the very bytes that were verified
  let page = "moves";
  let speed = 1;
  let runs = 0; // counts playing and pausing: odd while it plays
  let broken = false; // the line to the stream
  let hangUp = () => {};
  let linking = 0;
  /** @type {{bytes: Uint8Array, name: string} | null} what was handed over, in place of `src` */
  let given = null;
  /** @type {import("./live.js").Seen | null} the history that is shown */
  let seen = null;

  const attribute = (/** @type {string} */ name) => host.getAttribute(name);
  const file = () => given?.name ?? attribute("src") ?? "-";
  const last = () => (timeline ? timeline.moments.length : 0) - 1;
  const playing = () => runs % 2 === 1;
  const inWords = () => reportInWords(report, speak);

  // Loading and judging ----------------------------------------------------------------------------------------------

  function end() {
    pause();
    work.abort();
    hangUp();
    clearTimeout(linking);
    URL.revokeObjectURL(saved);
  }

  /** Show this from now on; null: what the attributes say. @param {typeof given} what */
  function load(what) {
    given = what;
    if (root.firstChild && host.isConnected) begin();
  }

  async function begin() {
    end();
    work = new AbortController();
    const { signal } = work;
    forget();
    page = "moves";
    say(languageOf(host), wordsAtHand(languageOf(host)));
    draw();
    try {
      const [bytes] = await Promise.all([getBytes(signal), getWords(signal)]);
      if (bytes) await judge(bytes, signal);
      signal.throwIfAborted(); // whoever was told the verdict may have taken the element away
      const stream = attribute("stream");
      if (stream && (!bytes || /open|unchecked/.test(report.verdict))) follow(stream, signal);
    } catch (error) {
      fail(error, signal);
    }
  }

  function forget() {
    report = record = timeline = seen = null;
    shown = -1;
    stop = Infinity;
    broken = false;
  }

  /** The record's bytes; null if there is only a stream. @param {AbortSignal} signal */
  async function getBytes(signal) {
    const src = attribute("src");
    if (given) return given.bytes;
    /** @type {HTMLElement | null} */
    const inline = host.querySelector("script[data-record]");
    if (src) return fetchRecord(src, signal);
    if (inline) return inlineRecord(inline);
    if (attribute("stream")) return null;
    throw fault("read.nothing");
  }

  /**
   * Verify these bytes, whole, and show what came of it.
   * @param {Uint8Array} bytes
   * @param {AbortSignal} signal
   */
  async function judge(bytes, signal) {
    if (!report) state("ui.checking");
    const breathe = makeBreathe(signal);
    const ask = (/** @type {any} */ trust) => examine(bytes, trust, { file: file(), breathe });
    const trust = trustOf(host);
    let found = await ask(trust);
    const other = seen && !found.report.fault && otherHistory(seen, found);
    if (other) found = await ask({ ...trust, receipts: { check: () => Promise.reject(other) } });
    signal.throwIfAborted();
    const judged = found.report;
    const wrong = judged.fault;
    const read = found.case?.record;
    const events = read?.events ?? [];
    if (wrong) await getWords(signal, ".more");
    signal.throwIfAborted();
    const until = Math.min(...judged.stages.map((stage) => stage.fault?.event ?? Infinity));
    const atEnd = shown === last();
    const before = timeline;
    const spoken = speak; // whoever chooses a language meanwhile changes it
    if (before && !wrong) await before.extend(events.slice(before.moments.length), breathe);
    else timeline = null;
    if (read && (!timeline || spoken !== speak)) timeline = await buildTimeline(events, speak, breathe, until);
    signal.throwIfAborted();
    if (!wrong && last() !== events.length - 1) throw new Error("verified, but cannot be told");
    report = judged;
    record = read;
    if (wrong) hangUp();
    else seen = lastSeen(found);
    stop = until;
    URL.revokeObjectURL(saved);
    saved = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (bytes)], { type: "application/json" })); // never read as HTML, whatever is in it
    if (timeline) view.game(timeline);
    if (wrong) view.show("checks");
    state();
    emit("verdict", report);
    if (before) show(atEnd ? last() : shown, { animate: true, quiet: !atEnd });
    else show(opening(), { quiet: true });
  }

  /** @param {unknown} error @param {AbortSignal} signal */
  function fail(error, signal) {
    if (signal.aborted) return;
    const known = error instanceof CodedError;
    if (!known) reportError(error);
    hangUp();
    forget();
    report = unreadable(file(), known ? error : fault("read.broken"));
    draw();
    emit("verdict", report);
  }

  /**
   * Go on with the events of a stream: they are verified with all before them, and only then shown.
   * @param {string} stream
   * @param {AbortSignal} signal
   */
  function follow(stream, signal) {
    /** @param {() => Promise<void>} deed */
    const guarded = (deed) => (signal.aborted || report?.fault ? undefined : deed().catch((error) => fail(error, signal)));
    hangUp = followStream(
      stream,
      last(),
      (items) =>
        guarded(() => {
          const known = record ?? { format: RECORD_FORMAT, acks: [], events: [] };
          const more = items.map((item) => item.event);
          return judge(utf8(canonicalJson({ ...known, events: [...known.events, ...more], receipt: items[items.length - 1].receipt })), signal);
        }),
      (line) =>
        guarded(async () => {
          const src = attribute("src");
          broken = line === "off";
          if (report) state();
          if (line === "closed" && src) await judge(await fetchRecord(src, signal), signal);
        }),
    );
  }

  // Words ------------------------------------------------------------------------------------------------------------

  /** Speak this language from now on. @param {string} lang @param {Record<string, string> | null} words null: not yet */
  function say(lang, words) {
    messages = { ...words };
    hasMore = "about.format" in messages;
    speak = makeSpeak(messages, lang);
    if (!words) speak = Object.assign(() => "", speak);
  }

  /**
   * Have the words of the language, or with `kind` ".more" those of all pages but the moves.
   * @param {AbortSignal} signal
   * @param {string} [kind]
   */
  async function getWords(signal, kind = "") {
    if (kind ? hasMore : messages["ui.play"]) return;
    const { lang } = speak;
    const words = await fetchWords(lang, kind);
    if (signal.aborted || lang !== speak.lang) return;
    if (kind) {
      Object.assign(messages, words);
      hasMore = true;
      view.ready();
      fillChecks();
    } else {
      say(lang, words);
      draw();
    }
  }

  /** All over again in the language that is asked for now. */
  async function translate() {
    const { signal } = work;
    const lang = languageOf(host);
    const words = await Promise.all([fetchWords(lang), hasMore ? fetchWords(lang, ".more") : {}]);
    if (signal.aborted || lang !== languageOf(host)) return;
    pause();
    say(lang, Object.assign({}, ...words));
    const told = record && (await buildTimeline(record.events, speak, makeBreathe(signal), stop));
    if (signal.aborted) return;
    if (told) timeline = told;
    const focused = root.activeElement?.matches(".language");
    draw();
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(".language"))?.focus();
  }

  // Showing ----------------------------------------------------------------------------------------------------------

  /** The whole view anew. */
  function draw() {
    view = makeView(deeds, speak, { languages: languages(), speed });
    view.root.onkeydown = (event) => pressKey(event, deeds);
    root.replaceChildren(view.root);
    if (timeline) view.game(timeline);
    if (unread()) view.again(begin);
    if (hasMore) view.ready();
    view.show(page);
    state();
    show(shown, { quiet: true });
  }

  /** Whether the record could not be loaded. */
  function unread() {
    return /^read/.test(report?.fault?.code);
  }

  /** The verdict, or how far it has come. @param {string} [phase] */
  function state(phase = "ui.loading") {
    if (!report) return view.verdict("loading", speak(phase), "");
    const { verdict, fault: wrong } = report;
    let title = `ui.${verdict}`;
    let about;
    if (unread()) {
      title = "ui.unloaded";
      about = speak(`ui.${wrong.code}`, wrong.facts);
    } else if (wrong) {
      if (wrong.event != null) title = "ui.refused_at";
      about = hasMore ? inWords().fault.message : wrong.code;
    } else about = speak(`${title}.about`);
    view.verdict(verdict, speak(title, { n: wrong?.event }), broken ? speak("ui.waiting") : about);
    fillChecks();
  }

  function fillChecks() {
    if (report && hasMore && !unread()) view.checks(inWords(), record, saved);
  }

  /** The sentence for the event at which it stops, which need not be that of the first check that failed. */
  function whyStopped() {
    return inWords().stages.find((/** @type {any} */ stage) => stage.fault?.event === stop).fault.message;
  }

  /** @param {number} n @param {How} [how] */
  function show(n, { animate = false, quiet = playing(), link = false } = {}) {
    n = Math.min(Math.max(n, 0), last());
    const changed = n !== shown;
    shown = n;
    const event = record?.events[stop];
    const refusal = event && n === last() ? { words: hasMore ? speak("ui.stops", { n: stop, why: whyStopped() }) : "", event } : null;
    const still = matchMedia("(prefers-reduced-motion:reduce)").matches;
    const done = view.moment(n, { animate: animate && !still, pace: speed }, quiet, refusal);
    if (changed && n >= 0) emit("event", n);
    if (link && host.hasAttribute("deep-link")) {
      clearTimeout(linking);
      linking = window.setTimeout(linkEvent, 200, n);
    }
    return done;
  }

  /** The first event with pieces on the board. */
  function first() {
    return Math.max(0, timeline?.moments.findIndex((moment) => moment.seats.length) ?? 0);
  }

  /** The event to begin with. */
  function opening() {
    const at = attribute("at");
    const asked = linkedEvent(host) ?? (/^\d+$/.test(at ?? "") ? Number(at) : undefined);
    return asked ?? (at || report.fault || attribute("stream") ? last() : first());
  }

  function play() {
    if (playing() || last() < 1) return;
    runs++;
    view.play(true);
    if (shown >= last()) show(first());
    playOn();
  }

  function pause() {
    if (!playing()) return;
    runs++;
    view.play(false);
  }

  async function playOn() {
    const run = runs;
    while (run === runs && shown < last()) {
      await new Promise((done) => setTimeout(done, PAUSE_MS / speed));
      if (run === runs) await show(shown + 1, { animate: true, quiet: shown + 1 < last(), link: true });
    }
    if (run === runs) pause();
  }

  /** @param {string} name @param {any} detail */
  function emit(name, detail) {
    host.dispatchEvent(new CustomEvent(`fairdice-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** @param {number} n @param {How} [how] */
  function go(n, how) {
    pause();
    show(n, { link: true, ...how });
  }

  /** @type {Deeds} */
  const deeds = {
    seek: (n, quiet) => go(n, { quiet }),
    start: () => go(0),
    turn_back: () => go(timeline?.turns.filter((n) => n < shown).pop() ?? 0),
    back: () => go(shown - 1),
    play: () => (playing() ? pause() : play()),
    forward: () => go(shown + 1, { animate: shown < last() }),
    turn_forward: () => go(timeline?.turns.find((n) => n > shown) ?? Infinity),
    end: () => go(Infinity),
    help: () => view.show("help", true),
    setSpeed(now) {
      speed = now;
    },
    setLanguage(lang) {
      host.lang = lang;
    },
    turnTo(now) {
      page = now;
      if (now !== "moves") getWords(work.signal, ".more");
    },
  };

  return {
    begin,
    end,
    load,
    translate,
    play,
    pause,
    playing,
    report: () => report,
    event: () => shown,
    /** @param {number} n */
    seek(n) {
      pause();
      show(n, { quiet: true });
    },
  };
}
