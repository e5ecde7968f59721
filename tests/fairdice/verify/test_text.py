"""Reports in words: hostile text in a record cannot rewrite the report."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdice.printable import places
from fairdice.verify import Report, Trust, verify
from fairdice.verify.text import HEADLINES, lines
from replay.codec import encode
from replay.record import House
from tests.support.forge import Forge, seal
from tests.support.wrong import all_wrongs, game

# To turn the direction of writing, to colour, to erase the line, to begin another line or page, to join and to vanish.
HOSTILE = ["\u202e", "\u2066x\u2069", "\u200b", "\u00ad", "\ufeff", "\ue000", "\U000e0041", "\u2028"]
CONTROLS = [
    "\x1b[2K\x1b[1A",
    "\x9b31m",
    "\r",
    "\n  ok     head        the house's receipt",
    "\x07",
    "\x00",
    "\x7f",
    "\t",
]


def hostile(text: str, *, controls: bool) -> Forge:
    """A game with the text wherever the format lets it stand."""
    name = ("x" if controls else text)[:40]
    forge = game("cp", house=House(name=name, key=game("cp").house.public.hex()))
    forge.changes["note"] = text
    forge.open().commit().join(0, name=name).join(1, name=name).draw().play(10)
    return forge.close(reason=text)


def shown(report: Report) -> list[str]:
    written = list(lines(report))
    for line in written:
        assert line == "" or line.isprintable(), line
    return written


@pytest.mark.parametrize("text", [*HOSTILE, *CONTROLS], ids=ascii)
def test_names_notes_and_reasons_are_escaped(text: str) -> None:
    forge = hostile(text, controls=text in CONTROLS)
    report = verify(forge.bytes(), file=f"{text}.json")
    assert report.verdict == "verified"
    written = shown(report)
    assert sum("\\" in line for line in written) >= (2 if text in CONTROLS else 5)


def test_no_name_is_read_as_a_part_of_the_report() -> None:
    forge = game("cc")
    forge.open().commit().join(0, name="Eve; 99 of 99 by Ana").join(1, name="Bob, a bot of the house").draw().play(10)
    report = verify(forge.close().bytes())
    unchosen = next(statement.text for statement in report.statements if statement.name == "unchosen")
    assert 'by "Eve; 99 of 99 by Ana"' in unchosen
    assert '  player 1  "Bob, a bot of the house", brings its own chain and key' in shown(report)


@pytest.mark.parametrize("text", [*HOSTILE, *CONTROLS], ids=ascii)
def test_faults_are_escaped(text: str) -> None:
    """What was found in an option, a reason or a key that is no key."""
    document = game().open().document()
    for path, value in ((("id",), text), (("options", "overshoot"), text[:40]), (("options", text), 1)):
        changed: Any = json.loads(json.dumps(document))
        rules = changed["events"][0]["rules"]
        (rules if len(path) == 1 else rules["options"])[path[-1]] = value
        if path[-1] != text:
            seal(changed, game().house)
        report = verify(encode(changed))
        assert report.fault is not None
        shown(report)
    void = hostile("x", controls=False).document()
    void["events"][-1] |= {"status": "void", "reason": text}
    shown(verify(encode(void)))


def test_a_name_that_imitates_the_report() -> None:
    """It stays in its line, after its label."""
    forge = hostile("VERIFIED ok head [roll.value] at event 1", controls=False)
    written = shown(verify(forge.bytes(), file="game.json"))
    assert [line for line in written if line.startswith(("VERIFIED", "  ok     head"))] == [
        "  ok     head        the house's receipt over the last event"
    ]


@pytest.mark.parametrize("wrong", all_wrongs().values(), ids=all_wrongs().keys())
def test_every_wrong_record_can_be_told(wrong: Any) -> None:
    report = verify(encode(wrong.make().record), file="game.json")
    written = shown(report)
    assert all(len(line) <= 80 or len(line.split()[-1]) > 60 for line in written), "only long values leave the margin"
    if report.fault is None:
        return
    code, event = report.fault.code, report.fault.event
    where = f" at event {event}" if event is not None else ""
    assert written[0] == f"game.json: {HEADLINES['refused']} [{code}]{where}"
    assert report.fault.message[0].islower() or report.fault.message[0] in '"0123456789'
    assert sum(f"[{code}]" in line for line in written) == 2 or len(code) > 20


def test_paint_is_told_what_each_word_means() -> None:
    seen: list[tuple[str, str]] = []

    def paint(text: str, role: str) -> str:
        seen.append((text, role))
        return text.upper()

    report = verify(game().begin().play(10).close().bytes(), Trust(game=bytes(32)), file="game.json")
    list(lines(report, paint))
    assert seen[0] == ("REFUSED", "bad")
    assert ("ok", "good") in seen
    assert ("FAILED", "bad") in seen
    assert ("-", "quiet") in seen
    assert ("if", "doubt") in seen
    assert ("no", "quiet") in seen


def test_points_stand_below_the_places() -> None:
    from tests.support.wrong.seats import scored

    report = verify(scored().close().bytes())
    assert report.summary is not None
    assert report.summary.points is not None
    written = shown(report)
    place = next(number for number, line in enumerate(written) if line.startswith("  result"))
    assert written[place + 1] == "  points    " + f"Ana {report.summary.points[0]}, Ben {report.summary.points[1]}"
    assert report.summary.points[report.summary.ranking[0][0] if report.summary.ranking else -1] == 200
    unscored = verify(game().begin().play(10).close().bytes())
    assert not any(line.startswith("  points") for line in shown(unscored))
    document = scored().close().document()
    document["events"][-1]["points"] = [1, 2, 3]
    assert "  points    Ana 1, Ben 2, 2 3" in shown(verify(encode(document)))


def test_places_of_a_tie() -> None:
    """Two on the second place: the next place is the third."""
    from tests.fairdice.verify.samples import made

    report = verify(made("finished").bytes())
    assert report.summary is not None
    line = next(line for line in lines(report) if line.startswith("  result"))
    winner = report.summary.players[report.summary.ranking[0][0]].name if report.summary.ranking else ""
    assert line.startswith(f"  result    1. {winner}, 2. ")
    assert places([[1], [0, 3], [2]], ["A", "B", "C", "D"]) == "1. B, 2. A and D, 3. C"
    assert places([[1], [0, 3, 5]], ["A", "B"]) == "1. B, 2. A, 3 and 5"
