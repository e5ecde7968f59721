"""Credentials are remembered, and no longer than may be."""

from __future__ import annotations

import pytest
from msgspec import structs

from api.config import Config
from api.http.auth import Authenticator
from api.http.limits import Limiter
from api.http.problems import Refused
from api.service.tokens import hash_token, new_host_key
from api.storage.rows import CredentialRow

NOW = 1_796_000_000_000
KEY = new_host_key("live")
ROW = CredentialRow(
    token_hash=hash_token(KEY), id="key_1", kind="host", host="host", mode="live", label="", scopes=("play",), created=1
)


class Stored:
    """A storage with one credential, which somebody else may change."""

    def __init__(self) -> None:
        self.row: CredentialRow | None = ROW
        self.asked = 0

    def __call__(self, _token_hash: bytes) -> CredentialRow | None:
        self.asked += 1
        return self.row


@pytest.fixture
def stored() -> Stored:
    return Stored()


@pytest.fixture
def known(stored: Stored) -> Authenticator:
    return Authenticator(stored, Limiter(Config()))


def is_known(known: Authenticator, now: int) -> bool:
    try:
        known.actor(f"Bearer {KEY}", "192.0.2.1", now)
    except Refused:
        return False
    return True


def test_it_is_not_looked_up_for_every_request(known: Authenticator, stored: Stored) -> None:
    assert is_known(known, NOW)
    assert is_known(known, NOW + 4_999)
    assert stored.asked == 1


def test_a_revocation_elsewhere_is_known_after_five_seconds(known: Authenticator, stored: Stored) -> None:
    assert is_known(known, NOW)
    stored.row = structs.replace(ROW, revoked=NOW)
    assert not is_known(known, NOW + 5_000)
    stored.row = None
    assert not is_known(known, NOW + 10_001)


def test_one_here_at_once(known: Authenticator, stored: Stored) -> None:
    assert is_known(known, NOW)
    stored.row = structs.replace(ROW, revoked=NOW)
    known.forget(ROW.token_hash)
    assert not is_known(known, NOW)


def test_a_key_works_the_moment_it_is_made(known: Authenticator, stored: Stored) -> None:
    stored.row = None
    assert not is_known(known, NOW)
    stored.row = ROW
    assert is_known(known, NOW)


def test_an_end_that_was_announced_needs_no_look(known: Authenticator, stored: Stored) -> None:
    stored.row = structs.replace(ROW, expires=NOW + 1_000)
    assert is_known(known, NOW + 999)
    assert not is_known(known, NOW + 1_000)
    assert stored.asked == 1


def test_a_clock_that_was_set_back_remembers_nothing_for_long(known: Authenticator, stored: Stored) -> None:
    assert is_known(known, NOW)
    stored.row = structs.replace(ROW, revoked=1)
    assert not is_known(known, NOW - 1)
