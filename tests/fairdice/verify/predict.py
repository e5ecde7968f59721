"""What the tables of `tests.fairdice.verify.expected` foretell of one mutation."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from tests.fairdice.verify.base import Base
from tests.fairdice.verify.expected import ANY_OF, EVENTS, HOUSE_SAYS, OWN, STAGES
from tests.support.mutate import Mutation

__all__ = ["Expected", "Line", "predict"]

Line: TypeAlias = tuple[str, ...]
"""A line of a table."""
_UNCOUNTED = ", not counted anew"


class Expected(Struct, frozen=True):
    """What a mutated record must get: one of these codes, at this event, or acceptance for this reason."""

    codes: tuple[str, ...] = ()
    event: int | None = None
    anywhere: bool = False
    """Whether the event is not foretold."""
    rows: tuple[Line, ...] = ()
    """The lines of the tables that say so."""
    may_pass: bool = False
    """Whether acceptance would be right as well."""

    @property
    def accepted(self) -> bool:
        return not self.codes


def predict(base: Base, mutation: Mutation) -> Expected:
    """What a record must get after this change, when the house has signed it anew."""
    kind, field, k = base.kind(mutation), base.field(mutation), mutation.event
    if mutation.change.endswith(_UNCOUNTED):
        code, place = _uncounted(base, mutation)
        if code:
            return Expected((code,), place, rows=((_UNCOUNTED,),))
        mutation = Mutation(mutation.change.removesuffix(_UNCOUNTED), mutation.path, mutation.document)
    if mutation.change.startswith("event"):
        row, code, own = _whole_event(base, mutation)
    else:
        row = _first(OWN, base, mutation, kind, field)
        code, own = row[4], _place(base, mutation, row[4])
    covers = [] if k is None else _covers(base, mutation)
    if code in ANY_OF:
        says = _says(base, mutation)[: not covers]
        return Expected(ANY_OF[code], anywhere=True, rows=(row, *says), may_pass=not covers)
    if code.partition(".")[0] in ("format", "order"):
        covers = []
    candidates = [(code, own)] * bool(code) + covers
    if candidates:
        code, event = min(candidates, key=lambda found: _rank(*found))
        return Expected(tuple(code.split("|")), event, anywhere=kind in ("acks", "log"), rows=(row,))
    if not (says := _says(base, mutation)):
        raise AssertionError(f"nobody but the house asserts it, and no line says so: {mutation}")
    return Expected(rows=(row, *says))


def _says(base: Base, mutation: Mutation) -> tuple[Line, ...]:
    """The first line of what the house alone asserts that fits, if one does."""
    fits = partial(_fits, mutation=mutation, kind=base.kind(mutation), field=base.field(mutation))
    return tuple(row for row in HOUSE_SAYS if fits(row) and base.holds(row[3], mutation))[:1]


def _covers(base: Base, mutation: Mutation) -> list[tuple[str, int | None]]:
    """What depends on the event that was changed: codes, and the events as they are counted after the change."""
    k, change = mutation.event, mutation.change
    assert k is not None
    shift = {"event dropped": -1, "event doubled": 1}.get(change, 0)
    field = "" if change.startswith("event") else base.field(mutation)
    found: list[tuple[str, int | None]] = []
    for code, event in base.covers(k + abs(shift), field):
        if change in ("another move", "pass instead") and (event > k or code == "sign.ack"):
            break
        if code == "sign.ack":
            found.append((code, event if event < len(mutation.document["events"]) else None))
        else:
            found.append((code, event + shift))
    return found


def _rank(code: str, event: int | None) -> tuple[int, int, int]:
    """Where a code stands in the order of checks: by stage, acks after all other signatures, then by event."""
    family = code.partition(".")[0]
    return STAGES.index(family), code == "sign.ack", -1 if event is None else event


def _fits(row: Line, mutation: Mutation, kind: str, field: str) -> bool:
    return fnmatchcase(kind, row[0]) and fnmatchcase(field, row[1]) and fnmatchcase(mutation.change, row[2])


def _first(rows: Iterable[Line], base: Base, mutation: Mutation, kind: str, field: str) -> Line:
    for row in rows:
        if _fits(row, mutation, kind, field) and base.holds(row[3], mutation):
            return row
    raise AssertionError(f"no line says what this must give: {mutation}")


def _place(base: Base, mutation: Mutation, code: str) -> int | None:
    """The event that a code names, where it is not the one that was changed."""
    k = mutation.event
    if code == "head.receipt" or k is None:
        return None
    if mutation.path[-1] == "kind" and code.startswith("rules."):
        return base.acts(base.events[k]["player"])
    if code == "chain.link" and mutation.path[-1] == "anchor":
        return base.first_roll
    if code == "order.place" and mutation.path[-1] == "players":
        return base.misplaced(mutation.now)
    if code.startswith("rules.piece|"):
        return base.named_later(mutation)
    if mutation.change == "pieces exchanged":
        return base.told_by_stand_in(mutation)
    return k


def _uncounted(base: Base, mutation: Mutation) -> tuple[str, int | None]:
    k = mutation.event
    assert k is not None
    if mutation.change.startswith("event doubled"):
        return "order.index", k + 1
    if k == len(base.events) - 1 and k:
        return "", None
    return "order.index", k


def _whole_event(base: Base, mutation: Mutation) -> tuple[Line, str, int | None]:
    k = mutation.event
    assert k is not None
    kind = base.events[k]["type"]
    following = base.events[k + 1]["type"] if k + 1 < len(base.events) else "end"
    settled = "close" in (kind, following if mutation.change == "events exchanged" else "")
    if base.holds("absence", mutation) and not settled and kind not in ("open", "commit", "join"):
        return ("absence",), "absence", None
    for row in EVENTS:
        change, of, then, when, code, where = row
        fits = change == mutation.change and fnmatchcase(kind, of) and fnmatchcase(following, then)
        if fits and base.holds(when, mutation):
            place = k + (where == "next")
            if code == "chain.index" and change == "event dropped":
                place = next(e["n"] for e in base.events[k + 1 :] if e["type"] == "roll") - 1
            return row, code, place
    raise AssertionError(f"no line says what this must give: {mutation}")
