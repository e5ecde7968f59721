"""What is just still allowed, and which of several faults is the headline."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdice.verify import Report, Trust, verify
from replay.codec import encode
from replay.record import Away, House
from replay.state import MOVE, ROLL
from tests.fairdice.verify.samples import SAMPLES, made
from tests.support.forge import Forge
from tests.support.wrong import game


def sound(forge: Forge) -> bool:
    report = verify(forge.bytes())
    assert report.fault is None, report.fault
    return report.verdict in ("verified", "open")


def headline(report: Report) -> tuple[str, int | None]:
    assert report.fault is not None
    return report.fault.code, report.fault.event


def test_all_at_the_same_time() -> None:
    forge = game().open()
    start = forge.now = forge.events[0].at
    for step in (forge.commit, lambda: forge.join(0), lambda: forge.join(1), forge.draw, *[forge.step] * 8):
        step()
        forge.now = start
    assert sound(forge.close())
    assert {event.at for event in forge.events} == {start}


@pytest.mark.parametrize(("late", "fine"), [(0, True), (-1, False)])
def test_a_timeout_after_exactly_the_time_stated(late: int, fine: bool) -> None:
    forge = game(away_after_ms=10_000).begin().play(8).until(MOVE)
    busy = forge.events[-1].at
    report = verify(forge.away(forge.turn, at=busy + 10_000 + late).play(14).bytes())
    assert (report.fault is None) == fine


def test_absences_and_returns_do_not_put_a_timeout_off() -> None:
    """The time counts from the last event that is neither: a second player can be declared away at once."""
    forge = game("ccc").begin().play(8).until(ROLL).away(0)
    moment = forge.events[-1].at
    forge.back(0, at=moment).away(1, at=moment).away(2, at=moment)
    assert sum(isinstance(event, Away) for event in forge.events) == 3
    assert sound(forge.play(forge.n + 6))


def test_away_before_the_draw() -> None:
    forge = game("ccc").lobby().away(1).away(0, "left").draw()
    assert getattr(forge.events[-1], "j", 0) == 3
    assert sound(forge.back(0).play(14))


def test_no_return_is_allowed_but_to_play() -> None:
    forge = game("cc", returns=0).begin().play(8).until(ROLL).away(0).back(0).play(30)
    assert sound(forge)
    assert not forge.presence.contributors[0]
    assert any(event.type == "move" and event.player == 0 and event.by == "player" for event in _last(forge, 15))


def _last(forge: Forge, count: int) -> list[Any]:
    class Plain:
        def __init__(self, fields: dict[str, Any]) -> None:
            self.type, self.player, self.by = fields["type"], fields.get("player"), fields.get("by")

    return [Plain(event) for event in forge.document()["events"][-count:]]


def test_the_last_link_can_be_used() -> None:
    used = [event["j"] for event in made("void").document()["events"] if "j" in event]
    assert max(used) == made("void").document()["events"][0]["links"] == 64


def test_links_run_out_when_the_last_index_is_spent() -> None:
    forge = Forge("mensch@1", "cpp", seed="last index").begin()
    while not (forge.due == ROLL and forge.presence.index == 64):
        forge.step()
    assert sound(forge.away(0).close())
    assert forge.document()["events"][-1]["status"] == "void"


@pytest.mark.parametrize("name", ["x", "\U0001f3b2" * 40, "ß" * 40, " "])
def test_names_are_counted_in_code_points(name: str) -> None:
    forge = game("cp", house=House(name=name, key=game("cp").house.public.hex()))
    forge.open().commit().join(0, name=name).join(1, name=name).draw().play(8)
    assert sound(forge)


def test_an_ack_of_the_close() -> None:
    forge = game().begin().play(8).close()
    assert sound(forge.ack(0, forge.n - 1))
    assert sound(forge.ack(1, 0))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_record_that_somebody_has_edited_for_looks(name: str) -> None:
    """Spaces and the order of fields are not signed: heads are over canonical bytes."""
    document = made(name).document()
    plain = verify(encode(document))
    turned = {key: document[key] for key in reversed(document)}
    turned["events"] = [dict(reversed(event.items())) for event in document["events"]]
    report = verify(json.dumps(turned, indent=3, ensure_ascii=True).encode())
    assert (report.verdict, report.statements, report.summary) == (plain.verdict, plain.statements, plain.summary)
    assert "not in its canonical spelling" in report.stages[0].about
    assert "not" not in plain.stages[0].about


# Several faults ---------------------------------------------------------------------------------------------------


def test_the_first_wrong_link_counts_not_the_first_party() -> None:
    """A player's link is wrong before one of the house's."""
    forge = game().begin().play(8).until(ROLL)
    n, other = forge.n, b"\x5a" * 32
    house, first, _ = forge.links()
    forge.roll(links=[house, first, other]).until(ROLL)
    forge.roll(links=[other, *forge.links()[1:]])
    report = verify(forge.bytes())
    assert headline(report) == ("chain.link", n)
    assert report.fault is not None
    assert report.fault.path == f"/events/{n}/links/2"


def test_indices_are_looked_at_before_links() -> None:
    forge = game().begin().play(8).until(ROLL)
    forge.roll(links=[b"\x5a" * 32, *forge.links()[1:]]).until(ROLL)
    n = forge.n
    forge.presence.index += 1
    forge.roll()
    assert headline(verify(forge.bytes())) == ("chain.index", n)


def test_the_stage_counts_before_the_event() -> None:
    """A wrong move comes before a wrong roll, but dice are looked at before rules; the ack is looked at last."""
    forge = game("pk", options={"auto_move": False}, signed_moves=False).begin().play(8).until(MOVE)
    forge.move(by="bot", follow=False)
    forge.until(ROLL)
    n = forge.n
    forge.roll(value=1 + forge.presence.index % 6, follow=False)
    forge.ack(1, 3).acks[1]["sig"] = "00" * 64
    report = verify(forge.bytes())
    codes = {stage.name: stage.fault.code for stage in report.stages if stage.fault is not None}
    assert headline(report) == ("roll.value", n)
    assert codes == {"dice": "roll.value", "rules": "rules.by", "sign": "sign.ack"}


def test_a_stage_whose_ground_is_missing_is_not_checked() -> None:
    forge = game().begin().play(8)
    order = verify(forge.roll(at=0, follow=False).bytes())
    assert {stage.name for stage in order.stages if stage.result == "not checked"} == {
        *("party", "chain", "dice", "rules", "sign", "result", "head", "log", "named"),
    }
    assert order.summary is None
    party = verify(game().open().commit().join(0, sig=None).join(1).draw().play(8).bytes())
    assert [stage.name for stage in party.stages if stage.result == "not checked"] == ["sign", "head", "log", "named"]
    assert all(stage.about for stage in (*order.stages, *party.stages))


def test_what_was_named_is_not_looked_at_without_an_opening() -> None:
    document = game().begin().play(8).document()
    document["events"] = document["events"][1:]
    report = verify(encode(document), Trust(game=bytes(32), require=("legal",)))
    assert headline(report) == ("order.index", 0)
    assert (report.stages[-1].name, report.stages[-1].result) == ("named", "not checked")


def test_unreadable_is_not_looked_at() -> None:
    report = verify(b"{}")
    assert report.verdict == "unreadable"
    assert report.statements == []
    assert report.summary is None
    assert [stage.result for stage in report.stages] == ["failed"] + ["not checked"] * (len(report.stages) - 1)
