"""Playing: start, links, rolls, moves, passes, absences, returns, the end."""

from __future__ import annotations

from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.operation import operation
from api.resources.shared import appended, asking
from api.schemas.answers import AppendedSchema, MovesSchema
from api.schemas.games import StartSchema
from api.schemas.play import (
    AbandonmentSchema,
    AbsenceSchema,
    LinksSchema,
    MoveSchema,
    PassSchema,
    ReturnSchema,
    RollSchema,
)
from api.service.due import legal_moves
from api.service.rights import check_reads

__all__: list[str] = []

_PLAY = ("host:play", "player")
_ANSWERS = {200: AppendedSchema, 201: AppendedSchema}


@operation(
    "POST",
    "/v1/games/<game>/start",
    summary="Start a game",
    tag="play",
    auth=("host:play",),
    body=StartSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("seat.empty", "game.unknown"),
)
def start_game(call: Call) -> Answer:
    """Seats bots in what is empty (with `fill`), puts the head before the draw into the transparency log, and makes the
    draw due.  Needed only for games made with `"start": "host"`, or that are not full; others start by themselves.
    """
    ask, kept = asking(call, lambda change, _done: appended(change))
    call.service.playing.start(ask, call.body.get("fill"))
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/links",
    summary="Give links to the roll that is due",
    tag="play",
    auth=_PLAY,
    body=LinksSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("chain.link", "sign.ack", "table.not_due", "table.no_contributor", "table.link_given", "seat.own_token"),
)
def give_links(call: Call) -> Answer:
    """Each contributor's link `j` with its ack.  No link is shown to anyone before all are there; `due.missing` says
    whose are not.  A roll that nobody has to ask for (the draw, a bot's, an absent player's) is made with the last
    link.
    """
    ask, kept = asking(call, lambda change, _done: appended(change))
    call.service.playing.links(ask, call.body["j"], call.body["links"])
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/rolls",
    summary="Roll",
    tag="play",
    auth=_PLAY,
    body=RollSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("table.links_missing", "table.not_due", "table.spent", "chain.link", "sign.ack", "seat.own_token"),
)
def make_roll(call: Call) -> Answer:
    """Makes roll `j`, once: asked again, the same roll is given.  A host that relays for its players sends all links
    with it, so that a roll is one request.
    """
    ask, kept = asking(call, appended)
    call.service.playing.roll(ask, call.body["j"], call.body.get("links", ()))
    return kept.answer


@operation(
    "GET",
    "/v1/games/<game>/moves",
    summary="The legal moves",
    tag="play",
    auth=("anyone",),
    answers={200: MovesSchema},
    etag=True,
    problems=("game.unknown",),
)
def list_moves(call: Call) -> Answer:
    """Each legal move with the piece that makes it, the loop square that it lands on (null in a column, at home and in
    the yard), what it captures, and in words.  Empty while no move is due.
    """
    with call.service.hall.looking(call.params["game"]) as game:
        check_reads(call.actor, game.row, game.seats)
        table = game.table
        etag = game_etag(table.n, table.head)
        moves = legal_moves(table)
        return Answer(
            body={"player": table.turn if moves else None, "by": table.by, "moves": moves, "may_pass": table.may_pass},
            etag=etag,
        )


@operation(
    "POST",
    "/v1/games/<game>/moves",
    summary="Move a piece",
    tag="play",
    auth=_PLAY,
    body=MoveSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("rules.move", "rules.piece", "rules.turn", "rules.by", "rules.due", "sign.move", "sign.missing"),
)
def make_move(call: Call) -> Answer:
    """One of the legal moves, with the fields that `GET .../moves` shows for it, signed where the player has a key.
    Automatic moves and those of bots follow at once and stand in the answer as well.
    """
    ask, kept = asking(call, appended)
    call.service.playing.move(ask, call.body)
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/passes",
    summary="Decline to move",
    tag="play",
    auth=_PLAY,
    body=PassSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("rules.pass", "rules.turn", "sign.missing"),
)
def make_pass(call: Call) -> Answer:
    """Where the rules let a player decline (`due.may_pass`)."""
    ask, kept = asking(call, appended)
    call.service.playing.pass_(ask, call.body)
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/absences",
    summary="Leave, or be declared away",
    tag="play",
    auth=_PLAY,
    body=AbsenceSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("rules.away", "order.timeout", "sign.missing", "seat.other_player"),
)
def make_absence(call: Call) -> Answer:
    """A player leaves (signed, if it has a key), while a move, a roll or a link of it is due.  The host may declare one
    away that has kept the others waiting for `away_after_ms` (`"reason": "timeout"`); the service does so by itself.
    From then on a stand-in plays, until the player is back.
    """
    ask, kept = asking(call, appended)
    call.service.playing.leave(ask, call.body)
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/returns",
    summary="Come back",
    tag="play",
    auth=_PLAY,
    body=ReturnSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("rules.back", "sign.missing", "seat.other_player"),
)
def make_return(call: Call) -> Answer:
    """A player that was away plays again at once, and contributes again from the next roll that becomes due."""
    ask, kept = asking(call, appended)
    call.service.playing.back(ask, call.body)
    return kept.answer


@operation(
    "POST",
    "/v1/games/<game>/abandonment",
    summary="Stop a game",
    tag="play",
    auth=("host:play",),
    body=AbandonmentSchema,
    answers=_ANSWERS,
    idempotent=True,
    if_match=True,
    problems=("result.status", "rules.over", "game.unknown"),
)
def abandon_game(call: Call) -> Answer:
    """Closes the game as abandoned; that shows in the record and in the log for ever."""
    ask, kept = asking(call, appended)
    call.service.playing.abandon(ask, call.body.get("reason"))
    return kept.answer
