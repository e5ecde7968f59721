"""The configuration of the service: everything comes from environment variables that begin with ``FAIRDICE_``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from replay.errors import CodedError

__all__ = ["Config", "ConfigError", "read_config"]

PREFIX = "FAIRDICE_"
_TESTS = "FAIRDICE_TEST_"
_OTHERS = ("FAIRDICE_KEY", "FAIRDICE_TOKEN", "FAIRDICE_TRACEBACK")
"""Variables that are none of the service's: a host's key in a shell of the pages' examples, and the command line's."""


class ConfigError(CodedError):
    """``config.*``: a variable that cannot be what it says, or one that is missing."""


class Config(Struct, frozen=True, kw_only=True):
    """What the operator decides.  The name of a variable is ``FAIRDICE_`` and the field's in capitals."""

    env: Annotated[
        Literal["development", "production"],
        Meta(description="`production` refuses to start without secret keys or with an http:// URL"),
    ] = "development"
    url: Annotated[
        str,
        Meta(description="public address of the service, without a slash at its end"),
    ] = "http://127.0.0.1:8000"
    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="name of the house; it stands in every game's opening"),
    ] = "fairdice"
    database: Annotated[
        str,
        Meta(description="database URL: sqlite:///file.db or postgresql://user:password@host/name"),
    ] = "sqlite:///fairdice-data/fairdice.db"
    secret_keys: Annotated[
        str,
        Meta(description="keys of 32 bytes (base64url or hex) for encryption at rest; the first seals, all open"),
    ] = ""
    secret_key: Annotated[
        str,
        Meta(description="the same, where there is only one key"),
    ] = ""
    log_origin: Annotated[
        str,
        Meta(description="origin of the transparency log; by default the host and path of the URL"),
    ] = ""
    proxies: Annotated[
        int,
        Meta(ge=0, le=8, description="number of reverse proxies in front, whose X-Forwarded-* headers are believed"),
    ] = 0
    limit_credential: Annotated[
        str,
        Meta(description="requests of one key or token, such as 6000/minute; empty for no limit"),
    ] = "6000/minute"
    limit_address: Annotated[
        str,
        Meta(description="requests without a credential from one address"),
    ] = "600/minute"
    limit_codes: Annotated[
        str,
        Meta(description="room codes tried from one address"),
    ] = "30/minute"
    limit_refused: Annotated[
        str,
        Meta(description="refused credentials from one address"),
    ] = "60/minute"
    limits_store: Annotated[
        str,
        Meta(description="where limits are counted: memory:// (each process for itself), redis://host or the like"),
    ] = "memory://"
    keep_answers_ms: Annotated[
        int,
        Meta(ge=60_000, description="how long answers to POSTs are kept for retries, in ms"),
    ] = 86_400_000
    reservation_ms: Annotated[
        int,
        Meta(ge=1_000, le=600_000, description="how long a seat stays reserved, in ms"),
    ] = 60_000
    open_for_ms: Annotated[
        int,
        Meta(ge=60_000, description="how long a game waits for its players before it is closed as abandoned, in ms"),
    ] = 86_400_000
    pace_ms: Annotated[
        int,
        Meta(ge=0, le=60_000, description="between two turns of a game of bots alone, in ms"),
    ] = 500
    tables: Annotated[
        int, Meta(ge=10, description="tables that each process keeps in memory, at up to a megabyte each")
    ] = 1_000
    streams: Annotated[
        int, Meta(ge=1, description="streams that each process keeps open at once: each holds one of its threads")
    ] = 224
    webhook_private: Annotated[
        bool, Meta(description="webhooks may go to any address and by plain http: for development alone")
    ] = False
    heartbeat_ms: Annotated[
        int,
        Meta(ge=100, le=60_000, description="between two heartbeats of a stream, in ms"),
    ] = 15_000
    metrics: Annotated[
        bool,
        Meta(description="whether GET /metrics answers; keep it from the public at your proxy"),
    ] = True
    access_log: Annotated[
        bool,
        Meta(description="one line of JSON for each request"),
    ] = True

    def __repr__(self) -> str:
        """What may be logged: where it runs, and nothing secret (a database URL may hold a password)."""
        return f"<Config {self.env} {self.url}>"

    @property
    def origin(self) -> str:
        """The transparency log's origin."""
        parts = urlsplit(self.url)
        return self.log_origin or f"{parts.netloc}{parts.path}"


def read_config(environment: Mapping[str, str] | None = None, **given: Any) -> Config:
    """The configuration of an environment (by default the process's own); `given` takes precedence.

    Raises ConfigError ``config.value`` (naming the variable), ``config.unknown`` for a variable that is none of ours,
    or ``config.url``.
    """
    variables = os.environ if environment is None else environment
    fields = {field.name: field for field in msgspec.structs.fields(Config)}
    values: dict[str, Any] = {}
    for name, text in variables.items():
        if not name.startswith(PREFIX) or name.startswith(_TESTS) or name in _OTHERS:
            continue
        field = fields.get(name.removeprefix(PREFIX).lower())
        if field is None:
            raise ConfigError("config.unknown", f"{name} is no variable of this version", found=name)
        values[field.name] = _value(name, text, field.type)
    try:
        config = msgspec.convert(values | given, Config)
    except msgspec.ValidationError as error:
        raise ConfigError("config.value", f"the configuration cannot be read: {error}") from None
    return _checked(config)


def _value(name: str, text: str, kind: Any) -> Any:
    try:
        return msgspec.convert(text.strip(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigError("config.value", f"{name}: {error}") from None


def _checked(config: Config) -> Config:
    parts = urlsplit(config.url)
    if parts.scheme not in ("http", "https") or not parts.netloc or config.url.endswith("/") or parts.query:
        what = f"{PREFIX}URL must be http(s)://host[:port][/path] without a slash at its end"
        raise ConfigError("config.url", what, found=config.url)
    if config.env == "production":
        if not (config.secret_keys or config.secret_key):
            what = f"production needs {PREFIX}SECRET_KEYS: `fairdice key secret` makes one"
            raise ConfigError("config.secret_keys", what)
        if parts.scheme != "https":
            what = f"production needs {PREFIX}URL with https://: keys and tokens travel in headers"
            raise ConfigError("config.url", what, found=config.url)
    return config
