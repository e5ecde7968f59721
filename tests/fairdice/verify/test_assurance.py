"""The assurance statements: what each kind of record proves, with its figures."""

from __future__ import annotations

from typing import Any

import pytest

from fairdice.keys import SecretKey
from fairdice.verify import Report, Trust, verify
from fairdice.verify.assurance import NAMES
from fairdice.verify.report import Statement
from replay.codec import encode
from replay.record import Away, Back
from replay.state import MOVE, ROLL
from tests.fairdice.verify.samples import made
from tests.support.forge import Forge
from tests.support.wrong import all_wrongs, game, quick
from tests.support.wrong.turns import in_a_sequence

WRONGS = [wrong for wrong in all_wrongs().values() if not wrong.code.startswith(("named.", "log.", "head.fork"))]


def report_of(forge: Forge, **trust: Any) -> Report:
    return verify(forge.bytes(), Trust(**trust))


def said(report: Report, name: str) -> Statement:
    return next(statement for statement in report.statements if statement.name == name)


def of(forge: Forge, name: str, **trust: Any) -> Statement:
    return said(report_of(forge, **trust), name)


def key_of(forge: Forge, player: int) -> bytes:
    key = forge.players[player].key
    assert key is not None
    return key.public


def rolls_of(forge: Forge) -> list[int]:
    """The indices of the draw and all rolls."""
    return [event.n for event in forge.events if hasattr(event, "links") and hasattr(event, "j")]


def test_all_statements_in_their_order() -> None:
    assert tuple(statement.name for statement in report_of(made("signed")).statements) == NAMES


# Unchosen, unforeseen ---------------------------------------------------------------------------------------------


def test_every_contributor_in_every_roll() -> None:
    forge = made("signed")
    rolls = len(rolls_of(forge))
    for name in ("unchosen", "unforeseen"):
        statement = of(forge, name)
        assert statement.holds == "if"
        assert statement.details == {
            "rolls": rolls,
            "rolls_without_any_player": 0,
            "rolls_without_counted_players": 0,
            "players": [
                {
                    "player": player,
                    "holds": "if",
                    "rolls_with_link": rolls,
                    "rolls_acknowledged": rolls,
                    "key_named": False,
                }
                for player in range(4)
            ],
        }


def test_a_named_key_lifts_the_condition() -> None:
    forge = made("signed")
    statement = of(forge, "unchosen", player_keys=(key_of(forge, 2),))
    assert statement.holds == "yes"
    assert [(line["key_named"], line["holds"]) for line in statement.details["players"]] == [
        (False, "if"),
        (False, "if"),
        (True, "yes"),
        (False, "if"),
    ]


def test_a_named_player_without_a_chain_proves_nothing_about_the_dice() -> None:
    forge = made("mixed")  # player 0 brings a chain, player 1 a key alone
    assert of(forge, "unchosen").holds == "if"
    for name in ("unchosen", "unforeseen"):
        assert of(forge, name, player_keys=(key_of(forge, 1),)).holds == "no"
        assert of(forge, name, player_keys=(key_of(forge, 0),)).holds == "yes"
    assert [line["player"] for line in of(forge, "unchosen").details["players"]] == [0]


@pytest.mark.parametrize("name", ["keyless", "bots", "void"])
def test_nobody_brings_a_chain(name: str) -> None:
    forge = made(name)
    rolls = len(rolls_of(forge))
    for statement in (of(forge, "unchosen"), of(forge, "unforeseen")):
        assert statement.holds == "no"
        assert statement.details["rolls_without_any_player"] == statement.details["rolls"] == rolls
        assert statement.details["players"] == []
    assert of(forge, "committed").holds == "yes"


@pytest.mark.parametrize("ack", [None, 3, 4, 8, 12, 15])
def test_a_link_counts_up_to_the_last_ack(ack: int | None) -> None:
    """Unsigned moves: nothing but the acks says what the players had seen when they gave their links."""
    forge = game(signed_moves=False).begin().play(16)
    rolls = rolls_of(forge)
    forge.acks.clear()
    if ack is not None:
        forge.ack(0, ack)
    counted = sum(roll - 1 <= ack for roll in rolls) if ack is not None else 0
    statement = of(forge, "unchosen")
    assert statement.holds == ("no" if not counted else "if" if counted == len(rolls) else "partly")
    assert [line["rolls_acknowledged"] for line in statement.details["players"]] == [counted, 0]
    assert [line["rolls_with_link"] for line in statement.details["players"]] == [len(rolls)] * 2
    assert statement.details["rolls_without_counted_players"] == len(rolls) - counted
    assert statement.details["rolls_without_any_player"] == 0


