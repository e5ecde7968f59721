"""The assurance statements: what holds for a record and what does not (docs/spec/verifying.md, "Statements").

A verdict alone would promise too much.  Each statement says in words what it means for this record, with the figures
it rests on; nothing here can make a record fail.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from typing import Any

from msgspec import UNSET

from fairdice.printable import quoted, told_apart
from fairdice.verify.case import Case
from fairdice.verify.report import Holds, Statement
from replay.record import Away, Pass

__all__ = ["NAMES", "statements"]

NAMES = (
    "committed",
    "unchosen",
    "unforeseen",
    "legal",
    "authentic",
    "signed",
    "logged",
    "absences",
    "ended",
)
"""All statements, in the order of the report."""

_CHANCE = {"party", "chain", "dice", "sign"}
"""The stages that must have passed before anything can be said about who could choose or foresee the rolls."""


def statements(case: Case, failed: set[str]) -> list[Statement]:
    """All statements about this record; `failed` names the stages that did not pass."""
    if "order" in failed:
        return [Statement(name, "no", "not looked at, since the order of events is broken") for name in NAMES]
    shares = None if failed & _CHANCE else _Shares(case)
    return [
        _committed(case, failed),
        _unchosen(case, failed, shares),
        _unforeseen(failed, shares),
        _legal(case, failed),
        _authentic(case, failed),
        _signed(case, failed),
        _logged(case, failed),
        _absences(case, failed),
        _ended(case, failed),
    ]


def _committed(case: Case, failed: set[str]) -> Statement:
    broken = failed & {"party", "chain", "dice"}
    rolls = len(case.links)
    details = {"rolls": rolls}
    if broken:
        return Statement("committed", "no", f"not shown: the stage {_first(broken)} did not pass", details)
    if not rolls:
        return Statement("committed", "no", "no roll has been made, so there is nothing that was committed to", details)
    made = {1: "the draw follows", 2: "the draw and the one roll follow"}.get(
        rolls, f"the draw and all {rolls - 1} rolls follow"
    )
    text = f"{made} from chains whose anchors stand before the draw: nobody could exchange a roll afterwards"
    return Statement("committed", "yes", text, details)


def _first(names: set[str]) -> str:
    return next(
        name for name in ("order", "party", "chain", "dice", "rules", "sign", "result", "head") if name in names
    )


# Who could have chosen or foreseen the rolls ----------------------------------------------------------------------


class _Shares:
    """Who gave links to which rolls, and up to where each contributor has acknowledged the history.

    The stage `dice` has shown that exactly those who were due to contribute did.
    """

    def __init__(self, case: Case) -> None:
        self.total = len(case.links)
        self.contributors = [join.player for join in case.joins if join.anchor is not None]
        named = {key.hex() for key in case.trust.player_keys}
        self.named = [player for player in self.contributors if case.joins[player].key in named]
        self.counted = self.named if named else self.contributors
        self.linked: Counter[int] = Counter()
        self.covered: Counter[int] = Counter()
        self.without_any = self.without_counted = 0
        # Rolls fall due one after the other, so what a player has acknowledged is the first so many of them.
        due_since = [due.due_since for due in case.due_rolls]
        seen = _acknowledged(case)
        covers = {player: bisect_right(due_since, seen[player]) for player in self.contributors}
        first = 0
        for there, run in groupby([due.contributors for due in case.due_rolls]):
            last = first + len(list(run))
            self._add(first, last, [player for player in self.contributors if there[player]], covers)
            first = last

    def _add(self, first: int, last: int, there: list[int], covers: dict[int, int]) -> None:
        """Count the rolls first..last-1, to all of which the players `there` gave a link."""
        covered = {player: max(min(last, covers[player]) - first, 0) for player in there}
        for player in there:
            self.linked[player] += last - first
            self.covered[player] += covered[player]
        if not there:
            self.without_any += last - first
        by_counted = max((covered[player] for player in self.counted if player in there), default=0)
        self.without_counted += last - first - by_counted

    def holds(self, player: int) -> Holds:
        """Whether the player's link is in all rolls; "if" while only the record says whose key it is."""
        if self.total and self.covered[player] == self.total:
            return "yes" if player in self.named else "if"
        return "partly" if self.covered[player] else "no"

    @property
    def holds_for_all(self) -> Holds:
        """Whether every roll has a link of some player that counts."""
        if self.total and not self.without_counted:
            return "yes" if self.named else "if"
        return "partly" if self.without_counted < self.total else "no"


