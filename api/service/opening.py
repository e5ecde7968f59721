"""How games are opened, and opened once more for the same players."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, structs

from api.service.change import Change, event_row, first_deadline
from api.service.errors import GameError, SeatError
from api.service.hall import Hall
from api.service.joining import code_context, player_token
from api.service.livegame import LiveGame, tip_context
from api.service.rights import check_host
from api.service.settings import BotSeat, Settings
from api.service.signing import Keyring
from api.service.tokens import new_room_code, room_code_hashes
from api.storage.rows import GameRow, IdempotencyRow, Mode, NewGame, SeatRow
from fairdice.live.table import AWAY_AFTER_MS, RETURNS, Table
from replay.system import Rules

if TYPE_CHECKING:
    from api.service.actor import Actor
    from api.service.seal import Sealer

__all__ = ["Created", "Opening", "Plan"]


class Plan(Struct, frozen=True, kw_only=True):
    """What game a host wants."""

    rules: Rules
    bots: tuple[BotSeat, ...] = ()
    links: int | None = None
    away_after_ms: int = AWAY_AFTER_MS
    returns: int = RETURNS
    signed_moves: bool = True
    note: str | None = None
    public: bool = False
    code: bool = True
    """Whether there is a room code."""
    tokens: int = 0
    """So many player tokens are made at once."""
    chains: Literal["required", "optional"] = "optional"
    start: Literal["full", "host"] = "full"
    rematch_of: str | None = None
    seats: tuple[tuple[bytes, int], ...] = ()
    """(hash of a token, the player it will be)."""


class Created(Struct, frozen=True):
    """A game that was opened, and what is told only once."""

    game: LiveGame
    code: str | None
    tokens: tuple[tuple[str, str], ...]
    """(public id, token)"""


class Opening:
    """The acts; for many threads."""

    def __init__(self, hall: Hall, keyring: Keyring, sealer: Sealer, *, house_name: str, open_for_ms: int) -> None:
        self._hall = hall
        self._keyring = keyring
        self._sealer = sealer
        self._house_name = house_name
        self._open_for_ms = open_for_ms

    def create(
        self,
        actor: Actor,
        plan: Plan,
        keep: Callable[[Created], IdempotencyRow | None],
    ) -> Created:
        """Open a game: events 0 and 1, and whatever follows from them (bots that join, a game of bots alone).

        Raises as `Table.open`, SeatError ``seat.bots`` (more bots than seats, or two of one name), `Repeated`.
        """
        assert actor.credential is not None
        host, mode = actor.credential.host, actor.credential.mode
        _check_bots(plan)
        now, tip = self._hall.clock(), os.urandom(32)
        table = self._table(plan, tip, now)
        code = new_room_code() if plan.code else None
        row = self._row(plan, table, host=host, mode=mode, tip=tip, code=code)
        made = [player_token(host, mode, now) for _ in range(plan.tokens)]
        seats = [SeatRow(game=row.id, token_hash=credential.token_hash) for _, credential in made]
        seats += [SeatRow(game=row.id, token_hash=token, place=place) for token, place in plan.seats]
        tokens = tuple((credential.id, token) for token, credential in made)
        created = Created(LiveGame(row, table, seats), code, tokens)
        game = NewGame(
            row=row,
            events=tuple(event_row(table.appended(n)) for n in (0, 1)),
            seats=tuple(seats),
            credentials=tuple(credential for _, credential in made),
            idempotency=keep(created),
        )
        game = structs.replace(game, deliveries=self._hall.told(row, game))
        self._hall.storage.create(game)
        self._hall.sent(game.deliveries)
        self._hall.put(created.game)
        if _bots_begin(plan):
            # In a change of its own: the answer tells of the game as it was opened.
            self._hall.change(row.id, _nothing)
        return created

    def _table(self, plan: Plan, tip: bytes, now: int) -> Table:
        """A table with events 0 and 1."""
        return Table.open(
            plan.rules,
            house=self._keyring.active("house"),
            house_name=self._house_name,
            tip=tip,
            nonce=os.urandom(16),
            at=now,
            links=plan.links,
            away_after_ms=plan.away_after_ms,
            returns=plan.returns,
            signed_moves=plan.signed_moves,
            note=plan.note,
        )

    def _row(self, plan: Plan, table: Table, *, host: str, mode: Mode, tip: bytes, code: str | None) -> GameRow:
        """The game as it is stored; its secrets sealed."""
        opening, game, now = table.game.opening, table.gid.hex(), table.at
        assert opening is not None
        settings = Settings(bots=plan.bots, start=plan.start, chains=plan.chains, rematch_of=plan.rematch_of)
        return GameRow(
            id=game,
            host=host,
            mode=mode,
            public=plan.public,
            status="joining",
            rules=plan.rules.id,
            players=plan.rules.players,
            rev=0,
            n=table.n,
            head=table.head,
            # Should this process end before the bots sit down, the keeper of the next one sees to it.
            deadline=now if _bots_begin(plan) else first_deadline(now, self._open_for_ms),
            house_key=opening.house.key,
            tip=self._sealer.seal(tip, tip_context(game)),
            settings=settings.encode(),
            created=now,
            updated=now,
            code_hash=room_code_hashes(code, self._sealer)[0] if code else None,
            code=self._sealer.seal(code.encode(), code_context(game)) if code else None,
        )

    def rematch_plan(self, actor: Actor, game_id: str) -> Plan:
        """The plan of the same game once more: the same players and rules.

        Where the first player begins (``start=first``), the players are numbered anew so that the first turn goes to
        the next one clockwise.  Raises GameError ``game.open``.
        """
        with self._hall.looking(game_id) as game:
            check_host(actor, game.row)
            table, row = game.table, game.row
            if not table.closed and not game.stopped:
                raise GameError("game.open", "there is a rematch once the game is closed")
            opening = table.game.opening
            assert opening is not None
            if len(table.joins) < table.rules.players:
                raise GameError("game.not_full", "this game never had all its players")
            order = _clockwise(table) if table.rules.start == "first" else list(range(table.rules.players))
            place = {player: new for new, player in enumerate(order)}
            bots = tuple(
                BotSeat(name=join.name, strategy=game.settings.strategy_of(join.name), place=place[join.player])
                for join in table.joins
                if join.kind == "bot"
            )
            return Plan(
                rules=table.rules,
                bots=bots,
                links=opening.links,
                away_after_ms=opening.away_after_ms,
                returns=opening.returns,
                signed_moves=opening.signed_moves,
                note=None if opening.note is UNSET else opening.note,
                public=row.public,
                code=False,
                chains=game.settings.chains,
                rematch_of=row.id,
                seats=tuple(
                    (token, place[seat.player]) for token, seat in game.seats.items() if seat.player is not None
                ),
            )


def _clockwise(table: Table) -> list[int]:
    """The players in the order of turns, beginning with the one after player 0."""
    play = table.play
    after = play.seating.after if play is not None else (*range(1, table.rules.players), 0)
    order = [after[0]]
    while len(order) < table.rules.players:
        order.append(after[order[-1]])
    return order


def _bots_begin(plan: Plan) -> bool:
    """Whether bots sit down before anybody else, or alone."""
    return any(bot.place == 0 for bot in plan.bots) or len(plan.bots) == plan.rules.players


def _nothing(_change: Change) -> None:
    """What follows by itself is what matters."""


def _check_bots(plan: Plan) -> None:
    names = [bot.name for bot in plan.bots]
    if len(names) > plan.rules.players:
        raise SeatError(
            "seat.bots",
            f"{len(names)} bots do not fit {plan.rules.players} seats",
            path="/bots",
            expected=plan.rules.players,
            found=len(names),
        )
    if len(set(names)) < len(names):
        raise SeatError("seat.bots", "two bots have the same name", path="/bots", found=names)
