// The assurance statements: what holds for a record and what does not (docs/spec/verifying.md, "Statements").
//
// A verdict alone would promise too much. Each statement has the figures that it rests on; nothing here can make a record
// fail. What could not be checked, for want of Ed25519, is not said to hold.

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
 * All statements about this record.
 * @param {Case} kase
 * @param {Set<string>} failed the stages that did not pass
 * @param {Set<string>} unchecked those of them in which nothing is wrong, but signatures could not be checked
 * @returns {Statement[]}
 */
export function makeStatements(kase, failed, unchecked) {
  if (failed.has("order")) return STATEMENTS.map((name) => makeStatement(name, "no", "said.order"));
  /**
   * The statement that nothing is shown, if one of these stages, in their order, did not pass; else undefined.
   * @type {(name: string, stages: string[], details?: any, key?: string) => Statement | undefined}
   */
  const not = (name, stages, details, key = "said.failed") => {
    const broken = stages.filter((stage) => failed.has(stage));
    const stage = broken.find((each) => !unchecked.has(each));
    if (stage) return makeStatement(name, "no", key, { stage }, details);
    return broken.length ? makeStatement(name, "no", "said.ed25519", {}, details) : undefined;
  };
  const chance = ["party", "chain", "dice", "sign"];
  const shares = chance.some((stage) => failed.has(stage)) ? undefined : countShares(kase);
  const due = failed.has("rules") ? null : whatIsDue(kase);
  const ends = { status: kase.close?.status ?? null, due };
  const key = kase.opening.house.key;
  const authentic = { key, named: kase.trust.houseKeys.includes(key) };
  const rolls = { rolls: kase.links.length };
  return [
    not("committed", ["party", "chain", "dice"], rolls) ?? sayCommitted(rolls),
    not("unchosen", chance) ?? sayShared("unchosen", shares),
    not("unforeseen", chance) ?? sayShared("unforeseen", shares),
    not("legal", ["rules", "result"]) ??
      makeStatement("legal", "yes", kase.close ? "legal.yes" : "legal.open", { rules: kase.opening.rules.id }),
    not("authentic", ["head"], authentic, "authentic.no") ??
      (authentic.named
        ? makeStatement("authentic", "yes", "authentic.yes", {}, authentic)
        : makeStatement("authentic", "if", "authentic.if", {}, authentic)),
    not("signed", ["sign"]) ?? saySigned(kase),
    not("logged", ["log"]) ?? sayLogged(kase),
    sayAbsences(kase, failed),
    not("ended", ["rules", "result"], ends) ?? sayEnded(kase, due, ends),
  ];
}

/**
 * @param {string} name
 * @param {Holds} holds
 * @param {string} key
 * @param {Record<string, any>} [facts]
 * @param {Record<string, any>} [details]
 * @returns {Statement}
 */
function makeStatement(name, holds, key, facts = {}, details = {}) {
  return { name, holds, say: { key, facts }, details };
}

/** @param {{rolls: number}} rolls */
function sayCommitted(rolls) {
  return rolls.rolls
    ? makeStatement("committed", "yes", "committed.yes", rolls, rolls)
    : makeStatement("committed", "no", "committed.none", {}, rolls);
}

// Who could have chosen or foreseen the rolls ----------------------------------------------------------------------

/**
 * Who gave links to which rolls, and how many of these each contributor has acknowledged. The stage `dice` has shown that
 * exactly those who were due to contribute did.
 * @param {Case} kase
 */
function countShares(kase) {
  const due = /** @type {import("./case.js").DueRoll[]} */ (kase.due);
  const contributors = kase.joins.filter((join) => join.anchor !== null).map((join) => join.player);
  const { playerKeys } = kase.trust;
  const named = contributors.filter((player) => playerKeys.includes(kase.joins[player].key));
  const counted = playerKeys.length ? named : contributors;
  const seen = acknowledged(kase);
  const linked = kase.joins.map(() => 0);
  const covered = kase.joins.map(() => 0);
  let withoutAny = 0;
  let withoutCounted = 0;
  for (const roll of due) {
    const there = contributors.filter((player) => roll.contributors[player]);
    const known = there.filter((player) => seen[player] >= roll.dueSince);
    for (const player of there) linked[player]++;
    for (const player of known) covered[player]++;
    if (!there.length) withoutAny++;
    if (!known.some((player) => counted.includes(player))) withoutCounted++;
  }
  return { total: due.length, contributors, named, counted, linked, covered, withoutAny, withoutCounted };
}

/**
 * By player: the last event it has acknowledged with an ack or a signature of its own; -1 for none.
 * @param {Case} kase
 * @returns {number[]}
 */
function acknowledged(kase) {
  const seen = kase.joins.map(() => -1);
  for (const { player, n } of kase.record.acks) seen[player] = n;
  for (const { player, n, sig } of [...kase.moves, ...kase.absences]) {
    if (sig) seen[player] = Math.max(seen[player], n - 1);
  }
  return seen;
}

/**
 * How far a number of rolls is all of them; "if" while only the record says whose keys these are.
 * @param {number} count
 * @param {number} total
 * @param {boolean} named
 * @returns {Holds}
 */
function shareOf(count, total, named) {
  if (total && count === total) return named ? "yes" : "if";
  return count ? "partly" : "no";
}