def _acknowledged(case: Case) -> list[int]:
    """By player: the last event it has acknowledged with an ack or a signature of its own; -1 for none."""
    seen = [-1] * len(case.joins)
    for ack in case.record.acks:
        seen[ack.player] = ack.n
    for event in (*case.moves, *case.absences):
        if event.sig is not UNSET:
            seen[event.player] = max(seen[event.player], event.n - 1)
    return seen


def _shared(name: str, failed: set[str], shares: _Shares | None, says: Callable[[_Shares], str]) -> Statement:
    if shares is None:
        return Statement(name, "no", f"not shown: the stage {_first(failed & _CHANCE)} did not pass")
    details = {
        "rolls": shares.total,
        "rolls_without_any_player": shares.without_any,
        "rolls_without_counted_players": shares.without_counted,
        "players": [
            {
                "player": player,
                "holds": shares.holds(player),
                "rolls_with_link": shares.linked[player],
                "rolls_acknowledged": shares.covered[player],
                "key_named": player in shares.named,
            }
            for player in shares.contributors
        ],
    }
    return Statement(name, shares.holds_for_all, says(shares), details)


def _unchosen(case: Case, failed: set[str], shares: _Shares | None) -> Statement:
    def says(shares: _Shares) -> str:
        if not shares.total:
            return "no roll has been made"
        if not shares.contributors:
            return "no player contributed: the house alone made every roll and could have chosen its chain"
        if not shares.counted:
            return "none of the players named contributed"
        names = _names(case)
        given: dict[int, list[str]] = {}
        for player in shares.counted:
            given.setdefault(shares.covered[player], []).append(names[player])
        links = "; ".join(f"{count} of {shares.total} by {', '.join(given[count])}" for count in sorted(given)[::-1])
        condition = "" if shares.named else ", if this player is independent of the house and made its own chain"
        return f"the house could not choose a roll that has a player's link{condition}. Links to rolls: {links}"

    return _shared("unchosen", failed, shares, says)


def _unforeseen(failed: set[str], shares: _Shares | None) -> Statement:
    def says(shares: _Shares) -> str:
        if not shares.total:
            return "no roll has been made"
        if not shares.contributors:
            return "the house alone could foresee every roll"
        if not shares.counted:
            return (
                "the house and the contributors together could foresee every roll; none of the players named gave links"
            )
        blind = shares.total - shares.without_counted
        text = (
            f"{blind} of {shares.total} rolls could be foreseen only by the house together with "
            f"{'everyone' if not shares.named else 'the players you named and everyone else'} who gave a link to them"
        )
        if shares.without_any:
            text += f"; {shares.without_any} by the house alone"
        if shares.without_counted > shares.without_any:
            text += f"; {shares.without_counted - shares.without_any} without an acknowledged link of " + (
                "a player you named" if shares.named else "any player"
            )
        return text

    return _shared("unforeseen", failed, shares, says)


def _names(case: Case) -> list[str]:
    """By player: the name as a text may hold it, so that no name can be read as a part of the text."""
    return told_apart([join.name for join in case.joins])


# The rest ---------------------------------------------------------------------------------------------------------


def _legal(case: Case, failed: set[str]) -> Statement:
    broken = failed & {"rules", "result"}
    if broken:
        return Statement("legal", "no", f"not shown: the stage {_first(broken)} did not pass")
    rules = case.opening.rules.id
    if case.close is None:
        return Statement("legal", "yes", f"every event so far follows the rules {rules}, and none is missing")
    text = f"every event follows the rules {rules}, none is missing, and the result is right"
    return Statement("legal", "yes", text)


def _authentic(case: Case, failed: set[str]) -> Statement:
    key = case.opening.house.key
    details = {"key": key, "named": bytes.fromhex(key) in case.trust.house_keys}
    if "head" in failed:
        return Statement("authentic", "no", "not shown: the house's receipt does not hold", details)
    if details["named"]:
        return Statement(
            "authentic", "yes", "the house whose key you named has signed this history to its last event", details
        )
    text = (
        "self-asserted key: someone who holds the key in the record has signed this history; "
        "that it is the house you know shows only when you name its key"
    )
    return Statement("authentic", "if", text, details)


def _signed(case: Case, failed: set[str]) -> Statement:
    if "sign" in failed:
        return Statement("signed", "no", "not shown: the stage sign did not pass")
    made = Counter([(move.player, move.by) for move in case.moves])
    signed = Counter([move.player for move in case.moves if move.sig is not UNSET])
    lines = [
        {
            "player": player,
            "holds": _share(signed[player], made[player, "player"]),
            "moves": made[player, "player"],
            "signed": signed[player],
            "automatic": made[player, "auto"],
            "by_bot": made[player, "bot"],
        }
        for player in range(len(case.joins))
    ]
    good, total = signed.total(), sum(count for (_, by), count in made.items() if by == "player")
    chosen = "moves and passes" if any(type(move) is Pass for move in case.moves) else "moves"
    text = (
        f"{good} of {total} {chosen} that players chose carry their valid signature"
        if total
        else "no player chose a move"
    )
    rest = made.total() - total
    if rest:
        text += f"; {rest} were automatic or made by bots and stand-ins"
    return Statement("signed", _share(good, total), text, {"players": lines})


