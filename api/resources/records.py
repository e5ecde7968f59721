"""Records, events and reports of games."""

from __future__ import annotations

from api.http.call import Answer, Call
from api.http.conditional import game_etag
from api.http.operation import Component, operation
from api.resources.verify import TURNS
from api.schemas.answers import EventListSchema
from api.schemas.paging import AfterSchema
from api.service.rights import check_reads, check_reads_stored, stored_row
from api.service.told import row_event_body

__all__: list[str] = []


@operation(
    "GET",
    "/v1/games/<game>/record",
    summary="The record",
    tag="records",
    auth=("anyone",),
    answers={200: Component("Record")},
    etag=True,
    problems=("game.unknown",),
)
def show_record(call: Call) -> Answer:
    """The game's whole record as canonical JSON: what `fairdice verify` reads.  That of a closed game never changes."""
    with call.service.hall.looking(call.params["game"]) as game:
        check_reads(call.actor, game.row, game.seats)
        etag = game_etag(game.table.n, game.table.head)
        cache = "public" if game.row.public else "private"
        closed = game.table.closed
        kept = f"{cache}, max-age=31536000, immutable" if closed else "no-store"
        name = f'attachment; filename="fairdice-{game.row.id[:12]}.json"'
        return Answer(
            body=call.service.records.record(game),
            etag=etag,
            lasts=closed,
            headers={"Cache-Control": kept, "Content-Disposition": name},
        )


@operation(
    "GET",
    "/v1/games/<game>/events",
    summary="Events",
    tag="records",
    auth=("anyone",),
    query=AfterSchema,
    answers={200: EventListSchema},
    problems=("game.unknown",),
)
def list_events(call: Call) -> Answer:
    """Events after `after`, each with its head and the house's receipt."""
    storage = call.service.storage
    row = stored_row(storage, call.params["game"])
    check_reads_stored(call.actor, row, storage)
    after, limit = call.query["after"], call.query["limit"]
    rows = storage.events(row.id, after=after, limit=limit)
    last = rows[-1].n if rows else after
    return Answer(
        body={"items": list(map(row_event_body, rows)), "n": max(row.n, last), "more": last < row.n},
        etag=game_etag(row.n, row.head),
    )


@operation(
    "GET",
    "/v1/games/<game>/report",
    summary="What a verifier says",
    tag="records",
    auth=("anyone",),
    answers={200: Component("Report")},
    problems=("game.unknown", "service.busy"),
)
def show_report(call: Call) -> Answer:
    """The verifier's report of the record so far, for convenience: a house that vouches for itself proves nothing.
    Whoever doubts runs `fairdice verify` on the record.
    """
    with call.service.hall.looking(call.params["game"]) as game:
        check_reads(call.actor, game.row, game.seats)
        record, closed = call.service.records.record(game), game.table.closed
        logged = game.row.checkpoint is not None
        etag = game_etag(game.table.n, game.table.head)
    if closed and call.etag_matches(etag):
        return Answer(etag=etag)  # nothing is verified for who has the report already
    with TURNS.one():
        return Answer(body=call.service.records.report(record, logged=logged), etag=etag, lasts=closed)
