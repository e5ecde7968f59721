"""How a game goes on and ends: start, links, rolls, moves, absences, abandonment."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Literal

from msgspec import structs

from api.service.ask import Ask, need_start
from api.service.change import Change
from api.service.errors import GameError, SeatError
from api.service.hall import Hall, check_at
from api.service.livegame import LiveGame
from api.service.rights import check_acts_for, check_host
from api.service.settings import BotSeat
from api.storage.rows import IdempotencyRow
from fairdice.errors import TableError
from fairdice.live.messages import Appended, Contribution
from fairdice.live.table import Table
from replay.errors import RuleError
from replay.record import Away, Back, Move, Pass
from replay.state import FURTHER, LegalMove

__all__ = ["Playing"]

_BOT_NAMES = ("Bot Ada", "Bot Bo", "Bot Cy", "Bot Di", "Bot Ed", "Bot Flo")


class Playing:
    """The acts; for many threads."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    # Starting and stopping ----------------------------------------------------------------------------------------

    def start(
        self,
        ask: Ask,
        fill: Literal["greedy", "random"] | None,
    ) -> Change:
        """Start a game whose seats are taken, with `fill` by bots as far as they are not.

        A game that has started already stays as it is.  Raises SeatError ``seat.empty``.
        """

        def act(change: Change) -> None:
            check_host(ask.actor, change.game.row)
            if change.table.closed:
                raise GameError("game.closed", "this game is closed")
            if change.started:
                return
            table, settings = change.table, change.settings
            seated = {join.name for join in table.joins if join.kind == "bot"}
            waiting = [bot for bot in settings.bots if bot.name not in seated]
            more = table.rules.players - len(table.joins) - len(waiting)
            if more > 0 and fill is None:
                raise SeatError("seat.empty", f"{more} seats are empty; `fill` seats bots there", found=more)
            taken = {bot.name for bot in settings.bots} | {join.name for join in table.joins}
            names = [name for name in _BOT_NAMES if name not in taken]
            filling = tuple(BotSeat(name=name, strategy=fill or "greedy") for name in names[: max(more, 0)])
            settings = structs.replace(settings, bots=settings.bots + filling, start="full")
            change.columns["settings"] = settings.encode()

        return ask.change(self._hall, act, fresh=True)[0]

    def abandon(self, ask: Ask, reason: str | None) -> tuple[Change, Appended]:
        """Stop a game."""

        def act(change: Change) -> Appended:
            check_host(ask.actor, change.game.row)
            return change.take(change.table.abandon(at=change.at, reason=reason))

        return ask.change(self._hall, act)

    def delete(self, ask: Ask, keep: Callable[[], IdempotencyRow | None]) -> None:
        """Remove a game that is closed: its record goes, the log keeps its hashes.

        Raises GameError ``game.open``.
        """
        with self._hall.looking(ask.game) as game:
            check_host(ask.actor, game.row)
            check_at(game, ask.expected)
            if game.row.status not in ("closed", "stopped"):
                raise GameError("game.open", "a game that is going on cannot be deleted; abandon it first")
            self._hall.storage.delete(ask.game, game.row.rev, keep())
        self._hall.forget(ask.game)

    # Rolls --------------------------------------------------------------------------------------------------------

    def links(
        self,
        ask: Ask,
        j: int,
        links: Sequence[Mapping[str, Any]],
    ) -> Change:
        """Take links for the roll that is due; what then follows by itself follows.  Raises as `Table.submit`."""

        def act(change: Change) -> None:
            self._submit(ask, change, j, links)

        return ask.change(self._hall, act, fresh=True)[0]

    def roll(
        self,
        ask: Ask,
        j: int,
        links: Sequence[Mapping[str, Any]],
    ) -> tuple[Change, Appended]:
        """Make a roll, after taking the links that come with the request.

        The player whose roll it is asks for it, or its host if it has no own token; where it is nobody's (the draw, a
        bot's), whoever takes part.  Raises as `Table.submit` and `Table.roll`.
        """

        def act(change: Change) -> Appended:
            turn = change.table.turn
            if change.table.roll_index == j and turn is not None and change.table.is_present(turn):
                check_acts_for(ask.actor, change.game, turn)
            need_start(change)
            if change.table.roll_index == j:
                _need_links(change.table.missing, given)
            self._submit(ask, change, j, links)
            return change.take(change.table.roll(j, at=change.at))

        def lacks(game: LiveGame) -> bool:
            # What another process may have taken; links are no events, so that n and head do not tell of them.
            return not given.issuperset(game.table.missing)

        given = {link["player"] for link in links}
        return ask.change(self._hall, act, fresh=lacks)

    def _submit(self, ask: Ask, change: Change, j: int, links: Sequence[Mapping[str, Any]]) -> None:
        need_start(change)
        for link in links:
            check_acts_for(ask.actor, change.game, link["player"])
            change.submit(Contribution(link["player"], j, bytes.fromhex(link["link"]), bytes.fromhex(link["ack"])))

    # What players do ----------------------------------------------------------------------------------------------

    def move(self, ask: Ask, given: Mapping[str, Any]) -> tuple[Change, Appended]:
        """Make a player's move.  Raises as `Table.move`."""

        def act(change: Change) -> Appended:
            check_acts_for(ask.actor, change.game, given["player"])
            fields = {"from_" if name == "from" else name: value for name, value in given.items()}
            if "dice" in fields:
                fields["dice"] = tuple(fields["dice"])
            captures = fields.pop("captures", None)
            move = Move(n=change.table.n + 1, at=0, by="player", **fields)
            if captures is not None:
                _check_captures(change.table, move, captures)
            return change.take(change.table.move(move, at=change.at))

        return ask.change(self._hall, act)

    def pass_(self, ask: Ask, given: Mapping[str, Any]) -> tuple[Change, Appended]:
        """Decline to move.  Raises as `Table.pass_`."""

        def act(change: Change) -> Appended:
            check_acts_for(ask.actor, change.game, given["player"])
            pass_ = Pass(n=change.table.n + 1, at=0, by="player", **given)
            return change.take(change.table.pass_(pass_, at=change.at))

        return ask.change(self._hall, act)

    def leave(self, ask: Ask, given: Mapping[str, Any]) -> tuple[Change, Appended]:
        """A player leaves; or its host declares that it has kept the others waiting.  Raises as `Table.leave`."""
        given = dict(given)
        reason = given.pop("reason", "left")

        def act(change: Change) -> Appended:
            if reason == "timeout":
                check_host(ask.actor, change.game.row)
                need_start(change)
                return change.take(change.table.timeout(given["player"], at=change.at))
            check_acts_for(ask.actor, change.game, given["player"])
            away = Away(n=change.table.n + 1, at=0, reason="left", **given)
            return change.take(change.table.leave(away, at=change.at))

        return ask.change(self._hall, act, fresh=True)

    def back(self, ask: Ask, given: Mapping[str, Any]) -> tuple[Change, Appended]:
        """A player that was away plays again.  Raises as `Table.back`."""

        def act(change: Change) -> Appended:
            check_acts_for(ask.actor, change.game, given["player"])
            back = Back(n=change.table.n + 1, at=0, **given)
            return change.take(change.table.back(back, at=change.at))

        return ask.change(self._hall, act, fresh=True)


def _need_links(missing: Sequence[int], given: Container[int]) -> None:
    """All links that are missing come with the request: else nothing is taken of it, and no table has to be read again.

    Raises TableError ``table.links_missing``.
    """
    left = [player for player in missing if player not in given]
    if left:
        who = ", ".join(map(str, left))
        raise TableError("table.links_missing", f"links of players {who} are missing", found=left)


def _check_captures(table: Table, move: Move, captures: Sequence[Sequence[int]]) -> None:
    """A move may say what it captures, as answers show it; the record does not, since it follows from the rules.

    Raises RuleError ``rules.move`` if it is not so.
    """
    asked = tuple(sorted(tuple(one) for one in captures))
    same = [each for each, _ in table.moves if _told_apart(each) == _told_apart(move)]
    if same and all(each.captures != asked for each in same):
        raise RuleError(
            "rules.move",
            "this move does not capture what it says",
            expected=[list(one) for one in same[0].captures],
            found=[list(one) for one in asked],
            clause="C8",
        )


def _told_apart(move: Move | LegalMove) -> tuple[object, ...]:
    """What tells a move from another one."""
    return (move.from_, move.to, *(getattr(move, name) for name in FURTHER))
