"""Games: opening them, finding them, looking at them, playing them once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.operation import Component, operation
from api.http.pages import page, read_cursor
from api.resources.seats import join_url
from api.resources.shared import asking
from api.schemas.answers import CreatedSchema, DueSchema, GameListSchema, GameSchema
from api.schemas.games import GameQuerySchema, NewGameSchema
from api.service.errors import GameError
from api.service.livegame import LiveGame
from api.service.opening import Created, Plan
from api.service.rights import check_reads
from api.service.settings import BotSeat
from api.service.told import due_body, game_body, row_body
from api.storage.rows import GameQuery
from replay.errors import OptionError
from replay.position import describe
from replay.system import Rules
from replay.systems import system

__all__: list[str] = []


@operation(
    "POST",
    "/v1/games",
    summary="Open a game",
    tag="games",
    auth=("host:play",),
    body=NewGameSchema,
    answers={201: CreatedSchema},
    idempotent=True,
    problems=("option.system", "option.unknown", "option.value", "option.players", "seat.bots"),
)
def create_game(call: Call) -> Answer:
    """Fixes the rules and the house's chain before anyone joins.  The room code and the player tokens in the answer are
    shown once; the code can be asked for again while seats are free.
    """
    return _open(call, _plan(call.body))


def _open(call: Call, plan: Plan) -> Answer:
    made: list[Answer] = []

    def keep(created: Created) -> Any:
        made.append(_created(call, created))
        return call.keep(made[0])

    call.service.opening.create(call.actor, plan, keep)
    return made[0]


def _created(call: Call, created: Created) -> Answer:
    game = created.game
    body = game_body(game, None) | {
        "room_code": created.code,
        "join_url": None if created.code is None else join_url(call, created.code),
        "tokens": [{"id": name, "token": token} for name, token in created.tokens],
    }
    return Answer(
        201,
        body,
        {"Location": f"{call.service.config.url}/v1/games/{game.row.id}", "Cache-Control": "no-store"},
        etag=game_etag(game.table.n, game.table.head),
        secret=True,
    )


def _plan(body: dict[str, Any]) -> Plan:
    join = body.get("join", {})
    bots = tuple(
        BotSeat(name=bot.get("name", f"Bot {number}"), strategy=bot.get("strategy", "greedy"))
        for number, bot in enumerate(body.get("bots", ()), 1)
    )
    wanted = ("links", "away_after_ms", "returns", "signed_moves", "note", "public", "start")
    return Plan(
        rules=_rules(body),
        bots=bots,
        code=join.get("code", True),
        tokens=join.get("tokens", 0),
        chains=join.get("chains", "optional"),
        **{name: body[name] for name in wanted if name in body},
    )


def _rules(body: dict[str, Any]) -> Rules:
    """The rules that the body asks for.  Raises OptionError, whose path leads to the member of the body."""
    try:
        found = system(body["rules"])
    except OptionError as error:
        error.path = "/rules"
        raise
    try:
        return found.bind(body.get("options", {}), body["players"])
    except OptionError as error:
        error.path = error.path if error.path == "/players" else f"/options{error.path}"
        raise


@operation(
    "POST",
    "/v1/games/<game>/rematch",
    summary="Play once more",
    tag="games",
    auth=("host:play",),
    answers={201: CreatedSchema},
    idempotent=True,
    problems=("game.open", "game.not_full", "game.unknown"),
)
def make_rematch(call: Call) -> Answer:
    """A new game of the same rules for the same players.  Where the first player begins, they are numbered anew, so
    that the first turn goes to the next one clockwise.  The tokens of the old game hold the seats of the new one; each
    player joins again, since every game needs fresh chains.
    """
    return _open(call, call.service.opening.rematch_plan(call.actor, call.params["game"]))


@operation(
    "GET",
    "/v1/games",
    summary="List games",
    tag="games",
    auth=("host:read",),
    query=GameQuerySchema,
    answers={200: GameListSchema},
    problems=("request.cursor",),
)
def list_games(call: Call) -> Answer:
    """The games of this host, the newest first."""
    assert call.actor.credential is not None
    limit = call.query["limit"]
    rows = call.service.storage.games(
        GameQuery(
            host=call.actor.credential.host,
            mode=call.actor.credential.mode,
            status=call.query.get("status"),
            rules=call.query.get("rules"),
            before=read_cursor(call.query.get("cursor")),
            limit=limit + 1,
        )
    )
    shown = rows[:limit]
    following = (shown[-1].created, shown[-1].id) if len(rows) > limit else None
    return page(call, list(map(row_body, shown)), following)


def _looked(call: Call, tell: Callable[[LiveGame], Any], *, lasts: bool = False) -> Answer:
    """What `tell` says of the game in the path, to whoever may see it; `lasts` as in `Answer`."""
    with call.service.hall.looking(call.params["game"]) as game:
        check_reads(call.actor, game.row, game.seats)
        etag, closed = game_etag(game.table.n, game.table.head), game.table.closed
        return Answer(
            body=tell(game),
            etag=etag,
            lasts=closed or lasts,
            headers={} if closed else {"Cache-Control": "no-store"},
        )


@operation(
    "GET",
    "/v1/games/<game>",
    summary="Look at a game",
    tag="games",
    auth=("anyone",),
    answers={200: GameSchema},
    problems=("game.unknown",),
)
def show_game(call: Call) -> Answer:
    """For its host, its players, and anyone if it is public: rules, seats, what is due, the result, and from the start
    on the proofs of the transparency log.
    """
    return _looked(call, lambda game: game_body(game, call.service.records.proofs(game.row)))


@operation(
    "GET",
    "/v1/games/<game>/due",
    summary="What is due",
    tag="games",
    auth=("anyone",),
    answers={200: DueSchema},
    problems=("game.unknown",),
)
def show_due(call: Call) -> Answer:
    """The shortest answer to "what now": for clients that poll."""
    return _looked(call, due_body)


@operation(
    "GET",
    "/v1/games/<game>/position",
    summary="The position",
    tag="games",
    auth=("anyone",),
    answers={200: Component("Position")},
    problems=("game.unknown", "game.not_started", "position.start"),
)
def show_position(call: Call) -> Answer:
    """The position on the board as a position document, which `POST /v1/positions` and `fairdice moves` read."""
    return _looked(call, _position, lasts=True)


def _position(game: LiveGame) -> Any:
    state = game.table.state
    if state is None:
        raise GameError("game.not_started", "no position stands on the board before the draw")
    return to_builtins(describe(game.table.rules, state))


@operation(
    "DELETE",
    "/v1/games/<game>",
    summary="Delete a game",
    tag="games",
    auth=("host:admin",),
    answers={204: None},
    if_match=True,
    problems=("game.open", "game.unknown"),
)
def delete_game(call: Call) -> Answer:
    """Removes a closed game: record, events, seats; its players' tokens open nothing any more.  What the transparency
    log has of it, hashes, stays for ever.
    """
    ask, _kept = asking(call, lambda _change, _done: Answer(204))
    call.service.playing.delete(ask, lambda: None)
    return Answer(204)
