from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from msgspec import structs

from fairdice.cli.program import program
from fairdice.encoding import ZERO_HASH, head
from replay.codec import encode
from replay.record import Close, GameEvent, Move, Roll
from replay.systems import SYSTEMS
from tests.fairdice.cli.running import Ended, fairdice
from tests.fairdice.golden_text import golden
from tests.fairdice.sample import events, record, record_bytes

STAR = events("star@1", 4, seed="shown", away=0.01)
SVG = "{http://www.w3.org/2000/svg}"
TURN = re.compile(r'<path d="M[^"]*z" fill="#22262b"/>')
"""The arrow before the line of who has the turn."""


def show(log: list[GameEvent], *words: str) -> Ended:
    return fairdice("show", "-", *words, given=record_bytes(log))


def number_of(log: list[GameEvent], kind: type, nth: int = 0) -> int:
    return [n for n, event in enumerate(log) if isinstance(event, kind)][nth]


# Whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_the_end_of_a_game(rules: str) -> None:
    ended = show(events(rules, 3, seed=f"end of {rules}"))
    assert (ended.code, ended.err) == (0, "")
    golden(f"show-{rules.partition('@')[0]}.txt", ended.out)


LOGS = {
    "star": STAR,
    "english": events("english@1", 2),
    "mensch": events("mensch@1", 4),
    "clovece": events("clovece@1", 6, options={"board": 6}, most=700),
    "clovece steps": events("clovece@1", 3, options={"six_chain": "steps"}),
    "pairs": events("pairs@1", 4, options={"teams": True, "finished_partner": "plays_partner", "finish_step": 55}),
    "parchis": events("parchis@1", 4, away=0.01),
    "nomercy": events("nomercy@1", 4, away=0.01),
}


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_every_event_can_be_shown(log: list[GameEvent]) -> None:
    """In words, as JSON whose position document is legal input for `moves`, and as a picture."""
    for n in [*range(12), *range(12, len(log), 41), len(log) - 1]:
        ended = show(log, "--at", str(n))
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.splitlines()[1].startswith(f"Event {n}: ")
        document = json.loads(show(log, "--at", str(n), "--json").out)
        assert (document["at"], document["events"]) == (n, len(log))
        assert document["said"] in ended.out
        assert f"Due: {document['due']}\n" in ended.out
        if document["position"] is not None:
            assert fairdice("moves", "-", given=json.dumps(document["position"])).code == 0
        picture = ElementTree.fromstring(show(log, "--at", str(n), "--svg", "-").out)
        assert f"after event {n}" in str(picture[0].text)


def test_json() -> None:
    n = number_of(STAR, Move, 60)
    document = json.loads(show(STAR, "--at", str(n), "--json").out)
    assert document["format"] == "fairdice/show@1"
    assert document["game"] == head(ZERO_HASH, encode(STAR[0])).hex()
    assert document["refused"] is None
    assert document["position"]["ruleset"] == "star@1"
    assert [line["player"] for line in document["standings"]] == [0, 1, 2, 3]
    moved = STAR[n]
    assert isinstance(moved, Move)
    assert moved.to in document["position"]["pieces"][moved.player]
    assert set(document) == {
        "format",
        "game",
        "events",
        "at",
        "said",
        "due",
        "position",
        "standings",
        "refused",
    }


def test_during_start_rolls_there_is_a_board_but_no_position() -> None:
    log = events("english@1", 3)
    n = number_of(log, Roll)
    document = json.loads(show(log, "--at", str(n), "--json").out)
    assert document["position"] is None
    assert len(document["standings"]) == 3


@pytest.mark.parametrize("words", [[], ["--json"], ["--svg", "-"]], ids=["text", "json", "svg"])
def test_the_same_answer_twice(words: list[str]) -> None:
    assert show(STAR, *words) == show(STAR, *words)


def test_options_are_named() -> None:
    ended = show(events("star@1", 2, options={"pairs": "block"}, most=9))
    assert ended.out.startswith("Game ")
    assert ended.out.splitlines()[0].endswith(": Ludo with stars (star@1), 2 players, with pairs=block")


