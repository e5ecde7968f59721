// The assurance statements: what holds for a record and what does not (docs/spec/verifying.md, "Statements").
//
// A verdict alone would promise too much. Each statement has the figures that it rests on; nothing here can make a record
// fail. What could not be checked, for want of Ed25519, is not said to hold.

import { dueRolls } from "./case.js";

/** @typedef {import("./case.js").Case} Case */
/** @typedef {import("./report.js").Statement} Statement */
/** @typedef {Statement["holds"]} Holds */

/** All statements, in the order of the report. */
export const STATEMENTS = [
  "committed",
  "unchosen",
  "unforeseen",
  "legal",
  "authentic",
  "signed",
  "logged",
  "absences",
  "ended",
];

/**
 * What a statement says: what holds, its word (what follows the statement's name in a key, or a whole key), the facts, and
 * the details.
 * @typedef {[Holds, string, any?, any?]} Said
 */

/**
 * All statements about this record.
 * @param {Case} kase
 * @param {Set<string>} failed the stages that did not pass
 * @param {Set<string>} unchecked those of them in which nothing is wrong, but signatures could not be checked
 * @returns {Statement[]}
 */
export function makeStatements(kase, failed, unchecked) {
  if (failed.has("order")) {
    return STATEMENTS.map((name) => ({ name, holds: "no", say: { key: "said.order", facts: {} }, details: {} }));
  }
  const { close, opening, trust } = kase;
  const chance = ["party", "chain", "dice", "sign"];
  const result = ["rules", "result"];
  const rolls = { rolls: kase.links.length };
  const { key } = opening.house;
  const named = trust.houseKeys.includes(key);
  const due = failed.has("rules") ? null : whatIsDue(kase);
  /** @type {[string[], () => Said, any?, string?][]} stages that must have passed, what is said then, and if not */
  const rows = [
    [chance.slice(0, 3), () => (rolls.rolls ? ["yes", "yes", rolls] : ["no", "none"]), rolls],
    [chance, () => sayShares(kase, "given")],
    [chance, () => sayShares(kase, "blind")],
    [result, () => ["yes", close ? "yes" : "open", { rules: opening.rules.id }]],
    [["head"], () => (named ? ["yes", "yes"] : ["if", "if"]), { key, named }, "no"],
    [["sign"], () => saySigned(kase)],
    [["log"], () => sayLogged(kase)],
    [[], () => sayAbsences(kase, failed)],
    [result, () => sayEnded(close, due), { status: close?.status ?? null, due }],
  ];
  return rows.map(([stages, say, given = {}, word = "said.failed"], place) => {
    const name = STATEMENTS[place];
    const broken = stages.filter((stage) => failed.has(stage));
    const stage = broken.find((each) => !unchecked.has(each));
    /** @type {Said} */
    const said = broken[0] ? ["no", stage ? word : "said.ed25519", { stage }] : say();
    const [holds, last, facts = {}, details = given] = said;
    return { name, holds, say: { key: last.includes(".") ? last : `${name}.${last}`, facts }, details };
  });
}

/**
 * How far a number of rolls or moves is all of them; "if" while only the record says whose keys these are.
 * @param {number} count
 * @param {number} total
 * @param {boolean} [named]
 * @returns {Holds}
 */
function shareOf(count, total, named = true) {
  if (total && count === total) return named ? "yes" : "if";
  return count ? "partly" : "no";
}

/**
 * Who could have chosen, or foreseen, the rolls: who gave links to which rolls, and how many of these each contributor has
 * acknowledged. The stage `dice` has shown that exactly those who were due to contribute did.
 * @param {Case} kase
 * @param {string} word what is said if there is anything to say
 * @returns {Said}
 */
function sayShares(kase, word) {
  const { joins, trust } = kase;
  const due = dueRolls(kase);
  const total = due.length;
  const contributors = joins.filter((join) => join.anchor).map((join) => join.player);
  const ours = contributors.filter((player) => trust.playerKeys.includes(joins[player].key));
  const counted = trust.playerKeys[0] ? ours : contributors;
  const seen = acknowledged(kase);
  /** @type {(players: number[], known?: boolean) => number} rolls with a link of one of them, or one that it has acknowledged */
  const count = (players, known) =>
    due.filter((roll) => players.some((player) => roll.contributors[player] && (!known || seen[player] >= roll.dueSince))).length;
  const players = contributors.map((player) => {
    const acknowledged = count([player], true);
    const key_named = ours.includes(player);
    return {
      player,
      holds: shareOf(acknowledged, total, key_named),
      rolls_with_link: count([player]),
      rolls_acknowledged: acknowledged,
      key_named,
    };
  });
  const named = ours.length > 0;
  const blind = count(counted, true);
  const without_any = total - count(contributors);
  const without_counted = total - blind;
  const counting = players.filter((one) => counted.includes(one.player));
  const given = [...new Set(counting.map((one) => one.rolls_acknowledged))]
    .sort((one, other) => other - one)
    .map((rolls) => ({ count: rolls, players: counting.filter((one) => one.rolls_acknowledged === rolls).map((one) => one.player) }));
  const details = { rolls: total, rolls_without_any_player: without_any, rolls_without_counted_players: without_counted, players };
  const says = !total ? "said.no_roll" : !contributors.length ? "house" : !counted.length ? "nobody" : word;
  return [shareOf(blind, total, named), says, { rolls: total, named, given, blind, without_any, without_counted }, details];
}

