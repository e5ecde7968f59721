"""What comes before a service: its secret keys are found, made or missed, and must be those of the database.

In production the secret keys come from the environment, and from nowhere else (`api.config` sees to it).  In
development a service with a SQLite file takes them from a file beside it, and makes that file with the database.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, structs

from api.config import Config
from api.secretfile import make_folder, make_secret, read_secret
from api.service.seal import SealError, new_secret_key
from api.service.service import Service
from api.storage import open_storage
from api.storage.contract import NotMigrated, Storage
from replay.errors import CodedError

__all__ = [
    "Settled",
    "StartError",
    "beside",
    "database_name",
    "open_service",
    "open_tables",
    "settled",
]

_SECRETS = "FAIRDICE_SECRET_KEYS"
_SECRET_FILE = "secret-key"


class StartError(CodedError):
    """``start.*``: why a service cannot start as it is configured."""


class Settled(Struct, frozen=True):
    """A configuration with its secret keys."""

    config: Config
    file: Path | None
    """Where the secret key is from; None: the environment."""
    made: bool = False
    """Whether the file was made just now."""


def beside(config: Config, ending: str) -> Path | None:
    """The file beside the database with another ending; None if the database is no file."""
    file = _file(config)
    return None if file is None else file.with_name(f"{file.name}.{ending}")


def _file(config: Config) -> Path | None:
    scheme, _, rest = config.database.partition("://")
    return Path(rest[1:]) if scheme == "sqlite" and len(rest) > 1 else None


def database_name(config: Config) -> str:
    """The database, as it may be shown: a file, or host and name without a password."""
    file = _file(config)
    if file is not None:
        return str(file)
    parts = urlsplit(config.database)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"


def _given(config: Config) -> str:
    return config.secret_keys or config.secret_key


def settled(config: Config, *, make: bool = False) -> Settled:
    """The configuration with its secret keys; with `make` a new database gets a new one in development.

    Raises StartError ``start.no_secret``, ``start.lost_secret``, SecretFileError.
    """
    if _given(config):
        return Settled(config, None)
    file = beside(config, _SECRET_FILE)
    if file is None:
        raise StartError(
            "start.no_secret", f"{database_name(config)} needs {_SECRETS}: `fairdice key secret` makes one"
        )
    made = False
    text = read_secret(file)
    if text is None:
        if not make:
            raise StartError("start.no_secret", f"there is no secret key: neither {_SECRETS} nor the file {file}")
        _check_unused(config, file)
        make_folder(file.parent)
        made = make_secret(file, new_secret_key())
        text = read_secret(file)  # what another process has made at the same moment is as good
    return Settled(structs.replace(config, secret_keys=text or ""), file, made)


def _check_unused(config: Config, file: Path) -> None:
    """No new secret key for a database that was sealed with another one."""
    database = _file(config)
    if database is None or not database.exists() or database.stat().st_size == 0:
        return
    storage = open_storage(config.database, checkpointer=_no_key)
    try:
        used = bool(storage.keys("house") or storage.keys("log"))
    except NotMigrated:
        used = False
    finally:
        storage.close()
    if used:
        raise StartError(
            "start.lost_secret",
            f"the database {database} was sealed with a secret key that is gone: put the file {file} back, or set"
            f" {_SECRETS}",
        )


def open_tables(config: Config) -> Storage:
    """The storage alone, for what needs no secret; its tables must be there.

    Raises StartError ``start.no_database``, `StorageError`.
    """
    _check_there(config)
    storage = open_storage(config.database, checkpointer=_no_key)
    try:
        _check_tables(storage)
    except BaseException:
        storage.close()
        raise
    return storage


def open_service(config: Config, *, migrate: bool = False) -> Service:
    """The service of a settled configuration, with keys that open.

    Raises StartError ``start.wrong_secret`` or ``start.no_database``, SealError, StorageError, ServiceError.
    """
    if migrate:
        file = _file(config)
        if file is not None:
            make_folder(file.parent)
    else:
        _check_there(config)
    service = Service.open(config, migrate=migrate)
    try:
        _check_tables(service.storage)
        _check_keys(service, config)
    except BaseException:
        service.close()
        raise
    return service


def _check_there(config: Config) -> None:
    file = _file(config)
    if file is not None and not file.exists():
        raise StartError(
            "start.no_database",
            f"there is no database {file}: `fairdice serve` or `fairdice database migrate` makes it",
        )


def _check_tables(storage: Storage) -> None:
    try:
        storage.check()
    except NotMigrated as error:
        found, known = error.found, error.expected
        if found is not None and known is not None and found > known:
            what = f"the database was made by a newer version of fairdice than this one ({found}, not {known})"
        else:
            what = "the database does not have the tables of this version: run `fairdice database migrate`"
        raise NotMigrated(error.code, what, expected=known, found=found) from None


def _check_keys(service: Service, config: Config) -> None:
    try:
        service.keyring.active("house")
        service.keyring.active("log")
    except SealError as error:
        raise StartError(
            "start.wrong_secret",
            f"this is not the secret key that the database {database_name(config)} was sealed with: its signing keys"
            " do not open",
            expected=error.found,
            found=error.expected,
        ) from None


def _no_key(*_: object) -> str:
    raise AssertionError("nothing is signed here")
