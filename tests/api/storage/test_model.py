"""Any sequence of changes leaves in SQLite what it leaves in a few dictionaries."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from api.storage.contract import Repeated, Stale, Storage, StorageError, Taken
from api.storage.rows import (
    Append,
    ContributionRow,
    EventRow,
    GameRow,
    IdempotencyRow,
    Leaf,
    NewGame,
    SeatRow,
    Sequenced,
)
from fairdice.merkle import Tree, leaf_hash
from tests.support.databases import checkpointer, migrated_url, open_database
from tests.support.stored import answer, check_log, digest, event, game, prepared

NAMES = st.sampled_from(["aa", "bb", "cc"])
SCOPES = st.none() | st.integers(0, 5)
CODES = st.none() | st.sampled_from([b"code 1", b"code 2"])


class Model:
    """What the contract says, about games alone."""

    def __init__(self) -> None:
        self.games: dict[str, GameRow] = {}
        self.events: dict[str, list[EventRow]] = {}
        self.parts: dict[str, dict[int, ContributionRow]] = {}
        self.seats: dict[str, dict[bytes, SeatRow]] = {}
        self.answers: dict[bytes, IdempotencyRow] = {}
        self.leaves: list[bytes] = []

    def _check_answer(self, stored: IdempotencyRow | None) -> None:
        if stored is not None and stored.scope in self.answers:
            raise Repeated("storage.repeated", "")

    def _keep_answer(self, stored: IdempotencyRow | None) -> None:
        if stored is not None:
            self.answers[stored.scope] = stored

    def create(self, new: NewGame) -> None:
        self._check_answer(new.idempotency)
        codes = {row.code_hash for row in self.games.values()} - {None}
        if new.row.id in self.games or new.row.code_hash in codes:
            raise Taken("storage.taken", "")
        self._keep_answer(new.idempotency)
        self.games[new.row.id] = new.row
        self.events[new.row.id] = list(new.events)
        self.parts[new.row.id] = {}
        self.seats[new.row.id] = {}

    def _find(self, name: str, rev: int) -> GameRow:
        found = self.games.get(name)
        if found is None or found.rev != rev:
            raise Stale("storage.stale", "")
        return found

    def append(self, change: Append) -> Sequenced | None:
        self._check_answer(change.idempotency)
        before = self._find(change.game, change.rev)
        after = replace(
            before, rev=before.rev + 1, n=change.n, head=change.head, status=change.status,
            deadline=change.deadline, updated=change.at,
        )  # fmt: skip
        if change.code_hash is None:
            after = replace(after, code_hash=None, code=None)
        stands = None
        if change.leaf is not None:
            stands = self._add(change.leaf)
            after = replace(after, open_leaf=stands.index, checkpoint=stands.checkpoint)
        self.games[change.game] = after
        self.events[change.game] += change.events
        self.parts[change.game] |= {row.player: row for row in change.contributions}
        self.seats[change.game] |= {row.token_hash: row for row in change.seats}
        self._keep_answer(change.idempotency)
        return stands

    def _add(self, leaf: Leaf) -> Sequenced:
        self.leaves.append(leaf_hash(leaf.entry))
        size, root = len(self.leaves), Tree(self.leaves).root()
        return Sequenced(index=size - 1, checkpoint=f"example.org/log\n{size}\n{root.hex()}\n")

    def delete(self, name: str, rev: int, stored: IdempotencyRow | None) -> None:
        self._check_answer(stored)
        self._find(name, rev)
        self._keep_answer(stored)
        for kept in (self.games, self.events, self.parts, self.seats):
            del kept[name]

    def stop(self, names: list[str], at: int) -> int:
        found = [self.games[name] for name in set(names) if name in self.games]
        stopped = [row for row in found if row.status in {"joining", "playing"}]
        for row in stopped:
            self.games[row.id] = replace(row, status="stopped", rev=row.rev + 1, deadline=None, updated=at)
        return len(stopped)


def told(work: object, *arguments: object) -> object:
    """What comes back, or the code of what is raised."""
    try:
        return work(*arguments)  # type: ignore[operator]
    except StorageError as error:
        return error.code


class Machine(RuleBasedStateMachine):
    """Does the same to both, and compares what they answer and what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="fairdice-model-"))
        url = migrated_url("sqlite", self.folder, lambda: pytest.fail("not needed"))
        self.storage: Storage = prepared(open_database(url))
        self.model = Model()

    def teardown(self) -> None:
        self.storage.close()
        shutil.rmtree(self.folder)

    def rev(self, name: str, off: int) -> int:
        return (self.model.games[name].rev if name in self.model.games else 0) + off

    @rule(name=NAMES, scope=SCOPES, code=CODES, public=st.booleans())
    def create(self, name: str, scope: int | None, code: bytes | None, public: bool) -> None:
        row = game(name, code_hash=code, code=code, public=public)
        stored = None if scope is None else answer(scope, body=name.encode())
        new = NewGame(row=row, events=(event(0), event(1)), idempotency=stored)
        assert told(self.storage.create, new) == told(self.model.create, new)

    @rule(
        name=NAMES,
        off=st.sampled_from([0, 0, 0, 0, 1, -1]),
        scope=SCOPES,
        events=st.integers(0, 3),
        players=st.sets(st.integers(0, 3)),
        seats=st.dictionaries(st.sampled_from([b"\1", b"\2"]), st.integers(0, 3)),
        leaf=st.booleans(),
        frees=st.booleans(),
        status=st.sampled_from(["joining", "playing", "playing", "closed"]),
        deadline=st.none() | st.integers(0, 100),
    )
    def append(
        self, *, name: str, off: int, scope: int | None, events: int, players: set[int], seats: dict[bytes, int],
        leaf: bool, frees: bool, status: str, deadline: int | None,
    ) -> None:  # fmt: skip
        rev = self.rev(name, off)
        last = self.model.games[name].n if name in self.model.games else 1
        change = Append(
            game=name,
            rev=rev,
            was=self.model.games[name].head if name in self.model.games else b"",
            n=last + events,
            head=digest((name, rev)),
            status=status,  # type: ignore[arg-type]
            deadline=deadline,
            at=rev,
            events=tuple(event(last + 1 + step) for step in range(events)),
            contributions=tuple(
                ContributionRow(player=player, j=rev, link=digest(rev), ack=digest(rev) * 2) for player in players
            ),
            seats=tuple(SeatRow(game=name, token_hash=token, player=player) for token, player in seats.items()),
            leaf=Leaf(kind="open", entry=f"{name} {rev}".encode()) if leaf else None,
            idempotency=None if scope is None else answer(scope, body=digest(rev)),
            **({"code_hash": None} if frees else {}),  # type: ignore[arg-type]
        )
        assert told(self.storage.append, change) == told(self.model.append, change)

    @rule(name=NAMES, off=st.sampled_from([0, 0, 1]), scope=SCOPES)
    def delete(self, name: str, off: int, scope: int | None) -> None:
        stored = None if scope is None else answer(scope, body=b"deleted")
        arguments = (name, self.rev(name, off), stored)
        assert told(self.storage.delete, *arguments) == told(self.model.delete, *arguments)

    @rule(names=st.lists(NAMES), at=st.integers(0, 100))
    def stop(self, names: list[str], at: int) -> None:
        assert self.storage.stop(names, at) == self.model.stop(names, at)

    @rule(scope=st.integers(0, 5))
    def look_at_an_answer(self, scope: int) -> None:
        wanted = answer(scope).scope
        assert self.storage.idempotency(wanted) == self.model.answers.get(wanted)

    @invariant()
    def both_hold_the_same(self) -> None:
        storage, model = self.storage, self.model
        for name in ("aa", "bb", "cc"):
            assert storage.game(name) == model.games.get(name)
            assert storage.events(name) == model.events.get(name, [])
            assert storage.contributions(name) == [row for _, row in sorted(model.parts.get(name, {}).items())]
            assert storage.seats(name) == [row for _, row in sorted(model.seats.get(name, {}).items())]
        rows = model.games.values()
        assert storage.open_games() == sorted(row.id for row in rows if row.status in {"joining", "playing"})
        due = sorted((row.deadline, row.id) for row in rows if row.deadline is not None and row.deadline <= 50)
        assert storage.due(50, 10) == [name for _, name in due]
        for code in (b"code 1", b"code 2"):
            found = [row.id for row in rows if row.code_hash == code]
            assert storage.game_of_code(code) == (found[0] if found else None)

    @invariant()
    def the_log_is_sound(self) -> None:
        assert check_log(self.storage) == len(self.model.leaves)
        tree = self.storage.tree()
        assert tree is not None
        assert tree.checkpoint == checkpointer(tree, tree.size, Tree(self.model.leaves).root())


Machine.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestModel = Machine.TestCase
