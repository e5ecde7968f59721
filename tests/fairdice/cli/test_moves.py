from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fairdice.cli.running import fairdice
from tests.fairdice.golden_text import golden

CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parents[2] / "vectors" / "rules").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
ANSWERED = [case for case in CASES if "position" in case and "script" not in case and "expect" in case]
REFUSED = [case for case in CASES if "position" in case and "refused" in case]

PAIR: dict[str, Any] = {
    "ruleset": "star@1",
    "players": 2,
    "options": {"pairs": "none", "safe": "none"},
    "pieces": [[20, -1, 50, 56], [46, 50, 0, 26]],
    "rolls": [6],
}


def moves(position: Any, *words: str) -> Any:
    return fairdice("moves", "-", *words, given=json.dumps(position))


def test_there_are_cases() -> None:
    assert len(ANSWERED) > 50
    assert len(REFUSED) > 5


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["id"])
def test_the_answers_of_the_vectors(case: dict[str, Any]) -> None:
    ended = moves(case["position"], "--json")
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == case["expect"]
    told = moves(case["position"])
    assert (told.code, told.err) == (0, "")
    lines = [line for line in told.out.splitlines() if line.startswith("  ")]
    assert len(lines) == len(case["expect"]["moves"])
    if not lines:
        assert "Next: player" in told.out or "The game is over." in told.out


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_the_refusals_of_the_vectors(case: dict[str, Any]) -> None:
    for words in ([], ["--json"], ["--move", "20:24"]):
        ended = moves(case["position"], *words)
        if ended.code == 1:  # possible under another option, and asked about a move
            assert words[:1] == ["--move"]
            assert "legal with" in ended.out
            continue
        assert (ended.code, ended.out) == (2, "")
        assert f" [{case['refused']}]\n" in ended.err


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["id"])
def test_what_is_listed_can_be_asked(case: dict[str, Any]) -> None:
    """The sign in front of each move in the list is what --move takes."""
    listed = [line.split()[0] for line in moves(case["position"]).out.splitlines() if line.startswith("  ")]
    for sign in listed:
        assert moves(case["position"], "--move", sign) == (0, f"{sign}: legal\n", "")


def test_in_words() -> None:
    golden("moves.txt", moves(PAIR).out)


@pytest.mark.parametrize(
    ("change", "last"),
    [
        ({"rolls": []}, "Next: player 0 (red ●) rolls."),
        ({"rolls": [6], "due": "roll"}, "Next: player 0 (red ●) rolls."),
        ({"pieces": [[56] * 4, [-1] * 4], "rolls": []}, "The game is over."),
        ({"pieces": [[55, 55, 56, 56], [-1] * 4], "rolls": [4]}, "No move is legal. Next: player 1 (yellow ▬) rolls."),
    ],
)
def test_when_there_is_no_move(change: dict[str, Any], last: str) -> None:
    ended = moves(PAIR | change)
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == last


def test_moves_that_are_judged() -> None:
    ended = moves(PAIR, "--move", "20:26", "--move", "yard:0", "--move", "20:25", "--move", "50:56")
    assert ended.code == 1
    assert ended.out.splitlines() == [
        "20:26: legal",
        "yard:0: legal",
        "20:25: illegal; no change of one or two options would allow it",
        "  with a 6 this move is not legal; legal: the yard to 0, 20 to 26, 50 to 56 [rules.move]",
        "50:56: legal",
    ]
    assert moves(PAIR, "--move", "20:26", "--move", '{"from":50,"to":56}').code == 0


def test_the_option_that_would_allow_it() -> None:
    position = {"ruleset": "mensch@1", "players": 2, "pieces": [[0, 36, 40, -1], [-1] * 4], "rolls": [6]}
    both = moves(position | {"options": {"no_jump_home": True}}, "--move", "36:42")
    assert both.code == 1
    assert both.out.splitlines()[0] == "36:42: illegal; legal with bring_out_optional=true and no_jump_home=false"
    one = moves(position, "--move", "36:42", "--json")
    assert one.code == 1
    assert json.loads(one.out) == {
        "moves": [{"from": 0, "to": 6, "captures": []}],
        "next": None,
        "asked": [
            {
                "move": {"from": 36, "to": 42},
                "legal": False,
                "code": "rules.move",
                "message": "with a 6 this move is not legal; legal: 0 to 6",
                "legal_with": [{"bring_out_optional": True}],
            }
        ],
    }


