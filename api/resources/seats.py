"""Sitting down: room codes, player tokens, reservations, joins."""

from __future__ import annotations

import io
from typing import Any

from api.http.auth import authorize
from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.operation import Media, operation
from api.resources.shared import Kept, appended, asking
from api.schemas.answers import AppendedSchema, ReservedSchema, RoomCodeSchema, TokenListSchema
from api.schemas.games import JoinSchema, ReservationSchema, TokensSchema
from api.service.ask import Ask
from api.service.change import Change
from api.service.errors import SeatError
from api.service.joining import Reserved
from api.service.rights import stored_row
from api.service.told import event_body

__all__: list[str] = []


@operation(
    "GET",
    "/v1/games/<game>/room-code",
    summary="The room code",
    tag="seats",
    auth=("host:read",),
    answers={200: RoomCodeSchema},
    problems=("seat.no_code", "game.unknown"),
)
def show_room_code(call: Call) -> Answer:
    """The code with which players find the table, and the address that the QR code holds; gone once all seats are
    taken.
    """
    code = _code(call)
    return Answer(body={"code": code, "join_url": join_url(call, code)}, headers={"Cache-Control": "no-store"})


@operation(
    "GET",
    "/v1/games/<game>/room-code.svg",
    summary="The room code as QR code, SVG",
    tag="seats",
    auth=("host:read",),
    answers={200: Media("image/svg+xml", "The join URL as a QR code.")},
    problems=("seat.no_code", "game.unknown"),
)
def show_room_code_svg(call: Call) -> Answer:
    """A picture of 4 units of quiet zone; scale it as you like."""
    return _picture(call, "svg", "image/svg+xml", xmldecl=False, svgns=True, scale=8)


@operation(
    "GET",
    "/v1/games/<game>/room-code.png",
    summary="The room code as QR code, PNG",
    tag="seats",
    auth=("host:read",),
    answers={200: Media("image/png", "The join URL as a QR code.")},
    problems=("seat.no_code", "game.unknown"),
)
def show_room_code_png(call: Call) -> Answer:
    """A picture of some 300 pixels."""
    return _picture(call, "png", "image/png", scale=8)


def _picture(call: Call, kind: str, media: str, **how: Any) -> Answer:
    import segno

    out = io.BytesIO()
    segno.make_qr(join_url(call, _code(call)), error="m").save(out, kind=kind, **how)
    return Answer(body=out.getvalue(), media=media, headers={"Cache-Control": "no-store"})


def _code(call: Call) -> str:
    row = stored_row(call.service.storage, call.params["game"])
    code = call.service.joining.room_code(call.actor, row)
    if code is None:
        raise SeatError("seat.no_code", "this game has no room code, or not any more: all seats are taken")
    return code


def join_url(call: Call, code: str) -> str:
    """Where a player goes with a room code."""
    return f"{call.service.config.url}/join/{code}"


@operation(
    "POST",
    "/v1/games/<game>/tokens",
    summary="Make player tokens",
    tag="seats",
    auth=("host:play",),
    body=TokensSchema,
    answers={201: TokenListSchema},
    idempotent=True,
    problems=("seat.full", "game.unknown"),
)
def make_tokens(call: Call) -> Answer:
    """Hand one to each player that drives its own seat.  They are shown once and stored as hashes only."""

    def tell(_change: Change, tokens: list[tuple[str, str]]) -> Answer:
        return Answer(201, {"tokens": [{"id": name, "token": token} for name, token in tokens]}, secret=True)

    ask, kept = asking(call, tell)
    call.service.joining.add_tokens(ask, call.body.get("count", 1))
    return kept.answer


@operation(
    "DELETE",
    "/v1/games/<game>/tokens/<token>",
    summary="Revoke a player token",
    tag="seats",
    auth=("host:play",),
    answers={204: None},
    problems=("seat.token", "game.unknown"),
)
def revoke_token(call: Call) -> Answer:
    """For a token that was lost, by its `id`.  It stops working at once, here; in other processes of the service after
    5 s at the latest.  Its player cannot be driven by anyone then, and is declared away in its time; a stand-in plays.
    Again, nothing changes.
    """
    call.forget(call.service.joining.revoke_token(call.actor, call.params["game"], call.params["token"]))
    return Answer(204)


@operation(
    "POST",
    "/v1/reservations",
    summary="Reserve the next seat",
    tag="seats",
    auth=("anyone", "player", "host:play"),
    body=ReservationSchema,
    answers={201: ReservedSchema},
    idempotent=True,
    limit="codes",
    problems=("seat.code", "seat.reserved", "seat.full", "seat.kept", "seat.not_yet", "seat.joined", "game.unknown"),
)
def reserve_seat(call: Call) -> Answer:
    """Whoever brings a key signs its place in the game, so the place is kept first: player number, the head that the
    join follows, and all events so far with their receipts.  With a room code (no credential needed) comes a fresh
    player token; a player token or a host key names the game instead.
    """
    by_code = "code" in call.body
    if by_code == ("game" in call.body):
        raise SeatError("seat.which", "a reservation names either a room code or a game")
    game = call.service.joining.game_of_code(call.body["code"]) if by_code else call.body["game"]
    if not by_code:
        authorize(call.actor, ("player", "host:play"))
    kept = Kept()
    ask = Ask(call.actor, game, None, kept.keep(call, _reservation))
    call.service.joining.reserve(ask, by_code=by_code)
    return kept.answer


def _reservation(change: Change, reserved: Reserved) -> Answer:
    table = change.table
    opening = table.game.opening
    assert opening is not None
    body = {
        "game": change.game.row.id,
        "player": reserved.player,
        "n": table.n,
        "head": table.head.hex(),
        "links": opening.links,
        "events": [event_body(table.appended(n)) for n in range(table.n + 1)],
        "expires_at": reserved.until,
    }
    if reserved.token is not None:
        body["token"] = reserved.token
    return Answer(201, body, etag=game_etag(table.n, table.head), secret=reserved.token is not None)


@operation(
    "POST",
    "/v1/games/<game>/joins",
    summary="Join",
    tag="seats",
    auth=("player", "host:play"),
    body=JoinSchema,
    answers={201: AppendedSchema},
    idempotent=True,
    problems=(
        "seat.not_reserved",
        "seat.reserved",
        "seat.chain",
        "seat.full",
        "party.key_weak",
        "party.same_key",
        "party.same_anchor",
        "party.join_sig",
        "party.sig_missing",
        "game.unknown",
    ),
)
def join_game(call: Call) -> Answer:
    """Takes the next seat: with a chain and a key of the player's own (the anchor of a chain made for this game and
    player, the key, and the signature over the join as protocol.md, B16, has it), with a key alone, or with neither.
    With a key the seat must have been reserved.  The last join starts the game, unless its host wants to.
    """
    ask, kept = asking(call, appended)
    call.service.joining.join(ask, call.body)
    return kept.answer
