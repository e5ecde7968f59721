from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert, structs

from fairdice.words.legal import due
from fairdice.words.narrator import Narrator
from fairdice.words.told import join_lines
from replay.errors import RuleError
from replay.record import GameEvent, Join, Move, Open, Roll
from replay.systems import SYSTEMS
from tests.fairdice.golden_text import golden
from tests.fairdice.sample import events
from tests.fairdice.words.script import begun


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_a_game_in_words(rules: str) -> None:
    """Whole games with absences; a change of the words shows as a difference in a golden file."""
    narrator = Narrator()
    lines = join_lines([narrator.tell(event) for event in events(rules, 3, seed=f"words {rules}", away=0.02, most=160)])
    text = "".join(f"{line.first:3} {line.last:3} {line.text}\n" for line in lines)
    golden(f"words-{rules.partition('@')[0]}.txt", text)
    assert [line.first for line in lines[1:]] == [line.last + 1 for line in lines[:-1]]


def test_roll_and_move_make_one_sentence() -> None:
    script = begun()
    script.place([-1, 20, 20, 20], [26, -1, -1, -1])
    assert script.roll(0, 6) == "Ana rolls 6"
    told = script.tell("move", player=0, piece=0, **{"from": -1}, to=0, by="player")
    assert told.text == "Ana brings a piece out"
    assert told.goes_on == "brings a piece out"
    assert told.whole == "Ana rolls 6, brings a piece out"


def test_captures() -> None:
    script = begun(pairs="none", rival_on_start="capture")
    script.place([-1, 20, 56, 56], [26, 50, 50, -1])
    script.roll(0, 6)
    assert script.move(0, -1, 0, by="player") == "Ana rolls 6, brings a piece out, captures Ben"
    script.roll(0, 4)
    moved = script.move(0, 20, 24, piece=1, by="player")
    assert moved == "Ana rolls 4, moves a piece from 20 to 24, captures two pieces of Ben"


def test_column_home_and_the_end() -> None:
    script = begun()
    script.place([49, 55, 56, 56], [-1] * 4)
    script.roll(0, 2)
    assert script.move(0, 49, 51) == "Ana rolls 2, moves a piece from 49 to 51 (column)"
    script.roll(1, 3)
    script.roll(0, 1)
    assert script.move(0, 55, 56, piece=1, by="player") == "Ana rolls 1, brings a piece home"
    script.roll(0, 5)
    assert script.move(0, 51, 56) == "Ana rolls 5, brings a piece home, has all pieces home: the game is over"
    assert due(script.narrator.game) == "the close: the game is over"
    closed = script.tell("close", status="finished", reason=None, ranking=[[0], [1]], points=None)
    assert closed.text == "the game is finished: 1. Ana, 2. Ben"
    assert due(script.narrator.game) == "nothing, the game is closed"


def test_home_squares_are_named() -> None:
    script = begun("mensch@1")
    script.place([39, -1, -1, -1], [-1] * 4)
    script.roll(0, 3)
    assert script.move(0, 39, 42, by="player") == "Ana rolls 3, brings a piece home to 42"
    script.roll(1, 1)
    script.roll(1, 1)
    script.roll(1, 1)
    script.roll(0, 1)
    assert script.move(0, 42, 43, by="player") == "Ana rolls 1, moves a piece from 42 (home) to 43 (home)"


def test_past_the_column_and_round_again() -> None:
    script = begun(capture_before_home=True)
    script.place([50, -1, -1, -1], [-1] * 4)
    script.roll(0, 1)
    assert script.move(0, 50, 51, lap=0) == "Ana rolls 1, moves a piece from 50 to 51 (lap 0)"
    script.roll(1, 1)
    script.roll(0, 3)
    assert script.move(0, 51, 2, lap=1) == "Ana rolls 3, moves a piece from 51 (lap 0) to 2 (lap 1)"


def test_rolls_that_move_nothing() -> None:
    script = begun("mensch@1")
    assert script.roll(0, 3) == "Ana rolls 3, cannot move, rolls again"
    assert script.roll(0, 2) == "Ana rolls 2, cannot move, rolls again"
    assert script.roll(0, 1) == "Ana rolls 1, cannot move"
    assert due(script.narrator.game) == "Ben rolls"


@pytest.mark.parametrize(
    ("three_sixes", "says"),
    [
        ("cancel", "Ana rolls 6, six number 3 in a row: the turn ends"),
        ("undo", "Ana rolls 6, six number 3 in a row: the turn ends and its moves are taken back"),
    ],
)
def test_third_six(three_sixes: str, says: str) -> None:
    script = begun(three_sixes=three_sixes)
    script.place([0, 20, 56, 56], [-1] * 4)
    script.narrator.game.play.begin_turn()  # type: ignore[union-attr]
    for start in (0, 6):
        script.roll(0, 6)
        script.move(0, start, start + 6, by="player")
    assert script.roll(0, 6) == says


