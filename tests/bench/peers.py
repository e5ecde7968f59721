"""Other programs that do work of the same kind; each is measured only where it is installed (requirements.txt)."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

__all__ = ["chess_games", "has", "ludopy_game", "maedn", "maedn_game"]


def has(module: str) -> bool:
    """Whether the peer is installed here."""
    return find_spec(module) is not None


def chess_games(count: int) -> tuple[Callable[[], None], int]:
    """python-chess reads so many random games from PGN, checking every move; and the number of their plies."""
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    random = Random("chess")
    texts, plies = [], 0
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 300:
            board.push(random.choice(list(board.legal_moves)))
        texts.append(str(pgn.Game.from_board(board)))
        plies += board.ply()

    def read() -> None:
        for text in texts:
            game = pgn.read_game(io.StringIO(text))
            assert game is not None
            assert not game.errors

    return read, plies


def ludopy_game(seed: int) -> int:
    """One game of Ludo by LUDOpy, four players who move at random; the number of rolls."""
    random = Random(seed)
    game = import_module("ludopy").Game()
    rolls, over = 0, False
    while not over:
        (_, movable, *_), _ = game.get_observation()
        rolls += 1
        *_, over = game.answer_observation(random.choice(list(movable)) if len(movable) else -1)
    return rolls


def maedn() -> Any:
    """OpenSpiel's game of Mensch aergere dich nicht (C++), for `maedn_game`."""
    return import_module("pyspiel").load_game("maedn", {"players": 4})


def maedn_game(seed: int, game: Any) -> int:
    """One game of it, four players who move at random; the number of rolls."""
    random = Random(seed)
    state = game.new_initial_state()
    rolls = 0
    while not state.is_terminal():
        if state.is_chance_node():
            rolls += 1
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return rolls
