"""A sound record, and callers who know of another: another key, game or history."""

from __future__ import annotations

from typing import Any

from fairdice.keys import SecretKey, receipt_message
from tests.support.forge import Forge
from tests.support.wrong import Found, game, wrong


def sound() -> Forge:
    """The record that nothing is wrong with."""
    return game("cck").begin().play(14).close()


def kept(forge: Forge, n: int, signer: SecretKey) -> dict[str, Any]:
    """A receipt for event n, as a player keeps it."""
    sig = signer.sign(receipt_message(forge.gid, n, forge.heads[n])).hex()
    return {"game": forge.gid.hex(), "n": n, "head": forge.heads[n].hex(), "sig": sig}


def among(**named: Any) -> Found:
    return Found(sound().document(), named=named)


@wrong("named.house_key", "the caller knows another key of the house")
def house_key() -> Found:
    return among(house_keys=[SecretKey(bytes(32)).public.hex()])


@wrong("named.player_key", "the caller knows a player who has not played")
def player_key() -> Found:
    key = sound().players[0].key
    assert key is not None
    return among(player_keys=[key.public.hex(), SecretKey(bytes(32)).public.hex()])


@wrong("named.game", "the caller asked for another game")
def other_game() -> Found:
    return among(game="5a" * 32)


@wrong("named.statement", "the caller requires a statement that does not hold: the house's key was not named")
def statement() -> Found:
    return among(require=["legal", "authentic"])


@wrong("named.statement.player", "the caller requires that player 2, who brought no chain, could not be cheated")
def statement_player() -> Found:
    return among(require=["unchosen:2"])


@wrong("named.receipt", "a kept receipt is of another game")
def receipt_of_another_game() -> Found:
    other = game("cck", seed="another game").begin().play(14)
    return among(receipts=[kept(other, 9, other.house)])


@wrong("named.receipt.forged", "a receipt that the house has not signed proves nothing against it")
def forged_receipt() -> Found:
    forge = sound()
    receipt = kept(forge, 9, SecretKey(bytes(32))) | {"head": "5a" * 32}
    return Found(forge.document(), 9, named={"receipts": [receipt]})


@wrong("named.receipt.later", "an open record, and a receipt for an event that it has not yet")
def later_receipt() -> Found:
    forge = game("cck").begin().play(12)
    document = forge.document()
    forge.play(14)
    return Found(document, 13, named={"receipts": [kept(forge, 13, forge.house)]})


@wrong("head.fork", "the house has signed another roll for the same event")
def fork() -> Found:
    forge = game("cck").begin().play(10)
    other = game("cck").begin().play(9)
    other.now += 1
    other.play(10)
    return Found(forge.close().document(), 9, named={"receipts": [kept(other, 9, forge.house)]})


@wrong("head.fork.closed_before", "the house has closed the game, and signed an event that comes after the close")
def closed_before() -> Found:
    document = game("cck").begin().play(10).close().document()
    forge = game("cck").begin().play(14)
    return Found(document, 13, named={"receipts": [kept(forge, 13, forge.house)]})
