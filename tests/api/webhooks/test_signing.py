"""Signatures, against the package that receivers use."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from api.webhooks.secrets import KEPT, new_secrets, open_secrets
from api.webhooks.signing import secret_of, signature_headers
from tests.api.webhooks.office import SEALER

BODY = '{"type":"webhook.test","data":{"name":"Łódź"}}'.encode()
DAY = 86_400_000


def test_the_second_implementation_verifies() -> None:
    key = new_secrets().newest
    headers = signature_headers("msg_1", int(time.time() * 1000), BODY, [key])
    assert Webhook(secret_of(key)).verify(BODY, headers)["type"] == "webhook.test"


@pytest.mark.parametrize("change", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_what_was_changed_does_not_verify(change: str) -> None:
    key, now = new_secrets().newest, int(time.time() * 1000)
    headers = signature_headers("msg_1", now, BODY, [key])
    others = signature_headers("msg_2", now + 1000, BODY, [key])
    with pytest.raises(WebhookVerificationError):
        Webhook(secret_of(key)).verify(BODY, headers | {change: others[change]})


def test_known_bytes() -> None:
    """Computed once with `openssl dgst -sha256 -mac HMAC`."""
    headers = signature_headers("msg_known", 1_790_000_000_999, b"{}", [bytes(range(32))])
    assert headers == {
        "webhook-id": "msg_known",
        "webhook-timestamp": "1790000000",
        "webhook-signature": "v1,1uVslVs+BhV2FOOboF1iLOkPGuJtR5Uj9CZA5c3dyrI=",
    }
    again = Webhook(bytes(range(32))).sign("msg_known", datetime.fromtimestamp(1_790_000_000, UTC), "{}")
    assert headers["webhook-signature"] == again


def test_a_secret_has_32_bytes_and_its_prefix() -> None:
    secret = secret_of(new_secrets().newest)
    assert secret.startswith("whsec_")
    assert len(secret) == len("whsec_") + 44


def test_both_secrets_sign_while_they_overlap() -> None:
    before = new_secrets()
    after = before.rotated(1000, DAY)
    assert after.keys(1000 + DAY - 1) == (after.newest, before.newest)
    assert after.keys(1000 + DAY) == (after.newest,)
    headers = signature_headers("msg_1", int(time.time() * 1000), BODY, after.keys(2000))
    for secrets in (before, after):
        Webhook(secret_of(secrets.newest)).verify(BODY, headers)


def test_a_secret_that_leaked_can_end_at_once() -> None:
    before = new_secrets()
    after = before.rotated(1000, 0)
    assert after.keys(1000) == (after.newest,)
    assert before.newest not in after.keys(0)


def test_a_second_rotation_does_not_prolong_the_first() -> None:
    first = new_secrets()
    second = first.rotated(0, DAY)
    third = second.rotated(DAY // 2, DAY)
    assert third.keys(DAY - 1) == (third.newest, second.newest, first.newest)
    assert third.keys(DAY) == (third.newest, second.newest)
    assert third.keys(DAY // 2 + DAY) == (third.newest,)


def test_so_many_are_kept_and_no_more() -> None:
    secrets = new_secrets()
    for at in range(10):
        secrets = secrets.rotated(at, DAY)
    assert len(secrets.keys(10)) == KEPT


def test_sealed_for_one_webhook_alone() -> None:
    secrets = new_secrets().rotated(5, DAY)
    sealed = secrets.sealed(SEALER, "wh_1")
    assert open_secrets(sealed, SEALER, "wh_1") == secrets
    assert secrets.newest not in sealed
    with pytest.raises(Exception, match=r"seal\.broken"):
        open_secrets(sealed, SEALER, "wh_2")
