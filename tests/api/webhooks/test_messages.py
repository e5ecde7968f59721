"""What is told of a change, to whom, in which form."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from api.storage.rows import Append, EventRow, GameRow, NewGame, Status, WebhookRow
from api.webhooks.messages import TYPES, deliveries_of, trial_message
from replay.codec import encode

AT = 1_790_000_000_007
RECORD = json.loads((Path(__file__).parents[2] / "vectors/by_hand.json").read_bytes())
EVENTS: list[dict[str, Any]] = RECORD["events"]


def event(n: int) -> EventRow:
    return EventRow(n=n, body=encode(EVENTS[n]), head=bytes([n]) * 32, sig=bytes([n]) * 64)


def game(status: Status = "playing") -> GameRow:
    return GameRow(
        id="ab" * 32,
        host="ana",
        mode="test",
        public=False,
        status=status,
        rules="star@1",
        players=4,
        rev=3,
        n=5,
        head=bytes(32),
        deadline=None,
        house_key="cd" * 32,
        tip=b"",
        settings=b"{}",
        created=AT,
        updated=AT,
    )


def webhook(number: int, *events: str, disabled: int | None = None) -> WebhookRow:
    return WebhookRow(
        id=f"wh_{number}",
        host="ana",
        mode="test",
        url="https://hooks.example.com/",
        secret=b"",
        events=events,
        created=AT,
        disabled=disabled,
    )


def append(*events: EventRow, status: Status = "playing") -> Append:
    last = events[-1] if events else event(5)
    return Append(
        game="ab" * 32,
        rev=3,
        was=bytes(32),
        n=last.n,
        head=last.head,
        status=status,
        deadline=None,
        at=AT,
        events=events,
    )


def first(type_: str) -> int:
    return next(n for n, each in enumerate(EVENTS) if each["type"] == type_)


def test_an_event_is_told_with_its_head_and_receipt() -> None:
    n = first("roll")
    (row,) = deliveries_of([webhook(1, "game.event")], game(), append(event(n)))
    assert (row.webhook, row.type, row.game, row.created, row.next_at) == ("wh_1", "game.event", "ab" * 32, AT, AT)
    assert (row.attempts, row.delivered, row.status, row.error) == (0, None, None, None)
    assert json.loads(row.body) == {
        "type": "game.event",
        "timestamp": "2026-09-21T14:13:20.007Z",
        "data": {
            "game": "ab" * 32,
            "mode": "test",
            "n": n,
            "head": f"{n:02x}" * 32,
            "event": EVENTS[n],
            "receipt": {"n": n, "sig": f"{n:02x}" * 64},
        },
    }
    assert encode(EVENTS[n]) in row.body, "the event's canonical bytes stand in it as they are"


@pytest.mark.parametrize("at", [AT, 1_767_225_599_999, 1_000])
def test_times_are_rfc_3339(at: int) -> None:
    body = json.loads(trial_message(webhook(1), at).body)
    assert datetime.fromisoformat(body["timestamp"]).timestamp() * 1000 == at


def test_each_wants_what_it_wants() -> None:
    webhooks = [webhook(1, *TYPES), webhook(2, "game.closed"), webhook(3, "game.event", "game.away")]
    close = len(EVENTS) - 1
    assert EVENTS[close]["type"] == "close"
    change = append(event(first("away")), event(close), status="closed")
    told: dict[str, list[tuple[str, int]]] = {number: [] for number in ("wh_1", "wh_2", "wh_3")}
    rows = deliveries_of([*webhooks, webhook(4, *TYPES, disabled=AT)], game(), change)
    for row in rows:
        told[row.webhook].append((row.type, json.loads(row.body)["data"]["n"]))
    away = first("away")
    assert told == {
        "wh_1": [("game.event", away), ("game.away", away), ("game.event", close), ("game.closed", close)],
        "wh_2": [("game.closed", close)],
        "wh_3": [("game.event", away), ("game.away", away), ("game.event", close)],
    }
    assert len({row.id for row in rows}) == len(rows)
    assert not any("." in row.id for row in rows), "ids must not blur where the time begins in what is signed"


def test_a_start_is_told_once() -> None:
    webhooks = [webhook(1, "game.started")]
    (row,) = deliveries_of(webhooks, game("joining"), append())
    assert json.loads(row.body)["data"] == {
        "game": "ab" * 32,
        "mode": "test",
        "n": 5,
        "head": "05" * 32,
        "rules": "star@1",
        "players": 4,
    }
    assert deliveries_of(webhooks, game("playing"), append()) == ()
    assert deliveries_of(webhooks, game("joining"), append(status="joining")) == ()
    assert deliveries_of(webhooks, game("joining"), append(status="closed")) == ()
    assert deliveries_of([webhook(1, "game.closed")], game("joining"), append()) == ()


def test_an_absence_and_an_end_say_what_one_asks() -> None:
    n, close = first("away"), len(EVENTS) - 1
    away, closed = deliveries_of([webhook(1, "game.away", "game.closed")], game(), append(event(n), event(close)))
    data = json.loads(away.body)["data"]
    assert (data["player"], data["reason"]) == (EVENTS[n]["player"], EVENTS[n]["reason"])
    data = json.loads(closed.body)["data"]
    assert {name: data[name] for name in ("status", "reason", "ranking", "points")} == {
        name: EVENTS[close][name] for name in ("status", "reason", "ranking", "points")
    }
    assert data["receipt"] == {"n": close, "sig": f"{close:02x}" * 64}


def test_a_new_game_is_told_too() -> None:
    change = NewGame(row=game("joining"), events=(event(0), event(1)))
    rows = deliveries_of([webhook(1, *TYPES)], change.row, change)
    assert [json.loads(row.body)["data"]["event"]["type"] for row in rows] == ["open", "commit"]


def test_nobody_is_told_without_a_webhook() -> None:
    assert deliveries_of([], game(), append(event(1))) == ()
    assert deliveries_of([webhook(1, *TYPES, disabled=1)], game(), append(event(1))) == ()


@pytest.mark.parametrize("n", range(len(EVENTS)))
def test_every_event_of_a_game_can_be_told(n: int) -> None:
    rows = deliveries_of([webhook(1, *TYPES)], game(), append(event(n)))
    assert json.loads(rows[0].body)["data"]["event"] == EVENTS[n]


def test_a_test_message_names_its_webhook() -> None:
    row = trial_message(structs.replace(webhook(7), mode="live"), AT)
    assert (row.type, row.game) == ("webhook.test", None)
    assert json.loads(row.body)["data"] == {"webhook": "wh_7", "mode": "live"}
