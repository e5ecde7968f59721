"""Databases that have been in use for long: games of many thousand events, and very many games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from api.http.conditional import game_etag
from api.service.actor import Actor
from api.service.due import due_of
from api.service.livegame import LiveGame, tip_context
from api.service.service import Service
from api.service.settings import Settings
from api.storage import tables
from api.storage.rows import EventRow, GameRow, NewGame
from fairdice.encoding import ZERO_HASH, head
from fairdice.keys import receipt_message
from replay.codec import encode
from replay.state import MOVE
from tests.bench.long import LongGame
from tests.bench.service.seats import Sitting

__all__ = ["fill", "long_game"]


def long_game(service: Service, host: Actor, seed: str, rolls: int) -> Sitting:
    """A game of so many rolls, stored as if it had been played here, and ready to go on."""
    game = LongGame(seed)
    game.play(rolls)
    while game.game.due == MOVE:
        game._move()
    now = service.hall.clock()
    service.keyring.add("house", game.house, now, retire_others=False)
    rows, before = [], ZERO_HASH
    for event in game.events:
        body = encode(event)
        before = head(before, body)
        sig = game.house.sign(receipt_message(game.gid, event.n, before))
        rows.append(EventRow(n=event.n, body=body, head=before, sig=sig))
    assert host.credential is not None
    name, tip = game.gid.hex(), game._secret("tip 0")
    row = GameRow(
        id=name,
        host=host.credential.host,
        mode=host.credential.mode,
        public=False,
        status="playing",
        rules="star@1",
        players=4,
        rev=0,
        n=rows[-1].n,
        head=before,
        deadline=None,
        house_key=game.house.public.hex(),
        tip=service.sealer.seal(tip, tip_context(name)),
        settings=Settings().encode(),
        created=now,
        updated=now,
        open_leaf=0,
    )
    service.storage.create(NewGame(row=row, events=tuple(rows)))
    table = LiveGame.load(name, service.storage, service.keyring, service.sealer).table
    return Sitting(
        game=name,
        etag=game_etag(table.n, table.head),
        due=due_of(table, started=True, stopped=False, deadline=None),
        head=table.head.hex(),
        links=65536,
        seeds={
            player: (key.seed.hex(), game._secret(f"tip {player + 1}").hex()) for player, key in enumerate(game.keys)
        },
    )


def fill(service: Service, game: str, count: int) -> None:
    """Store a closed game so many times over, with its events and an answer to a retry for each."""
    storage: Any = service.storage
    postgres = storage.engine.dialect.name == "postgresql"
    # Names in no order, as hashes are.
    number = "i * 2654435761 % 4294967296"
    name = (
        f"lpad(to_hex(({number})::bigint), 8, '0') || lpad(to_hex(i), 56, '0')"
        if postgres
        else f"printf('%08x%056x', {number}, i)"
    )
    scope = f"decode({name}, 'hex')" if postgres else f"CAST({name} AS BLOB)"
    for table, column, changes in (
        (tables.game, "id", {"id": name, "status": "'closed'", "deadline": "NULL", "code_hash": "NULL"}),
        (tables.event, "game", {"game": name}),
        (tables.idempotency, "scope", {"scope": scope}),
    ):
        names = [str(each.name) for each in table.columns]
        shown = ", ".join(changes.get(each, f"{table.name}.{each}") for each in names)
        # Of the game its rows, and of the answers any one.
        which = "LIMIT 1" if table is tables.idempotency else f"WHERE {column} = '{game}'"
        statement = text(
            f"INSERT INTO {table.name} ({', '.join(names)})"
            f" WITH RECURSIVE counted (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < {count})"
            f" SELECT {shown} FROM counted, (SELECT * FROM {table.name} {which}) AS {table.name}"
        )
        storage._write(lambda connection, statement=statement: connection.execute(statement))
    if postgres:
        with storage.engine.connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))  # rather than while something is measured
