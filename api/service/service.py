"""The service as a whole: its parts, put together once per process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.embeds.kept import keep_player
from api.service.bell import Bell
from api.service.hall import Hall, now_ms
from api.service.joining import Joining
from api.service.keeper import Keeper
from api.service.opening import Opening
from api.service.playing import Playing
from api.service.records import Records
from api.service.seal import Sealer, read_secret_keys
from api.service.signing import Keyring
from api.service.streams import Places
from api.storage import open_storage
from api.webhooks.deliverer import Deliverer
from api.webhooks.guard import Guard
from api.webhooks.registry import Webhooks

if TYPE_CHECKING:
    from api.config import Config
    from api.storage.contract import Storage

__all__ = ["Service"]


class Service:
    """Everything that requests are answered with.  `open` sets it up, `start` lets it work by itself."""

    def __init__(self, config: Config, storage: Storage, sealer: Sealer, keyring: Keyring) -> None:
        """Use `open`."""
        self.config = config
        self.storage = storage
        self.sealer = sealer
        self.keyring = keyring
        self.bell = Bell()
        self.listeners = Places(config.streams)
        self.hall = Hall(
            storage,
            keyring,
            sealer,
            pace_ms=config.pace_ms,
            open_for_ms=config.open_for_ms,
            max_tables=config.tables,
        )
        self.records = Records(storage, keyring)
        self.joining = Joining(self.hall, sealer, reserve_ms=config.reservation_ms)
        self.playing = Playing(self.hall)
        self.opening = Opening(self.hall, keyring, sealer, house_name=config.name, open_for_ms=config.open_for_ms)
        guard = Guard(private=config.webhook_private)
        self.deliverer = Deliverer(storage, sealer, guard)
        self.webhooks = Webhooks(storage, sealer, guard, wake=self.deliverer.wake)
        self.hall.told, self.hall.sent = self.webhooks.told, self.webhooks.sent
        self.keeper = Keeper(self.hall, keep_answers_ms=config.keep_answers_ms)
        self._unlisten = storage.listen(self.bell.ring)
        self._running = False

    @classmethod
    def open(cls, config: Config, *, migrate: bool = False) -> Service:
        """Open the storage of a configuration.  With `migrate` its tables and keys are made first, as far as needed.

        Raises ConfigError, SealError, StorageError.
        """
        sealer = Sealer(read_secret_keys(config.secret_keys or config.secret_key))
        keyring = Keyring(sealer)
        storage = open_storage(config.database, checkpointer=keyring.checkpoint)
        try:
            keyring.attach(storage)
            if migrate:
                storage.migrate()
                make_keys(config, storage, keyring)
            return cls(config, storage, sealer, keyring)
        except BaseException:
            storage.close()
            raise

    def start(self) -> None:
        """Put what browsers load into storage; let the keeper work, and messages go out."""
        keep_player(self.storage, now_ms())
        self._running = True
        self.keeper.start()
        self.deliverer.start()

    def drain(self) -> None:
        """Let whoever listens go: the process is about to end."""
        self.bell.drain()

    def close(self) -> None:
        """End all that works by itself, and let go of the storage."""
        self.drain()
        if self._running:
            self.keeper.stop()
            self.deliverer.stop()
            self._running = False
        self._unlisten()
        self.storage.close()


def make_keys(config: Config, storage: Storage, keyring: Keyring) -> None:
    """Make the house's key, the log's key and the log itself, as far as there are none.

    Workers that are started together on a new database come here at the same moment.
    """
    now = now_ms()
    keyring.make_first("house", now)
    keyring.make_first("log", now)
    in_use = next(row.public for row in keyring.rows("log") if row.retired is None)
    storage.new_tree(config.origin, in_use, now, first=True)
