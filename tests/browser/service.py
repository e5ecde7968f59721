"""The service as its visitors meet it: a process of its own, and another on the same database that plays there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from api.config import Config
from api.service.ask import Ask
from api.service.sample import Sample, play_sample
from api.service.service import Service
from api.start import open_service, settled
from api.storage.contract import Taken
from api.storage.rows import HostRow
from tests.support.heart import hosting
from tests.support.served import Process, serving

__all__ = ["House", "housed"]


class House:
    """`fairdice serve` on a port of its own, a finished public game, and games that a test plays on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running = ExitStack()
        self._process: Process = self._running.enter_context(serving(folder, "--no-sample"))
        self.url = self._process.url
        """Without a slash at its end."""
        self._driver = _driver(folder, self.url)
        self._actor = hosting("host", mode="test")
        self.game = play_sample(self._driver, self._actor)
        """A finished game, public."""

    def live(self) -> Sample:
        """A new public game, which goes on whenever it is stepped."""
        return Sample(self._driver, self._actor)

    def record(self, game: str) -> bytes:
        """The record of a game, as the service gives it."""
        return self.ask(f"/v1/games/{game}/record")

    def events(self, game: str) -> int:
        """How many events it has."""
        with self._driver.hall.looking(game) as live:
            return live.table.n + 1

    def ask(self, path: str) -> bytes:
        """What the service answers."""
        return self._process.ask(path).body

    def end(self, game: str) -> None:
        """A game is ended by its house."""
        self._driver.playing.abandon(Ask(self._actor, game), "the evening is over")

    @contextmanager
    def away(self) -> Iterator[None]:
        """While the block lasts there is no service; then it is back where it was."""
        self._running.close()
        try:
            yield
        finally:
            port = int(self.url.rpartition(":")[2])
            self._process = self._running.enter_context(serving(self._folder, "--no-sample", port=port))

    def close(self) -> None:
        self._driver.close()
        self._running.close()


def _driver(folder: Path, url: str) -> Service:
    """Another process of the service, as far as it can tell: it plays."""
    config = Config(database=f"sqlite:///{folder / 'fairdice-data' / 'fairdice.db'}", url=url)
    service = open_service(settled(config).config)
    with suppress(Taken):
        service.storage.add_host(HostRow(id="host", name="Host", created=1))
    return service


@contextmanager
def housed(folder: Path) -> Iterator[House]:
    """A house until the block is left."""
    house = House(folder)
    try:
        yield house
    finally:
        house.close()
