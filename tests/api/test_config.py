"""The configuration: what is read, what is refused, what is never shown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.config import Config, ConfigError, read_config
from api.http.limits import Limiter
from api.service.seal import new_secret_key

SECRET = new_secret_key()
PRODUCTION = {"FAIRDICE_ENV": "production", "FAIRDICE_URL": "https://dice.example", "FAIRDICE_SECRET_KEYS": SECRET}


def test_nothing_to_configure() -> None:
    assert read_config({}) == Config()


def test_values_are_read() -> None:
    config = read_config(
        {"FAIRDICE_PROXIES": "2", "FAIRDICE_METRICS": "false", "FAIRDICE_NAME": "Zum Adler", "HOME": "/"}
    )
    assert (config.proxies, config.metrics, config.name) == (2, False, "Zum Adler")


def test_what_is_given_wins() -> None:
    assert read_config({"FAIRDICE_NAME": "a"}, name="b").name == "b"


@pytest.mark.parametrize(
    ("variables", "code", "named"),
    [
        ({"FAIRDICE_PROXIES": "many"}, "config.value", "FAIRDICE_PROXIES"),
        ({"FAIRDICE_PROXIES": "-1"}, "config.value", "FAIRDICE_PROXIES"),
        ({"FAIRDICE_ENV": "prod"}, "config.value", "FAIRDICE_ENV"),
        ({"FAIRDICE_DATABSE": "x"}, "config.unknown", "FAIRDICE_DATABSE"),
        ({"FAIRDICE_URL": "dice.example"}, "config.url", "FAIRDICE_URL"),
        ({"FAIRDICE_URL": "https://dice.example/"}, "config.url", "FAIRDICE_URL"),
        ({**PRODUCTION, "FAIRDICE_SECRET_KEYS": ""}, "config.secret_keys", "FAIRDICE_SECRET_KEYS"),
        ({**PRODUCTION, "FAIRDICE_URL": "http://dice.example"}, "config.url", "FAIRDICE_URL"),
    ],
)
def test_refused(variables: dict[str, str], code: str, named: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(variables)
    assert caught.value.code == code
    assert named in caught.value.message


def test_production() -> None:
    assert read_config(PRODUCTION).origin == "dice.example"


def test_the_origin_of_the_log() -> None:
    assert read_config({"FAIRDICE_URL": "https://dice.example/a"}).origin == "dice.example/a"
    assert read_config({"FAIRDICE_LOG_ORIGIN": "log.example"}).origin == "log.example"


def test_every_field_is_explained() -> None:
    for field in msgspec.inspect.type_info(Config).fields:  # type: ignore[attr-defined]
        extra: Any = getattr(field.type, "extra_json_schema", None)
        assert extra, field.name
        assert extra.get("description"), field.name


@pytest.mark.parametrize("limit", ["often", "0/minute", "-1/minute", "10"])
def test_a_limit_that_is_none(limit: str) -> None:
    with pytest.raises(ConfigError):
        Limiter(Config(limit_address=limit))


@pytest.mark.parametrize("store", ["nonsense://user:word@host", "nothing"])
def test_a_store_of_limits_that_is_none(store: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Limiter(Config(limits_store=store))
    assert caught.value.code == "config.value"
    assert "word" not in caught.value.message


def test_secrets_are_not_shown() -> None:
    config = Config(secret_keys=SECRET, database="postgresql://user:word@host/name")
    assert SECRET not in repr(config)
    assert "word" not in str(config)
