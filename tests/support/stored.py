"""Rows for tests of the storage, each with everything in it that its table has."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from api.storage.contract import Storage
from api.storage.rows import (
    Append,
    AssetRow,
    ContributionRow,
    CredentialRow,
    DeliveryRow,
    EventRow,
    GameRow,
    HostRow,
    IdempotencyRow,
    KeyRow,
    Leaf,
    NewGame,
    SeatRow,
    WebhookRow,
)
from fairdice.merkle import EMPTY_ROOT, Tree, leaf_hash
from tests.support.databases import checkpointer

__all__ = [
    "HOST",
    "LEAF",
    "answer",
    "asset",
    "change",
    "check_log",
    "credential",
    "delivery",
    "digest",
    "event",
    "everything",
    "game",
    "host",
    "key",
    "new_game",
    "prepared",
    "webhook",
]

HOST = "host_1"
LEAF = Leaf(kind="open", entry=b'{"format":"fairdice/leaf@1"}')


def digest(name: object) -> bytes:
    return sha256(str(name).encode()).digest()


def host(name: str = HOST, **other: Any) -> HostRow:
    return HostRow(**{"id": name, "name": f"Host {name}", "created": 10, **other})


def asset(name: str = "fairdice-replay.js", **other: Any) -> AssetRow:
    return AssetRow(**{"digest": "ab" * 16, "name": name, "body": b"packed", "created": 10, **other})


def credential(name: str = "key_1", **other: Any) -> CredentialRow:
    row = {
        "token_hash": digest(name),
        "id": name,
        "kind": "host",
        "host": HOST,
        "mode": "live",
        "label": "Büro",
        "scopes": ("games", "keys"),
        "created": 20,
        "expires": 2**41,
    }
    return CredentialRow(**{**row, **other})


def key(public: str = "ab" * 32, **other: Any) -> KeyRow:
    return KeyRow(**{"public": public, "purpose": "house", "sealed": b"\0sealed\xff", "created": 30, **other})


def event(n: int = 0) -> EventRow:
    return EventRow(n=n, body=b'{"n":%d,"type":"\xc3\xb6"}' % n, head=digest(n), sig=digest(n) + digest(-n))


def game(name: str = "01" * 32, **other: Any) -> GameRow:
    row = {
        "id": name,
        "host": HOST,
        "mode": "live",
        "public": False,
        "status": "joining",
        "rules": "star@1",
        "players": 4,
        "rev": 0,
        "n": 1,
        "head": digest(1),
        "deadline": None,
        "house_key": "ab" * 32,
        "tip": b"\0tip\xff",
        "settings": b'{"a":1}',
        "created": 1_796_000_000_000,
        "updated": 1_796_000_000_000,
    }
    return GameRow(**{**row, **other})


def new_game(name: str = "01" * 32, *, answered: IdempotencyRow | None = None, **other: Any) -> NewGame:
    return NewGame(row=game(name, **other), events=(event(0), event(1)), idempotency=answered)


def answer(name: object = 1, **other: Any) -> IdempotencyRow:
    row = {
        "scope": digest(f"scope {name}"),
        "fingerprint": digest(f"fingerprint {name}"),
        "status": 201,
        "headers": '{"ETag":"\\"1\\""}',
        "body": b"\0body\xff",
        "secret": False,
        "created": 40,
    }
    return IdempotencyRow(**{**row, **other})


def change(name: str = "01" * 32, rev: int = 0, **other: Any) -> Append:
    """One event more, and a contribution of player 0; after `rev` changes of `new_game` that were such as this."""
    n = rev + 2
    row = {
        "game": name,
        "rev": rev,
        "was": digest(n - 1),
        "n": n,
        "head": digest(n),
        "status": "playing",
        "deadline": 1000 + rev,
        "at": 1_796_000_000_000 + n,
        "events": (event(n),),
        "contributions": (ContributionRow(player=0, j=n, link=digest(n), ack=digest(n) * 2),),
    }
    return Append(**{**row, **other})


def everything(name: str = "01" * 32, rev: int = 0, **other: Any) -> Append:
    """A change with something for every table."""
    token = credential(f"tok_{name[:4]}_{rev}", kind="player")
    row = {
        "leaf": Leaf(kind="open", entry=b'{"game":"%s","n":%d}' % (name.encode(), rev)),
        "seats": (SeatRow(game=name, token_hash=token.token_hash, player=rev),),
        "credentials": (token,),
        "deliveries": (delivery(f"msg_{name[:4]}_{rev}", game=name),),
        "idempotency": answer(f"{name} {rev}"),
    }
    return change(name, rev, **{**row, **other})


def webhook(name: str = "wh_1", **other: Any) -> WebhookRow:
    row = {
        "id": name,
        "host": HOST,
        "mode": "live",
        "url": "https://example.org/hook",
        "secret": b"\0secret\xff",
        "events": ("game.closed", "game.started"),
        "created": 50,
    }
    return WebhookRow(**{**row, **other})


def delivery(name: str = "msg_1", **other: Any) -> DeliveryRow:
    row = {
        "id": name,
        "webhook": "wh_1",
        "type": "game.closed",
        "game": "01" * 32,
        "body": b'{"type":"game.closed"}',
        "created": 60,
        "next_at": 60,
    }
    return DeliveryRow(**{**row, **other})


def prepared(storage: Storage, *games: str) -> Storage:
    """The storage with a host, a log, and these games."""
    storage.add_host(host())
    storage.new_tree("example.org/log", "cd" * 32, 5)
    for name in games:
        storage.create(new_game(name))
    return storage


def check_log(storage: Storage) -> int:
    """Require that the log's leaves, nodes, size and checkpoint fit each other; how many leaves there are."""
    tree = storage.tree()
    assert tree is not None
    leaves = storage.leaves(tree.id, 0, tree.size + 100)
    assert [leaf.index for leaf in leaves] == list(range(tree.size))
    expected = Tree(leaf_hash(leaf.entry) for leaf in leaves)
    wanted = [(level, index) for level in range(12) for index in range((tree.size + 100) >> level)]
    complete = {(level, index) for level, index in wanted if (index + 1) << level <= tree.size}
    nodes = storage.nodes(tree.id, wanted)
    assert nodes == {node: expected.read(*node) for node in complete}
    assert tree.checkpoint == checkpointer(tree, tree.size, expected.root() if tree.size else EMPTY_ROOT)
    return tree.size
