"""The player's words in English are those of fairdice.words, event by event."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from unicodedata import category

import msgspec
import pytest

from fairdice.picture.scene import scene
from fairdice.printable import places, printable, quoted, told_apart
from fairdice.standings import standings, whereabouts
from fairdice.words.names import names_of
from fairdice.words.narrator import Narrator
from fairdice.words.told import Told, join_lines
from replay.errors import OptionError
from replay.record import GameEvent
from replay.systems import SYSTEMS
from tests.api.web.conftest import Judge
from tests.fairdice.sample import events

_NAMES = [
    ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"),
    ("Ana", "Ana", "Ana", "Ben rolls 6", "other", "none"),
    ("\u202eneB", "last", "{name}", '"', "$&", "🎲"),
    ("שלום", "محمد", "Ben ; Ana begins", "__proto__", "of", "{n|one=x|other=y}"),
    ("and", "Ana and Ben", "a\u200db", "a\u3000b", "\U0001f469\u200d\U0001f467", "Čeněk"),
]
_HOSTILE = [
    *(name for names in _NAMES for name in names),
    "",
    " ",
    "0",
    "1",
    "constructor",
    "\u2068x\u2069",
    "a\\b",
    "x\ty",
    "Zo\u0308e",
]


def _random_game(rules: str, seed: int) -> list[GameEvent]:
    random = Random(f"{rules} {seed}")
    system = SYSTEMS[rules]
    while True:
        options = {option.name: random.choice(option.choices).value for option in system.options}
        try:
            players = random.choice([2, 3, 4, 4, 5, 6])
            system.bind(options, players)
            break
        except OptionError:
            continue
    names = list(_NAMES[seed % len(_NAMES)])
    random.shuffle(names)
    away = random.choice([0.0, 0.02])
    return events(rules, players, options=options, names=names, seed=f"{rules} {seed}", away=away, most=1500)


def _plain(log: list[GameEvent]) -> Any:
    return json.loads(msgspec.json.encode(log))


def _told(told: Told) -> dict[str, Any]:
    return {"n": told.n, "text": told.text, "goesOn": told.goes_on, "whole": told.whole}


def _without_isolates(answer: Any) -> Any:
    """The answer without the marks around names that are written from right to left, which a terminal is not given."""
    return json.loads(json.dumps(answer, ensure_ascii=False).replace("\u2068", "").replace("\u2069", ""))


def _where(narrator: Narrator) -> list[Any]:
    play = narrator.game.play
    assert play is not None
    lines = [
        {
            "player": line.player,
            "place": line.place,
            "yard": line.yard,
            "track": line.track,
            "home": line.home,
            "points": line.points,
            "captives": line.captives,
        }
        for line in standings(play, scene(play))
    ]
    return [whereabouts(play, names_of(narrator.game)), lines]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_whole_games_in_the_same_words(judge: Judge, rules: str, seed: int) -> None:
    log = _random_game(rules, seed)
    narrator = Narrator()
    told, where = [], []
    for event in log:
        told.append(narrator.tell(event))
        if narrator.game.play is not None and event.n % 9 == 0:
            where.append(_where(narrator))
    answer = _without_isolates(judge.ask("narrate", events=_plain(log), step=9))
    for theirs, ours in zip(answer["told"], told, strict=True):
        assert theirs == _told(ours)
    assert answer["lines"] == [msgspec.to_builtins(line) for line in join_lines(told)]
    assert answer["where"] == where


_OPENING: dict[str, Any] = {
    "protocol": "fairdice/1",
    "rules": {"id": "mensch@1", "options": dict(SYSTEMS["mensch@1"].bind({}, 4).options)},
    "players": 4,
    "links": 64,
    "away_after_ms": 45000,
    "returns": 9,
    "signed_moves": False,
    "house": {"name": 'the "House"', "key": "aa" * 32},
    "nonce": "00" * 16,
    "beacon": None,
}
_JOINS: list[dict[str, Any]] = [
    {"kind": "human", "anchor": "aa" * 32, "key": "bb" * 32},
    {"kind": "human", "anchor": None, "key": "cc" * 32},
    {"kind": "human", "anchor": None, "key": None},
    {"kind": "bot", "anchor": None, "key": None},
]
_CLOSES: list[dict[str, Any]] = [
    {"status": "abandoned", "reason": None},
    {"status": "abandoned", "reason": ""},
    {"status": "abandoned", "reason": 'a\u202eb" {name}'},
    {"status": "abandoned", "reason": "other"},
]


class _Said:
    """Events that are made up, and what Python says of them."""

    def __init__(self) -> None:
        self.narrator = Narrator()
        self.log: list[dict[str, Any]] = []
        self.texts: list[str] = []

    def tell(self, type_: str, **fields: Any) -> None:
        """The next event."""
        n = len(self.log)
        self.log.append({"type": type_, "n": n, "at": n, **fields})
        self.texts.append(self.narrator.tell(msgspec.convert(self.log[-1], GameEvent)).text)

    def by(self, judge: Judge) -> list[str]:
        """What JavaScript says of them."""
        return [one["text"] for one in _without_isolates(judge.ask("narrate", events=self.log))["told"]]


@pytest.mark.parametrize("close", _CLOSES, ids=str)
@pytest.mark.parametrize("names", _NAMES, ids=str)
def test_joins_absences_and_closes_in_the_same_words(
    judge: Judge, names: tuple[str, ...], close: dict[str, Any]
) -> None:
    said = _Said()
    tell = said.tell
    tell("open", **_OPENING)
    tell("commit", anchor="dd" * 32)
    for player, join in enumerate(_JOINS):
        tell("join", player=player, name=names[player], **join)
    tell("away", player=0, reason="left")
    tell("back", player=0)
    tell("draw", j=2, links=["11" * 32, *[None] * 4], seats=[0, 1, 2, 3], first=0)
    tell("away", player=0, reason="timeout")
    tell("back", player=0)
    tell("away", player=0, reason="left")
    tell("back", player=0)
    tell("close", **close, ranking=None, points=None)
    assert said.by(judge) == said.texts


def test_a_void_game_in_the_same_words(judge: Judge) -> None:
    said = _Said()
    said.tell("open", **{**_OPENING, "players": 2})
    said.tell("commit", anchor="dd" * 32)
    for player in range(2):
        said.tell("join", player=player, name=f"P{player}", **_JOINS[0])
    links = ["11" * 32] * 3
    said.tell("draw", j=1, links=links, seats=[0, 2], first=0)
    for j in range(2, 65):
        said.tell("roll", j=j, links=links, player=said.narrator.game.turn, value=1)
    said.tell("close", status="void", reason="links exhausted", ranking=None, points=None)
    assert said.by(judge) == said.texts


def test_every_character_is_shown_as_in_python(judge: Judge) -> None:
    """All that this Python's Unicode knows; what is younger may be shown by one and escaped by the other."""
    texts = [chr(code) for code in range(0x110000) if category(chr(code)) != "Cn"]
    pairs = []
    for first in range(0, len(texts), 50_000):
        pairs += judge.ask("printable", texts=texts[first : first + 50_000])
    different = [
        (text, shown, named)
        for text, (shown, named) in zip(texts, pairs, strict=True)
        if shown != printable(text) or _without_isolates(named) != quoted(text)
    ]
    assert different == []


