"""Sealing: what opens, what does not, and how keys are read."""

from __future__ import annotations

import base64

import pytest

from api.service.seal import Sealer, SealError, new_secret_key, read_secret_keys

OLD, NEW = bytes(32), bytes([1]) * 32


def refused(code: str, act: object) -> None:
    with pytest.raises(SealError) as caught:
        act()  # type: ignore[operator]
    assert caught.value.code == code


def test_there_and_back() -> None:
    sealer = Sealer([OLD])
    for plain in (b"", b"tip", bytes(1000)):
        assert sealer.open(sealer.seal(plain, b"tip g"), b"tip g") == plain


def test_the_same_value_is_never_sealed_the_same() -> None:
    sealer = Sealer([OLD])
    assert sealer.seal(b"x", b"") != sealer.seal(b"x", b"")


def test_moved_to_another_place() -> None:
    sealer = Sealer([OLD])
    refused("seal.broken", lambda: sealer.open(sealer.seal(b"x", b"tip a"), b"tip b"))


def test_every_changed_byte_is_noticed() -> None:
    sealer = Sealer([OLD])
    sealed = sealer.seal(b"tip", b"c")
    for at in range(len(sealed)):
        changed = bytearray(sealed)
        changed[at] ^= 1
        with pytest.raises(SealError):
            sealer.open(bytes(changed), b"c")
    refused("seal.form", lambda: sealer.open(sealed[:32], b"c"))


def test_rotation() -> None:
    before, both, after = Sealer([OLD]), Sealer([NEW, OLD]), Sealer([NEW])
    sealed = before.seal(b"x", b"c")
    assert both.open(sealed, b"c") == b"x"
    assert both.stale(sealed)
    again = both.seal(b"x", b"c")
    assert not both.stale(again)
    assert after.open(again, b"c") == b"x"
    refused("seal.unknown_key", lambda: after.open(sealed, b"c"))


def test_derived_keys_differ_by_purpose_and_key() -> None:
    both = Sealer([NEW, OLD])
    assert len({*both.derived(b"a"), *both.derived(b"b")}) == 4
    assert both.derived(b"a")[1] == Sealer([OLD]).derived(b"a")[0]


def test_keys_as_they_are_written() -> None:
    written = f"{new_secret_key()}, {NEW.hex()}\n{base64.urlsafe_b64encode(OLD).decode()}"
    keys = read_secret_keys(written)
    assert keys[1:] == (NEW, OLD)
    assert read_secret_keys("") == ()
    for bad in ("short", "x" * 42, "é" * 43, "0" * 63 + "g", "A" * 44):
        with pytest.raises(SealError) as caught:
            read_secret_keys(bad)
        assert caught.value.code == "seal.key"
        assert bad not in str(caught.value)


def test_keys_that_cannot_be() -> None:
    refused("seal.no_key", lambda: Sealer([]))
    refused("seal.key", lambda: Sealer([b"short"]))
    refused("seal.twice", lambda: Sealer([OLD, OLD]))


def test_a_sealer_shows_no_key() -> None:
    assert OLD.hex() not in repr(Sealer([OLD]))
