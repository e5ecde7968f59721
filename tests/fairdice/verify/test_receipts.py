"""Kept receipts: what they show about a record that is sound, forked, cut short or edited."""

from __future__ import annotations

import json

import pytest

from fairdice.keys import SecretKey, receipt_message
from fairdice.verify import EarlierReceipt, Report, Trust, verify
from fairdice.verify.receipt import read_receipt
from replay.codec import encode
from replay.errors import FormatError
from replay.record import House
from tests.support.forge import Forge, heads, seal
from tests.support.wrong import game

STRANGER = SecretKey(b"\x07" * 32)


def record() -> Forge:
    return game(signed_moves=False).begin().play(16)


def kept(forge: Forge, n: int, *, bare: bool = False, signer: SecretKey | None = None) -> EarlierReceipt:
    """The receipt of event n as a player keeps it; `bare`: without head and game."""
    sig = (signer or forge.house).sign(receipt_message(forge.gid, n, forge.heads[n]))
    return EarlierReceipt(n, sig) if bare else EarlierReceipt(n, sig, forge.heads[n], forge.gid)


def edited(forge: Forge, n: int, *, sealed: bool = False) -> bytes:
    """The record with another time in event n, which nothing but the house's signature tells."""
    document = forge.document() | {"acks": []}
    document["events"][n] |= {"at": document["events"][n]["at"] + 1}
    if sealed:
        seal(document, forge.house)
    return encode(document)


def fault(report: Report) -> tuple[str, int | None]:
    assert report.fault is not None
    return report.fault.code, report.fault.event


@pytest.mark.parametrize("bare", [False, True])
def test_receipts_of_every_event_hold(bare: bool) -> None:
    forge = record()
    receipts = tuple(kept(forge, n, bare=bare) for n in range(forge.n))
    report = verify(forge.bytes(), Trust(receipts=receipts))
    assert report.verdict == "open"
    assert report.stages[-1].result == "passed"


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ([], [], "the file alone cannot say what"),
        ([5], [], "events 6 to 15"),
        ([5, 7], [], "events 8 to 15"),
        ([], [12], "events 0 to 12"),
        ([5, 7], [12, 14], "events 8 to 12"),
        ([8], [9], "events 9 to 9"),
    ],
)
def test_receipts_narrow_an_edit_down(good: list[int], bad: list[int], words: str) -> None:
    """Event 9 was changed: receipts before it hold, the others do not."""
    forge = record()
    receipts = tuple(kept(forge, n) for n in (*good, *bad))
    report = verify(edited(forge, 9), Trust(receipts=receipts))
    assert report.fault is not None
    assert (report.fault.code, report.fault.path) == ("head.receipt", "/receipt/sig")
    assert words in report.fault.message
    bare = verify(edited(forge, 9), Trust(receipts=tuple(kept(forge, n, bare=True) for n in (*good, *bad))))
    assert bare.fault is not None
    assert bare.fault.message == report.fault.message


def test_what_is_no_receipt_of_this_game_and_house_narrows_nothing_down() -> None:
    forge = record()
    other = game(seed="another")
    other.house = forge.house
    other.begin().play(14)
    report = verify(edited(forge, 9), Trust(receipts=(kept(forge, 12, signer=STRANGER), kept(other, 12))))
    assert report.fault is not None
    assert "the file alone cannot say what" in report.fault.message


def test_receipts_that_contradict_one_another() -> None:
    """The house signed one history up to 12, and another, which the record has, up to 14."""
    forge = record()
    sealed = json.loads(edited(forge, 9, sealed=True))
    other = Forge.__new__(Forge)
    other.__dict__ |= forge.__dict__
    other.heads = heads(sealed["events"])
    sealed["receipt"]["sig"] = "00" * 64
    report = verify(encode(sealed), Trust(receipts=(kept(forge, 12), kept(other, 14))))
    assert report.fault is not None
    assert "contradict one another" in report.fault.message


@pytest.mark.parametrize("n", [9, 12, 15])
def test_a_record_signed_anew_is_a_fork(n: int) -> None:
    """Two receipts for one event: the one kept and the record's, which covers it."""
    forge = record()
    report = verify(edited(forge, 9, sealed=True), Trust(receipts=(kept(forge, n),)))
    assert fault(report) == ("head.fork", n)
    assert report.fault is not None
    assert report.fault.expected == forge.heads[n].hex()