def _share(good: int, total: int) -> Holds:
    if good == total and total:
        return "yes"
    return "partly" if good else "no"


def _logged(case: Case, failed: set[str]) -> Statement:
    found = case.logged
    if "log" in failed or (found is None and case.record.log is not UNSET):
        return Statement("logged", "no", "not shown: the stage log did not pass")
    if found is None:
        return Statement("logged", "no", "the record carries no proofs of a transparency log: other versions may exist")
    details = {
        "origin": found.origin,
        "size": found.size,
        "key_named": found.key_named,
        "open": found.opened,
        "close": found.closed,
    }
    log = f"the log {quoted(found.origin)}"
    there = [word for word, index in (("opening", found.opened), ("close", found.closed)) if index is not None]
    if not there:
        return Statement("logged", "no", f"the proofs of {log} are of no leaf of this game", details)
    what = f"{' and '.join(there)} {'are' if len(there) > 1 else 'is'} in {log}"
    if not found.key_named:
        text = f"{what} by the record's own word: nobody named the log's key, and anyone can write such a checkpoint"
        return Statement("logged", "no", text, details)
    text = f"{what}, under one checkpoint that a key you named has signed"
    if found.closed is None:
        text += "; the close is not" if case.close is not None else "; the game is not closed"
    if found.opened is not None and case.rolls:
        text += ". That the opening was there before the draw is shown only by a witness's time or a player's ack"
    text += ". Whether the log has other leaves of this game, a monitor of the log can tell"
    return Statement("logged", "yes" if len(there) > 1 else "partly", text, details)


def _absences(case: Case, failed: set[str]) -> Statement:
    away = [event for event in case.absences if isinstance(event, Away)]
    if not away:
        return Statement("absences", "yes", "nobody was ever declared away", {"away": []})
    humans = {join.player for join in case.joins if join.kind == "human"}
    stand_ins = Counter(move.player for move in case.moves if move.by == "bot" and move.player in humans)
    details: dict[str, Any] = {
        "away": [{"event": event.n, "player": event.player, "reason": event.reason} for event in away],
        "stand_in_moves": [{"player": player, "moves": count} for player, count in sorted(stand_ins.items())],
    }
    names = _names(case)
    who = Counter(names[event.player] for event in away)
    says = [f"declared away: {', '.join(f'{name} {_times(n)}' for name, n in who.items())}"]
    if "rules" not in failed:
        details["spent"] = _spent(case)
        says.append(f"indices spent, each for a new blind roll: {len(details['spent'])}")
    says.append(f"moves by stand-ins: {stand_ins.total()}")
    text = f"{'; '.join(says)}. That a timeout had a true reason rests on the house's word"
    return Statement("absences", "no", text, details)


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _spent(case: Case) -> list[int]:
    """The indices that no roll will ever use."""
    presence = case.game.presence if case.game is not None else None
    return [index for index, _ in presence.spent] if presence is not None else []


def _ended(case: Case, failed: set[str]) -> Statement:
    close = case.close
    due = _due(case) if "rules" not in failed else None
    details = {"status": close.status if close else None, "due": due}
    broken = failed & {"rules", "result"}
    if broken:
        return Statement("ended", "no", f"not shown: the stage {_first(broken)} did not pass", details)
    if close is None:
        return Statement("ended", "no", f"the record is not closed{_waits(due)}", details)
    if close.status == "finished":
        return Statement("ended", "yes", "the game was played to its end", details)
    if close.status == "void":
        return Statement("ended", "no", "the game was void: the chains had no further link", details)
    return Statement("ended", "no", f"the house stopped the game; the cause is unproven{_waits(due)}", details)


def _due(case: Case) -> dict[str, Any] | None:
    game = case.game
    if game is None or game.due in ("over", "closed"):
        return None
    due: dict[str, Any] = {"kind": game.due, "player": game.turn}
    if game.roll_due and game.presence is not None:
        due["index"] = game.presence.index
    return due


def _waits(due: dict[str, Any] | None) -> str:
    if due is None:
        return ""
    if "index" in due:
        return f"; the roll with index {due['index']} was due"
    return (
        f"; a {due['kind']} was due"
        if due["player"] is None
        else f"; a {due['kind']} of player {due['player']} was due"
    )
