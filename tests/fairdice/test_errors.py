"""Every error of `fairdice` is one of the family that carries a stable code."""

from __future__ import annotations

import pytest

from fairdice import errors
from replay.errors import CodedError


@pytest.mark.parametrize("name", errors.__all__)
def test_one_family(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, errors.FairdiceError)
    assert issubclass(kind, CodedError)
    error = kind("stage.name", "what is wrong", event=3, expected="a", found="b")
    assert str(error) == "stage.name: what is wrong"
    assert (error.event, error.expected, error.found) == (3, "a", "b")
