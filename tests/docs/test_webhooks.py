"""docs/howto/webhooks.md: its code verifies what the service sends and nothing else, and it says what the code does."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.webhooks.messages import TEST, TYPES
from api.webhooks.schedule import DELAYS_MS
from api.webhooks.secrets import new_secrets
from api.webhooks.signing import secret_of, signature_headers

PAGE = (Path(__file__).parents[2] / "docs/howto/webhooks.md").read_text(encoding="utf-8")
(CODE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
BODY = '{"type":"webhook.test","data":{"name":"Łódź"}}'.encode()


def verifier() -> Callable[[str, dict[str, str], bytes], str]:
    names: dict[str, Any] = {}
    exec(CODE, names)
    found: Callable[[str, dict[str, str], bytes], str] = names["verify"]
    return found


def now() -> int:
    return int(time.time() * 1000)


def test_it_takes_what_the_service_signs() -> None:
    key = new_secrets().newest
    assert verifier()(secret_of(key), signature_headers("msg_1", now(), BODY, [key]), BODY) == "msg_1"


def test_it_takes_either_secret_during_an_exchange() -> None:
    before = new_secrets()
    after = before.rotated(now(), 86_400_000)
    headers = signature_headers("msg_1", now(), BODY, after.keys(now()))
    for secrets in (before, after):
        assert verifier()(secret_of(secrets.newest), headers, BODY) == "msg_1"


@pytest.mark.parametrize("what", ["body", "webhook-id", "webhook-timestamp", "webhook-signature", "secret"])
def test_it_refuses_what_was_changed(what: str) -> None:
    key = new_secrets().newest
    headers = signature_headers("msg_1", now(), BODY, [key])
    others = signature_headers("msg_2", now() + 1000, BODY, [key])
    if what in headers:
        headers[what] = others[what]
    secret = secret_of(new_secrets().newest if what == "secret" else key)
    with pytest.raises(ValueError, match="not from the service"):
        verifier()(secret, headers, BODY + b" " if what == "body" else BODY)


@pytest.mark.parametrize("off", [-310_000, 310_000])
def test_it_refuses_what_is_old(off: int) -> None:
    key = new_secrets().newest
    with pytest.raises(ValueError, match="too old"):
        verifier()(secret_of(key), signature_headers("msg_1", now() + off, BODY, [key]), BODY)


def test_it_is_short_and_needs_the_standard_library_alone() -> None:
    assert set(re.findall(r"^import (\w+)$", CODE, re.MULTILINE)) == {"base64", "hashlib", "hmac", "time"}
    assert len([line for line in CODE.splitlines() if line]) <= 16


def test_it_names_all_types() -> None:
    assert set(re.findall(r"^\| `([a-z]+\.[a-z]+)` \|", PAGE, re.MULTILINE)) == {*TYPES, TEST}


def test_it_says_when_messages_are_sent_again() -> None:
    said = re.search(r"after (\d+) seconds, (\d+) minutes,\s(\d+) minutes, then ([\d, ]+) and (\d+) hours", PAGE)
    assert said is not None
    hours = [int(each) for each in [*said[4].split(", "), said[5]]]
    seconds = [int(said[1]), int(said[2]) * 60, int(said[3]) * 60, *(each * 3600 for each in hours)]
    assert [each * 1000 for each in seconds] == list(DELAYS_MS)


def test_its_example_has_the_form_of_a_message() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert set(json.loads(example)) == {"type", "timestamp", "data"}
    assert set(json.loads(example)["data"]) == {"game", "mode", "n", "head", "player", "reason"}