THROW = {"ruleset": "clovece@1", "players": 2, "pieces": [[5, 20, 40, 41], [15, -1, -1, -1]], "rolls": [6, 6, 3]}
BONUS = {
    "ruleset": "parchis@1",
    "players": 2,
    "pieces": [[10, 23, 30, 68], [47, 47, -1, -1]],
    "rolls": [3],
    "bonus": 20,
}
RIVALS: dict[str, Any] = {
    "ruleset": "pairs@1",
    "players": 4,
    "options": {"teams": True},
    "pieces": [[20, -1, -1, -1], [11, -1, -1, -1], [-1] * 4, [37, -1, -1, -1]],
    "rolls": [4],
}
SEQUENCE: dict[str, Any] = {
    "ruleset": "nomercy@1",
    "players": 2,
    "pieces": [[20, -1, {"prisoner_of": 1}, {"intruder_in": 1}], [53, 44, -1, -1]],
    "rolls": [6, 6, 2],
}
WASTED = SEQUENCE | {"pieces": [[55, 56, {"prisoner_of": 1}, 56], [53, 44, -1, -1]], "rolls": [6, 2]}


@pytest.mark.parametrize(
    ("name", "position"),
    [("throw", THROW), ("bonus", BONUS), ("rivals", RIVALS), ("sequence", SEQUENCE), ("wasted", WASTED)],
)
def test_other_systems_in_words(name: str, position: dict[str, Any]) -> None:
    golden(f"moves-{name}.txt", moves(position).out)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (THROW | {"rolls": [6]}, "The six is kept. Next: player 0 (red ●) rolls."),
        (THROW | {"rolls": [6], "options": {"six_chain": "free"}, "pieces": [[40, 41, 42, 43], [-1] * 4]}, None),
        (SEQUENCE | {"rolls": [6, 6]}, "The six is kept. Next: player 0 (red ●) rolls."),
        (SEQUENCE | {"rolls": []}, "Next: player 0 (red ●) rolls."),
        (
            SEQUENCE | {"pieces": [[55, 56, 56, {"p": 20, "locked": True}], [-1] * 4], "rolls": [6, 2]},
            "Nothing can be done with 6 and 2. Next: player 1 (yellow ▬) rolls.",
        ),
    ],
)
def test_sixes_that_are_kept(position: dict[str, Any], said: str | None) -> None:
    assert moves(position).out.splitlines()[-1] == (said or "The game is over.")


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (THROW, "20:35", "20:35: legal"),
        (THROW, "20:23", "20:23: illegal; legal with six_chain=steps, or with six_chain=free"),
        (BONUS, "23:43:bonus=20", "23:43:bonus=20: legal"),
        (BONUS, "23:43", "23:43: illegal; legal is 23:43:bonus=20"),
        (BONUS, "23:43:bonus=10", "23:43:bonus=10: illegal; no change of one or two options would allow it"),
        (RIVALS, "20:24", "20:24: legal"),
        (RIVALS, "20:24:captured=3", "20:24:captured=3: legal"),
        (RIVALS, "20:24:captured=2", "20:24:captured=2: illegal; no change of one or two options would allow it"),
        (SEQUENCE, "20:28:action=move,dice=6+2", "20:28:action=move,dice=2+6: legal"),
        (SEQUENCE, "20:18:action=moonwalk,dice=2", "20:18:action=moonwalk,dice=2: legal"),
        (SEQUENCE, "yard:0:action=enter,dice=6", "yard:0:action=enter,dice=6: legal"),
        (SEQUENCE, "-2:yard:action=recover,dice=6", "prisoner:yard:action=recover,dice=6: legal"),
        (SEQUENCE, "intruder:24:action=free,dice=6+6", "intruder:24:action=free,dice=6+6: legal"),
        (SEQUENCE, "20:32", "20:32: illegal; legal is 20:32:action=move,dice=6+6"),
        (
            SEQUENCE | {"rolls": [6, 1]},
            "20:53:action=invade,dice=1+6,column=1",
            "20:53:action=invade,dice=1+6,column=1: legal",
        ),
        (
            PAIR | {"options": {"capture_before_home": True}, "pieces": [[50, -1, -1, -1], [-1] * 4], "rolls": [1]},
            "50:51",
            "50:51: illegal; legal with capture_before_home=false; as the options are, legal is 50:51:lap=0",
        ),
    ],
)
def test_every_field_can_be_asked(position: dict[str, Any], move: str, said: str) -> None:
    ended = moves(position, "--move", move)
    assert ended.out.splitlines()[0] == said
    assert ended.code == (0 if said.endswith(": legal") else 1)


