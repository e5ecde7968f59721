"""A game that is being played while somebody watches it, so that a newcomer sees dice fall and be verified.

Until then no player has sat down at it: what nobody looks at leaves nothing in the log.
"""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import TYPE_CHECKING

from api.service.sample import Sample
from api.storage.contract import Unavailable
from replay.errors import CodedError

if TYPE_CHECKING:
    from api.service.actor import Actor
    from api.service.service import Service

__all__ = ["Demonstration"]

_log = logging.getLogger("fairdice.demonstration")

_PACE_S = 1.5


class Demonstration:
    """One thread that plays: a step at a time while a stream of the game is open, the next game when one is over."""

    def __init__(self, service: Service, actor: Actor, *, pace_s: float = _PACE_S) -> None:
        self._service = service
        self._actor = actor
        self._pace_s = pace_s
        self._stop = Event()
        self._sample = self._opened()
        self._thread = Thread(target=self._run, name="demonstration", daemon=True)

    @property
    def game(self) -> str:
        """The game that is being played."""
        return self._sample.game

    def _opened(self) -> Sample:
        return Sample(self._service, self._actor, seated=False)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the step, and end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._pace_s):
            try:
                if self._sample.closed:
                    self._sample = self._opened()
                elif self._service.bell.listened(self.game):
                    self._sample.step()
            except Unavailable:
                continue  # nothing has happened: the same step is tried again
            except CodedError as error:
                _log.warning("the demonstration ends: %s", error.code)
                return
