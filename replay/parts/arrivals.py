"""Who came last to a start square where two rivals of its owner stand: the one to go when a piece comes out (H2)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from replay.errors import PositionError
from replay.play import Play
from replay.seating import Seating

__all__ = ["Arrivals"]


class Arrivals:
    """The memory of a game for arrivals; it is kept only where it can matter."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        squares = (seating.square(player, 0) for player in range(len(seating.seats)))
        self._starts = {square: player for player, square in enumerate(squares) if square is not None}

    def _contested(self, play: Play) -> dict[int, set[int]]:
        """By start square: the two rivals of its owner that stand there, one piece each."""
        found: dict[int, set[int]] = {}
        for square, owner in self._starts.items():
            there = {p for p in self._seating.rivals(owner) if self._seating.progress_on(p, square) in play.pieces[p]}
            if len(there) > 1:
                found[square] = there
        return found

    def __call__(self, play: Play, square: int | None) -> dict[int, int]:
        """By square where it can matter: who came last, after a piece of `play.owner` has come to `square`."""
        return {start: play.owner if start == square else play.arrived_last[start] for start in self._contested(play)}

    def recalled(self, play: Play, given: tuple[tuple[int, ...], ...] | UnsetType) -> dict[int, int]:
        """What a position document says; where it says nothing, the one of the two who had the turn more recently.

        Raises PositionError ``position.arrived_last`` for a square where it cannot matter, or another player.
        """
        contested = self._contested(play)
        known = {} if given is UNSET else {entry[0]: entry[1] for entry in given}
        for square, player in () if given is UNSET else given:
            if player not in contested.get(square, ()) or known[square] != player:
                raise PositionError(
                    "position.arrived_last",
                    f"player {player} is not one of two rivals on start square {square}",
                    path="/arrived_last",
                    found=[square, player],
                    clause="P7",
                )
        return {square: known.get(square, self._more_recent(play, two)) for square, two in contested.items()}

    def _more_recent(self, play: Play, players: set[int]) -> int:
        """Which of the players had the turn more recently, counted back from the one whose turn it is."""
        player = play.turn
        order = []
        for _ in self._seating.seats:
            order.append(player)
            player = self._seating.after[player]
        # The one who has the turn now is the most recent; then it goes back round the table.
        return next(p for p in (order[0], *reversed(order[1:])) if p in players)
