"""Wrong keys, anchors and joins."""

from __future__ import annotations

from msgspec import structs

from fairdice.keys import SecretKey
from replay.record import House, Rules
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, signed_join, wrong

# y = 1: the neutral point, whose order is 1.  Under it every message has the signature (R the same point, S = 0).
NEUTRAL = (1).to_bytes(32, "little").hex()
FORGED = NEUTRAL + "00" * 32


@wrong("party.key_weak", "a key of small order, with a forged signature that a careless verifier accepts")
def weak() -> Found:
    forge = game("pc").open().commit()
    forge.join(0, key=NEUTRAL, sig=FORGED)
    return at(forge.join(1).draw().play(10), 2)


@wrong("party.key_weak.house", "the house's key is of small order, and so anybody can sign receipts")
def weak_house() -> Found:
    forge = game(house=House(name="Example house", key=NEUTRAL)).begin().play(10)
    found = at(forge, 0, "/house/key")
    found.record["receipt"]["sig"] = FORGED
    return found


@wrong("party.key_encoding", "a key that spells the neutral point with y = 2^255 - 18")
def encoding() -> Found:
    forge = game("pc").open().commit()
    forge.join(0, key=(2**255 - 18).to_bytes(32, "little").hex(), sig=FORGED)
    return at(forge.join(1).draw().play(10), 2)


@wrong("party.key_point", "a key that is no point of the curve")
def point() -> Found:
    forge = game("pc").open().commit()
    forge.join(0, key=(2).to_bytes(32, "little").hex(), sig="00" * 64)
    return at(forge.join(1).draw().play(10), 2)


def same_key_as(key: SecretKey, number: int) -> Forge:
    forge = game("ck")
    forge.players[number] = structs.replace(forge.players[number], key=key)
    return forge


@wrong("party.same_key", "two players with one key")
def same_key() -> Found:
    return at(same_key_as(game("ck").players[0].key or SecretKey(bytes(32)), 1).begin().play(10), 3)


@wrong("party.same_key.house", "a player with the house's key")
def house_key() -> Found:
    return at(same_key_as(game("ck").house, 0).begin().play(10), 2)


@wrong("party.same_anchor", "two players with one anchor")
def same_anchor() -> Found:
    forge = game().open().commit().join(0)
    return at(forge.join(1, anchor=forge.chains[1].anchor.hex()).close(), 3)


@wrong("party.same_anchor.house", "a player with the house's anchor")
def house_anchor() -> Found:
    forge = game().open().commit()
    return at(forge.join(0, anchor=forge.chains[0].anchor.hex()).join(1).close(), 2)


@wrong("party.anchor_without_key", "an anchor for a player without a key: the house's own second chain")
def anchor_without_key() -> Found:
    forge = game("pc").open().commit()
    return at(forge.join(0, anchor=forge.chains[1].anchor.hex()).join(1).draw().play(10), 2)


@wrong("party.bot", "a bot of the house with a key and a chain")
def bot() -> Found:
    return at(game().open().commit().join(0, kind="bot").join(1).draw().play(10), 2)


@wrong("party.sig_missing", "a join with a key and without a signature")
def missing() -> Found:
    return at(game().open().commit().join(0, sig=None).join(1).draw().play(10), 2)


@wrong("party.sig_unexpected", "a join without a key and with a signature")
def unexpected() -> Found:
    return at(game("pc").open().commit().join(0, sig="5a" * 64).join(1).draw().play(10), 2)


@wrong("party.join_sig", "the house writes another name than the player has signed")
def name() -> Found:
    forge = game().open().commit()
    join = forge.join(0).events.pop()
    forge.heads.pop()
    forge.game.joins.pop()
    forge.game = type(forge.game)()
    for event in forge.events:
        forge.game.apply(event)
    forge.join(0, name="Anna", sig=getattr(join, "sig"), at=join.at)  # noqa: B009 - only joins have it
    return at(forge.join(1).draw().play(10), 2)


@wrong("party.join_sig.option", "an option is changed after the players have joined the game as it was")
def option() -> Found:
    fair = game().open().commit().join(0).join(1)
    options = dict(fair.rules.options) | {"overshoot": "bounce"}
    forge = game().open(rules=Rules(id="star@1", options=options)).commit()
    for number in range(2):
        forge.join(number, sig=getattr(fair.events[2 + number], "sig"))  # noqa: B009
    return at(forge.draw().play(10), 2)


@wrong("party.join_sig.other_game", "a join that was signed for another game")
def other_game() -> Found:
    forge = game().open().commit()
    other = game(seed="another game").open().commit()
    player = forge.players[0]
    assert player.key is not None
    fields = {"player": 0, "kind": "human", "name": "Ana", "anchor": forge.chains[1].anchor.hex()}
    sig = signed_join(other, player.key, **fields, key=player.key.public.hex())
    return at(forge.join(0, sig=sig).join(1).draw().play(10), 2)
