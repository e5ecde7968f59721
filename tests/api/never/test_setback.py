"""A database that is set back or changed while the service runs: no second history of a game is signed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from api.storage.contract import Lost
from fairdice.live.messages import Appended
from fairdice.live.table import Table
from tests.support.heart import Heart


@pytest.fixture
def heart(database: str) -> Iterator[Heart]:
    heart = Heart(database)
    yield heart
    heart.close()


def said(heart: Heart, *statements: str) -> None:
    """Do something to the database behind the service's back."""
    storage = heart.service.storage
    storage._write(lambda connection: [connection.execute(text(one)) for one in statements])  # type: ignore[attr-defined]


def kept(heart: Heart, game: str) -> dict[str, object]:
    row = heart.service.storage.game(game)
    assert row is not None
    return {"rev": row.rev, "n": row.n, "head": row.head.hex()}


def set_back(heart: Heart, game: str, n: int, before: dict[str, object]) -> None:
    said(
        heart,
        f"DELETE FROM event WHERE game = '{game}' AND n > {n}",
        f"UPDATE game SET rev = {before['rev']}, n = {n}, head = (SELECT head FROM event WHERE game = '{game}'"
        f" AND n = {n}) WHERE id = '{game}'",
    )


def test_a_process_that_knows_better_signs_nothing_on(heart: Heart) -> None:
    """As after a fail-over to a replica that had not heard of the last commits."""
    game = heart.open()
    before = kept(heart, game)
    heart.join(game, "Ana")
    set_back(heart, game, 1, before)
    for _ in range(2):
        with pytest.raises(Lost):
            heart.join(game, "Ben")
        with pytest.raises(Lost), heart.service.hall.looking(game):
            pytest.fail("it was shown")
    assert kept(heart, game) == before, "nothing was stored on top"


def test_another_history_of_the_same_length_is_not_gone_on_with(heart: Heart) -> None:
    game = heart.open()
    before = kept(heart, game)
    heart.join(game, "Ana", key=False)
    set_back(heart, game, 1, before)
    with_no_memory = heart.other()
    with_no_memory.join(game, "Ben", key=False)
    with_no_memory.close()
    with pytest.raises(Lost):
        heart.join(game, "Cleo", key=False)


def test_events_that_were_never_signed_are_not_read(heart: Heart) -> None:
    """Who can write to the database, and has no secret key, gets no receipt for a history of its own."""
    game = heart.open()
    heart.join(game, "Ana", key=False)
    said(heart, f"UPDATE event SET sig = (SELECT sig FROM event WHERE game = '{game}' AND n = 1) WHERE n = 2")
    other = heart.other()
    with pytest.raises(Lost), other.service.hall.looking(game):
        pytest.fail("it was shown")
    other.close()


def test_an_event_whose_receipt_could_not_be_signed_has_never_happened(
    heart: Heart, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = heart.open()

    def broken(_table: Table, _n: int) -> Appended:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Table, "appended", broken)
        with pytest.raises(MemoryError):
            heart.service.playing.abandon(heart.ask(game), None)
    with heart.service.hall.looking(game) as live:
        assert (live.table.n, live.table.closed) == (1, False)
    heart.join(game, "Ana")
    assert kept(heart, game)["n"] == 2
