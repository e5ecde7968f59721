"""Bots choose legal moves and change nothing; the greedy one sees what is good and what is dangerous."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from fairdice.dice import Stream
from fairdice.live.history import move_of
from fairdice.local.bots import BOTS, greedy, uniform
from replay.play import Play
from replay.position import setup
from replay.state import MOVE, OVER, ROLL
from replay.systems import SYSTEMS, system
from tests.replay.playing import position


def stream(name: str) -> Stream:
    return Stream(sha256(name.encode()).digest())


def placed(pieces: list[list[int]], roll: int, rules: str = "star@1", **fields: Any) -> Play:
    document = {"ruleset": rules, "players": len(pieces), "pieces": pieces, "rolls": [roll]} | fields
    return setup(position(document))


# Two players sit opposite: progress p of one is progress p - 26 of the other.
PREFERS: dict[str, tuple[list[list[int]], int, tuple[int, int]]] = {
    "home": ([[52, 10, -1, -1], [-1, -1, -1, -1]], 4, (52, 56)),
    "home before a capture of little": ([[52, 25, -1, -1], [3, -1, -1, -1]], 4, (52, 56)),
    "a capture": ([[30, 10, -1, -1], [40, -1, -1, -1]], 4, (10, 14)),
    "the greater capture": ([[3, 10, -1, -1], [31, 38, -1, -1]], 2, (10, 12)),
    "out of the yard": ([[-1, 10, 20, -1], [-1, -1, -1, -1]], 6, (-1, 0)),
    "away from danger": ([[28, 40, 56, 56], [0, -1, -1, -1]], 5, (28, 33)),
    "onto a star": ([[5, 44, -1, -1], [30, -1, -1, -1]], 3, (5, 8)),
    "not into danger": ([[24, 10, -1, -1], [0, -1, -1, -1]], 4, (10, 14)),
    "the foremost piece of equals": ([[10, 20, -1, -1], [-1, -1, -1, -1]], 4, (20, 24)),
}


@pytest.mark.parametrize(("pieces", "roll", "expected"), PREFERS.values(), ids=PREFERS)
def test_greedy_prefers(pieces: list[list[int]], roll: int, expected: tuple[int, int]) -> None:
    play = placed(pieces, roll)
    assert len(play.choices()) > 1
    choice = greedy(stream(""))(play)
    assert choice is not None
    assert (choice[0].from_, choice[0].to) == expected


def test_greedy_is_the_same_for_every_stream() -> None:
    play = placed([[24, 10, 3, -1], [0, 5, -1, -1]], 6)
    assert greedy(stream("a"))(play) == greedy(stream("b"))(play)


def test_random_takes_every_move_equally() -> None:
    """Over all first bytes that are not thrown away each of three moves is chosen as often."""
    play = placed([[24, 10, 3, 3], [0, 5, -1, -1]], 4)
    choices = play.choices()
    assert len(choices) == 3
    chosen = Counter(choices.index(uniform(Stream(bytes([byte]) + bytes(31)))(play)) for byte in range(255))  # type: ignore[arg-type]
    assert chosen == {0: 85, 1: 85, 2: 85}


def test_random_goes_on_in_its_stream() -> None:
    play = placed([[24, 10, 3, -1], [0, 5, -1, -1]], 6)
    choose = uniform(stream("on"))
    assert len({choose(play) for _ in range(50)}) == len(play.choices())


@pytest.mark.parametrize("bot", BOTS)
def test_without_a_move_a_bot_passes(bot: str) -> None:
    play = placed([[-1, -1, -1, -1], [-1, -1, -1, -1]], 6)
    play.due = ROLL
    assert BOTS[bot](stream(""))(play) is None


def game(rules: str, bots: list[str], name: str, **options: Any) -> tuple[int, ...]:
    """The winners of a game with dice from a stream; every choice is legal and leaves the game as it was."""
    bound = system(rules).bind({"start": "first"} | options, len(bots))
    play = bound.play(bound.seats)
    play.begin(0)
    dice = stream(f"dice {name}")
    choosers = [BOTS[bot](stream(f"{name} {number}")) for number, bot in enumerate(bots)]
    while play.due != OVER:
        if play.due == ROLL:
            play.roll(dice.die())
            continue
        assert play.due == MOVE
        before = play.state()
        choice = choosers[play.turn](play)
        assert play.state() == before
        if choice is None:
            assert play.may_pass
            assert bots[play.turn] == "random"
            play.pass_()
        else:
            assert choice in play.choices()
            play.move(move_of(*choice, player=play.turn, by="player", n=0))
    return play.ranking()[0]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_greedy_beats_random(rules: str) -> None:
    wins = Counter(game(rules, ["random", "greedy"], f"{rules} {number}")[0] for number in range(24))
    assert wins[1] > 2 * wins[0]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("star@1", {"capture_before_home": True}),
        ("star@1", {"teams": True, "overshoot": "bounce"}),
        ("star@1", {"three_sixes": "undo", "pairs": "block"}),
        ("clovece@1", {"board": 6, "no_jump_home": True}),
        ("clovece@1", {"six_chain": "steps", "end": "all_places"}),
        ("pairs@1", {"teams": True, "finished_partner": "plays_partner", "walls": True}),
        ("pairs@1", {"quick": True, "end": "all_places", "finish_step": 55}),
        ("parchis@1", {"teams": True, "exit_vs_rival_barrier": "captures_last"}),
        ("nomercy@1", {"full_use": "all", "must_play": "nothing", "end": "all_places"}),
        ("nomercy@1", {"must_play": "everything", "starts_safe": True}),
    ],
    ids=str,
)
def test_bots_know_every_rule(bot: str, rules: str, options: dict[str, Any]) -> None:
    assert game(rules, 4 * [bot], f"{bot} {options}", **options)


CAPTIVE: list[Any] = [{"prisoner_of": 1}, 56, 56, 56]


def test_random_passes_where_it_may() -> None:
    """As often as it takes each move."""
    play = placed([CAPTIVE, [-1] * 4], 6, "nomercy@1", rolls=[6, 2])
    chosen = Counter(uniform(Stream(bytes([byte]) + bytes(31)))(play) is None for byte in range(256))
    assert play.may_pass
    assert chosen == {True: 128, False: 128}


def test_greedy_does_not_pass() -> None:
    play = placed([CAPTIVE, [-1] * 4], 6, "nomercy@1", rolls=[6, 2])
    choice = greedy(stream(""))(play)
    assert choice is not None
    assert choice[0].action == "recover"


# Ben's column begins at 24 of Ana; progress p of his is p + 26 of hers.
SPENDS: dict[str, tuple[list[Any], list[Any], list[int], tuple[str, int]]] = {
    "bringing out before moving on": ([20, -1, -1, -1], [-1] * 4, [6, 3], ("enter", 0)),
    "a prisoner before moving on": ([20, {"prisoner_of": 1}, 56, 56], [-1] * 4, [6, 3], ("recover", -1)),
    "stepping back for a capture": ([45, 56, 56, 56], [17, -1, -1, -1], [2], ("moonwalk", 43)),
    "an invasion of much": ([20, 56, 56, 56], [55, -1, -1, -1], [6, 3], ("invade", 55)),
    "no invasion when home is near": ([23, 50, 56, 56], [53, -1, -1, -1], [6, 4], ("move", 56)),
}


@pytest.mark.parametrize(("own", "other", "rolls", "expected"), SPENDS.values(), ids=SPENDS)
def test_greedy_spends_dice(own: list[Any], other: list[Any], rolls: list[int], expected: tuple[str, int]) -> None:
    choice = greedy(stream(""))(placed([own, other], 6, "nomercy@1", rolls=rolls))
    assert choice is not None
    assert (choice[0].action, choice[0].to) == expected
