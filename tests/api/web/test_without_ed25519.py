"""A verifier whose platform has no Ed25519 says what it could not check, and lets nothing pass that hangs on it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from fairdice.verify import verify
from replay.codec import encode
from replay.systems import SYSTEMS
from tests.api.web.conftest import Judge
from tests.api.web.test_conformance import Question, cut, in_javascript, in_python, manifested, named, played
from tests.fairdice.verify.samples import SAMPLES, made

LACKS = ("ed25519", "crypto")
# What can be found out only by checking a signature.
SIGNATURES = {"party.join_sig", "head.receipt", "head.fork", "log.signature", "named.receipt"}
SIGNED = {"sign.move", "sign.pass", "sign.away", "sign.back", "sign.ack"}
HANGS_ON_SIGNATURES = {"unchosen", "unforeseen", "authentic", "signed"}


def results(report: dict[str, Any]) -> dict[str, str]:
    return {stage["name"]: stage["result"] for stage in report["stages"]}


def compare(question: Question, with_it: dict[str, Any], without: dict[str, Any]) -> None:
    """The report is that of Python but for what it could not check; nothing that was not checked is said to hold."""
    assert without["verdict"] not in ("verified", "open"), question.name
    before, after = results(with_it), results(without)
    if with_it["verdict"] == "unreadable":
        assert without == with_it
        return
    assert after["head"] != "passed", question.name
    for stage, other in zip(with_it["stages"], without["stages"], strict=True):
        name = stage["name"]
        if name in ("party", "sign", "head", "log", "named"):
            # What is wrong but for signatures is found all the same; what passes would pass with them as well.
            if other["result"] == "failed":
                assert stage["result"] == "failed" or before["party"] == "failed", f"{question.name}: {other}"
            elif stage["result"] == "failed":
                code = stage["fault"]["code"]
                assert code in SIGNATURES | SIGNED | {"named.statement"}, f"{question.name}: {stage}"
            if other["result"] == "passed":
                assert stage["result"] in ("passed", "not checked"), f"{question.name}: {stage} {other}"
        else:
            assert other == stage, question.name
    for statement, other in zip(with_it["statements"], without["statements"], strict=True):
        if statement["name"] in HANGS_ON_SIGNATURES and other["holds"] != "no":
            assert statement["name"] == "signed", question.name
        assert other["holds"] in ("no", statement["holds"]), f"{question.name}: {statement} {other}"
        if other["holds"] != "no":
            assert other == statement, question.name
    assert without.get("summary") == with_it.get("summary")


def ask(judge: Judge, questions: list[Question], lacks: str) -> list[Any]:
    found = in_javascript(judge, questions, lacks=lacks)
    for question, without in zip(questions, found, strict=True):
        compare(question, in_python(question), without)
    return found


@pytest.mark.parametrize("lacks", LACKS)
@pytest.mark.parametrize("folder", ["mutations", "sound"])
def test_vectors(judge: Judge, folder: str, lacks: str) -> None:
    """A fault that needs no signature is found as ever; a record without one is unchecked, never verified."""
    questions = list(manifested(folder))
    for question, report in zip(questions, ask(judge, questions, lacks), strict=True):
        fault = in_python(question)["fault"]
        code = fault and fault["code"]
        if code is None or code in SIGNATURES - {"named.receipt"} or (code in SIGNED and "path" not in fault):
            assert report["verdict"] in ("unchecked", "refused"), question.name
        elif code not in ("sign.ack", "named.receipt", "named.statement"):
            assert report["fault"] == fault, question.name


@pytest.mark.parametrize("rules", SYSTEMS)
def test_random_games(judge: Judge, rules: str) -> None:
    questions = []
    for number in range(4):
        random = Random(f"without {rules} {number}")
        forge = played(rules, f"without {rules} {number}", 60)
        questions.append(Question(f"{rules} {number}", forge.bytes()))
        questions.append(Question(f"{rules} {number} cut", encode(cut(random, forge)), named(random, forge)))
    reports = ask(judge, questions, "ed25519")
    assert {report["verdict"] for report in reports[::2]} == {"unchecked"}


def test_what_a_sound_record_is_told(judge: Judge) -> None:
    raw = made("signed").bytes()
    assert verify(raw).verdict == "verified"
    (report,) = in_javascript(judge, [Question("signed", raw)], lacks="ed25519")
    assert report["verdict"] == "unchecked"
    assert report["fault"] is None
    unchecked = [name for name, result in results(report).items() if result == "not checked"]
    assert unchecked == ["party", "sign", "head", "log", "named"]
    assert {each["name"]: each["holds"] for each in report["statements"]} == {
        "committed": "no",
        "unchosen": "no",
        "unforeseen": "no",
        "legal": "yes",
        "authentic": "no",
        "signed": "no",
        "logged": "no",
        "absences": "yes",
        "ended": "no",
    }


def test_what_is_required_is_not_refused_for_want_of_a_signature(judge: Judge) -> None:
    raw = made("signed").bytes()
    questions = [Question(name, raw, {"require": [name]}) for name in ("signed", "unchosen:0", "authentic", "legal")]
    found = in_javascript(judge, [*questions, Question("ended", raw, {"require": ["ended"]})], lacks="ed25519")
    assert [results(report)["named"] for report in found] == [*["not checked"] * 3, "passed", "failed"]
    assert [report["verdict"] for report in found] == [*["unchecked"] * 4, "refused"]
    assert found[-1]["fault"]["code"] == "named.statement"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_forged_signature_is_not_seen_and_not_passed(judge: Judge, name: str) -> None:
    document = made(name).document()
    document["receipt"]["sig"] = "00" * 64
    raw = json.dumps(document).encode()
    (report,) = in_javascript(judge, [Question(name, raw)], lacks="crypto")
    assert report["verdict"] == "unchecked"
    assert results(report)["head"] == "not checked"
