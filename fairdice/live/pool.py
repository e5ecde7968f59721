"""The contributions to the roll that is due, kept from everyone until all are there; and each player's last ack."""

from __future__ import annotations

from fairdice.errors import TableError
from fairdice.keys import SIGNATURE_BYTES
from fairdice.live.history import History
from fairdice.live.messages import Contribution
from replay.record import Ack, Draw, Roll

__all__ = ["Pool"]


class Pool:
    """What contributors have sent so far; `history` is the game's and grows outside."""

    __slots__ = ("_acks", "_given", "_history")

    def __init__(self, history: History) -> None:
        self._history = history
        self._acks: dict[int, Ack] = {}
        self._given: dict[int, Contribution] = {}

    @property
    def acks(self) -> tuple[Ack, ...]:
        """The last ack of each player, ascending."""
        return tuple(self._acks[player] for player in sorted(self._acks))

    @property
    def missing(self) -> tuple[int, ...]:
        """The players whose contributions to the roll that is due have not come yet."""
        due = self._history.roll_index
        return tuple(player for player in self._history.contributors if not self._has(player, due))

    def links(self, house: bytes) -> tuple[bytes | None, ...]:
        """Give the links of the roll that is due, the house's first.  Raises TableError ``table.links_missing``."""
        if self.missing:
            who = ", ".join(map(str, self.missing))
            raise TableError("table.links_missing", f"links of players {who} are missing", found=list(self.missing))
        due = self._history.roll_index
        players = range(len(self._history.keys))
        return (house, *(self._given[player].link if self._has(player, due) else None for player in players))

    def _has(self, player: int, j: int | None) -> bool:
        # What was given to an index that has been spent is of no use to any other.
        return player in self._given and self._given[player].j == j

    def need_due(self, j: int) -> None:
        """Require that roll `j` is due.

        Raises TableError ``table.spent`` (nothing will ever use this index), ``table.exhausted`` (the chains end before
        it) or ``table.not_due``.
        """
        due = self._history.roll_index
        if j == due:
            return
        game = self._history.game
        if game.presence is not None and any(index == j for index, _ in game.presence.spent):
            raise TableError("table.spent", f"index {j} was spent: no roll uses it", expected=due, found=j, clause="O8")
        if j > self._history.opening.links:
            raise TableError("table.exhausted", f"the chains have no link {j}", found=j, clause="O5")
        what = f"roll {due} is due" if due is not None else "no roll is due"
        raise TableError("table.not_due", f"{what}, not roll {j}", expected=due, found=j, clause="O6")

    def submit(self, contribution: Contribution) -> None:
        """Take a contribution.  The same link again changes nothing, also after its roll.

        Raises TableError as `need_due`, ``table.no_contributor`` or ``table.link_given``; ChainError ``chain.link``;
        SignatureRefused ``sign.ack``.
        """
        player, j = contribution.player, contribution.j
        if j in self._history.rolled:
            self._check_repeated(contribution)
            return
        self.need_due(j)
        if player not in self._history.contributors:
            _refuse_contributor(player, j)
        if self._has(player, j):
            if self._given[player].link != contribution.link:
                _refuse_other_link(player, j)
            return
        self._history.check_link(player + 1, j, contribution.link)
        self._check_ack(contribution)
        self._given[player] = contribution
        self._keep_ack(contribution)

    def restore(self, contribution: Contribution) -> None:
        """Take a stored contribution again, whatever has become of its roll.

        Raises as `submit`, and TableError ``table.contribution`` for one that cannot have been taken.
        """
        player, j = contribution.player, contribution.j
        if not 0 <= player < len(self._history.keys) or j not in self._history.due_since:
            raise TableError("table.contribution", f"there was no roll {j} for player {player} to contribute to")
        if j == self._history.roll_index:
            self.submit(contribution)
            return
        if j in self._history.rolled:
            self._check_repeated(contribution)
        self._check_ack(contribution)
        self._keep_ack(contribution)

    def _check_repeated(self, contribution: Contribution) -> None:
        """The roll has been made: a contribution to it can only be the one that it was made from."""
        player, j = contribution.player, contribution.j
        event = self._history.events[self._history.rolled[j]]
        assert isinstance(event, Draw | Roll)
        link = event.links[player + 1] if 0 <= player < len(self._history.keys) else None
        if link is None:
            _refuse_contributor(player, j)
        if link != contribution.link.hex():
            _refuse_other_link(player, j)

    def _check_ack(self, contribution: Contribution) -> None:
        key, ack = self._history.keys[contribution.player], contribution.ack
        if key is None:
            raise TableError("table.no_contributor", "a player without a key has no part in any roll")
        if len(ack) != SIGNATURE_BYTES:
            raise TableError("table.ack", f"an ack has {SIGNATURE_BYTES} bytes, not {len(ack)}", found=len(ack))
        key.verify(ack, self._history.ack_bytes(contribution.j), code="sign.ack")

    def _keep_ack(self, contribution: Contribution) -> None:
        player, n = contribution.player, self._history.due_since[contribution.j]
        if player not in self._acks or self._acks[player].n < n:
            self._acks[player] = Ack(player=player, n=n, sig=contribution.ack.hex())

    def __repr__(self) -> str:
        """Show who has given, never what."""
        return f"<Pool missing={list(self.missing)}>"


def _refuse_contributor(player: int, j: int) -> None:
    raise TableError("table.no_contributor", f"player {player} has no part in roll {j}", found=player, clause="O6")


def _refuse_other_link(player: int, j: int) -> None:
    raise TableError("table.link_given", f"player {player} has given another link to roll {j}", found=player)
