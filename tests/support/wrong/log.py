"""Proofs of a transparency log that do not hold, or that are of something else than the record."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, structs

from fairdice.checkpoint import Checkpoint, add_signature, sign_checkpoint
from fairdice.keys import SecretKey
from fairdice.leaves import close_leaf, open_leaf
from replay.record import LogEntry
from tests.support.forge import Forge
from tests.support.logged import KEY, ORIGIN, VKEY, Log, closing, in_log, opening, other
from tests.support.wrong import Found, game, wrong

NAMED = {"log_keys": [VKEY]}
STRANGER = SecretKey(bytes(32))


def closed(**opening: Any) -> Forge:
    return game("cck", **opening).begin().play(12).close()


def entry(place: int, field: str = "") -> str:
    return f"/log/leaves/{place}/leaf{field}"


def found(forge: Forge, event: int | None, path: str, *, named: bool = False) -> Found:
    return Found(forge.document(), event, path, NAMED if named else None)


def noted(note: str, *, named: bool = False) -> Found:
    """A record whose checkpoint is this note."""
    return found(in_log(closed(), changes={"checkpoint": note}), None, "/log/checkpoint", named=named)


def good() -> str:
    """The checkpoint of the record with which nothing is wrong."""
    log = in_log(closed()).log
    assert log is not None
    return str(log["checkpoint"])


@wrong("log.missing", "the caller named a log's key, and the record carries no proofs")
def missing() -> Found:
    return found(closed(), None, "/log", named=True)


@wrong("log.vkey", "the caller named a log's key whose id is that of another")
def vkey() -> Found:
    name, _, key = VKEY.split("+", 2)
    return Found(in_log(closed()).document(), named={"log_keys": [f"{name}+00000000+{key}"]})


@wrong("log.checkpoint", "no signed note at all")
def no_note() -> Found:
    return noted("a checkpoint\n")


@wrong("log.checkpoint.size", "a checkpoint whose size has a leading zero")
def leading_zero() -> Found:
    return noted(good().replace("\n", "\n0", 1))


@wrong("log.checkpoint.root", "a checkpoint whose root is spelled in another base64")
def other_base64() -> Found:
    root = good().split("\n")[2]
    odd = root[:-2] + chr(ord(root[-2]) + 1) + "="
    return noted(good().replace(root, odd, 1))


@wrong("log.checkpoint.line", "a signature line with a hyphen in the place of the dash")
def hyphen() -> Found:
    return noted(good().replace("—", "-", 1))


@wrong("log.checkpoint.end", "a checkpoint without its last line feed")
def no_line_feed() -> Found:
    return noted(good()[:-1])


@wrong("log.origin", "the checkpoint of another log than the one named, signed by the same key")
def another_log() -> Found:
    log = Log("log.example.com/others")
    forge = closed()
    placed = [(leaf, log.add(leaf)) for leaf in (opening(forge), closing(forge))]
    forge.log = log.proofs(placed)
    return found(forge, None, "/log/checkpoint", named=True)


@wrong("log.unsigned", "a checkpoint that names the log and is signed by somebody else")
def somebody_else() -> Found:
    return noted(add_signature(good().partition("— ")[0], ORIGIN, STRANGER), named=True)


@wrong("log.signature", "a checkpoint with the log's signature of another")
def signature_of_another() -> Found:
    before = Log()
    before.add(other(0))
    head, _, _ = good().partition("— ")
    return noted(head + "— " + before.checkpoint().partition("— ")[2], named=True)


@wrong("log.signature.second", "of two lines of the log's key one does not hold")
def second_line() -> Found:
    before = Log()
    before.add(other(0))
    return noted(good() + "— " + before.checkpoint().partition("— ")[2], named=True)


def with_leaves(forge: Forge, *leaves: LogEntry) -> Forge:
    return in_log(forge, leaves)


@wrong("log.game", "proofs of another game's leaves")
def another_game() -> Found:
    forge, another = closed(), closed(seed="another game")
    return found(with_leaves(forge, opening(another), closing(another)), None, entry(0, "/game"))


@wrong("log.event", "the log has a close of this game that comes later than the record's")
def later_close() -> Found:
    forge, longer = closed(), game("cck").begin().play(16).close()
    return found(with_leaves(forge, opening(forge), closing(longer)), None, entry(1, "/n"))


@wrong("log.head", "the log has another history of this game before the draw: other players had joined")
def another_head() -> Found:
    forge = closed()
    leaf = opening(forge)
    return found(with_leaves(forge, structs.replace(leaf, head="5a" * 32), closing(forge)), leaf.n, entry(0, "/head"))


@wrong("log.head.close", "the log has another last move of this game, and the record is the house's second thought")
def another_end() -> Found:
    forge, again = closed(), game("cck").begin().play(11)
    again.now += 1
    again.play(12).close()
    n = forge.n - 1
    return found(with_leaves(forge, opening(forge), closing(again)), n, entry(1, "/head"))


@wrong("log.place", "the opening was logged before the last player had joined")
def too_early() -> Found:
    forge = closed()
    n = opening(forge).n - 1
    return found(with_leaves(forge, open_leaf(forge.gid, n, forge.heads[n]), closing(forge)), n, entry(0, "/n"))


@wrong("log.place.draw", "the opening was logged with the draw, when the house knew it")
def with_the_draw() -> Found:
    forge = closed()
    n = opening(forge).n + 1
    return found(with_leaves(forge, open_leaf(forge.gid, n, forge.heads[n]), closing(forge)), n, entry(0, "/n"))


@wrong("log.place.close", "the close that was logged is a move")
def no_close() -> Found:
    forge = closed()
    n = forge.n - 2
    leaf = close_leaf(forge.gid, n, forge.heads[n], "abandoned")
    return found(with_leaves(forge, opening(forge), leaf), n, entry(1, "/n"))


@wrong("log.status", "the log says that the game was finished, the record that it was abandoned")
def another_status() -> Found:
    forge = closed()
    leaf = structs.replace(closing(forge), status="finished")
    return found(with_leaves(forge, opening(forge), leaf), leaf.n, entry(1, "/status"))


@wrong("log.status.none", "a close without a status")
def no_status() -> Found:
    forge = closed()
    leaf = structs.replace(closing(forge), status=UNSET)
    return found(with_leaves(forge, opening(forge), leaf), leaf.n, entry(1))


@wrong("log.status.open", "an opening with a status")
def open_status() -> Found:
    forge = closed()
    leaf = structs.replace(opening(forge), status="abandoned")
    return found(with_leaves(forge, leaf, closing(forge)), leaf.n, entry(0))


@wrong("log.order", "the close stands in the log before the opening: the opening was put in when all was over")
def afterwards() -> Found:
    forge = closed()
    in_log(forge, [closing(forge), opening(forge)])
    assert forge.log is not None
    return found(forge, opening(forge).n, "/log/leaves/1/index")


@wrong("log.order.listed", "opening and close are listed in the wrong order")
def listed() -> Found:
    forge = in_log(closed())
    assert forge.log is not None
    forge.log["leaves"] = forge.log["leaves"][::-1]
    return found(forge, opening(forge).n, "/log/leaves/1/index")


@wrong("log.order.twice", "the close is given twice")
def twice() -> Found:
    forge = closed()
    return found(with_leaves(forge, opening(forge), closing(forge), closing(forge)), forge.n - 1, "/log/leaves/2/index")


@wrong("log.index", "the checkpoint is older than the close")
def older() -> Found:
    forge = closed()
    log = Log()
    placed = [(leaf, log.add(leaf)) for leaf in (opening(forge), closing(forge))]
    forge.log = log.proofs(placed)
    first = Log()
    first.add(opening(forge))
    leaves = [forge.log["leaves"][0] | {"proof": []}, forge.log["leaves"][1]]
    forge.log = {"checkpoint": first.checkpoint(), "leaves": leaves}
    return found(forge, forge.n - 1, "/log/leaves/1")


def proved(place: int, **changes: Any) -> Forge:
    """A record with these changes to the proof of one leaf."""
    forge = in_log(closed())
    assert forge.log is not None
    forge.log["leaves"][place] |= changes
    return forge


def steps(place: int) -> list[str]:
    log = in_log(closed()).log
    assert log is not None
    return list(log["leaves"][place]["proof"])


@wrong("log.proof_length", "a proof that lacks its last hash")
def shorter() -> Found:
    forge = proved(0, proof=steps(0)[:-1])
    return found(forge, opening(forge).n, "/log/leaves/0")


@wrong("log.proof_length.longer", "a proof with one hash more")
def longer() -> Found:
    forge = proved(1, proof=[*steps(1), "5a" * 32])
    return found(forge, forge.n - 1, "/log/leaves/1")


@wrong("log.inclusion", "a proof with one bit changed")
def one_bit() -> Found:
    first, *rest = steps(1)
    forge = proved(1, proof=[f"{int(first, 16) ^ 1:064x}", *rest])
    return found(forge, forge.n - 1, "/log/leaves/1")


@wrong("log.inclusion.index", "the index is that of the leaf beside it")
def beside() -> Found:
    forge = in_log(closed())
    assert forge.log is not None
    index = forge.log["leaves"][1]["index"]
    return found(proved(1, index=index ^ 1), forge.n - 1, "/log/leaves/1")


@wrong("log.inclusion.checkpoint", "a checkpoint that the log has signed over other leaves")
def another_root() -> Found:
    size = int(good().split("\n")[1])
    note = sign_checkpoint(Checkpoint(ORIGIN, size, bytes(32)), KEY)
    forge = in_log(closed(), changes={"checkpoint": note})
    return found(forge, opening(forge).n, "/log/leaves/0", named=True)


@wrong("log.open", "the close alone is in the log")
def no_opening() -> Found:
    forge = closed()
    return found(with_leaves(forge, closing(forge)), opening(forge).n, "/log/leaves")


@wrong("log.open.earlier", "the opening in the log was replaced when a player was declared away, and not logged anew")
def replaced() -> Found:
    forge = game("ccc").lobby()
    n = forge.n - 1
    leaf = open_leaf(forge.gid, n, forge.heads[n])
    forge.away(1).draw().play(14).close()
    return found(with_leaves(forge, leaf, closing(forge)), n + 1, "/log/leaves")
