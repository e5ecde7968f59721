// One record under examination: what was read, and what all stages look at.

import { Presence } from "../../replay/presence.js";
import { fromHex, head, ZERO_HASH } from "../encoding.js";
import { receiptMessage, verifySignature } from "../keys.js";

/**
 * What the caller knows from elsewhere. A verifier takes its trusted keys as arguments; it fetches nothing.
 * @typedef {object} Trust
 * @property {string[]} [houseKeys] keys of the house, 64 hex digits each: the record's must be one of them
 * @property {string[]} [playerKeys] keys of players, 64 hex digits each: every one must be a player's of this game
 * @property {string} [game] the gid, 64 hex digits, that the record must have
 * @property {{check: (kase: Case) => Promise<boolean>, narrow: (kase: Case) => Promise<Record<string, any> | undefined>}}
 *   [receipts] kept from earlier: what `keptReceipts` of kept.js makes of them
 * @property {(said: import("./report.js").Statement[]) => boolean} [require] statements that must hold: what
 *   `requireStatements` of kept.js makes of their names
 * @property {string[]} [logKeys] keys of logs as vkeys (docs/spec/log.md, L6): one must have signed the checkpoint
 */

/**
 * What must be true of a draw or roll because of what went before.
 * @typedef {object} DueRoll
 * @property {number} index
 * @property {readonly boolean[]} contributors by player: whether it gives a link
 * @property {number} dueSince index of the event after which the roll was due
 */

/**
 * What the proofs of a transparency log show.
 * @typedef {object} Logged
 * @property {string} origin
 * @property {number} size of the checkpoint
 * @property {boolean} key_named whether the checkpoint is signed by a key that the caller named
 * @property {number | null} open index in the log of the leaf for the head before the draw
 * @property {number | null} close index in the log of the leaf for the close
 */

/**
 * A decoded record, its events by kind, its heads. What `opening`, `commit` and `joins` are is sound once the order has
 * been checked.
 * @typedef {object} Case
 * @property {any} record
 * @property {any[]} events
 * @property {Uint8Array[]} bodies canonical JSON of each event
 * @property {(Uint8Array | null)[][]} links of each of `rolls`, the house's first
 * @property {boolean} canonical
 * @property {Trust & {houseKeys: string[], playerKeys: string[], logKeys: string[]}} trust
 * @property {Uint8Array[]} heads of each event, 32 bytes
 * @property {Uint8Array} gid the head of the opening
 * @property {any} opening
 * @property {any} commit undefined if the record does not come so far
 * @property {any} close undefined if there is none
 * @property {any[]} joins in player order
 * @property {any[]} rolls the draw and all rolls in order
 * @property {any[]} moves all moves and passes in order
 * @property {any[]} absences who was declared away and who came back, in order
 * @property {number} last index of the last event
 * @property {() => Promise<void>} breathe
 * @property {any} game the replayed game, once the stage `rules` has passed
 * @property {Logged} [logged] once the stage `log` has passed
 * @property {boolean} flawed whether a stage has failed so far
 * @property {DueRoll[]} [due] what `dueRolls` has found
 * @property {Promise<boolean>} [receipt] what `checkReceipt` has found
 * @property {Map<string, Uint8Array>} keys by hex: see `keyOf`
 */

/** After so many events, and as many again, a page may do something else. */
export const PORTION = 1024;

/**
 * The case of a record whose format is known to be good.
 * @param {{record: any, bodies: Uint8Array[], links: (Uint8Array | null)[][], canonical: boolean}} decoded
 * @param {Trust} trust
 * @param {() => Promise<void>} breathe
 * @returns {Promise<Case>}
 */
export async function makeCase(decoded, trust, breathe) {
  const events = decoded.record.events;
  /** @type {Uint8Array[]} */
  const heads = [];
  let last = ZERO_HASH;
  for (const body of decoded.bodies) {
    last = head(last, body);
    if (heads.push(last) % PORTION === 0) await breathe();
  }
  /** @type {(...types: string[]) => any[]} */
  const pick = (...types) => events.filter((/** @type {any} */ event) => types.includes(event.type));
  const end = events[events.length - 1];
  return {
    ...decoded,
    events,
    trust: { houseKeys: [], playerKeys: [], logKeys: [], ...trust },
    heads,
    gid: heads[0],
    opening: events[0],
    commit: events[1]?.type === "commit" ? events[1] : undefined,
    close: end.type === "close" ? end : undefined,
    joins: events.slice(2, 8).filter((/** @type {any} */ event) => event.type === "join"),
    rolls: pick("draw", "roll"),
    moves: pick("move", "pass"),
    absences: pick("away", "back"),
    last: events.length - 1,
    breathe,
    game: undefined,
    flawed: false,
    keys: new Map(),
  };
}

