"""Records that are wrong in one way each, by the code that they must be refused with.

A wrong is a function that makes a record and says where the fault is; its name is the code, with one word more where a
code has several.  `tests.vectors.make_mutations` writes them to files.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import UNSET, Struct

from fairdice.encoding import signed_body
from fairdice.keys import SecretKey, join_message
from replay.codec import encode
from replay.record import Join
from tests.support.forge import Forge

__all__ = ["WRONGS", "Found", "Wrong", "all_wrongs", "at", "document", "game", "quick", "signed_join", "wrong"]

_SUBJECTS = ("order", "party", "dice", "rules", "seats", "turns", "sequences", "sign", "log", "named")


class Found(Struct, frozen=True):
    """A wrong record and where its fault must be found."""

    record: dict[str, Any]
    event: int | None = None
    path: str = ""
    named: dict[str, Any] | None = None
    """What the caller names, by the fields of `fairdice.verify.Trust`: keys in hex or as vkeys, receipts as kept."""
    text: bytes | None = None
    """The file, where it is not the record's canonical JSON."""


class Wrong(Struct, frozen=True):
    """One way to be wrong: its name (the file's), its code, what was done, in words."""

    name: str
    code: str
    words: str
    make: Callable[[], Found]


WRONGS: dict[str, Wrong] = {}


def all_wrongs() -> dict[str, Wrong]:
    """Every wrong there is, by its name, in the order of the checks."""
    modules = [import_module(f"tests.support.wrong.{subject}").__name__ for subject in _SUBJECTS]
    return dict(sorted(WRONGS.items(), key=lambda item: modules.index(item[1].make.__module__)))


def wrong(name: str, words: str) -> Callable[[Callable[[], Found]], Callable[[], Found]]:
    """Register a function as the wrong of this name."""

    def register(make: Callable[[], Found]) -> Callable[[], Found]:
        assert name not in WRONGS
        WRONGS[name] = Wrong(name, ".".join(name.split(".")[:2]), words, make)
        return make

    return register


def at(forge: Forge, event: int | None, path: str = "") -> Found:
    """The forged record; the fault is at `event` and, if a path is given, at the path below it."""
    if event is not None and path:
        path = f"/events/{event}{path}"
    return Found(document(forge), event, path)


def document(forge: Forge) -> dict[str, Any]:
    """The record, closed if it is not."""
    if not forge.events or type(forge.events[-1]).__name__ != "Close":
        forge.close(follow=False)
    return forge.document()


def game(who: str = "cc", rules: str = "star@1", **opening: Any) -> Forge:
    """A small game with quick pieces; the players sign their moves."""
    options = {"pieces": 2, "leave": "1_6"} if rules == "star@1" else {}
    options |= opening.pop("options", {})
    return Forge(rules, who, options=options, seed=opening.pop("seed", "a wrong record"), note=UNSET, **opening)


def quick() -> Forge:
    """A finished game, as short as any, not yet closed."""
    options = {"overshoot": "bounce"}
    return game("pp", options=options, seed="short 324", links=400, signed_moves=False).begin().play()


def signed_join(forge: Forge, signer: SecretKey, **fields: Any) -> str:
    """The signature of a join with these fields that would be the next event."""
    bare = Join(n=forge.n, at=forge.now, **fields)
    return signer.sign(join_message(forge.heads[-1], signed_body(encode(bare)))).hex()