def test_characters_that_nobody_knows_are_escaped(judge: Judge) -> None:
    texts = ["\u0378", "\U000e0fff", "\uffff", "\U0010ffff"]
    assert [shown for shown, _ in judge.ask("printable", texts=texts)] == [printable(text) for text in texts]


def test_names_in_the_same_words(judge: Judge) -> None:
    asked = judge.ask("printable", texts=_HOSTILE)
    assert _without_isolates(asked) == [[printable(name), quoted(name)] for name in _HOSTILE]
    for names in [*map(list, _NAMES), _HOSTILE, ["Ana"] * 3, ["a\u202e", "a\\u202e"]]:
        assert _without_isolates(judge.ask("told_apart", names=names)) == told_apart(names)


def test_a_name_from_right_to_left_turns_nothing_else(judge: Judge) -> None:
    hebrew = "\u05e9\u05dc"
    names = [hebrew, "Ana", f"{hebrew} {hebrew}"]
    told = [f"\u2068{hebrew}\u2069", "Ana", f'\u2068"{hebrew} {hebrew}"\u2069']
    assert judge.ask("told_apart", names=names) == told


@pytest.mark.parametrize("ranking", [[], [[0]], [[1], [0, 2]], [[0, 1, 2, 3]], [[7], [0, 9]]], ids=str)
def test_rankings_in_the_same_words(judge: Judge, ranking: list[list[int]]) -> None:
    names = ["Ana", "Ben", '"C D"']
    assert judge.ask("places", ranking=ranking, names=names) == places(ranking, names)