def test_a_position_that_other_options_would_allow() -> None:
    position = {"ruleset": "star@1", "players": 2, "pieces": [[20, -1, -1, -1], [5, -1, -1, -1]], "rolls": [2, 1]}
    position["options"] = {"extra": "six"}
    ended = moves(position, "--move", "20:21", "--move", "20:22")
    assert ended.code == 1
    assert ended.out.splitlines()[0] == "20:21: illegal; legal with extra=six_capture_home"
    assert "[position.rolls]" in ended.out
    answer = json.loads(moves(position, "--move", "20:21", "--json").out)
    assert (answer["moves"], answer["next"], answer["asked"][0]["legal"]) == ([], None, False)
    assert moves(position, "--move", "20:22").code == 2


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"ruleset": "star@9"}, "option.system", "/ruleset"),
        ({"ruleset": "x" * 41}, "format.length", "/ruleset"),
        ({"options": {"pairs": "x"}}, "option.value", "/options/pairs"),
        ({"options": {"nope": 1}}, "option.unknown", "/options/nope"),
        ({"players": 3}, "position.players", "/pieces"),
        ({"players": 7}, "format.range", "/players"),
        ({"pieces": [[20, -1, -1, 57], [0] * 4]}, "position.pieces", "/pieces/0/3"),
        ({"pieces": [[20, -1, -1], [0] * 4]}, "position.pieces", "/pieces/0"),
        ({"pieces": [[20, -1, -1, -2], [0] * 4]}, "format.range", "/pieces/0/3"),
        ({"turn": 2}, "position.turn", "/turn"),
        ({"turn": -1}, "format.range", "/turn"),
        ({"rolls": [7]}, "format.range", "/rolls/0"),
        ({"rolls": [6.0]}, "format.float", "/rolls/0"),
        ({"rolls": [10**30]}, "format.integer", "/rolls/0"),
        ({"more": 1}, "format.unknown_field", "/more"),
        ({"seats": [0, 0]}, "position.seats", "/seats"),
    ],
)
def test_positions_that_are_refused(change: dict[str, Any], code: str, path: str) -> None:
    ended = moves(PAIR | change)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: standard input: ")
    assert ended.err.endswith(f" (at {path}) [{code}]\n")


def test_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(PAIR), encoding="utf-8")
    assert fairdice("moves", str(path)) == moves(PAIR)
    path.write_text("{}", encoding="utf-8")
    assert fairdice("moves", str(path)).err.startswith(f"error: {path}: ")


@pytest.mark.parametrize("move", ["", "20", "{", "20:24:x=1", "\x1b[31m", "99:1", "x" * 5000])
def test_moves_that_are_none(move: str) -> None:
    ended = moves(PAIR, "--move", move)
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert ended.err.replace("\n", "").isprintable()
    assert len(ended.err) < 300


@pytest.mark.parametrize(
    ("document", "said", "move", "why"),
    [
        (
            {
                "ruleset": "parchis@1",
                "pieces": [[10, 48, -1, -1], [-1] * 4],
                "rolls": [6, 6, 6],
                "last_moved": {"player": 0, "piece": 1},
            },
            "Six number 3 in a row ends the turn. The piece moved last goes from 48 to the yard. Next: player 1",
            "10:16",
            "six number 3 in a row is not moved [rules.move]",
        ),
        (
            {
                "ruleset": "star@1",
                "options": {"three_sixes": "undo"},
                "pieces": [[10, -1, -1, -1], [-1] * 4],
                "rolls": [6, 6, 6],
                "turn_start": [[-1] * 4, [-1] * 4],
            },
            "Six number 3 in a row ends the turn. The moves of the turn are taken back. Next: player 1",
            "-1:0",
            "six number 3 in a row is not moved [rules.move]",
        ),
        (
            {"ruleset": "parchis@1", "pieces": [[71, 71, 70, -1], [-1] * 4], "rolls": [3], "bonus": 10},
            "No piece can make the bonus of 10: it is lost. Next: player 1",
            "70:71:bonus=10",
            "no piece can make the bonus of 10: it is lost [rules.move]",
        ),
        (
            {"ruleset": "nomercy@1", "pieces": [[56, 56, 56, 55], [-1] * 4], "rolls": [6, 6, 5]},
            "Nothing can be done with 6, 6 and 5. Next: player 1",
            "55:56:action=move,dice=1",
            "with 6, 6 and 5 left nothing can be done [rules.move]",
        ),
        (
            {"ruleset": "nomercy@1", "pieces": [[56, 56, 56, 55], [-1] * 4], "rolls": [6, 5], "spent": [6, 5]},
            "All dice are spent. Next: player 1",
            "55:56:action=move,dice=1",
            "all dice of the sequence are spent [rules.due]",
        ),
        (
            {"ruleset": "clovece@1", "pieces": [[10, 12, 34, 43], [-1] * 4], "rolls": [6]},
            "The six is kept. Next: player 0",
            "10:16",
            "a roll is due, not a move: the six is kept [rules.due]",
        ),
    ],
)
def test_why_there_is_nothing_to_move(document: dict[str, Any], said: str, move: str, why: str) -> None:
    position = {"players": 2} | document
    assert moves(position).out.splitlines()[-1].startswith(said)
    assert moves(position, "--move", move).out.splitlines()[1].strip() == why