def test_a_signed_move_acknowledges_what_stands_before_it() -> None:
    forge = game(options={"auto_move": False}).begin().play(8).until(MOVE)
    mover = forge.turn
    forge.move()
    last = forge.n - 1
    forge.acks.clear()
    covered = sum(roll - 1 <= last - 1 for roll in rolls_of(forge))
    lines = of(forge, "unchosen").details["players"]
    assert lines[mover]["rolls_acknowledged"] == covered == len(rolls_of(forge))
    # Whether it had seen its own move recorded when it gave its next link, only an ack says.
    forge.roll().acks.clear()
    lines = of(forge, "unchosen").details["players"]
    assert lines[mover]["rolls_acknowledged"] == covered == len(rolls_of(forge)) - 1


def test_a_spent_index_makes_the_roll_due_anew() -> None:
    """An ack of the event from which the roll was due first is none of the roll made with the next index."""
    forge = game("ccc", signed_moves=False).begin().play(8).until(ROLL)
    forge.roll()
    while forge.due != ROLL:
        forge.step()
    before = forge.n - 1
    forge.away(0).roll()
    total = len(rolls_of(forge))
    forge.acks.clear()
    forge.ack(1, before)
    assert of(forge, "unchosen").details["players"][1]["rolls_acknowledged"] == total - 1
    forge.ack(1, before + 1)
    assert of(forge, "unchosen").details["players"][1]["rolls_acknowledged"] == total
    assert of(forge, "unchosen").details["players"][0]["rolls_with_link"] == total - 1


def test_rolls_while_every_contributor_is_away() -> None:
    forge = game("cp", signed_moves=False).begin().play(8).until(ROLL).away(0)
    alone = [forge.roll().n - 1]
    while len(alone) < 3:
        if forge.due == ROLL:
            alone.append(forge.n)
        forge.step()
    total = len(rolls_of(forge))
    for name in ("unchosen", "unforeseen"):
        statement = of(forge, name)
        assert statement.holds == "partly"
        assert statement.details["rolls_without_any_player"] == 3
        assert statement.details["players"][0]["rolls_with_link"] == total - 3
    assert f"{total - 3} of {total} rolls" in of(forge, "unforeseen").text
    assert "3 by the house alone" in of(forge, "unforeseen").text


def test_no_roll_yet() -> None:
    forge = game().lobby()
    assert {name: of(forge, name).holds for name in ("committed", "unchosen", "unforeseen")} == {
        "committed": "no",
        "unchosen": "no",
        "unforeseen": "no",
    }


# Who signed, who was there, how it ended --------------------------------------------------------------------------


def test_the_receipt_shows_the_house_only_to_whom_its_key_is_known() -> None:
    forge = made("signed")
    assert of(forge, "authentic").holds == "if"
    assert of(forge, "authentic", house_keys=(bytes(32), forge.house.public)).holds == "yes"
    assert of(forge, "authentic").details == {"key": forge.house.public.hex(), "named": False}


def test_signed_moves_are_counted_by_player() -> None:
    forge = made("mixed")
    moves = [event for event in forge.document()["events"] if event["type"] == "move"]
    lines = of(forge, "signed").details["players"]
    for player, line in enumerate(lines):
        own = [move for move in moves if move["player"] == player]
        chosen = [move for move in own if move["by"] == "player"]
        signed = sum("sig" in move for move in chosen)
        assert line["moves"] == len(chosen)
        assert line["signed"] == signed
        assert line["by_bot"] == sum(move["by"] == "bot" for move in own)
        assert line["automatic"] == sum(move["by"] == "auto" for move in own)
        assert line["holds"] == ("no" if not signed else "yes" if signed == len(chosen) else "partly")
    assert {line["holds"] for line in lines} == {"yes", "no"}
    assert of(forge, "signed").holds == "partly"
    assert of(made("signed"), "signed").holds == "yes"
    assert of(made("keyless"), "signed").holds == "no"
    assert sum(line["automatic"] for line in of(made("auto"), "signed").details["players"]) > 0


