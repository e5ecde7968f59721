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
    seeds: dict[int, tuple[str, str]]
    """Seed of the key and tip of each player that brings a chain, in hex."""


class Seats:
    """All players of one game: they make any legal move, and contribute if they have chains."""

    def __init__(self, sitting: Sitting) -> None:
        self.game, self.etag = sitting.game, sitting.etag
        self.due, self._head = sitting.due, sitting.head
        gid = bytes.fromhex(sitting.game)
        self._players = {
            player: (SecretKey(bytes.fromhex(seed)), Chain(gid, player + 1, sitting.links, bytes.fromhex(tip)))
            for player, (seed, tip) in sitting.seeds.items()
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
        # Who captures nothing plays longest.
        chosen = next((move for move in due["moves"] if not move["captures"]), due["moves"][0])
        move = {name: value for name, value in chosen.items() if name != "captures"}
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
