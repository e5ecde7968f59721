"""Links and rolls at the table: nothing is drawn twice, nothing is shown too early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct, structs

from fairdice.errors import TableError
from fairdice.keys import SecretKey
from fairdice.live.messages import Appended, Contribution
from replay.errors import CodedError
from replay.record import Draw, Roll
from tests.support.live import Live, record_bytes, refused, unchanged

# Links ------------------------------------------------------------------------------------------------------------


def test_house_link_only_when_due() -> None:
    live = Live(players=3)
    table = live.table
    handed: dict[int, bytes] = {}
    while not table.closed:
        for j in range(-1, 67):
            if j == table.roll_index:
                handed[j] = table.house_link(j)
            else:
                code = "table.exhausted" if j > 64 else "table.not_due"
                refused(code, lambda j=j: table.house_link(j))  # type: ignore[misc]
        live.step()
    chain = live.chain(0)
    assert handed == {j: chain.link(j) for j in range(1, 65)}


@pytest.mark.parametrize("due", ["draw", "roll", "start"])
def test_contributions_refused(due: str) -> None:
    options = {"start": "highest"} if due == "start" else {}
    live = Live("star@1", 3, options, without_chains=1).until(lambda table: table.due == due)
    table = live.table
    j = table.roll_index
    assert j is not None
    good = live.contribution(0)
    link = live.chain(1).link(j + 1)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"link": bytes(32)}, "chain.link"),
        ({"link": link}, "chain.link"),
        ({"link": live.chain(2).link(j)}, "chain.link"),
        ({"link": good.link[:31]}, "chain.link"),
        ({"ack": bytes(64)}, "sign.ack"),
        ({"ack": good.ack[:63]}, "table.ack"),
        ({"ack": live.contribution(1).ack}, "sign.ack"),
        ({"player": 1}, "chain.link"),
        ({"player": 2}, "table.no_contributor"),
        ({"player": 3}, "table.no_contributor"),
        ({"player": -1}, "table.no_contributor"),
        ({"j": j + 1}, "table.not_due"),
        ({"j": j + 1, "link": link}, "table.not_due"),
        ({"j": 65}, "table.exhausted"),
        ({"j": 0}, "table.not_due"),
    ]
    for change, code in changes:
        unchanged(table, code, lambda change=change: table.submit(structs.replace(good, **change)))  # type: ignore[misc]
    assert table.missing == (0, 1)
    table.submit(good)
    assert [*table.missing] == [1]


def test_ack_of_another_event_is_refused() -> None:
    live = Live().until(lambda table: table.roll_index == 4)
    good = live.contribution(0)
    message = live.players[0]._history.ack_bytes(3)
    ack = SecretKey(live.secret("key 1")).sign(message)
    unchanged(live.table, "sign.ack", lambda: live.table.submit(structs.replace(good, ack=ack)))


def test_same_link_again_changes_nothing() -> None:
    live = Live().until(lambda table: table.roll_index == 3)
    table = live.table
    given = live.contribution(0)
    table.submit(given)
    before = record_bytes(table)
    table.submit(given)
    assert record_bytes(table) == before
    unchanged(table, "table.link_given", lambda: table.submit(structs.replace(given, link=bytes(32))))
    live.contribute(1)
    table.roll(3, at=live.at())
    table.submit(given)
    unchanged(table, "table.link_given", lambda: table.submit(structs.replace(given, link=bytes(32))))
    unchanged(table, "table.no_contributor", lambda: table.submit(structs.replace(given, player=7)))


# Rolls ------------------------------------------------------------------------------------------------------------


def test_roll_waits_for_all_links() -> None:
    live = Live(players=3).until(lambda table: table.roll_index == 2)
    table = live.table
    error = refused("table.links_missing", lambda: table.roll(2, at=live.at()))
    assert error.found == [0, 1, 2]
    live.contribute(2, 0)
    error = refused("table.links_missing", lambda: table.roll(2, at=live.at()))
    assert error.found == [1]
    live.contribute(1)
    assert isinstance(table.roll(2, at=live.at()).event, Roll)


def test_roll_twice_is_one_event() -> None:
    live = Live().until(lambda table: table.roll_index == 5)
    live.contribute(0, 1)
    first = live.table.roll(5, at=live.at())
    n = live.table.n
    assert live.table.roll(5, at=live.at()) == first
    assert live.table.roll(5, at=0, expect_head=bytes(32)) == first
    assert live.table.n == n
    live.tell(first)
    live.until(lambda table: table.closed)
    assert live.table.roll(5, at=0) == first


def test_every_index_is_drawn_at_most_once() -> None:
    live = Live(players=3, absences=True, links=80)
    table = live.table
    seen: dict[int, Appended] = {}
    codes = set()
    while not table.closed:
        live.step()
        for j in range(1, 82):
            try:
                appended = table.roll(j, at=table.at)
            except TableError as error:
                codes.add(error.code)
            else:
                assert seen.setdefault(j, appended) == appended
        assert all(table.roll(j, at=0) == appended for j, appended in seen.items())
    assert codes == {"table.not_due", "table.spent", "table.links_missing", "table.exhausted"}
    rolls = [event for event in table.record().events if isinstance(event, Draw | Roll)]
    assert [event.j for event in rolls] == sorted(seen)
    spent = [j for j, _ in table._history.presence.spent]
    assert len(spent) >= 2
    assert not set(spent) & set(seen)


def test_no_moves_change_a_roll() -> None:
    """The same game with another move in between: the next roll has the same value."""
    values = set()
    for which in (0, 1):
        live = Live(seed="fork").until(lambda table: table.by == "player" and len(table.moves) > 1)
        mover = live.mover()
        live.tell(live.table.move(mover.move(*mover.moves[which]), at=live.at()))
        j = live.table.roll_index
        assert j is not None
        live.contribute(*live.table.missing)
        event = live.table.roll(j, at=live.at()).event
        assert isinstance(event, Roll)
        values.add((j, event.value, event.links))
    assert len(values) == 1


# Nothing leaks ----------------------------------------------------------------------------------------------------


def shown(value: object) -> Iterator[str]:
    """Everything in a value, as text."""
    yield repr(value)
    if isinstance(value, bytes):
        yield value.hex()
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from shown(getattr(value, name))
    elif isinstance(value, dict):
        for pair in value.items():
            yield from shown(pair)
    elif isinstance(value, tuple | list | set):
        for item in value:
            yield from shown(item)


def tried(act: Callable[..., object], *args: object, **kwargs: object) -> Iterator[str]:
    """What an act gives or says when it refuses."""
    try:
        yield from shown(act(*args, **kwargs))
    except CodedError as error:
        yield from shown((str(error), error.expected, error.found, error.args))


def everything_public(live: Live) -> str:
    """All that a caller can get out of the table without appending to it."""
    table = live.table
    parts = [repr(table), str(table)]
    for name in dir(table):
        if not name.startswith("_"):
            value = getattr(table, name)
            parts.extend(shown(value) if not callable(value) else ())
    parts.extend(shown(table.record()))
    for n in range(-1, table.n + 2):
        parts.extend(tried(table.appended, n))
    for j in range(70):
        if j != table.roll_index:
            parts.extend(tried(table.house_link, j))
            parts.extend(tried(table.roll, j, at=0))
        for player in range(len(table.joins)):
            parts.extend(tried(table.submit, Contribution(player, j, bytes(32), bytes(64))))
    if table.missing:
        parts.extend(tried(table.roll, table.roll_index, at=table.at))
    return "\n".join(parts)


def test_no_link_is_shown_too_early() -> None:
    live = Live(players=3)
    table = live.table
    looked = 0
    while not table.closed and table.n < 60:
        if (j := table.roll_index) is not None:
            house = table.house_link(j)
            live.contribute(0, 1)
            public = everything_public(live)
            assert table.missing == (2,)
            later = [live.chain(party).link(k) for party in range(4) for k in range(j + (party == 0), 65)]
            assert house not in later
            assert [link.hex() for link in later if link.hex() in public or repr(link) in public] == []
            # The look is sharp enough to find what is public.
            assert j == 1 or live.chain(1).link(j - 1).hex() in public
            looked += 1
        live.step()
    assert looked > 20


def test_no_secret_in_text() -> None:
    live = Live().until(lambda table: table.roll_index == 3)
    contribution = live.contribution(0)
    live.table.submit(contribution)
    text = "".join(map(repr, (live.table, live.table._pool, live.table._house, live.table._chain, contribution)))
    for secret in (contribution.link, live.tip, live.secret("house key"), live.chain(0).link(4)):
        assert secret.hex() not in text
        assert repr(secret) not in text
