"""tests/vectors/playthrough: one recorded game of each system, the whole state after each step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay.engine import step
from replay.play import Play
from replay.state import MOVE, OVER
from replay.systems import SYSTEMS
from tests.replay.playing import apply, begun, documents, event_of, plain

FOLDER = Path(__file__).parents[1] / "vectors/playthrough"
GAMES: dict[str, dict[str, Any]] = {path.stem: json.loads(path.read_bytes()) for path in sorted(FOLDER.glob("*.json"))}


def opened(game: dict[str, Any]) -> Play:
    return begun(game["ruleset"], game["options"], tuple(game["seats"]), game["first"])


def shown(play: Play) -> dict[str, Any]:
    """The state as the recordings have it; the legal moves where one is due."""
    state: dict[str, Any] = plain(
        {
            "turn": play.turn,
            "due": play.due,
            "pieces": documents(play),
            "rolls": play.rolls,
            "sixes": play.sixes,
            "tries": play.tries,
            "captures": play.captures,
            "done": play.done,
        }
    )
    arrived = sorted(play.arrived_last.items())
    remembered = {"bonus": play.bonus, "spent": play.spent, "arrived_last": arrived}
    state |= {name: plain(value) for name, value in remembered.items() if value}
    if play.last_moved is not None:
        state["last_moved"] = play.last_moved
    if play.due == MOVE:
        state["moves"] = plain([move for move, _ in play.choices()])
        state |= {"may_pass": True} if play.may_pass else {}
    return state


def test_no_system_is_missing() -> None:
    assert sorted(game["ruleset"] for game in GAMES.values()) == sorted(SYSTEMS)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_whole(name: str) -> None:
    """It states every option and goes to its end."""
    game = GAMES[name]
    made = SYSTEMS[game["ruleset"]]
    assert list(game["options"]) == [option.name for option in made.options]
    assert game["steps"][-1]["state"]["due"] == OVER


@pytest.mark.parametrize("name", GAMES)
def test_playing_it_again_gives_the_same(name: str) -> None:
    game = GAMES[name]
    play = opened(game)
    for entry in game["steps"]:
        apply(play, event_of(play, entry))
        assert shown(play) == entry["state"]
    assert plain(play.ranking()) == game["ranking"]
    assert plain(play.points()) == game["points"]


@pytest.mark.parametrize("name", GAMES)
def test_playing_it_again_on_values(name: str) -> None:
    game = GAMES[name]
    play = opened(game)
    state = play.state()
    for entry in game["steps"]:
        state = step(play.rules, state, event_of(play, entry))
        play.restore(state)
        assert shown(play) == entry["state"]
