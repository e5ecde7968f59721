"""One request to change a game: who asks, which game, where it must be, and how the answer is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec import Struct

from api.service.change import Change
from api.service.errors import GameError
from api.service.hall import Expected, Hall
from api.service.livegame import LiveGame
from api.service.rights import check_comes, check_takes_part
from api.storage.rows import IdempotencyRow
from replay.state import START

if TYPE_CHECKING:
    from api.service.actor import Actor

__all__ = ["Ask", "Keep", "need_start"]

T = TypeVar("T")
Keep: TypeAlias = Callable[[Change, Any], IdempotencyRow | None]
"""Makes, of a change and what its act gave, the answer that is stored with the change."""


class Ask(Struct, frozen=True):
    """Who asks for a change of which game."""

    actor: Actor
    game: str
    expected: Expected | None = None
    keep: Keep | None = None

    def change(
        self,
        hall: Hall,
        act: Callable[[Change], T],
        *,
        fresh: bool | Callable[[LiveGame], bool] = False,
        invited: bool = False,
        comes: bool = False,
    ) -> tuple[Change, T]:
        """Make the change (`Hall.change`), for who takes part, `comes` to, or is `invited` to by a room code.

        Raises besides GameError ``game.unknown``.
        """
        # Where the game must be, only those are told who take part in it.
        admits = check_comes if comes and self.expected is None else check_takes_part
        admit = None if invited else lambda game: admits(self.actor, game)
        return hall.change(self.game, act, expected=self.expected, keep=self.keep, admit=admit, fresh=fresh)


def need_start(change: Change) -> None:
    """Before the start nobody rolls: the opening leaf is not in the log yet (O4).

    Raises GameError ``game.not_started``.
    """
    due = change.table.due
    if due == "join" or (due in ("draw", START) and not change.started):
        raise GameError("game.not_started", "the game has not started yet", found=due)
