"""The transparency log in the storage, on both databases."""

from __future__ import annotations

import pytest

from api.storage.contract import Storage, StorageError
from api.storage.rows import LeafRow, TreeRow
from fairdice.merkle import EMPTY_ROOT, Tree, leaf_hash
from tests.support.databases import checkpointer, open_database
from tests.support.stored import change, check_log, everything, game, host, new_game, prepared


def test_a_new_log_has_a_checkpoint(storage: Storage) -> None:
    assert storage.tree() is None
    assert storage.trees() == []
    tree = storage.new_tree("example.org/log", "cd" * 32, 5)
    assert tree == TreeRow(
        id=tree.id,
        origin="example.org/log",
        key="cd" * 32,
        size=0,
        checkpoint=f"example.org/log\n0\n{EMPTY_ROOT.hex()}\n",
        created=5,
    )
    assert storage.tree() == tree
    assert storage.trees() == [tree]
    assert storage.leaves(tree.id, 0, 10) == []
    assert storage.nodes(tree.id, [(0, 0)]) == {}


def test_leaves_take_their_places(storage: Storage) -> None:
    prepared(storage, "aa", "bb")
    entries = []
    for rev in range(9):
        for name in ("aa", "bb"):
            new = everything(name, rev)
            stands = storage.append(new)
            assert stands is not None
            assert new.leaf is not None
            entries.append(new.leaf.entry)
            tree = Tree(map(leaf_hash, entries))
            row = storage.tree()
            assert row is not None
            assert stands.index == len(entries) - 1
            assert stands.checkpoint == row.checkpoint == checkpointer(row, len(entries), tree.root())
    assert check_log(storage) == 18
    assert storage.leaves(1, 3, 2) == [
        LeafRow(index=3, entry=entries[3], game="bb"),
        LeafRow(index=4, entry=entries[4], game="aa"),
    ]
    assert [leaf.index for leaf in storage.leaves(1, 17, 5)] == [17]
    assert storage.leaves(1, 18, 5) == []
    assert storage.leaves(2, 0, 5) == []


def test_a_change_without_a_leaf_leaves_the_log_alone(storage: Storage) -> None:
    prepared(storage, "aa")
    storage.append(change("aa", 0))
    assert check_log(storage) == 0


def test_a_new_log_takes_the_place_of_the_old_one(storage: Storage) -> None:
    prepared(storage, "aa")
    storage.append(everything("aa", 0))
    old = storage.tree()
    assert old is not None
    new = storage.new_tree("example.org/log2", "ef" * 32, 9)
    assert new.id != old.id
    assert storage.tree() == new
    assert [(row.id, row.size, row.frozen) for row in storage.trees()] == [(new.id, 0, None), (old.id, 1, 9)]
    stands = storage.append(everything("aa", 1))
    assert stands is not None
    assert stands.index == 0
    assert check_log(storage) == 1
    assert [leaf.index for leaf in storage.leaves(old.id, 0, 10)] == [0]


def test_what_the_checkpointer_raises_undoes_the_change(database: str) -> None:
    storage = open_database(database)
    prepared(storage, "aa")

    def broken(tree: TreeRow, size: int, root: bytes) -> str:
        raise LookupError("no key")

    storage.checkpointer = broken  # type: ignore[attr-defined]
    with pytest.raises(LookupError, match="no key"):
        storage.append(everything("aa", 0))
    with pytest.raises(LookupError, match="no key"):
        storage.new_tree("example.org/log2", "ef" * 32, 9)
    assert storage.game("aa") == game("aa")
    assert check_log(storage) == 0
    storage.close()


def test_nodes_are_many(storage: Storage) -> None:
    prepared(storage, "aa")
    storage.append(everything("aa", 0))
    wanted = [(level, index) for level in range(10) for index in range(150)]
    assert set(storage.nodes(1, wanted)) == {(0, 0)}
    assert storage.nodes(1, []) == {}


@pytest.mark.parametrize("start", [2**63, -(2**64)])
def test_places_that_no_database_knows(storage: Storage, start: int) -> None:
    storage.add_host(host())
    storage.create(new_game("aa"))
    with pytest.raises(StorageError) as caught:
        storage.leaves(1, start, 10)
    assert caught.value.code == "storage.refused"
