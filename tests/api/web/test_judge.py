"""The harness: answers, faults and crashes are told apart."""

from __future__ import annotations

import pytest

from tests.api.web.conftest import Judge


def test_an_answer_comes_back(judge: Judge) -> None:
    assert judge.ask("echo", what={"é\u2028": [1, None, "\ud83d\ude00"]}) == {"é\u2028": [1, None, "\U0001f600"]}


def test_a_fault_is_an_answer(judge: Judge) -> None:
    fault = {"code": "rules.move", "event": 3, "path": "/x", "expected": 1, "found": None, "clause": "C8"}
    assert judge.ask("fault") == {"error": fault}


@pytest.mark.parametrize("op", ["crash", "unheard_of"])
def test_anything_else_fails_the_test(judge: Judge, op: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"TypeError: ouch|there is no op unheard_of"):
        judge.ask(op)
