"""``fairdice play``: what it writes and says, the same bytes for the same seed, and what it refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fairdice.local.game import NOTE, LocalGame, Plan, seeded, stepping
from fairdice.verify import verify
from replay.codec import decode_record
from replay.record import Away, Back, Close, Draw, Join, Move, Open, Pass, Roll
from replay.systems import SYSTEMS, system
from tests.fairdice.cli.running import fairdice
from tests.vectors.make_records import FOLDER, INDEX, KEPT, played, variants

ENTRIES: list[dict[str, Any]] = json.loads(INDEX.read_text(encoding="utf-8"))
SHORT = ("--players", "2", "--links", "64", "--seed", "short")


def record(tmp_path: Path, *words: str) -> Any:
    file = tmp_path / "game.json"
    ended = fairdice("play", *words, "-o", str(file))
    assert ended.code == 0, ended.err
    report = verify(file.read_bytes())
    assert (report.verdict, report.fault) == ("verified", None)
    return decode_record(file.read_bytes()).record


# Seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_golden(entry: dict[str, Any], tmp_path: Path) -> None:
    raw = played(entry["name"], entry["arguments"], tmp_path / "game.json")
    assert sha256(raw).hexdigest() == entry["sha256"]
    if "file" in entry:
        assert (FOLDER / entry["file"]).read_bytes() == raw
    assert verify(raw).verdict == "verified"


def test_golden_records_are_for_every_value_of_every_option() -> None:
    assert [entry["name"] for entry in ENTRIES] == [*KEPT, *(name for name, _ in variants())]
    values = sum(len(option.choices) for found in SYSTEMS.values() for option in found.options)
    assert len(ENTRIES) == len(KEPT) + values


def test_golden_files_have_what_a_game_can_have() -> None:
    events = [event for file in FOLDER.glob("[!i]*.json") for event in decode_record(file.read_bytes()).record.events]
    kinds = {(type(event).__name__, getattr(event, "by", getattr(event, "reason", None))) for event in events}
    for wanted in (
        ("Away", "timeout"),
        ("Away", "left"),
        ("Back", None),
        ("Move", "auto"),
        ("Move", "bot"),
        ("Move", "player"),
    ):
        assert wanted in kinds
    assert {event.status for event in events if isinstance(event, Close)} == {"finished", "void"}
    assert any(isinstance(event, Roll) and event.purpose == "start" for event in events)
    assert any(isinstance(event, Join) and event.key is None for event in events)
    moves = [event for event in events if isinstance(event, Move)]
    assert {event.action for event in moves} >= {"enter", "move", "moonwalk", "invade", "recover", "free"}
    assert {event.bonus for event in moves} >= {10, 20}
    assert any(isinstance(event.captured, int) for event in moves)
    assert any(isinstance(event, Pass) for event in events)
    assert max(len(event.links) for event in events if isinstance(event, Roll)) == 7


def test_same_seed_same_bytes(tmp_path: Path) -> None:
    raws = []
    for name, seed in (("a", "x"), ("b", "x"), ("c", "y")):
        file = tmp_path / name
        assert fairdice("play", "--players", "2", "--links", "64", "--seed", seed, "-o", str(file)).code == 0
        raws.append(file.read_bytes())
    assert raws[0] == raws[1] != raws[2]


def test_without_a_seed_every_game_is_another(tmp_path: Path) -> None:
    openings = [record(tmp_path, "--players", "2", "--links", "64").events[0] for _ in range(2)]
    assert openings[0].nonce != openings[1].nonce
    assert openings[0].house.key != openings[1].house.key


def test_seeded_time_goes_in_steps(tmp_path: Path) -> None:
    times = [event.at for event in record(tmp_path, *SHORT, "--away").events]
    assert times[0] == 1_796_000_000_000
    assert {at % 1000 for at in times} == {0}


# What the arguments do ----------------------------------------------------------------------------------------------


def test_options_go_into_the_opening(tmp_path: Path) -> None:
    words = ("--option", "pairs=block", "--option", "pieces=2", "--option", "auto_move=false", "--players", "3")
    opening = record(tmp_path, *words, "--links", "100", "--unsigned", "--seed", "s").events[0]
    assert isinstance(opening, Open)
    assert (opening.players, opening.links, opening.signed_moves) == (3, 100, False)
    assert opening.rules.id == "star@1"
    options = opening.rules.options
    assert (options["pairs"], options["pieces"], options["auto_move"], options["leave"]) == ("block", 2, False, "6")


def test_the_note_tells_who_held_the_chains(tmp_path: Path) -> None:
    for words in (SHORT, (*SHORT, "--away"), (*SHORT, "--without-chains", "2")):
        opening = record(tmp_path, *words).events[0]
        assert opening.note == NOTE
        assert "One process held all chains" in opening.note


def test_everyone_is_a_full_player(tmp_path: Path) -> None:
    found = record(tmp_path, *SHORT)
    joins = [event for event in found.events if isinstance(event, Join)]
    assert [(join.name, join.kind) for join in joins] == [("Ana", "human"), ("Ben", "human")]
    assert all(join.anchor and join.key for join in joins)
    assert all(event.sig for event in found.events if isinstance(event, Move) and event.by == "player")
    assert [ack.player for ack in found.acks] == [0, 1]


def test_without_chains_the_last_players_bring_nothing(tmp_path: Path) -> None:
    found = record(tmp_path, "--players", "3", "--links", "64", "--without-chains", "2", "--seed", "s")
    joins = [event for event in found.events if isinstance(event, Join)]
    assert [join.anchor is not None for join in joins] == [True, False, False]
    assert [join.key is not None for join in joins] == [True, False, False]
    assert [join.kind for join in joins] == 3 * ["human"]


def test_unsigned(tmp_path: Path) -> None:
    found = record(tmp_path, *SHORT, "--unsigned")
    assert not any(event.sig for event in found.events if isinstance(event, Move))


@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_bots_choose_differently(bots: str, tmp_path: Path) -> None:
    words = ("--players", "2", "--links", "64", "--seed", "s", "--option", "leave=1_6")
    chosen = record(tmp_path, *words, "--bots", bots)
    usual = record(tmp_path, *words)
    assert (chosen == usual) == (bots == "greedy")


@pytest.mark.parametrize(("board", "links"), [(4, 4096), (6, 16384)])
def test_chains_are_as_long_as_the_rules_have_it(board: int, links: int) -> None:
    rules = system("clovece@1").bind({"board": board}, 4)
    opening = LocalGame(Plan(rules=rules), seeded("links"), stepping()).table.record().events[0]
    assert isinstance(opening, Open)
    assert opening.links == links


def test_help_tells_how_long_chains_are() -> None:
    assert "by default 4096, on the board for six 16384" in " ".join(fairdice("play", "--help").out.split())


@pytest.mark.parametrize(("rules", "players"), [*zip(SYSTEMS, (2, 3, 4, 2, 3, 4, 2), strict=True)])
def test_away(rules: str, players: int, tmp_path: Path) -> None:
    """Both ways to drop out, spent indices, stand-ins and returns."""
    events = record(tmp_path, "--rules", rules, "--players", str(players), "--away", "--seed", "away").events
    assert {event.reason for event in events if isinstance(event, Away)} == {"timeout", "left"}
    assert any(isinstance(event, Back) for event in events)
    assert any(isinstance(event, Move) and event.by == "bot" for event in events)
    used = [event.j for event in events if isinstance(event, Draw | Roll)]
    assert len(set(range(1, used[-1])) - set(used)) >= 2


# Where the record goes ----------------------------------------------------------------------------------------------


def test_default_file_is_named_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = fairdice("play", *SHORT)
    assert (ended.code, ended.out) == (0, "")
    (file,) = tmp_path.iterdir()
    report = verify(file.read_bytes())
    assert report.summary is not None
    assert file.name == f"{report.summary.game[:12]}.json"
    assert ended.err == f"star@1, 2 players, 63 rolls: void, links exhausted.  The record is in {file.name}.\n"


def test_standard_output(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    fairdice("play", *SHORT, "-o", str(file))
    ended = fairdice("play", *SHORT, "-o", "-")
    assert ended.out == file.read_text(encoding="utf-8")
    assert ended.err.endswith("The record is on standard output.\n")
    assert ended.out.endswith("}\n")
    assert "\n" not in ended.out[:-1]


def test_the_winner_is_named(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    one = fairdice("play", "--rules", "mensch@1", "--players", "2", "--seed", "s", "--unsigned", "-o", file)
    assert "mensch@1, 2 players, " in one.err
    assert ": Ana won." in one.err or ": Ben won." in one.err
    two = fairdice("play", "--option", "teams=true", "--option", "pieces=2", "--seed", "s", "--unsigned", "-o", file)
    assert ": Ana and Cleo won." in two.err or ": Ben and Dan won." in two.err


# What it refuses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--rules", "halma@1"), "option.system"),
        (("--players", "1"), "option.players"),
        (("--players", "5"), "option.players"),
        (("--players", "two"), "usage.value"),
        (("--option", "teams=true", "--players", "2"), "option.players"),
        (("--option", "pairs"), "usage.value"),
        (("--option", "pairs=none", "--option", "pairs=block"), "usage.twice"),
        (("--option", "pairs=maybe"), "option.value"),
        (("--option", "walls=true"), "option.unknown"),
        (("--rules", "clovece@1", "--players", "6"), "option.players"),
        (("--rules", "clovece@1", "--option", "board=06"), "option.value"),
        (("--rules", "pairs@1", "--option", "finish_step=54"), "option.value"),
        (("--rules", "parchis@1", "--option", "teams=true", "--players", "3"), "option.players"),
        (("--bots", "clever"), "usage.value"),
        (("--without-chains", "5"), "usage.value"),
        (("--without-chains", "-1"), "usage.value"),
        (("--links", "63"), "usage.value"),
        (("--links", "65537"), "usage.value"),
        (("--seed", "\udcff"), "usage.value"),
        (("--sead", "x"), "usage.option"),
        (("game.json",), "usage.wrong"),
        (("-o", "no/such/folder/game.json", *SHORT), "write.missing"),
        (("-o", ".", *SHORT), "write.directory"),
    ],
    ids=lambda value: " ".join(value).encode("ascii", "replace").decode() if isinstance(value, tuple) else value,
)
def test_refused(words: tuple[str, ...], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = fairdice("play", *words)
    assert (ended.code, ended.out) == (2, "")
    assert f"[{code}]" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_help_has_examples() -> None:
    ended = fairdice("play", "--help")
    assert ended.code == 0
    assert "\n  Examples:\n    fairdice play\n" in ended.out