def test_a_pass_is_a_choice_too() -> None:
    forge = made("sequences")
    events = forge.document()["events"]
    choices = [event for event in events if event["type"] in ("move", "pass") and event["by"] == "player"]
    assert {event["type"] for event in choices} == {"move", "pass"}
    statement = of(forge, "signed")
    for player, line in enumerate(statement.details["players"]):
        own = [event for event in choices if event["player"] == player]
        assert (line["moves"], line["signed"]) == (len(own), sum("sig" in event for event in own))
    signed = sum("sig" in event for event in choices)
    assert statement.text.startswith(f"{signed} of {len(choices)} moves and passes that players chose")
    assert " passes " not in of(made("signed"), "signed").text


def test_six_players_are_counted_one_by_one() -> None:
    forge = Forge("clovece@1", "cccccc", options={"board": 6, "start": "draw"}, returns=0).begin().play(16).until(ROLL)
    forge.away(5).roll()
    total = len(rolls_of(forge))
    statement = of(forge, "unchosen", player_keys=(key_of(forge, 5),))
    assert [line["rolls_with_link"] for line in statement.details["players"]] == [total] * 5 + [total - 1]
    assert (statement.holds, statement.details["rolls_without_counted_players"]) == ("partly", 1)
    assert of(forge, "unforeseen", player_keys=(key_of(forge, 4),)).holds == "yes"
    links = of(forge, "unchosen").text.partition("Links to rolls: ")[2]
    assert links == f"{total} of {total} by Ana, Ben, Čeněk, Dóra, Eva; {total - 1} of {total} by Færdig"


def test_an_absence_between_two_moves_spends_nothing() -> None:
    forge = in_a_sequence()
    player = forge.turn
    forge.away(player).until(ROLL).roll()
    total = len(rolls_of(forge))
    assert of(forge, "absences").details["spent"] == []
    assert of(forge, "absences").details["stand_in_moves"][0]["player"] == player
    assert of(forge, "unchosen").details["players"][player]["rolls_with_link"] == total - 1


def test_what_is_due_in_the_middle_of_a_turn() -> None:
    forge = in_a_sequence()
    assert of(forge, "ended").details["due"] == {"kind": "move", "player": forge.turn}
    player = forge.turn
    assert of(forge.close(), "ended").text.endswith(f"a move of player {player} was due")


def test_absences_are_listed() -> None:
    forge = made("drop_outs")
    events = forge.document()["events"]
    statement = of(forge, "absences")
    assert statement.holds == "no"
    assert statement.details["away"] == [
        {"event": event["n"], "player": event["player"], "reason": event["reason"]}
        for event in events
        if event["type"] == "away"
    ]
    used = [event["j"] for event in events if "j" in event]
    assert statement.details["spent"] == [j for j in range(1, max(used)) if j not in used]
    by_bot = [event["player"] for event in events if event.get("by") == "bot"]
    assert statement.details["stand_in_moves"] == [
        {"player": player, "moves": by_bot.count(player)} for player in sorted(set(by_bot))
    ]


def test_what_was_spent_is_not_said_of_a_broken_game() -> None:
    forge = game("ccc").begin().play(8).until(ROLL).away(0)
    assert of(forge, "absences").details["spent"] == [forge.presence.index - 1]
    statement = of(
        forge.until(MOVE).move(by="auto" if forge.game.by() != "auto" else "player", follow=False), "absences"
    )
    assert "spent" not in statement.details
    assert "spent" not in statement.text


def test_a_house_bot_is_no_stand_in() -> None:
    statement = of(made("mixed"), "absences")
    assert (statement.holds, statement.details) == ("yes", {"away": []})


@pytest.mark.parametrize(
    ("forge", "holds", "status"),
    [
        (lambda: quick().close(), "yes", "finished"),
        (lambda: made("void"), "no", "void"),
        (lambda: made("signed"), "no", "abandoned"),
        (lambda: made("start_rolls"), "no", None),
    ],
)
def test_how_it_ended(forge: Any, holds: str, status: str | None) -> None:
    statement = of(forge(), "ended")
    assert (statement.holds, statement.details["status"]) == (holds, status)


@pytest.mark.parametrize("close", [False, True])
def test_what_was_due_when_it_stopped(close: bool) -> None:
    """Whose roll the house did not make, or whose move it did not wait for."""

    def due(forge: Forge) -> Any:
        return of(forge.close() if close else forge, "ended").details["due"]

    roll = game().begin().play(8).until(ROLL)
    expected = {"kind": "roll", "player": roll.turn, "index": roll.presence.index}
    assert due(roll) == expected
    move = game().begin().play(8).until(MOVE)
    player = move.turn
    assert due(move) == {"kind": "move", "player": player}
    assert due(game().lobby()) == {"kind": "draw", "player": None, "index": 1}
    assert due(game().open().commit()) == {"kind": "join", "player": None}
    start = game(options={"start": "highest"}).begin()
    assert due(start) == {"kind": "start", "player": 0, "index": 2}


