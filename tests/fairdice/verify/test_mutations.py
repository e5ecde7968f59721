"""Change one thing in a record: nothing passes but what the house alone asserts, and every refusal names its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from fairdice.verify import verify
from replay.codec import encode
from replay.pointer import pointer
from replay.state import FURTHER
from replay.systems import SYSTEMS
from tests.fairdice.verify.base import Base
from tests.fairdice.verify.expected import ABSENCE, EVENTS, HOUSE_SAYS, OWN
from tests.fairdice.verify.predict import Expected, predict
from tests.fairdice.verify.samples import SAMPLES, made
from tests.support.forge import Forge, seal
from tests.support.mutate import WORDS, Mutation, event_mutations, leaf_mutations

SOUND = ("verified", "open")


def mutations(name: str, base: Base) -> Iterator[Mutation]:
    """All mutations of a sample, of the events that it is there for."""
    document, sample = base.document, SAMPLES[name]
    first = sample.first % len(document["events"])
    own = (base.exchanges(), base.other_moves())
    for mutation in chain(leaf_mutations(document), event_mutations(document), *own):
        n = mutation.event
        if n is None or (n >= first and (sample.only is None or sample.only(base.events[n]))):
            yield mutation


def found(document: dict[str, Any]) -> tuple[str, int | None, str]:
    """The code, event and path of the headline; the verdict if there is none."""
    report = verify(encode(document))
    if report.fault is None:
        return report.verdict, None, ""
    return report.fault.code, report.fault.event, report.fault.path


def faults(base: Base, forge: Forge, mutation: Mutation) -> Iterator[str]:
    """What the verifier says otherwise than the tables: of the file as it is, and signed anew by the house."""
    try:
        expected = predict(base, mutation)
    except AssertionError as error:
        yield f"{error} {found(mutation.document)}"
        return
    before = found(mutation.document)
    sealed = mutation.path[0] in ("receipt", "acks", "log") or before[0].startswith("format.")
    if not sealed and before[0] in SOUND:
        yield f"{mutation}: accepted as it is"
    if not sealed and expected.accepted and before[0] not in ("head.receipt", "head.index"):
        yield f"{mutation}: {before}, expected that only the receipt tells"
    if not sealed and not expected.accepted and not right(expected, mutation, before) and not expected.may_pass:
        yield f"{mutation}: {before} as it is, expected {expected}"
    if not sealed:
        seal(mutation.document, forge.house)
    after = before if sealed else found(mutation.document)
    if not right(expected, mutation, after):
        yield f"{mutation}: {after}, expected {expected}"


def right(expected: Expected, mutation: Mutation, got: tuple[str, int | None, str]) -> bool:
    code, event, path = got
    if code in SOUND:
        return expected.accepted or expected.may_pass
    if code.startswith("format.") and mutation.path[-1] != "type" and not path.startswith(pointer(mutation.path)):
        return False
    return code in expected.codes and (expected.anywhere or event == expected.event)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_change_is_refused_for_its_own_reason(name: str) -> None:
    base, forge = Base(made(name).document()), made(name)
    wrong = [fault for mutation in mutations(name, base) for fault in faults(base, forge, mutation)]
    assert not wrong, f"{len(wrong)} changes:\n" + "\n".join(fault[:400] for fault in wrong[:40])


@pytest.mark.parametrize("name", SAMPLES)
def test_a_record_can_stop_after_every_event(name: str) -> None:
    """The house decides where a record stops, open or abandoned; it cannot abandon a game that is over or void.

    Proofs of a log, which would say where, it leaves out.
    """
    forge, document = made(name), made(name).document()
    document.pop("log", None)
    events = document["events"]
    last = events[-1] if events[-1]["type"] == "close" else {}
    for count in range(1, len(events)):
        kept = {**document, "acks": [ack for ack in document["acks"] if ack["n"] < count], "events": events[:count]}
        seal(kept, forge.house)
        assert found(kept) == ("open", None, ""), count
        close = {"type": "close", "n": count, "at": events[count - 1]["at"], "status": "abandoned"}
        closed = {**kept, "events": [*kept["events"], close | {"reason": None, "ranking": None, "points": None}]}
        seal(closed, forge.house)
        if count == 1:
            assert found(closed) == ("order.place", 1, "")
        elif count == len(events) - 1 and last.get("status") in ("finished", "void"):
            assert found(closed) == ("result.status", count, "")
        else:
            assert found(closed) == ("verified", None, ""), count


def all_predictions() -> Iterator[tuple[Mutation, Expected]]:
    for name in SAMPLES:
        base = Base(made(name).document())
        yield from ((mutation, predict(base, mutation)) for mutation in mutations(name, base))


def test_every_line_of_the_tables_is_used() -> None:
    """A line that fits nothing says nothing: what the house asserts must really occur, and so must every code."""
    used = {row for _, expected in all_predictions() for row in expected.rows}
    assert [row for row in (*OWN, *EVENTS, *HOUSE_SAYS) if row not in used] == []


def test_when_a_player_without_a_key_was_away_is_the_houses_word() -> None:
    """The line of the table that is only foretold as possible: it really occurs."""
    base, forge = Base(made("keyless").document()), made("keyless")
    codes = []
    for mutation in event_mutations(base.document):
        if predict(base, mutation).may_pass:
            seal(mutation.document, forge.house)
            codes.append(found(mutation.document)[0])
    assert "verified" in codes
    assert "rules.away" in codes


def test_the_threat_model_lists_what_the_house_alone_asserts() -> None:
    text = (Path(__file__).parents[3] / "docs/threat-model.md").read_text(encoding="utf-8")
    assert {row[4] for row in HOUSE_SAYS} == set(re.findall(r"^\| <a id=\"a\d+\"></a>(A\d+) \|", text, re.MULTILINE))


def test_samples_hold_everything_that_a_record_can_hold() -> None:
    events = [event for name in SAMPLES for event in made(name).document()["events"]]
    kinds = {event["type"] for event in events}
    assert kinds == {"open", "commit", "join", "draw", "roll", "move", "pass", "away", "back", "close"}
    assert {event["rules"]["id"] for event in events if event["type"] == "open"} == set(SYSTEMS)
    assert {event["status"] for event in events if event["type"] == "close"} == {"finished", "abandoned", "void"}
    assert {event["by"] for event in events if event["type"] == "move"} == {"player", "auto", "bot"}
    joined = {(e["kind"], e["key"] is not None, e["anchor"] is not None) for e in events if e["type"] == "join"}
    assert joined == {("human", True, True), ("human", True, False), ("human", False, False), ("bot", False, False)}
    absences = {(e["type"], e.get("reason"), "sig" in e) for e in events if e["type"] in ("away", "back")}
    assert absences == {
        ("away", "timeout", False),
        ("away", "left", False),
        ("away", "left", True),
        ("back", None, False),
        ("back", None, True),
    }
    moves = [event for event in events if event["type"] == "move"]
    assert all(any(name in move for move in moves) for name in FURTHER)
    assert {move.get("bonus") for move in moves} == {None, 10, 20}
    assert {move.get("action") for move in moves} - {None} == set(WORDS["action"])
    assert {len(event["seats"]) for event in events if event["type"] == "draw"} == {2, 3, 4, 6}
    assert any(event["seats"] != sorted(event["seats"]) for event in events if event["type"] == "draw")
    assert any(event["points"] for event in events if event["type"] == "close")
    assert {("sig" in event, event["by"]) for event in events if event["type"] == "pass"} >= {
        (True, "player"),
        (False, "player"),
    }
    assert any("sig" not in e and e["by"] == "player" for e in events if e["type"] == "move")


def test_samples_of_absences_and_start_rolls() -> None:
    report = verify(made("drop_outs").bytes())
    absences = next(statement for statement in report.statements if statement.name == "absences")
    assert len(absences.details["spent"]) >= 3
    assert sum(line["moves"] for line in absences.details["stand_in_moves"]) >= 2
    start = [event for event in made("start_rolls").document()["events"] if event.get("purpose") == "start"]
    assert len(start) > 3, "nobody tied"
    assert len(ABSENCE) == len(set(ABSENCE))


def test_a_game_of_house_bots_is_the_houses_own() -> None:
    """Where nobody else brings a key or a chain the house can begin again until it likes the game."""
    for nonce in ("00" * 16, "11" * 16):
        report = verify(Forge("english@1", "bb", nonce=nonce).begin().play(30).close().bytes())
        assert report.verdict == "verified"
        assert {s.name: s.holds for s in report.statements if s.name in ("committed", "unchosen")} == {
            "committed": "yes",
            "unchosen": "no",
        }
