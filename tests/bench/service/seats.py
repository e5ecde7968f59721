"""A table as its host's server drives it: what to ask next, with the links of players that have chains."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from fairdice.chain import Chain
from fairdice.keys import SecretKey, ack_message

__all__ = ["Seats", "Sitting"]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Sitting(Struct, kw_only=True):
    """A game under way, as it is handed to another process."""

    game: str
    etag: str
    due: dict[str, Any]
    head: str
    links: int
    seeds: dict[int, str]
    """Key seeds of the players that bring chains; the tips are made of them."""


class Seats:
    """All players of one game: they make the first legal move, and contribute if they have chains."""

    def __init__(self, sitting: Sitting) -> None:
        self.game, self.etag = sitting.game, sitting.etag
        self.due, self._head = sitting.due, sitting.head
        gid = bytes.fromhex(sitting.game)
        self._players = {
            player: (SecretKey(bytes.fromhex(seed)), Chain(gid, player + 1, sitting.links, tip_of(seed)))
            for player, seed in sitting.seeds.items()
        }
        self._gid = gid

    @property
    def over(self) -> bool:
        """Whether the game is closed."""
        return bool(self.due["what"] == "closed")

    def next(self) -> tuple[str, bytes]:
        """The last part of the path, and the body, of what is to be asked next."""
        due = self.due
        if due["j"] is not None:
            return "rolls", _encode({"j": due["j"], "links": self._links(due)})
        move = {name: value for name, value in due["moves"][0].items() if name != "captures"}
        return "moves", _encode({"player": due["player"], **move})

    def _links(self, due: dict[str, Any]) -> list[dict[str, Any]]:
        message = ack_message(self._gid, due["since"], bytes.fromhex(self._head))
        found = []
        for player in due["contributors"]:
            key, chain = self._players[player]
            found.append({"player": player, "link": chain.link(due["j"]).hex(), "ack": key.sign(message).hex()})
        return found

    def take(self, body: bytes, etag: str) -> int:
        """Take an answer; how many events it has appended."""
        answer = _decode(body)
        self.due, self.etag, self._head = answer["due"], etag, answer["head"]
        return len(answer["appended"])


def tip_of(seed: str) -> bytes:
    """The tip (32 bytes) of the player with this key seed: bytes that nobody shall ever use in earnest."""
    return bytes.fromhex(seed)[::-1]
