"""A rule system as a record: its identity, its options, and how its parts are chosen (docs/spec/rules).

A `System` is permanent: a changed rule is a new id.  `bind` fixes options and number of players once and gives `Rules`;
from then on no code asks for an option any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from replay.board import Board
from replay.errors import OptionError
from replay.options import Option, Options, OptionValue, resolve
from replay.play import Play
from replay.seating import Seating

__all__ = ["Card", "Rules", "System"]


class Card(Struct, frozen=True):
    """One section of the rule card: what holds under every choice of options, in plain words."""

    title: str
    says: tuple[str, ...]
    options: tuple[str, ...] = ()
    """Names of options whose chosen sentence belongs in this section."""


class Rules(Struct, frozen=True):
    """A system with its options and number of players fixed."""

    system: System
    options: Mapping[str, OptionValue]
    """Every option, resolved."""
    players: int
    board: Board
    seats: tuple[int, ...]
    """The board seats in use, ascending; without drawn colours player p sits on the p-th."""

    @property
    def id(self) -> str:
        """The permanent id of the system, such as ``star@1``."""
        return self.system.id

    @property
    def start(self) -> str:
        """``first``, ``draw`` or ``highest``: how the first player is found."""
        return str(self.options["start"])

    @property
    def draws_colours(self) -> bool:
        """Whether the draw deals the seats (else player p sits on the p-th seat in use)."""
        return self.system.draws_colours(self.options)

    @property
    def links(self) -> int:
        """The usual length of a chain: how many rolls a game may have."""
        return self.system.links(self.options)

    @property
    def auto_move(self) -> bool:
        """Whether a move without a choice is made by the engine."""
        return bool(self.options["auto_move"])

    def play(self, seats: tuple[int, ...]) -> Play:
        """A new game with player p on board seat seats[p]; no turn has begun."""
        return self.system.machine(self, Seating.of(self.board, seats, teams=bool(self.options.get("teams", False))))


def _never(_options: Options) -> bool:
    return False


class System(Struct, frozen=True):
    """A rule system: data, and functions of its options."""

    id: str
    title: str
    summary: str
    players: tuple[int, int]
    """Least and greatest number of players, whatever the options."""
    options: tuple[Option, ...]
    card: tuple[Card, ...]
    board: Callable[[Options], Board]
    """The board under these options."""
    seating: Callable[[Options], Mapping[int, tuple[int, ...]]]
    """Number of players to the board seats in use, ascending."""
    machine: Callable[[Rules, Seating], Play]
    """A new game under these rules."""
    check: Callable[[Options, int], None] = lambda _options, _players: None
    """Raises OptionError ``option.players`` for options that do not go with this number of players."""
    draws_colours: Callable[[Options], bool] = _never
    links: Callable[[Options], int] = lambda _options: 4096
    """Default chain length under these options: how many rolls a game may have."""

    def bind(self, options: Mapping[str, object], players: int) -> Rules:
        """These rules for so many players.

        Raises OptionError ``option.unknown``, ``option.value`` or ``option.players``.
        """
        resolved = resolve(self.options, options)
        seating = self.seating(resolved)
        if type(players) is not int or players not in seating:
            raise OptionError(
                "option.players",
                f"{self.id} is played by {min(seating)} to {max(seating)} players, not {players}",
                path="/players",
                expected=sorted(seating),
                found=players,
                clause="C5",
            )
        self.check(resolved, players)
        return Rules(
            system=self, options=resolved, players=players, board=self.board(resolved), seats=tuple(seating[players])
        )
