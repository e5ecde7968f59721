"""SHA-256 and HMAC-SHA-256 in JavaScript against node:crypto and against hashlib."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given, settings
from hypothesis import strategies as st


def test_every_length_to_300(judge):
    assert judge.ask("wrong_hashes", lengths=list(range(301))) == []


def test_long_ones(judge):
    assert judge.ask("wrong_hashes", lengths=[1000, 4095, 4096, 65537, 1_000_003, 7_654_321]) == []


def test_macs(judge):
    assert judge.ask("wrong_macs", lengths=list(range(301))) == []


@settings(max_examples=50)
@given(st.lists(st.binary(max_size=200), max_size=6))
def test_parts(judge, parts):
    assert judge.ask("sha256", parts=[part.hex() for part in parts]) == sha256(b"".join(parts)).hexdigest()