/**
 * The bytes of a public key: the same array each time, as `verifySignature` wants it.
 * @param {Case} kase
 * @param {string} hex
 */
export function keyOf({ keys }, hex) {
  const key = keys.get(hex) ?? fromHex(hex);
  keys.set(hex, key);
  return key;
}

/**
 * Require that the receipt is a signature of the house's key over the last head. Checked once.
 *
 * Gives false where it cannot be checked here. Rejects with ``head.receipt`` or ``party.key_*``.
 * @param {Case} kase
 * @returns {Promise<boolean>}
 */
export function checkReceipt(kase) {
  if (!kase.receipt) {
    const message = receiptMessage(kase.gid, kase.last, kase.heads[kase.last]);
    const sig = fromHex(kase.record.receipt.sig);
    kase.receipt = unheard(verifySignature(keyOf(kase, kase.opening.house.key), sig, message, "head.receipt"));
  }
  return kase.receipt;
}

/**
 * For each of `rolls`: what the events before it make of it (docs/spec/record.md, R8).
 * @param {Case} kase
 * @returns {DueRoll[]}
 */
export function dueRolls(kase) {
  return (kase.due ??= followAbsences(kase));
}

/** @param {Case} kase */
function followAbsences(kase) {
  const presence = new Presence(
    kase.joins.map((join) => join.anchor !== null),
    kase.opening.returns,
  );
  const interrupting = awayFromRolls(kase.events);
  let dueSince = 1 + kase.joins.length;
  /** @type {DueRoll[]} */
  const due = [];
  for (const { type, n, player } of kase.events) {
    if (type === "away") {
      if (presence.leave(player, interrupting.has(n))) dueSince = n;
    } else if (type === "back") {
      presence.comeBack(player);
    } else if (["draw", "roll", "move", "pass"].includes(type)) {
      if (type === "draw" || type === "roll") {
        due.push({ index: presence.index, contributors: presence.contributors, dueSince });
        presence.rolled();
      }
      dueSince = n;
      presence.rollDue();
    }
  }
  return due;
}

/**
 * Where a player was declared away while a roll was due. It shows in what comes next but for absences: a draw, a roll,
 * or a close because the links are exhausted.
 * @param {any[]} events
 * @returns {Set<number>}
 */
function awayFromRolls(events) {
  const found = new Set();
  let rollDue = false;
  for (let place = events.length - 1; place >= 0; place--) {
    const event = events[place];
    if (event.type === "away") {
      if (rollDue) found.add(event.n);
    } else if (event.type !== "back") {
      rollDue = event.type === "draw" || event.type === "roll" || event.status === "void";
    }
  }
  return found;
}

/**
 * The promise; that nobody has waited for it yet when it is rejected is no fault.
 * @template T
 * @param {Promise<T>} promise
 */
export function unheard(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * The error, with what only its caller knows.
 * @param {any} error
 * @param {Record<string, any>} fields
 * @param {Record<string, any>} [facts] further ones
 */
export function amend(error, fields, facts) {
  return Object.assign(error, fields, { facts: { ...error.facts, ...facts } });
}

/**
 * Signatures whose checks have begun, in the order in which their faults are to be told: first in, first told.
 */
export function makeQueue() {
  /** @type {[Promise<boolean>, any, any, (() => void)?][]} */
  let waiting = [];
  let all = true;
  return {
    /**
     * What is told of a fault besides are `fields` and `facts`; `otherwise` is called for a signature that cannot be
     * checked here. Gives whether so many are waiting that they should be drained.
     * @type {(check: Promise<boolean>, fields: any, facts: any, otherwise?: () => void) => boolean}
     */
    add: (check, fields, facts, otherwise) => waiting.push([unheard(check), fields, facts, otherwise]) >= PORTION,
    /** Wait for all; give whether all that were ever added could be checked. Rejects with the first fault. */
    async drain() {
      const now = waiting;
      waiting = [];
      for (const [check, fields, facts, otherwise] of now) {
        try {
          if (await check) continue;
          all = false;
          otherwise?.();
        } catch (error) {
          throw amend(error, fields, facts);
        }
      }
      return all;
    },
  };
}