def test_start_rolls() -> None:
    script = begun("english@1", first=None)
    assert due(script.narrator.game) == "Ana rolls to begin"
    assert script.roll(0, 4, purpose="start") == "Ana rolls 4 to begin"
    assert script.roll(1, 4, purpose="start") == "Ben rolls 4 to begin; Ana and Ben roll again"
    assert script.roll(0, 2, purpose="start") == "Ana rolls 2 to begin"
    assert script.roll(1, 5, purpose="start") == "Ben rolls 5 to begin; Ben is highest and begins"
    assert due(script.narrator.game) == "Ben rolls"


def test_before_the_game() -> None:
    narrator = Narrator()
    says = [narrator.tell(event).text for event in events("star@1", 2, options={"pairs": "block", "teams": False})[:5]]
    assert says == [
        'the house "The House" opens a game of Ludo with stars (star@1) for 2 players, with pairs=block',
        "the house commits to its chain of 4096 links",
        "Ana joins with a chain and a key",
        "Ben joins with a chain and a key",
        "the draw: Ana red ●, Ben yellow ▬; Ana begins",
    ]


@pytest.mark.parametrize(
    ("taken", "says"), [(0, "the opening"), (1, "the commitment of the house"), (2, "player 0 joins"), (4, "the draw")]
)
def test_what_is_due_before_the_draw(taken: int, says: str) -> None:
    narrator = Narrator()
    narrator.skip(events("star@1", 2)[:taken])
    assert due(narrator.game) == says


@pytest.mark.parametrize(
    ("kind", "anchor", "key", "says"),
    [
        ("human", None, None, "Ana joins"),
        ("human", None, "cc" * 32, "Ana joins with a key"),
        ("bot", None, None, "Ana joins, a bot of the house"),
    ],
)
def test_joining(kind: Any, anchor: str | None, key: str | None, says: str) -> None:
    narrator = Narrator()
    log = events("star@1", 2)
    narrator.skip(log[:2])
    join = log[2]
    assert isinstance(join, Join)
    assert narrator.tell(structs.replace(join, kind=kind, anchor=anchor, key=key)).text == says


def test_absences_and_the_stand_in() -> None:
    log = events("star@1", 2, seed="absent", most=8)
    narrator = Narrator()
    narrator.skip(log[:5])
    n = 5

    def tell(type_: str, **fields: Any) -> str:
        nonlocal n
        told = narrator.tell(convert({"type": type_, "n": n, "at": n, **fields}, GameEvent))
        n += 1
        return told.whole or told.text

    links = ["11" * 32, None, "22" * 32]
    assert tell("away", player=0, reason="timeout") == (
        "Ana is away: no answer in time; dice number 2 is spent, number 3 is asked for"
    )
    assert tell("roll", j=3, links=links, player=0, value=6) == "Ana rolls 6"
    # The only move is the engine's own, so the stand-in has nothing to do yet.
    assert tell("move", player=0, piece=0, **{"from": -1}, to=0, by="auto") == "Ana rolls 6, brings a piece out"
    assert tell("roll", j=4, links=links, player=0, value=6) == "Ana rolls 6"
    stood_in = tell("move", player=0, piece=1, **{"from": -1}, to=0, by="bot")
    assert stood_in == "Ana rolls 6, brings a piece out (stand-in)"
    assert tell("back", player=0) == "Ana is back"
    assert tell("away", player=0, reason="left") == "Ana leaves"


@pytest.mark.parametrize(
    ("status", "reason", "says"),
    [
        ("abandoned", None, "the house stops the game, no reason given"),
        ("abandoned", "rain\u202e", 'the house stops the game: "rain\\u202e"'),
    ],
)
def test_games_that_stop(status: str, reason: str | None, says: str) -> None:
    script = begun()
    assert script.tell("close", status=status, reason=reason, ranking=None, points=None).text == says


def test_chains_at_their_end() -> None:
    script = begun()
    for _ in range(63):
        assert script.narrator.game.turn is not None
        script.roll(script.narrator.game.turn, 1)
    assert due(script.narrator.game) == "the close: the chains have no further link"
    closed = script.tell("close", status="void", reason="links exhausted", ranking=None, points=None)
    assert closed.text == "the game is void: links exhausted"


def test_a_refused_event_changes_nothing() -> None:
    script = begun()
    before = script.narrator.game.events
    with pytest.raises(RuleError):
        script.roll(1, 3)
    assert script.narrator.game.events == before
    assert due(script.narrator.game) == "Ana rolls"


def test_the_record_of_a_whole_game_can_be_told() -> None:
    for seed in range(3):
        log = events(
            "star@1", 4, seed=str(seed), away=0.05, options={"capture_before_home": True, "three_sixes": "undo"}
        )
        narrator = Narrator()
        for event in log:
            told = narrator.tell(event)
            assert told.n == event.n
            assert told.text.isprintable()
            assert bool(told.whole) == isinstance(event, Move)
        assert isinstance(log[0], Open)
        assert any(isinstance(event, Roll) for event in log)