def test_a_receipt_without_its_head_only_does_not_hold() -> None:
    forge = record()
    report = verify(edited(forge, 9, sealed=True), Trust(receipts=(kept(forge, 12, bare=True),)))
    assert fault(report) == ("named.receipt", 12)


def test_nobody_can_accuse_the_house_without_its_signature() -> None:
    """An edited record whose receipt does not hold is no history that the house has signed."""
    forge = record()
    report = verify(edited(forge, 9), Trust(receipts=(kept(forge, 12),)))
    assert [stage.fault.code for stage in report.stages if stage.fault] == ["head.receipt", "named.receipt"]
    wrong_index = json.loads(edited(forge, 9, sealed=True))
    wrong_index["receipt"]["n"] -= 1
    report = verify(encode(wrong_index), Trust(receipts=(kept(forge, 12),)))
    assert [stage.fault.code for stage in report.stages if stage.fault] == ["head.index", "named.receipt"]
    forged = EarlierReceipt(12, STRANGER.sign(b"x"), bytes(32), forge.gid)
    assert fault(verify(forge.bytes(), Trust(receipts=(forged,)))) == ("named.receipt", 12)


@pytest.mark.parametrize("closed", [False, True])
def test_a_receipt_for_an_event_beyond_the_end(closed: bool) -> None:
    """An open record may only be older than the receipt; a closed one was never to go on."""
    forge = record()
    short = game(signed_moves=False).begin().play(12)
    document = (short.close() if closed else short).bytes()
    report = verify(document, Trust(receipts=(kept(forge, 14),)))
    assert fault(report) == ("head.fork" if closed else "named.receipt", 14)
    assert report.fault is not None
    assert ("cut short" if closed else "ends before it") in report.fault.message


def test_receipt_of_another_game() -> None:
    other = game(seed="another").begin().play(14)
    assert fault(verify(record().bytes(), Trust(receipts=(kept(other, 9),)))) == ("named.receipt", None)
    assert fault(verify(record().bytes(), Trust(receipts=(kept(other, 9, bare=True),)))) == ("named.receipt", 9)


def test_receipts_are_not_looked_at_where_the_house_has_no_fit_key() -> None:
    weak = game(house=House(name="Example house", key=(1).to_bytes(32, "little").hex())).begin().play(12)
    report = verify(weak.bytes(), Trust(receipts=(kept(weak, 9),)))
    assert fault(report) == ("party.key_weak", 0)
    assert (report.stages[-1].name, report.stages[-1].result) == ("named", "not checked")
    both = verify(weak.bytes(), Trust(receipts=(kept(weak, 9),), game=bytes(32)))
    assert both.stages[-1].fault is not None
    assert both.stages[-1].fault.code == "named.game"


# Reading ----------------------------------------------------------------------------------------------------------


def test_read_a_receipt() -> None:
    forge = record()
    receipt = kept(forge, 9)
    document = {"n": 9, "sig": receipt.sig.hex()}
    assert read_receipt(json.dumps(document).encode()) == EarlierReceipt(9, receipt.sig)
    document |= {"head": forge.heads[9].hex(), "game": forge.gid.hex()}
    assert read_receipt(json.dumps(document).encode()) == receipt


def test_read_the_receipt_of_a_record() -> None:
    forge = record()
    receipt = read_receipt(forge.bytes())
    assert (receipt.n, receipt.head, receipt.game) == (15, forge.heads[15], forge.gid)
    assert verify(forge.play(20).bytes(), Trust(receipts=(receipt,))).verdict == "open"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "format.empty"),
        (b"[]", "format.type"),
        (b"{}", "format.missing"),
        (b'{"n":1,"sig":"00"}', "format.hex"),
        (b'{"n":-1,"sig":"' + b"0" * 128 + b'"}', "format.range"),
        (b'{"n":1,"sig":"' + b"0" * 128 + b'","more":1}', "format.unknown_field"),
        (b'{"format":"fairdice/other@1"}', "format.kind"),
        (b'{"n":1,"n":1}', "format.duplicate_key"),
    ],
)
def test_no_receipt(raw: bytes, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_receipt(raw)
    assert caught.value.code == code


def test_a_record_whose_receipt_is_beyond_its_end_gives_none() -> None:
    document = record().document()
    document["receipt"]["n"] = 16
    with pytest.raises(FormatError) as caught:
        read_receipt(encode(document))
    assert caught.value.code == "format.receipt"