def test_nothing_is_due_in_a_game_that_is_over() -> None:
    assert of(quick(), "ended").details["due"] is None
    assert of(made("void"), "ended").details["status"] == "void"


# What a broken stage takes away -----------------------------------------------------------------------------------

# The statements that fall with a code of this family.
FALLS = {
    "order": set(NAMES),
    "party": {"committed", "unchosen", "unforeseen", "signed", "authentic"},
    "chain": {"committed", "unchosen", "unforeseen"},
    "draw": {"committed", "unchosen", "unforeseen"},
    "roll": {"committed", "unchosen", "unforeseen"},
    "option": {"legal", "ended"},
    "rules": {"legal", "ended"},
    "sign": {"unchosen", "unforeseen", "signed"},
    "result": {"legal", "ended"},
    "head": {"authentic"},
}


@pytest.mark.parametrize("wrong", WRONGS, ids=[wrong.name for wrong in WRONGS])
def test_what_a_broken_stage_takes_away(wrong: Any) -> None:
    report = verify(encode(wrong.make().record))
    falls = FALLS[wrong.code.partition(".")[0]]
    for statement in report.statements:
        if statement.name in falls:
            assert statement.holds == "no", statement
            assert statement.text.startswith("not "), statement
        elif statement.name == "authentic":
            assert statement.holds == "if"


def test_statements_fall_one_by_one() -> None:
    """The same record, sound and broken: what is not about the broken stage holds as before."""
    forge = game().begin().play(14).close()
    sound = {statement.name: statement.holds for statement in report_of(forge).statements}
    document = forge.document()
    document["events"][-1]["reason"] = "edited"
    broken = {statement.name: statement.holds for statement in verify(encode(document)).statements}
    assert {name for name in NAMES if sound[name] != broken[name]} == {"authentic"}


# What the caller requires -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_require(name: str) -> None:
    """A statement can be required exactly when it holds without a condition."""
    forge = made("signed")
    keys = {"house_keys": (forge.house.public,), "player_keys": (key_of(forge, 0),)}
    for trust in ({}, keys):
        holds = of(forge, name, **trust).holds
        report = report_of(forge, require=(name,), **trust)
        assert report.verdict == ("verified" if holds == "yes" else "refused")
        if report.fault is not None:
            assert report.fault.code == "named.statement"
            assert (report.fault.expected, report.fault.found) == ("yes", holds)


@pytest.mark.parametrize(
    ("name", "players"),
    [("unchosen", {0: "yes", 1: "no", 2: "no", 9: "no"}), ("signed", {0: "yes", 1: "yes", 2: "no", 3: "no"})],
)
def test_require_of_one_player(name: str, players: dict[int, str]) -> None:
    forge = made("mixed")
    for player, holds in players.items():
        report = report_of(forge, player_keys=(key_of(forge, 0),), require=(f"{name}:{player}",))
        assert (report.verdict == "verified") == (holds == "yes"), (name, player)


def test_everything_named_must_hold() -> None:
    forge = made("signed")
    good: dict[str, Any] = {"house_keys": (forge.house.public,), "game": forge.gid, "player_keys": (key_of(forge, 1),)}
    assert report_of(forge, require=("legal", "authentic", "committed", "signed"), **good).verdict == "verified"
    other = SecretKey(bytes(32)).public
    for name, field, value in (("house_key", "house_keys", (other,)), ("game", "game", bytes(32))):
        fault = report_of(forge, **(good | {field: value})).fault
        assert fault is not None
        assert fault.code == f"named.{name}"


def test_naming_does_not_hide_a_fault() -> None:
    forge = game().begin().play(8).until(ROLL)
    forge.roll(value=1 + forge.presence.index % 6).close()
    report = report_of(forge, game=bytes(32))
    failed = [stage.name for stage in report.stages if stage.result == "failed"]
    assert failed[-1] == "named"
    assert report.fault == next(stage.fault for stage in report.stages if stage.fault is not None)


def test_absences_and_returns_of_the_sample_are_what_they_seem() -> None:
    """The figures above rest on it: the engine that made the sample and the verifier count alike."""
    forge = made("drop_outs")
    assert sum(isinstance(event, Away) for event in forge.events) == 5
    assert sum(isinstance(event, Back) for event in forge.events) == 5
