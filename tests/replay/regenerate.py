"""Writes the vectors that the engine itself computes: ``python -m tests.replay.regenerate catalog|perft|playthrough``.

``catalog`` writes tests/vectors/catalog.json.  ``perft`` counts again for the positions and depths of
tests/vectors/perft.json.  ``playthrough`` records a game of each system that has none; it never touches one that is
there.  A released system's answers never change: look at the difference before it is committed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from replay.catalog import catalog
from replay.state import MOVE, OVER
from replay.systems import SYSTEMS
from tests.replay.playing import apply, event_of, plain, rules_for
from tests.replay.test_perft import PERFT, Values
from tests.replay.test_perft import opened as perft_begun
from tests.replay.test_playthrough import FOLDER, GAMES, opened, shown

VECTORS = Path(__file__).parents[1] / "vectors"


def write_catalog() -> None:
    text = json.dumps(plain(catalog()), ensure_ascii=False, indent=1)
    (VECTORS / "catalog.json").write_text(text + "\n", encoding="utf-8")


def write_perft() -> None:
    for entry in PERFT:
        play = perft_begun(entry)
        values = Values(play.rules, play.seating.seats)
        entry["counts"] = [values.count(play.state(), depth + 1) for depth in range(len(entry["counts"]))]
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in PERFT)
    (VECTORS / "perft.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def write_playthroughs() -> None:
    for rules_id in SYSTEMS.keys() - {game["ruleset"] for game in GAMES.values()}:
        game = min((recorded(rules_id, seed) for seed in range(200)), key=worth)
        steps = ",\n".join(f"    {json.dumps(entry)}" for entry in game.pop("steps"))
        head = "".join(f"  {json.dumps(name)}: {json.dumps(value)},\n" for name, value in game.items())
        path = FOLDER / f"{rules_id.replace('@1', '').replace('@', '-')}.json"
        path.write_text(f'{{\n{head}  "steps": [\n{steps}\n  ]\n}}\n', encoding="utf-8")


def worth(game: dict[str, Any]) -> tuple[int, int]:
    """The more kinds of steps the better, then the shorter the better."""
    kinds = set()
    for entry in game["steps"]:
        move = entry.get("move", {})
        kinds.add(("pass" in entry, move.get("action"), move.get("bonus"), "captured" in move))
    return -len(kinds), len(game["steps"])


def recorded(rules_id: str, seed: int) -> dict[str, Any]:
    """A game of three under default options; everyone chooses by chance."""
    random = Random(f"{rules_id} {seed}")
    rules = rules_for(rules_id, players=3)
    first = None if rules.start == "highest" else 0
    game: dict[str, Any] = {
        "ruleset": rules_id,
        "options": dict(rules.options),
        "players": rules.players,
        "seats": list(rules.seats),
        "first": first,
    }
    play = opened(game)
    steps: list[dict[str, Any]] = []
    while play.due != OVER:
        entry: dict[str, Any] = {"roll": random.randint(1, 6)}
        if play.due == MOVE and play.may_pass and random.randrange(4) == 0:
            entry = {"pass": True}
        elif play.due == MOVE:
            move, piece = random.choice(play.choices())
            entry = {"move": {"piece": piece} | {k: v for k, v in plain(move).items() if k != "captures"}}
        apply(play, event_of(play, entry))
        steps.append(entry | {"state": shown(play)})
    return game | {"ranking": plain(play.ranking()), "points": plain(play.points()), "steps": steps}


WRITE = {"catalog": write_catalog, "perft": write_perft, "playthrough": write_playthroughs}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in WRITE:
        sys.exit(__doc__)
    WRITE[sys.argv[1]]()