/**
 * By player: the last event it has acknowledged with an ack or a signature of its own; -1 for none.
 * @param {Case} kase
 * @returns {number[]}
 */
function acknowledged({ absences, joins, moves, record }) {
  const seen = joins.map(() => -1);
  for (const { player, n } of record.acks) seen[player] = n;
  for (const { player, n, sig } of [...moves, ...absences]) if (sig) seen[player] = Math.max(seen[player], n - 1);
  return seen;
}

/** @param {Case} kase @returns {Said} */
function saySigned({ moves, joins }) {
  /** @type {(own: any[]) => {moves: number, signed: number, automatic: number, by_bot: number, holds: Holds}} */
  const count = (own) => {
    const by = (/** @type {string} */ who) => own.filter((move) => move.by === who).length;
    const signed = own.filter((move) => move.sig).length;
    const made = by("player");
    return { holds: shareOf(signed, made), moves: made, signed, automatic: by("auto"), by_bot: by("bot") };
  };
  const players = joins.map((_, player) => ({ player, ...count(moves.filter((move) => move.player === player)) }));
  const { holds, moves: total, signed: good } = count(moves);
  const passes = moves.some((move) => move.type === "pass");
  return [holds, "sum", { good, total, rest: moves.length - total, passes }, { players }];
}

/** @param {Case} kase @returns {Said} */
function sayLogged({ logged, close: closed, rolls }) {
  if (!logged) return ["no", "none"];
  const { open, close, origin, key_named } = logged;
  const facts = { origin, opening: open !== null, close: close !== null, closed: !!closed, drawn: rolls.length > 0 };
  const { length } = [open, close].filter((index) => index !== null);
  const word = !length ? "leafless" : key_named ? "under" : "own_word";
  return [length && key_named ? shareOf(length, 2) : "no", word, facts, logged];
}

/**
 * @param {Case} kase
 * @param {Set<string>} failed
 * @returns {Said}
 */
function sayAbsences({ absences, joins, moves, game }, failed) {
  const gone = absences.filter((event) => event.type === "away");
  const away = gone.map(({ n: event, player, reason }) => ({ event, player, reason }));
  if (!away[0]) return ["yes", "none", {}, { away }];
  const made = moves.filter(({ by, player }) => by === "bot" && joins[player]?.kind === "human");
  const standIns = countPlayers(made).sort((one, other) => one.player - other.player);
  /** @type {[number, number][] | undefined} */
  const indices = failed.has("rules") ? undefined : game.presence?.spent ?? [];
  const spent = indices?.map(([index]) => index);
  const details = {
    away,
    stand_in_moves: standIns.map(({ player, times }) => ({ player, moves: times })),
    ...(spent && { spent }),
  };
  return ["no", "some", { away: countPlayers(gone), spent: spent?.length, moves: made.length }, details];
}

/**
 * How many of the events are whose, in the order of the first of each.
 * @param {{player: number}[]} events
 */
function countPlayers(events) {
  const players = [...new Set(events.map((event) => event.player))];
  return players.map((player) => ({ player, times: events.filter((event) => event.player === player).length }));
}

/**
 * What the record waits for.
 * @param {Case} kase
 * @returns {{kind: string, player: number | null, index?: number} | null}
 */
function whatIsDue({ game }) {
  if (!game || game.due === "over" || game.due === "closed") return null;
  const due = { kind: game.due, player: game.turn };
  return game.rollDue ? { ...due, index: game.presence.index } : due;
}

/**
 * @param {any} close
 * @param {any} due
 * @returns {Said}
 */
function sayEnded(close, due) {
  const facts = due ? { due } : {};
  if (!close) return ["no", "open", facts];
  const { status } = close;
  return [status === "finished" ? "yes" : "no", status === "abandoned" ? "stopped" : status, facts];
}
