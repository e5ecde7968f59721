"""Games without chains, told event by event; the pieces are put where they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import convert

from fairdice.words.narrator import Narrator
from fairdice.words.told import Told
from replay.piece_document import Piece, number_of
from replay.record import GameEvent
from replay.systems import system

__all__ = ["LINKS", "Script", "begun"]

LINKS = ["11" * 32, *[None] * 6]
_OPENING = {
    "protocol": "fairdice/1",
    "links": 64,
    "away_after_ms": 45000,
    "returns": 2,
    "signed_moves": False,
    "house": {"name": "H", "key": "aa" * 32},
    "nonce": "00" * 16,
    "beacon": None,
}


class Script:
    """A game of those who are named."""

    def __init__(self, rules: str = "star@1", *, names: Sequence[str] = ("Ana", "Ben"), **options: Any) -> None:
        self.narrator = Narrator()
        self.n = 0
        self.j = 0
        self.rules = system(rules).bind(options, len(names))
        opened = {"id": rules, "options": dict(self.rules.options)}
        self.tell("open", rules=opened, players=len(names), **_OPENING)
        self.tell("commit", anchor="bb" * 32)
        for player, name in enumerate(names):
            self.tell("join", player=player, kind="human", name=name, anchor=None, key=None)

    def tell(self, type_: str, **fields: Any) -> Told:
        """The next event."""
        told = self.narrator.tell(convert({"type": type_, "n": self.n, "at": self.n, **fields}, GameEvent))
        self.n += 1
        return told

    def dice(self) -> dict[str, Any]:
        """The next index, and links for it."""
        self.j += 1
        return {"j": self.j, "links": LINKS[: self.rules.players + 1]}

    def draw(self, first: int | None = 0) -> Told:
        """The draw: everyone sits in joining order."""
        return self.tell("draw", **self.dice(), seats=list(self.rules.seats), first=first)

    def roll(self, player: int, value: int, **fields: Any) -> str:
        """A roll in words."""
        return self.tell("roll", **self.dice(), player=player, value=value, **fields).text

    def move(self, player: int, start: int, end: int, *, piece: int = 0, by: str | None = None, **fields: Any) -> str:
        """A move in words, with its roll if it comes straight of it."""
        how = by if by is not None else self.narrator.game.by()
        told = self.tell("move", player=player, piece=piece, by=how, **{"from": start}, to=end, **fields)
        assert told.text.endswith(told.goes_on)
        return told.sentence

    def place(self, *pieces: Sequence[Any]) -> None:
        """Put the pieces where they are wanted, as a turn begins."""
        play = self.narrator.game.play
        assert play is not None
        play.pieces = [
            [number_of(play, player, convert(piece, Piece), "") for piece in own] for player, own in enumerate(pieces)
        ]
        play.begin_turn()


def begun(rules: str = "star@1", first: int | None = 0, **options: Any) -> Script:
    """A game after the draw."""
    script = Script(rules, **options)
    script.draw(first)
    return script
