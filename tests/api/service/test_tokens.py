"""Keys, tokens and room codes: their form, and how people type them."""

from __future__ import annotations

import pytest

from api.service.seal import Sealer
from api.service.tokens import (
    hash_token,
    is_token,
    new_host_key,
    new_id,
    new_player_token,
    new_room_code,
    read_room_code,
    room_code_hashes,
)


def test_forms() -> None:
    for token in (new_host_key("live"), new_host_key("test"), new_player_token()):
        assert is_token(token)
        assert len(hash_token(token)) == 32
        assert not is_token(token + "A")
        assert not is_token(token[:-1])
    assert new_host_key("test").startswith("fd_test_")
    assert new_id("key").startswith("key_")


def test_a_code_is_read_as_it_is_shown() -> None:
    for _ in range(200):
        code = new_room_code()
        assert read_room_code(code) == code
        assert not set(code) & set("ILOU")


@pytest.mark.parametrize(
    "typed",
    ["0V1K-7M2Z", "ov1k7m2z", " OVlK 7m2z ", "0-V-1-K-7-M-2-Z", "0u1k\u20137m2z", "oviK.7M2Z", "0V1K_7M2Z"],
)
def test_a_code_as_people_type_it(typed: str) -> None:
    assert read_room_code(typed) == "0V1K-7M2Z"


@pytest.mark.parametrize("typed", ["", "0V1K-7M2", "0V1K-7M2ZA", "0V1K-7M2!", "\u00df" * 8, "0" * 65, "\u0660" * 8])
def test_what_is_no_code(typed: str) -> None:
    assert read_room_code(typed) is None


def test_the_hash_of_a_code_needs_the_secret_key() -> None:
    old, new = Sealer([bytes(32)]), Sealer([bytes([1]) * 32, bytes(32)])
    assert room_code_hashes("0V1K-7M2Z", old)[0] != room_code_hashes("0V1K-7M2Z", new)[0]
    assert room_code_hashes("0V1K-7M2Z", old)[0] in room_code_hashes("0V1K-7M2Z", new)
