from __future__ import annotations

import json

import pytest

from replay.catalog import catalog
from replay.systems import SYSTEMS
from tests.fairdice.cli.running import fairdice
from tests.fairdice.golden_text import golden


def test_the_table() -> None:
    ended = fairdice("rules")
    assert (ended.code, ended.err) == (0, "")
    for name, system in SYSTEMS.items():
        assert name in ended.out
        assert system.title in ended.out


def test_a_card() -> None:
    ended = fairdice("rules", "mensch@1", "--option", "bring_out_optional=true", "--players", "3")
    assert (ended.code, ended.err) == (0, "")
    golden("rules-mensch.txt", ended.out)


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_everything_that_can_be_chosen_is_said(rules: str) -> None:
    text = " ".join(fairdice("rules", rules).out.split())
    for option in SYSTEMS[rules].options:
        assert f"{option.name}: {option.help} [{option.clause}]" in text
        for choice in option.choices:
            assert choice.says in text


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_the_card_follows_the_options(rules: str) -> None:
    """Every option has its sentence on the card, and another choice has another."""
    for option in SYSTEMS[rules].options:
        for choice in option.choices:
            value = str(choice.value).lower() if isinstance(choice.value, bool) else str(choice.value)
            words = ["rules", rules, "--option", f"{option.name}={value}"]
            card = " ".join(fairdice(*words).out.partition("Rule card")[2].split())
            assert choice.says in card
            assert not any(other.says in card for other in option.choices if other != choice)
            answer = json.loads(fairdice(*words, "--json").out)
            assert answer["options"][option.name] == choice.value
            assert sum(choice.says in section["says"] for section in answer["card"]) == 1


@pytest.mark.parametrize(
    ("words", "head"),
    [
        (["clovece@1"], "Človeče, nehnevaj sa (clovece@1), 2 to 4 players (board=6: 2 to 6)"),
        (["clovece@1", "--option", "board=6"], "Človeče, nehnevaj sa (clovece@1), 2 to 6 players (board=4: 2 to 4)"),
        (["pairs@1"], "Ludo with pairs (pairs@1), 2 to 4 players (teams=true: 4)"),
        (["pairs@1", "--option", "teams=true"], "Ludo with pairs (pairs@1), 4 players (teams=false: 2 to 4)"),
        (["mensch@1"], "Mensch ärgere Dich nicht (mensch@1), 2 to 4 players"),
    ],
)
def test_how_many_may_play(words: list[str], head: str) -> None:
    assert fairdice("rules", *words).out.splitlines()[0] == head


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_who_sits_where_on_the_board_of_six_arms(players: int) -> None:
    said = fairdice("rules", "clovece@1", "--option", "board=6", "--players", str(players)).out.splitlines()
    seats = {2: "red and yellow", 3: "red, green and violet", 4: "red, blue, yellow and black"}
    five = "red, blue, green, yellow and violet"
    expected = seats | {5: five, 6: "red, blue, green, yellow, violet and black"}
    assert f"{players} players sit on {expected[players]}." in said


def test_the_option_that_more_players_need() -> None:
    ended = fairdice("rules", "clovece@1", "--players", "5")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "error: clovece@1 is played by 2 to 4 players, not 5; 5 can play with board=6 [option.players]\n"
    )


def test_lines_fit_a_terminal() -> None:
    for words in [["rules"], *(["rules", name] for name in SYSTEMS)]:
        assert max(map(len, fairdice(*words).out.splitlines())) <= 80


def test_json() -> None:
    assert json.loads(fairdice("rules", "--json").out) == catalog()
    answer = json.loads(fairdice("rules", "star@1", "--players", "2", "--json").out)
    assert answer["format"] == "fairdice/rules@1"
    assert answer["system"] == next(entry for entry in catalog()["systems"] if entry["id"] == "star@1")
    assert answer["seats"] == [0, 2]
    assert "seats" not in json.loads(fairdice("rules", "star@1", "--json").out)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nope@1"], "option.system"),
        (["star"], "option.system"),
        ([""], "option.system"),
        (["\x1b[31m\u202e"], "option.system"),
        (["x" * 5000], "option.system"),
        (["--players", "3"], "usage.missing"),
        (["--option", "pairs=block"], "usage.missing"),
        (["star@1", "--option", "pairs"], "usage.value"),
        (["star@1", "--option", "=block"], "usage.value"),
        (["star@1", "--players", "x"], "usage.value"),
        (["star@1", "--players", "99999999999999999999"], "option.players"),
        (["star@1", "--players", "-1"], "option.players"),
    ],
)
def test_wrong_usage(words: list[str], code: str) -> None:
    ended = fairdice("rules", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines()[0].endswith(f" [{code}]")
    assert ended.err.replace("\n", "").isprintable()
    assert len(ended.err) < 500