def test_who_is_away() -> None:
    log = events("star@1", 2, away=1.0, most=6)
    assert "away" in show(log).out.partition("Last events")[0]


@pytest.mark.parametrize("at", ["-1", "x", "1.5", "99999999999999999999"])
def test_events_that_are_not_there(at: str) -> None:
    ended = show(STAR, "--at", at)
    assert (ended.code, ended.out) == (2, "")
    assert "[usage." in ended.err


def test_the_last_event_and_the_one_after() -> None:
    last = len(STAR) - 1
    assert show(STAR, "--at", str(last)).code == 0
    assert show(STAR, "--at", str(last + 1)) == (
        2,
        "",
        f"error: standard input: there is no event {last + 1}: the last one is {last} [usage.at]\n",
    )


# Colours and names -------------------------------------------------------------------------------------------------


def test_no_colours_without_a_terminal() -> None:
    assert "\x1b" not in show(STAR).out


def test_colours_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is the same but for the colours."""
    plain = show(STAR).out
    monkeypatch.setattr("fairdice.cli.show.in_colour", lambda: True)
    result = CliRunner().invoke(program, ["show", "-"], input=record_bytes(STAR), color=True, prog_name="fairdice")
    assert "\x1b[1;31m●\x1b[0m" in result.stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", result.stdout) == plain


HOSTILE = ("\u202eevil\u2066", "\ufeff\u200b\u2028", "Ben rolls 6", "👩\u200d👧多恵子")


@pytest.mark.parametrize("words", [[], ["--at", "40"], ["--at", "3"], ["--svg", "-"]], ids=" ".join)
def test_hostile_names(words: list[str]) -> None:
    ended = show(events("star@1", 4, names=HOSTILE, most=60), *words)
    assert ended.code == 0
    for line in ended.out.splitlines():
        assert line.replace("\u200d", "").isprintable()
    if "--svg" in words:
        ElementTree.fromstring(ended.out)


def test_long_names_of_wide_letters() -> None:
    names = ("多" * 40, "x" * 40, "a", "🎲" * 20)
    log = events("star@1", 4, names=names, most=30)
    lines = [line for line in show(log).out.splitlines() if "  yard " in line]
    assert len(lines) == 4
    ElementTree.fromstring(show(log, "--svg", "-").out)


# Records that the rules refuse -------------------------------------------------------------------------------------


def changed(log: list[GameEvent], n: int, **fields: Any) -> list[GameEvent]:
    return [*log[:n], structs.replace(log[n], **fields), *log[n + 1 :]]


@pytest.mark.parametrize("words", [[], ["--json"], ["--svg", "-"], ["--at", str(len(STAR) - 1)]], ids=" ".join)
@pytest.mark.parametrize(
    ("n", "fields", "code"),
    [
        (number_of(STAR, Move, 20), {"to": 75}, "rules.move"),
        (number_of(STAR, Move, 20), {"piece": 3}, "rules."),
        (number_of(STAR, Move, 20), {"player": 5}, "rules.turn"),
        (number_of(STAR, Roll, 20), {"player": 5}, "rules.turn"),
        (number_of(STAR, Close), {"ranking": None}, "result.ranking"),
        (6, {"seats": (0, 0, 0, 0)}, "rules.seats"),
        (2, {"player": 3}, "rules.turn"),
        (0, {"players": 6}, "option.players"),
    ],
)
def test_a_record_is_shown_as_far_as_the_rules_go(n: int, fields: dict[str, Any], code: str, words: list[str]) -> None:
    ended = show(changed(STAR, n, **fields), *words)
    lines = ended.err.splitlines()
    if n == 0 and "--svg" in words:
        assert (ended.code, lines) == (
            2,
            ["error: no board can be drawn: the opening of the record is refused [usage.svg]"],
        )
        return
    assert ended.code == 1
    assert len(lines) == 2
    assert lines[0].startswith("The rules refuse what follows: ")
    assert f"[{code}" in lines[0]
    assert "fairdice verify" in lines[1]
    if "--json" in words:
        document = json.loads(ended.out)
        assert document["refused"]["code"].startswith(code)
        assert document["at"] == (n - 1 if n else None)


def test_up_to_the_event_asked_for_nothing_is_refused() -> None:
    n = number_of(STAR, Move, 20)
    log = changed(STAR, n, to=75)
    assert show(log, "--at", str(n - 1)) == show(STAR, "--at", str(n - 1))


def test_dice_are_not_judged() -> None:
    n = number_of(STAR, Roll, 3)
    roll = STAR[n]
    assert isinstance(roll, Roll)
    log = changed(STAR, n, links=tuple("00" * 32 if link else None for link in roll.links))
    assert show(log).code == 0


# Position documents, pictures --------------------------------------------------------------------------------------

POSITION = {"ruleset": "mensch@1", "players": 2, "pieces": [[5, 40, -1, -1], [12, -1, -1, -1]], "rolls": [3]}


def test_a_position_document() -> None:
    given = json.dumps(POSITION)
    ended = fairdice("show", "-", given=given)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Mensch ärgere Dich nicht (mensch@1), 2 players\n")
    assert ended.out.endswith(
        "Due: player 0 (red ●) moves: the piece on 5 to 8; or the piece on 40 (home) to 43 (home)\n"
    )
    document = json.loads(fairdice("show", "-", "--json", given=given).out)
    assert document["game"] is None
    assert fairdice("moves", "-", given=json.dumps(document["position"])) == fairdice("moves", "-", given=given)
    picture = ElementTree.fromstring(fairdice("show", "-", "--svg", "-", given=given).out)
    assert picture[1].text == (
        "player 0 (red dot): 2 in the yard, on 5, 1 home. player 1 (green bar): 3 in the yard, on 12. "
        "Next: player 0 (red ●) moves: the piece on 5 to 8; or the piece on 40 (home) to 43 (home)."
    )


def test_a_position_has_no_events() -> None:
    ended = fairdice("show", "-", "--at", "0", given=json.dumps(POSITION))
    assert (ended.code, ended.out) == (2, "")
    assert "[usage.at]" in ended.err


def test_an_impossible_position() -> None:
    ended = fairdice("show", "-", given=json.dumps(POSITION | {"turn": 5}))
    assert (ended.code, ended.out) == (2, "")
    assert "[position.turn]" in ended.err


def test_the_picture_goes_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(record_bytes(STAR))
    out = tmp_path / "picture.svg"
    ended = fairdice("show", str(tmp_path / "game.json"), "--at", "100", "--svg", str(out))
    assert ended == (0, "", "")
    assert out.read_text(encoding="utf-8") == show(STAR, "--at", "100", "--svg", "-").out


CAPTIVES: dict[str, Any] = {
    "ruleset": "nomercy@1",
    "players": 2,
    "pieces": [[20, {"p": 30, "locked": True}, {"prisoner_of": 1}, {"intruder_in": 1}], [53, 44, -1, -1]],
    "rolls": [6, 6],
    "due": "roll",
}


def test_captives() -> None:
    """On the board, in the table, in the description of the picture, and in the JSON answer."""
    given = json.dumps(CAPTIVES)
    ended = fairdice("show", "-", given=given)
    assert "  # prisoners of ▬: 1 ●\n  # intruders in the column of ▬: 1 ●\n" in ended.out
    assert "> ● player 0  red     yard 0  track 2  home 0  captive 2\n" in ended.out
    assert "  ▬ player 1  yellow  yard 2  track 2  home 0  captive 0\n" in ended.out
    document = json.loads(fairdice("show", "-", "--json", given=given).out)
    assert [line["captives"] for line in document["standings"]] == [2, 0]
    assert document["position"]["pieces"] == CAPTIVES["pieces"]
    picture = ElementTree.fromstring(fairdice("show", "-", "--svg", "-", given=given).out)
    assert str(picture[1].text).startswith(
        "player 0 (red dot): on 20 and 30 (locked), 1 in the prison of player 1 (yellow bar), "
        "1 held in the column of player 1 (yellow bar). player 1 (yellow bar): 2 in the yard, on 44 and 53 (column)."
    )
    assert [f"captive {count}" in (text.text or "") for text in picture.iter(f"{SVG}text") for count in (2, 0)] == [
        False,
        False,
        True,
        False,
        False,
        False,
        False,
        True,
    ]
    other = json.loads(fairdice("show", "-", "--json", given=json.dumps(POSITION)).out)
    assert [line["captives"] for line in other["standings"]] == [None, None]


@pytest.mark.parametrize("words", [[], ["--svg", "-"]], ids=["text", "svg"])
def test_captives_are_told_only_where_somebody_is_held(words: list[str]) -> None:
    free = {"ruleset": "nomercy@1", "players": 2, "pieces": [[20, -1, -1, -1], [53, 44, -1, -1]]}
    assert "captive" not in fairdice("show", "-", *words, given=json.dumps(free)).out
    assert "captive" in fairdice("show", "-", *words, given=json.dumps(CAPTIVES)).out


def in_picture(position: dict[str, Any]) -> list[str]:
    """The words below the board of its picture."""
    picture = ElementTree.fromstring(fairdice("show", "-", "--svg", "-", given=json.dumps(position)).out)
    return [str(text.text) for text in picture.iter(f"{SVG}text")]


def test_points_in_the_picture() -> None:
    position = {"ruleset": "pairs@1", "players": 2, "pieces": [[56, 20, -1, -1], [-1] * 4]}
    assert in_picture(position) == [
        "player 0",
        "yard 2 · track 1 · home 1 · 111 points",
        "player 1",
        "yard 4 · track 0 · home 0 · 0 points",
    ]


def test_places_in_the_picture() -> None:
    """In player order; nobody has the turn any more."""
    over = {"ruleset": "star@1", "players": 2, "pieces": [[5, 0, -1, -1], [56] * 4]}
    assert in_picture(over)[::2] == ["2. player 0", "1. player 1"]
    assert not TURN.search(fairdice("show", "-", "--svg", "-", given=json.dumps(over)).out)
    assert len(TURN.findall(fairdice("show", "-", "--svg", "-", given=json.dumps(POSITION)).out)) == 1


def test_who_is_away_in_the_picture() -> None:
    log = events("star@1", 2, away=1.0, most=6)
    assert " · away" in show(log, "--svg", "-").out


def test_points_while_the_game_goes_on() -> None:
    position = {"ruleset": "pairs@1", "players": 2, "pieces": [[56, 20, -1, -1], [-1] * 4]}
    ended = fairdice("show", "-", given=json.dumps(position))
    assert "yard 2  track 1  home 1  111 points\n" in ended.out


def test_help_explains_the_signs() -> None:
    said = " ".join(fairdice("show", "--help").out.split())
    for sign in ("☆", "◦", "⌂", "×", "#2", "#+", ">", '"captive" is'):
        assert sign in said


@pytest.mark.parametrize(("out", "code"), [("", "write.directory"), ("no/where.svg", "write.missing")])
def test_the_picture_cannot_be_written(out: str, code: str, tmp_path: Path) -> None:
    ended = show(STAR, "--svg", str(tmp_path / out))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"error: {tmp_path / out}: ")
    assert ended.err.endswith(f" [{code}]\n")


def test_only_reading_tells_whether_a_file_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.json").write_bytes(record_bytes(STAR))
    monkeypatch.setattr("os.access", lambda *_: False)
    assert fairdice("show", str(tmp_path / "game.json")).code == 0


def test_a_picture_is_no_json() -> None:
    ended = show(STAR, "--svg", "-", "--json")
    assert (ended.code, ended.out) == (2, "")
    assert "[usage.svg]" in ended.err


def test_the_move_that_was_made_is_marked_in_the_picture() -> None:
    n = number_of(STAR, Move, 10)
    after_move = show(STAR, "--at", str(n), "--svg", "-").out
    after_roll = show(STAR, "--at", str(n - 1), "--svg", "-").out
    assert "stroke-dasharray" in after_move
    assert "stroke-dasharray" not in after_roll


def test_the_record_of_these_tests_ends_well() -> None:
    assert isinstance(record(STAR).events[-1], Close)
