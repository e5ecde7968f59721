"""The short game that docs/spec shows in real bytes: every event type that a first page needs, and nothing random.

It is built from the primitives alone, so it shows what they are for: one chain and one key a party, the links in the
order in which they are due, a signed move, an ack, a receipt.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from fairdice.chain import Chain
from fairdice.dice import die_of, roll_digest
from fairdice.encoding import ZERO_HASH, head, signed_body
from fairdice.keys import SecretKey, ack_message, join_message, move_message, receipt_message
from replay.codec import encode
from replay.systems import system

__all__ = ["heads", "record", "shown"]

_START = 1_790_000_000_000
_LINKS = 64
_OPTIONS = {"start": "first"}


def _secret(name: str) -> bytes:
    return sha256(b"fairdice docs example: " + name.encode()).digest()


class _Builder:
    """Appends events, each with its index and time, and keeps the head."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.heads = [ZERO_HASH]

    def append(self, type_: str, **fields: Any) -> bytes:
        n = len(self.events)
        event = {"n": n, "type": type_, "at": _START + 1000 * n, **fields}
        self.events.append(event)
        self.heads.append(head(self.heads[-1], encode(event)))
        return self.heads[-1]

    def body(self, type_: str, **fields: Any) -> bytes:
        """What a player signs: the next event without `n`, `at` and `sig`."""
        return signed_body(encode({"type": type_, **fields}))


def _open(game: _Builder, house: SecretKey, attempt: int) -> bytes:
    rules = system("mensch@1").bind(_OPTIONS, 2)
    return game.append(
        "open",
        protocol="fairdice/1",
        rules={"id": rules.id, "options": dict(rules.options)},
        players=2,
        links=_LINKS,
        away_after_ms=45_000,
        returns=2,
        signed_moves=True,
        house={"name": "Example house", "key": house.public.hex()},
        nonce=_secret(f"nonce {attempt}")[:16].hex(),
        beacon=None,
        note="An example of the specification: one program held all chains and keys.",
    )


@cache
def record() -> bytes:
    """The canonical bytes of the record: Ana against a bot of the house, broken off after Ana's first move."""
    return encode(next(made for attempt in range(1000) if (made := _play(attempt)) is not None))


def _play(attempt: int) -> dict[str, Any] | None:
    """The record with this nonce, or None if Ana's first roll is no six: the page should show a move."""
    game, house, ana = _Builder(), SecretKey(_secret("house key")), SecretKey(_secret("Ana's key"))
    gid = _open(game, house, attempt)
    chains = [Chain(gid, party, _LINKS, _secret(f"tip of party {party}")) for party in (0, 1)]
    game.append("commit", anchor=chains[0].anchor.hex())
    join = {"player": 0, "kind": "human", "name": "Ana", "anchor": chains[1].anchor.hex(), "key": ana.public.hex()}
    game.append("join", **join, sig=ana.sign(join_message(game.heads[-1], game.body("join", **join))).hex())
    game.append("join", player=1, kind="bot", name="Bot", anchor=None, key=None)

    def links(j: int) -> list[str | None]:
        return [chains[0].link(j).hex(), chains[1].link(j).hex(), None]

    def roll(j: int) -> int:
        return die_of(roll_digest(gid, j, chains[0].link(j), [chains[1].link(j), None]))

    if roll(2) != 6:
        return None
    game.append("draw", j=1, links=links(1), seats=[0, 2], first=0)
    acked, acked_head = game.events[-1]["n"], game.heads[-1]
    game.append("roll", j=2, player=0, links=links(2), value=6)
    move = {"player": 0, "piece": 0, "from": -1, "to": 0, "by": "player"}
    game.append("move", **move, sig=ana.sign(move_message(game.heads[-1], game.body("move", **move))).hex())
    last = game.append("close", status="abandoned", reason="the example ends here", ranking=None, points=None)
    n = game.events[-1]["n"]
    return {
        "format": "fairdice/game@1",
        "events": game.events,
        "receipt": {"n": n, "sig": house.sign(receipt_message(gid, n, last)).hex()},
        "acks": [{"player": 0, "n": acked, "sig": ana.sign(ack_message(gid, acked, acked_head)).hex()}],
    }


def heads() -> list[str]:
    """The head of each event of the record; the first is its gid."""
    found, events = [ZERO_HASH], json.loads(record())["events"]
    for event in events:
        found.append(head(found[-1], encode(event)))
    return [each.hex() for each in found[1:]]


def shown() -> str:
    """The record as a page shows it: one event a line."""
    plain = json.loads(record())
    events = ",\n".join("    " + _line(event) for event in plain["events"])
    acks = ",\n".join("    " + _line(ack) for ack in plain["acks"])
    return (
        f'{{ "format": "fairdice/game@1",\n  "events": [\n{events}\n  ],\n'
        f'  "receipt": {_line(plain["receipt"])},\n  "acks": [\n{acks}\n  ] }}'
    )


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
