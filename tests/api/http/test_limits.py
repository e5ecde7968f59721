"""Who is counted as one."""

from __future__ import annotations

import pytest
from limits.errors import StorageError
from limits.strategies import SlidingWindowCounterRateLimiter

from api.config import Config
from api.http.limits import Limiter
from api.http.problems import Refused


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("key_1", "key_2", False),
        ("not:an:address", "not:an:addres", False),
    ],
)
def test_a_network_of_64_bits_is_one_client(first: str, second: str, *, one: bool) -> None:
    """Whoever has one IPv6 address has 2^64: none of them may bring a fresh limit for guessing room codes."""
    limiter = Limiter(Config(limit_codes="1/minute"))
    limiter.count("codes", first)
    if one:
        with pytest.raises(Refused) as caught:
            limiter.count("codes", second)
        assert caught.value.code == "request.limit"
        with pytest.raises(Refused):
            limiter.require("codes", second)
    else:
        limiter.require("codes", second)
        limiter.count("codes", second)


def test_limits_whose_store_is_gone_stop_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    limiter = Limiter(Config(limit_codes="1/minute", limits_store="memory://shared"))
    limiter.count("codes", "a")
    with pytest.raises(Refused):
        limiter.count("codes", "a")

    def gone(*_: object) -> bool:
        raise StorageError(ConnectionError("gone"))

    monkeypatch.setattr(SlidingWindowCounterRateLimiter, "hit", gone)
    assert limiter.count("codes", "a") is not None
