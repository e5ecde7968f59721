"""Keys of who has no credential."""

from __future__ import annotations

from tests.support.wire import Wire


def test_a_key_that_others_could_choose_too_is_refused(wire: Wire) -> None:
    """All who know a room code share its scope: with the same key they would be given the same seat's token."""
    made = wire.ask("POST", "/v1/games", {"rules": "star@1", "players": 2}).json
    assert made is not None
    body = {"code": made["room_code"]}
    short = wire.ask("POST", "/v1/reservations", body, key="", retry="first")
    assert short.json is not None
    assert (short.status_code, short.json["code"]) == (400, "idempotency.key")
    first = wire.ask("POST", "/v1/reservations", body, key="", retry="a" * 16)
    assert first.status_code == 201
    assert first.json is not None
    assert wire.ask("POST", "/v1/reservations", body, key="", retry="a" * 16).json == first.json
    by_token = wire.ask("POST", "/v1/reservations", {"game": made["game"]}, key=first.json["token"], retry="first")
    assert by_token.status_code == 201, "a credential is a scope of its own"
