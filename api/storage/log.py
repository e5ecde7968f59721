"""The transparency log: leaves are put into the tree in the transaction of the change that has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, tuple_, update

from api.storage import tables
from api.storage.contract import Checkpointer, StorageError
from api.storage.database import Database
from api.storage.mapping import Mapping, values
from api.storage.rows import Leaf, LeafRow, Sequenced, TreeRow
from fairdice.merkle import EMPTY_ROOT, Node, append, leaf_hash, root, root_nodes

__all__ = ["Log", "add_leaf"]

_TREE = Mapping(TreeRow, tables.tree)
_LEAF = Mapping(LeafRow, tables.leaf)
_IN_USE = select(*_TREE.columns).where(tables.tree.c.frozen.is_(None)).order_by(tables.tree.c.id.desc()).limit(1)
_NODE = tables.node.c
_AT_ONCE = 500


def add_leaf(connection: Connection, leaf: Leaf, game: str, checkpointer: Checkpointer) -> Sequenced:
    """Give a leaf the next place in the log in use, and sign a checkpoint that covers it.

    The lock on the tree's row is held to the end of the transaction: no two leaves get one place, and a checkpoint is
    stored with the nodes that it is over or not at all.
    """
    tree = _locked(connection)
    before = _read_nodes(connection, tree.id, root_nodes(tree.size))
    fresh = append(tree.size, [leaf_hash(leaf.entry)], lambda level, index: before[level, index])
    after = before | {(level, index): value for level, index, value in fresh}
    size = tree.size + 1
    checkpoint = checkpointer(tree, size, root(size, lambda level, index: after[level, index]))
    connection.execute(insert(tables.leaf).values(tree=tree.id, index=tree.size, entry=leaf.entry, game=game))
    connection.execute(
        insert(tables.node),
        [{"tree": tree.id, "level": level, "index": index, "hash": value} for level, index, value in fresh],
    )
    _change(connection, tree.id, size=size, checkpoint=checkpoint)
    return Sequenced(index=tree.size, checkpoint=checkpoint)


def _locked(connection: Connection) -> TreeRow:
    """The log in use, which no other transaction changes until the end of this one."""
    statement = _IN_USE.with_for_update()
    # The row that was waited for may have been frozen for a new one, which only the next statement sees.
    row = connection.execute(statement).first() or connection.execute(statement).first()
    if row is None:
        raise StorageError("storage.no_tree", "there is no transparency log to put a leaf into")
    return _TREE(row)


def _change(connection: Connection, tree: int, **columns: Any) -> None:
    connection.execute(update(tables.tree).where(tables.tree.c.id == tree).values(columns))


def _read_nodes(connection: Connection, tree: int, wanted: Sequence[Node]) -> dict[Node, bytes]:
    found: dict[Node, bytes] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = tuple_(_NODE.level, _NODE.index).in_(wanted[start : start + _AT_ONCE])
        rows = connection.execute(select(_NODE.level, _NODE.index, _NODE.hash).where(_NODE.tree == tree, some))
        found.update({(level, index): value for level, index, value in rows})
    return found


class Log(Database):
    """The part of the contract about the transparency log."""

    checkpointer: Checkpointer

    def tree(self) -> TreeRow | None:
        row = self._one(_IN_USE)
        return None if row is None else _TREE(row)

    def trees(self) -> list[TreeRow]:
        return _TREE.all(self._all(select(*_TREE.columns).order_by(tables.tree.c.id.desc())))

    def new_tree(self, origin: str, key: str, at: int, *, first: bool = False) -> TreeRow:
        tree = tables.tree

        def unit(connection: Connection) -> TreeRow:
            self._lock(connection, tree.name)
            used = connection.execute(_IN_USE).first() if first else None
            if used is not None:
                return _TREE(used)
            connection.execute(update(tree).where(tree.c.frozen.is_(None)).values(frozen=at))
            new = {"origin": origin, "key": key, "size": 0, "checkpoint": "", "created": at}
            begun = _TREE(connection.execute(insert(tree).values(new).returning(*_TREE.columns)).one())
            checkpoint = self.checkpointer(begun, 0, EMPTY_ROOT)
            _change(connection, begun.id, checkpoint=checkpoint)
            return TreeRow(**{**values(begun), "checkpoint": checkpoint})

        return self._write(unit)

    def leaves(self, tree: int, start: int, count: int) -> list[LeafRow]:
        leaf = tables.leaf.c
        some = select(*_LEAF.columns).where(leaf.tree == tree, leaf.index >= start, leaf.index < start + count)
        return _LEAF.all(self._all(some.order_by(leaf.index)))

    def nodes(self, tree: int, wanted: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        with self._faults(), self.engine.connect() as connection:
            return _read_nodes(connection, tree, wanted)