/**
 * The statements `unchosen` and `unforeseen`: the same figures, told from two sides.
 * @param {string} name
 * @param {any} shares of `countShares`
 */
function sayShared(name, shares) {
  const { total, contributors, named, counted, linked, covered, withoutAny, withoutCounted } = shares;
  const details = {
    rolls: total,
    rolls_without_any_player: withoutAny,
    rolls_without_counted_players: withoutCounted,
    players: contributors.map((/** @type {number} */ player) => ({
      player,
      holds: shareOf(covered[player], total, named.includes(player)),
      rolls_with_link: linked[player],
      rolls_acknowledged: covered[player],
      key_named: named.includes(player),
    })),
  };
  const blind = total - withoutCounted;
  /** @type {Record<string, any>} */
  const facts = { rolls: total, named: named.length > 0 };
  let key = name === "unchosen" ? "unchosen.given" : "unforeseen.blind";
  if (!total) key = "said.no_roll";
  else if (!contributors.length) key = `${name}.house`;
  else if (!counted.length) key = `${name}.nobody`;
  else if (name === "unchosen") {
    const counts = [...new Set(counted.map((/** @type {number} */ player) => covered[player]))];
    facts.given = counts
      .sort((one, other) => other - one)
      .map((count) => ({ count, players: counted.filter((/** @type {number} */ player) => covered[player] === count) }));
  } else {
    Object.assign(facts, { blind, without_any: withoutAny, without_counted: withoutCounted });
  }
  return makeStatement(name, shareOf(blind, total, named.length > 0), key, facts, details);
}

// The rest ---------------------------------------------------------------------------------------------------------

/** @param {Case} kase */
function saySigned({ moves, joins }) {
  const players = joins.map((_, player) => {
    const own = moves.filter((move) => move.player === player);
    /** @type {(by: string) => number} */
    const count = (by) => own.filter((move) => move.by === by).length;
    const made = count("player");
    const good = own.filter((move) => move.sig).length;
    const holds = shareOf(good, made, true);
    return { player, holds, moves: made, signed: good, automatic: count("auto"), by_bot: count("bot") };
  });
  const good = moves.filter((move) => move.sig).length;
  const total = moves.filter((move) => move.by === "player").length;
  const passes = moves.some((move) => move.type === "pass");
  const facts = { good, total, rest: moves.length - total, passes };
  return makeStatement("signed", shareOf(good, total, true), "signed.sum", facts, { players });
}

/** @param {Case} kase */
function sayLogged({ logged: found, close, rolls }) {
  if (!found) return makeStatement("logged", "no", "logged.none");
  const { origin, size, keyNamed, opened, closed } = found;
  const details = { origin, size, key_named: keyNamed, open: opened, close: closed };
  const there = { origin, opening: opened !== null, close: closed !== null };
  if (!there.opening && !there.close) return makeStatement("logged", "no", "logged.leafless", there, details);
  if (!keyNamed) return makeStatement("logged", "no", "logged.own_word", there, details);
  const facts = { ...there, closed: !!close, drawn: rolls.length > 0 };
  return makeStatement("logged", there.opening && there.close ? "yes" : "partly", "logged.under", facts, details);
}

/**
 * @param {Case} kase
 * @param {Set<string>} failed
 */
function sayAbsences({ absences: events, joins, moves, game }, failed) {
  const gone = events.filter((event) => event.type === "away");
  const away = gone.map(({ n, player, reason }) => ({ event: n, player, reason }));
  if (!away.length) return makeStatement("absences", "yes", "absences.none", {}, { away });
  const made = moves.filter(({ by, player }) => by === "bot" && joins[player]?.kind === "human");
  const lines = countPlayers(made).sort((one, other) => one.player - other.player);
  /** @type {Record<string, any>} */
  const details = { away, stand_in_moves: lines.map(({ player, times }) => ({ player, moves: times })) };
  if (!failed.has("rules")) {
    details.spent = game.presence ? game.presence.spent.map((/** @type {[number, number]} */ [index]) => index) : [];
  }
  const facts = { away: countPlayers(gone), spent: details.spent?.length, moves: made.length };
  return makeStatement("absences", "no", "absences.some", facts, details);
}

/**
 * How many of the events are whose, in the order of the first of each.
 * @param {{player: number}[]} events
 */
function countPlayers(events) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const { player } of events) times.set(player, (times.get(player) ?? 0) + 1);
  return [...times].map(([player, count]) => ({ player, times: count }));
}

/**
 * What the record waits for.
 * @param {Case} kase
 * @returns {{kind: string, player: number | null, index?: number} | null}
 */
function whatIsDue({ game }) {
  if (!game || game.due === "over" || game.due === "closed") return null;
  const due = { kind: game.due, player: game.turn ?? null };
  return game.rollDue && game.presence ? { ...due, index: game.presence.index } : due;
}

/**
 * @param {Case} kase
 * @param {any} due
 * @param {Record<string, any>} details
 */
function sayEnded({ close }, due, details) {
  if (!close) return makeStatement("ended", "no", "ended.open", { due }, details);
  if (close.status === "finished") return makeStatement("ended", "yes", "ended.finished", {}, details);
  if (close.status === "void") return makeStatement("ended", "no", "ended.void", {}, details);
  return makeStatement("ended", "no", "ended.stopped", { due }, details);
}
