"""docs/howto: the code on the pages runs as it stands, prints what they say, and notices a forged record."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.vectors.make_by_hand import make

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests/vectors/by_hand.json"
PAGE = (ROOT / "docs/howto/verify-by-hand.md").read_text(encoding="utf-8")
ROLLS = {event["n"]: event for event in json.loads(RECORD.read_bytes())["events"] if event["type"] == "roll"}


def blocks(language: str) -> str:
    """All code blocks of one language, one after another."""
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))


def run(folder: Path, record: bytes, event: int = 8) -> subprocess.CompletedProcess[str]:
    """Run the page's code on `record` in a fresh Python that knows nothing of this project."""
    (folder / "game.json").write_bytes(record)
    code = blocks("python").replace("EVENT = 8\n", f"EVENT = {event}\n")
    return subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_page_says_what_its_code_prints(tmp_path: Path) -> None:
    answer = run(tmp_path, RECORD.read_bytes())
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.splitlines() == [line for line in blocks("text").splitlines() if line]


def test_the_page_needs_the_standard_library_alone() -> None:
    modules = set(re.findall(r"^(?:import|from) (\w+)", blocks("python"), re.MULTILINE))
    assert modules == {"hashlib", "hmac", "json"}


def test_the_record_is_what_its_maker_makes() -> None:
    assert make() == RECORD.read_bytes()


def test_the_record_shows_what_the_page_explains() -> None:
    assert any(None in event["links"] for event in ROLLS.values())
    indices = [event["j"] for event in ROLLS.values()]
    assert indices != list(range(indices[0], indices[0] + len(indices)))


@pytest.mark.parametrize("event", ROLLS)
def test_every_roll_of_the_record(event: int, tmp_path: Path) -> None:
    answer = run(tmp_path, RECORD.read_bytes(), event)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.endswith(f"right: the roll of event {event} is a {ROLLS[event]['value']}\n")


@pytest.mark.parametrize("event", [5, 10])
def test_other_events_are_no_rolls(event: int, tmp_path: Path) -> None:
    answer = run(tmp_path, RECORD.read_bytes(), event)
    assert (answer.returncode, answer.stderr) == (1, f"WRONG: it is not so that event {event} is a roll\n")


def flip(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def change(*path: str | int, to: Callable[[Any], Any]) -> Callable[[list[Any]], None]:
    def forge(events: list[Any]) -> None:
        *way, last = path
        place: Any = events
        for step in way:
            place = place[step]
        place[last] = to(place[last])

    return forge


FORGERIES = {
    "another value": (change(8, "value", to=lambda value: value % 6 + 1), "the roll of event 8 is a"),
    "another index": (change(8, "j", to=lambda j: j + 1), "link 5 of party 0 ends"),
    "another house link": (change(8, "links", 0, to=flip), "link 4 of party 0 ends"),
    "another player link": (change(8, "links", 3, to=flip), "link 4 of party 3 ends"),
    "links exchanged": (change(8, "links", to=lambda links: [links[0], links[2], links[1], links[3]]), "of party 1"),
    "a link too few": (change(8, "links", to=lambda links: links[:3]), "one place for each party"),
    "no house link": (change(8, "links", to=lambda links: [None, *links[1:]]), "the house gives a link"),
    "no player link": (change(8, "links", to=lambda links: [*links[:3], None]), "the roll of event 8 is a"),
    "another anchor": (change(1, "anchor", to=flip), "link 4 of party 0 ends"),
    "another option": (change(0, "rules", "options", "no_jump_home", to=lambda _: True), "link 4 of party 0 ends"),
    "a late anchor": (lambda events: events.insert(4, events.pop(5)), "anchors precede the draw"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_record_is_noticed(name: str, tmp_path: Path) -> None:
    forge, says = FORGERIES[name]
    record = json.loads(RECORD.read_bytes())
    forge(record["events"])
    answer = run(tmp_path, json.dumps(record).encode())
    assert answer.returncode == 1
    assert answer.stderr.startswith("WRONG: ")
    assert says in answer.stderr
