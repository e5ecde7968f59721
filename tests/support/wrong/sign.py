"""Wrong signatures, acks, results and receipts."""

from __future__ import annotations

from fairdice.keys import ack_message, receipt_message
from replay.state import MOVE, ROLL
from tests.support.forge import Forge
from tests.support.wrong import Found, at, document, game, quick, wrong

CHOICE = {"auto_move": False}


def signing() -> Forge:
    """A game in which a signed move is due."""
    return game(options=CHOICE).begin().play(8).until(MOVE)


@wrong("sign.move", "a move with the signature of a move after another history")
def move() -> Found:
    other = game(options=CHOICE, seed="another history").begin().play(8).until(MOVE).move()
    forge = signing()
    n = forge.n
    return at(forge.move(sig=getattr(other.events[-1], "sig")).play(n + 4), n)  # noqa: B009 - only moves have it


@wrong("sign.missing", "a player's move without its signature")
def missing() -> Found:
    forge = signing()
    n = forge.n
    return at(forge.move(sig=None).play(n + 4), n)


@wrong("sign.unexpected", "an automatic move with a signature")
def unexpected() -> Found:
    forge = game().begin().play(8).until(MOVE)
    while forge.game.by() != "auto":
        forge.until(MOVE)
    n = forge.n
    return at(forge.move(sig="5a" * 64).play(n + 4), n)


@wrong("sign.away", "the house writes that a player left, which the player has not signed")
def away() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.away(0, "left", sig="5a" * 64).play(n + 4), n)


@wrong("sign.missing.away", "a player with a key leaves without a signature")
def away_missing() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.away(0, "left", sig=None).play(n + 4), n)


@wrong("sign.back", "a player comes back with the signature of its return before")
def back() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL).away(0).back(0)
    sig = getattr(forge.events[-1], "sig")  # noqa: B009 - only returns have it
    forge.until(ROLL, turn=0).away(0)
    n = forge.n
    return at(forge.back(0, sig=sig).play(n + 4), n)


@wrong("sign.ack", "an ack of another head")
def ack() -> Found:
    forge = game().begin().play(14)
    n = int(forge.acks[1]["n"])
    key = forge.players[1].key
    assert key is not None
    forge.acks[1]["sig"] = key.sign(ack_message(forge.gid, n, bytes(32))).hex()
    return Found(document(forge), n, "/acks/1")


@wrong("sign.ack.no_event", "an ack of an event that the record has not")
def ack_no_event() -> Found:
    forge = game().begin().play(14).close()
    key = forge.players[1].key
    assert key is not None
    sig = key.sign(ack_message(forge.gid, forge.n, bytes(32))).hex()
    forge.acks[1] = {"player": 1, "n": forge.n, "sig": sig}
    return Found(document(forge), None, "/acks/1")


@wrong("sign.ack.no_key", "an ack of a player who has no key")
def ack_no_key() -> Found:
    forge = game("cp").begin().play(14)
    forge.acks[1] = {**forge.acks[0], "player": 1}
    return Found(document(forge), None, "/acks/1")


@wrong("sign.ack_order", "the acks do not stand in the order of players")
def ack_order() -> Found:
    found = Found(document(game().begin().play(14)), None, "/acks/1")
    found.record["acks"].reverse()
    return found


@wrong("sign.ack_order.twice", "two acks of one player, each of which holds")
def ack_twice() -> Found:
    forge = game().begin().play(14)
    earlier = dict(forge.ack(0, 5).acks[0])
    found = Found(document(forge.ack(0, 13)), None, "/acks/1")
    found.record["acks"].insert(0, earlier)
    return found


@wrong("result.status", "a finished game is closed as abandoned")
def status() -> Found:
    forge = quick()
    n = forge.n
    return at(forge.close(status="abandoned", ranking=None, points=None, follow=False), n)


@wrong("result.status.void", "a game is closed as void whose chains have further links")
def void() -> Found:
    forge = game().begin().play(14)
    n = forge.n
    return at(forge.close(status="void", reason="links exhausted", follow=False), n)


@wrong("result.status.last_index", "a game is closed as void while its last index is due, which has a link")
def void_too_soon() -> Found:
    forge = last_index()
    n = forge.n
    return at(forge.close(status="void", reason="links exhausted", follow=False), n)


@wrong("result.status.exhausted", "a game without further links is closed as abandoned")
def not_void() -> Found:
    forge = last_index().roll().play()
    n = forge.n
    return at(forge.close(status="abandoned", reason=None, follow=False), n)


def last_index() -> Forge:
    """A game whose roll with the last index is due."""
    forge = game("pp", "mensch@1", seed="void 190", signed_moves=False).begin()
    while not (forge.due == ROLL and forge.presence.index == 64):
        forge.step()
    return forge


@wrong("result.reason", "a game without further links has another reason")
def reason() -> Found:
    forge = game("pp", "mensch@1", seed="void 190", signed_moves=False).begin().play()
    n = forge.n
    return at(forge.close(reason="a power cut", follow=False), n)


@wrong("result.ranking", "the loser is the winner")
def ranking() -> Found:
    forge = quick()
    n = forge.n
    play = forge.game.play
    assert play is not None
    return at(forge.close(ranking=play.ranking()[::-1], follow=False), n)


@wrong("result.ranking.abandoned", "an abandoned game has a ranking")
def abandoned_ranking() -> Found:
    forge = game().begin().play(14)
    n = forge.n
    return at(forge.close(ranking=((0,), (1,)), follow=False), n)


@wrong("result.points", "points in a system that gives none")
def points() -> Found:
    forge = game().begin().play(14)
    n = forge.n
    return at(forge.close(points=(100, 0), follow=False), n)


@wrong("head.index", "the receipt is for the event before the last")
def receipt_index() -> Found:
    forge = game().begin().play(14).close()
    n = forge.n - 2
    found = Found(document(forge), None, "/receipt/n")
    sig = forge.house.sign(receipt_message(forge.gid, n, forge.heads[n])).hex()
    found.record["receipt"].update(n=n, sig=sig)
    return found


@wrong("head.receipt", "the reason of the close was changed after the house had signed")
def receipt() -> Found:
    forge = game().begin().play(14).close(reason="a power cut")
    found = Found(document(forge), None, "/receipt/sig")
    found.record["events"][-1]["reason"] = "the winner had to go"
    return found
