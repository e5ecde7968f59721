// The game record: one document, its events, and nothing else (docs/spec/record.md). The shapes are the format.

import {
  arrayShape,
  choiceShape,
  eitherShape,
  hexShape,
  integerShape,
  makeShape,
  membersShape,
  nameShape,
  objectShape,
  optionalShape,
  taggedShape,
  textShape,
} from "./shape.js";

/** @typedef {import("../types.js").OptionValue} OptionValue */

/**
 * Every event also has its index `n` from 0, its `type` and its time `at` in Unix milliseconds. Hex is lower case.
 * @typedef {{type: "open", n: number, at: number, protocol: string, rules: {id: string, options: Record<string, OptionValue>},
 *   players: number, links: number, away_after_ms: number, returns: number, signed_moves: boolean,
 *   house: {name: string, key: string}, nonce: string, beacon: null, note?: string}} Open
 * @typedef {{type: "commit", n: number, at: number, anchor: string}} Commit
 * @typedef {{type: "join", n: number, at: number, player: number, kind: "human" | "bot", name: string,
 *   anchor: string | null, key: string | null, sig?: string}} Join
 * @typedef {{type: "draw", n: number, at: number, j: number, links: (string | null)[], seats: number[],
 *   first: number | null}} Draw
 * @typedef {{type: "roll", n: number, at: number, j: number, player: number, links: (string | null)[], value: number,
 *   purpose?: "start"}} Roll
 * @typedef {{type: "move", n: number, at: number, player: number, piece: number, from: number, to: number, by: By,
 *   sig?: string, lap?: number, bonus?: number, captured?: number, action?: string, dice?: number[], column?: number}} Move
 * @typedef {{type: "pass", n: number, at: number, player: number, by: By, sig?: string}} Pass
 * @typedef {{type: "away", n: number, at: number, player: number, reason: "timeout" | "left", sig?: string}} Away
 * @typedef {{type: "back", n: number, at: number, player: number, sig?: string}} Back
 * @typedef {{type: "close", n: number, at: number, status: Status, reason: string | null, ranking: number[][] | null,
 *   points: number[] | null}} Close
 * @typedef {"player" | "auto" | "bot"} By
 * @typedef {"finished" | "abandoned" | "void"} Status
 * @typedef {Open | Commit | Join | Draw | Roll | Move | Pass | Away | Back | Close} GameEvent
 */

/**
 * @typedef {{format: string, kind: "open" | "close", game: string, n: number, head: string, status?: Status}} LogEntry
 * @typedef {{leaf: LogEntry, index: number, proof: string[]}} LogLeaf
 * @typedef {{player: number, n: number, sig: string}} Ack
 * @typedef {{format: string, events: GameEvent[], receipt: {n: number, sig: string}, acks: Ack[],
 *   log?: {checkpoint: string, leaves: LogLeaf[]}}} GameRecord
 */

export const MAX_BYTES = 2 ** 25;
export const MAX_EVENTS = 200000;
export const RECORD_FORMAT = "fairdice/game@1";

/** The shape of a record. */
export const RECORD = makeRecordShape();

function makeRecordShape() {
  const safe = Number.MAX_SAFE_INTEGER;
  const none = makeShape("null", "null");
  const index = integerShape(0, MAX_EVENTS - 1);
  const large = integerShape(0, safe);
  const player = integerShape(0, 5);
  const rollIndex = integerShape(1, 65536);
  const die = integerShape(1, 6);
  const progress = integerShape(-3, 75);
  const hash = hexShape(64);
  const sig = hexShape(128);
  const name = nameShape();
  const text = textShape(0, 200);
  const flag = makeShape("boolean", "true or false");
  const by = choiceShape("auto", "bot", "player");
  const status = choiceShape("abandoned", "finished", "void");
  const hashOrNull = eitherShape(hash, none);
  const links = arrayShape(hashOrNull, 2, 7);
  const event = { n: index, at: large };
  const ofPlayer = { ...event, player };
  const signed = { ...ofPlayer, sig: optionalShape(sig) };
  const option = eitherShape(flag, integerShape(-safe, safe), textShape(0, 40));

  const events = taggedShape({
    open: {
      ...event,
      protocol: choiceShape("fairdice/1"),
      rules: objectShape({ id: textShape(1, 40), options: membersShape(option, 32) }),
      players: integerShape(2, 6),
      links: integerShape(64, 65536),
      away_after_ms: integerShape(10000, 86400000),
      returns: integerShape(0, 1000),
      signed_moves: flag,
      house: objectShape({ name, key: hash }),
      nonce: hexShape(32),
      beacon: none,
      note: optionalShape(text),
    },
    commit: { ...event, anchor: hash },
    join: { ...signed, kind: choiceShape("bot", "human"), name, anchor: hashOrNull, key: hashOrNull },
    draw: { ...event, j: rollIndex, links, seats: arrayShape(player, 2, 6), first: eitherShape(player, none) },
    roll: { ...ofPlayer, j: rollIndex, links, value: die, purpose: optionalShape(choiceShape("start")) },
    move: {
      ...signed,
      piece: integerShape(0, 3),
      from: progress,
      to: progress,
      by,
      lap: optionalShape(integerShape(0, MAX_EVENTS)),
      bonus: optionalShape(choiceShape(10, 20)),
      captured: optionalShape(player),
      action: optionalShape(choiceShape("enter", "free", "invade", "moonwalk", "move", "recover")),
      dice: optionalShape(arrayShape(die, 1, MAX_EVENTS)),
      column: optionalShape(player),
    },
    pass: { ...signed, by },
    away: { ...signed, reason: choiceShape("left", "timeout") },
    back: signed,
    close: {
      ...event,
      status,
      reason: eitherShape(text, none),
      ranking: eitherShape(arrayShape(arrayShape(player), 0, 6), none),
      points: eitherShape(arrayShape(large, 0, 6), none),
    },
  });

  const leaf = objectShape({
    format: choiceShape("fairdice/leaf@1"),
    kind: choiceShape("close", "open"),
    game: hash,
    n: index,
    head: hash,
    status: optionalShape(status),
  });
  const leaves = arrayShape(objectShape({ leaf, index: large, proof: arrayShape(hash, 0, 64) }), 0, 16);
  return objectShape({
    format: choiceShape(RECORD_FORMAT),
    events: arrayShape(events, 1, MAX_EVENTS),
    receipt: objectShape({ n: index, sig }),
    acks: arrayShape(objectShape({ player, n: index, sig }), 0, 6),
    log: optionalShape(objectShape({ checkpoint: textShape(0, 65536), leaves })),
  });
}
