"""How many messages go to one webhook at once, and what becomes of those that have to wait."""

from __future__ import annotations

from api.storage.rows import DeliveryRow
from api.webhooks.lanes import Lanes


def message(webhook: str, number: int = 0) -> DeliveryRow:
    return DeliveryRow(id=f"msg_{number}", webhook=webhook, type="game.event", game=None, body=b"", created=0)


def slowed(lanes: Lanes, webhook: str) -> None:
    """One attempt, and it takes ten seconds."""
    assert lanes.enter(message(webhook), 0) == "go"
    lanes.leave(webhook, 10_000.0, 0)


def test_a_lane_takes_its_width_and_no_other_lane_minds() -> None:
    lanes = Lanes(wide=2, narrow=1)
    assert [lanes.enter(message("a"), 0) for _ in range(3)] == ["go", "go", "held"]
    assert lanes.enter(message("b"), 0) == "go"


def test_who_leaves_makes_way_for_the_first_that_is_held() -> None:
    lanes = Lanes(wide=1, narrow=1)
    entries = [lanes.enter(message("a", number), 0) for number in range(4)]
    assert (entries, lanes.held) == (["go", "held", "held", "held"], 3)
    followers = [lanes.leave("a", 5.0, 0) for _ in range(4)]
    assert [row.id if row else None for row, _ in followers] == ["msg_1", "msg_2", "msg_3", None]
    assert [put_off for _, put_off in followers] == [[], [], [], []]
    assert lanes.held == 0


def test_a_slow_receiver_has_a_narrow_lane_and_each_message_a_time_of_its_own() -> None:
    lanes = Lanes(wide=6, narrow=2)
    slowed(lanes, "a")
    assert [lanes.enter(message("a"), 0) for _ in range(2)] == ["go", "go"]
    times = [lanes.enter(message("a"), 0) for _ in range(100)]
    numbers = [time for time in times if isinstance(time, int)]
    assert len(numbers) == 100
    assert numbers == sorted(set(numbers))
    assert numbers[0] > 1000
    assert lanes.held == 0


def test_what_is_held_is_put_off_once_the_receiver_is_slow() -> None:
    lanes = Lanes(wide=2, narrow=1)
    for number in range(5):
        lanes.enter(message("a", number), 0)
    following, put_off = lanes.leave("a", 10_000.0, 7)
    assert following is None, "the other attempt under way fills the narrow lane"
    assert [row.id for row, _ in put_off] == ["msg_2", "msg_3", "msg_4"]
    assert all(until > 7 for _, until in put_off)
    assert lanes.held == 0


def test_a_receiver_that_is_quick_again_is_given_its_width_again() -> None:
    lanes = Lanes(wide=3, narrow=1)
    slowed(lanes, "a")
    for at in range(20):
        assert lanes.enter(message("a"), at) == "go"
        lanes.leave("a", 10.0, at)
    assert [lanes.enter(message("a"), 100) for _ in range(3)] == ["go"] * 3


def test_nothing_is_put_off_for_longer_than_an_hour() -> None:
    lanes = Lanes(wide=2, narrow=1)
    slowed(lanes, "a")
    last = [lanes.enter(message("a"), 0) for _ in range(50_000)][-1]
    assert isinstance(last, int)
    assert last <= 3_600_001


def test_quiet_lanes_are_forgotten() -> None:
    lanes = Lanes(wide=2, narrow=1)
    for number in range(100):
        lanes.enter(message(str(number)), 0)
        lanes.leave(str(number), 10.0, 5)
    assert len(lanes) == 0


def test_all_that_is_held_can_be_let_go() -> None:
    lanes = Lanes(wide=1, narrow=1)
    for webhook in "ab":
        for number in range(3):
            lanes.enter(message(webhook, number), 0)
    assert [row.id for row in lanes.drained()] == ["msg_1", "msg_2"] * 2
    assert (lanes.held, lanes.leave("a", 1.0, 0)) == (0, (None, []))
