"""The stage `log` and the statement `logged`: what proofs of a transparency log show, and what they don't."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from fairdice.checkpoint import LogKey, add_signature
from fairdice.keys import SecretKey
from fairdice.leaves import open_leaf
from fairdice.verify import Report, Trust, verify
from fairdice.verify.report import Statement
from replay.codec import encode
from tests.support.forge import Forge
from tests.support.logged import ORIGIN, VKEY, closing, in_log, opening
from tests.support.wrong import game

ROOT = Path(__file__).parents[3]
STRANGER = SecretKey(bytes(32))


def closed() -> Forge:
    return game("cck").begin().play(12).close()


def report_of(forge: Forge, *keys: str, **trust: Any) -> Report:
    return verify(forge.bytes(), Trust(log_keys=keys, **trust))


def logged(report: Report) -> Statement:
    return next(statement for statement in report.statements if statement.name == "logged")


def stage(report: Report) -> tuple[str, str]:
    found = next(stage for stage in report.stages if stage.name == "log")
    return found.result, found.about


def test_without_proofs() -> None:
    report = report_of(closed())
    assert stage(report) == ("not checked", "the record carries no proofs of a transparency log")
    assert (logged(report).holds, logged(report).details) == ("no", {})
    assert "other versions may exist" in logged(report).text


def test_with_proofs_and_the_key() -> None:
    report = report_of(in_log(closed()), VKEY)
    assert report.verdict == "verified"
    assert stage(report)[0] == "passed"
    assert "that a key you named has signed" in stage(report)[1]
    statement = logged(report)
    assert statement.holds == "yes"
    assert statement.details == {"origin": ORIGIN, "size": 11, "key_named": True, "open": 3, "close": 6}
    for caveat in (
        "before the draw is shown only by a witness's time or a player's ack",
        "a monitor of the log can tell",
    ):
        assert caveat in statement.text


def test_without_the_key_anyone_can_have_written_them() -> None:
    """A checkpoint by a stranger in the log's name: sound for whoever named no key, and the statement says no."""
    forge = in_log(closed())
    assert forge.log is not None
    forge.log["checkpoint"] = add_signature(forge.log["checkpoint"].partition("— ")[0], ORIGIN, STRANGER)
    report = report_of(forge)
    assert report.verdict == "verified"
    assert stage(report) == ("passed", "leaves and proofs under a checkpoint whose key nobody named")
    assert logged(report).holds == "no"
    assert "anyone can write such a checkpoint" in logged(report).text
    assert logged(report).details["key_named"] is False
    refused = report_of(forge, VKEY)
    assert refused.fault is not None
    assert refused.fault.code == "log.unsigned"
    assert (logged(refused).holds, logged(refused).text) == ("no", "not shown: the stage log did not pass")


@pytest.mark.parametrize(
    ("leaves", "holds", "says"),
    [
        ([opening, closing], "yes", "opening and close are in the log"),
        ([opening], "partly", "the close is not"),
    ],
    ids=["both", "open"],
)
def test_what_is_there(leaves: list[Any], holds: str, says: str) -> None:
    forge = closed()
    statement = logged(report_of(in_log(forge, [leaf(forge) for leaf in leaves]), VKEY))
    assert statement.holds == holds
    assert says in statement.text


def test_a_game_that_goes_on() -> None:
    forge = game("cck").begin().play(12)
    report = report_of(in_log(forge, [opening(forge)]), VKEY)
    assert (report.verdict, logged(report).holds) == ("open", "partly")
    assert "the game is not closed" in logged(report).text
    assert logged(report).details["close"] is None


def test_a_game_without_a_draw() -> None:
    lobby = game().lobby()
    n = lobby.n - 1
    waiting = in_log(lobby, [open_leaf(lobby.gid, n, lobby.heads[n])])
    report = report_of(waiting, VKEY)
    assert (report.verdict, logged(report).holds) == ("open", "partly")
    assert "before the draw" not in logged(report).text
    broken_off = game().lobby()
    leaf = open_leaf(broken_off.gid, n, broken_off.heads[n])
    broken_off.close()
    assert logged(report_of(in_log(broken_off, [leaf, closing(broken_off)]), VKEY)).holds == "yes"
    empty = in_log(game().lobby().close(), [])
    assert (report_of(empty, VKEY).verdict, logged(report_of(empty, VKEY)).holds) == ("verified", "no")
    assert logged(report_of(empty, VKEY)).text.endswith("of no leaf of this game")


def test_the_statement_can_be_required() -> None:
    forge = in_log(closed())
    assert report_of(forge, VKEY, require=("logged",)).verdict == "verified"
    report = report_of(forge, require=("logged",))
    assert report.fault is not None
    assert report.fault.code == "named.statement"


def test_one_of_several_keys() -> None:
    another = LogKey("log.example.com/others", STRANGER.public).vkey
    assert report_of(in_log(closed()), another, VKEY).verdict == "verified"
    report = report_of(in_log(closed()), another)
    assert report.fault is not None
    assert report.fault.code == "log.origin"


def test_a_key_alone_is_nothing_else_that_was_named() -> None:
    report = report_of(in_log(closed()), VKEY)
    named = report.stages[-1]
    assert (named.name, named.result) == ("named", "not checked")
    assert "a log's key, which is checked above" in named.about


def test_the_headline_is_the_first_failure() -> None:
    """A record that is wrong before is told so first, though its proofs don't fit either."""
    forge = in_log(closed())
    forge.events[-1] = structs.replace(forge.events[-1], at=forge.events[-1].at + 1)
    report = report_of(forge, VKEY)
    failed = [stage.fault.code for stage in report.stages if stage.fault is not None]
    assert failed == ["log.head"]  # the forge has signed the receipt anew: the log alone tells
    raw = forge.document()
    raw["receipt"]["sig"] = "00" * 64
    both = verify(encode(raw), Trust(log_keys=(VKEY,)))
    assert [stage.fault.code for stage in both.stages if stage.fault is not None] == ["head.receipt", "log.head"]


def test_a_broken_order_is_not_looked_at() -> None:
    forge = in_log(closed())
    document = forge.document()
    document["events"][3]["n"] = 9
    report = verify(encode(document), Trust(log_keys=(VKEY,)))
    assert stage(report)[0] == "not checked"
    assert logged(report).text == "not looked at, since the order of events is broken"


PROGRAM = """
import json, sys
from fairdice.verify import Trust, verify
raw = open(sys.argv[1], "rb").read()
assert verify(raw, Trust(log_keys=tuple(sys.argv[2:]))).verdict in ("verified", "refused")
print(json.dumps(sorted(name for name in sys.modules if name.startswith("fairdice."))))
"""
LOG_MODULES = {"fairdice.checkpoint", "fairdice.merkle", "fairdice.leaves", "fairdice.verify.log"}


@pytest.mark.parametrize(
    ("proofs", "keys", "loaded"),
    [(False, [], set()), (True, [], LOG_MODULES), (False, [VKEY], LOG_MODULES)],
    ids=["no log", "proofs", "key"],
)
def test_the_log_is_loaded_only_when_there_is_one(
    tmp_path: Path, proofs: bool, keys: list[str], loaded: set[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes((in_log(closed()) if proofs else closed()).bytes())
    command = [sys.executable, "-c", PROGRAM, str(file), *keys]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {name for name in LOG_MODULES if f'"{name}"' in answer.stdout} == loaded
    assert "fairdice.tiles" not in answer.stdout
