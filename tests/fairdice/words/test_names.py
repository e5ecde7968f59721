from __future__ import annotations

from fairdice.words.names import chosen_options, names_of, pieces_of, seated
from replay.systems import system
from tests.fairdice.words.script import Script


def test_those_who_share_a_name_are_numbered() -> None:
    script = Script(names=("Ana", "Ana"))
    assert names_of(script.narrator.game) == ["Ana (player 0)", "Ana (player 1)"]
    # Names that differ but look alike count as one.
    script = Script(names=("A\u00a0B", "A B"))
    assert names_of(script.narrator.game) == ['"A B" (player 0)', '"A B" (player 1)']


def test_those_without_a_name_are_known_by_their_seat() -> None:
    rules = system("clovece@1").bind({"board": 6}, 6)
    assert seated(rules.play(rules.seats))[3:] == ["player 3 (yellow ▲)", "player 4 (violet ■)", "player 5 (black ◎)"]


def test_pieces() -> None:
    assert pieces_of([("Ben", 1)]) == "Ben"
    assert pieces_of([("Ben", 2), ("Cleo", 1)]) == "two pieces of Ben and Cleo"


def test_options() -> None:
    rules = system("pairs@1").bind({"finish_step": 55, "walls": True, "quick": False}, 2)
    assert chosen_options(rules) == ["walls=true", "finish_step=55"]
