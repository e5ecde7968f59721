"""Hosts and credentials, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from api.storage.contract import Repeated, Storage, StorageError, Taken
from api.storage.rows import CredentialRow
from tests.support.stored import HOST, answer, credential, digest, host


def test_hosts_are_listed_the_oldest_first(storage: Storage) -> None:
    rows = [host("host_b", created=1), host("host_c", created=3), host("host_a", created=3)]
    for row in rows:
        storage.add_host(row)
    assert storage.hosts() == [rows[0], rows[2], rows[1]]


def test_a_host_is_added_once(storage: Storage) -> None:
    storage.add_host(host())
    with pytest.raises(Taken) as caught:
        storage.add_host(host(created=11))
    assert caught.value.code == "storage.taken"
    assert storage.hosts() == [host()]


@pytest.mark.parametrize(
    "row",
    [
        credential(),
        credential(expires=None, revoked=5, scopes=()),
        credential("tok_1", kind="player", mode="test", label=""),
    ],
    ids=["key", "revoked", "token"],
)
def test_a_credential_comes_back_as_it_was(storage: Storage, row: CredentialRow) -> None:
    storage.add_host(host())
    assert storage.credential(row.token_hash) is None
    storage.add_credential(row)
    assert storage.credential(row.token_hash) == row


@pytest.mark.parametrize("other", [{"id": "key_2"}, {"token_hash": digest("another")}], ids=["hash", "id"])
def test_a_credential_is_added_once(storage: Storage, other: dict[str, Any]) -> None:
    storage.add_host(host())
    storage.add_credential(credential())
    with pytest.raises(Taken):
        storage.add_credential(credential(**other), answer())
    assert storage.idempotency(answer().scope) is None


def test_a_credential_is_added_once_for_one_request(storage: Storage) -> None:
    storage.add_host(host())
    storage.add_credential(credential(), answer())
    assert storage.idempotency(answer().scope) == answer()
    with pytest.raises(Repeated) as caught:
        storage.add_credential(credential("key_2"), answer(body=b"another"))
    assert caught.value.code == "storage.repeated"
    assert storage.credentials(HOST) == [credential()]
    assert storage.idempotency(answer().scope) == answer()


def test_a_credential_needs_its_host(storage: Storage) -> None:
    with pytest.raises(StorageError) as caught:
        storage.add_credential(credential())
    assert caught.value.code == "storage.refused"


def test_keys_of_a_host_are_listed_without_tokens(storage: Storage) -> None:
    for name in (HOST, "host_2"):
        storage.add_host(host(name))
    rows = [
        credential("key_2", created=2),
        credential("key_1", created=3),
        credential("tok_1", kind="player"),
        credential("key_3", host="host_2"),
    ]
    for row in rows:
        storage.add_credential(row)
    assert storage.credentials(HOST) == rows[:2]


@pytest.mark.parametrize(
    ("before", "at", "after"), [(None, 100, 100), (50, 100, 50), (100, 50, 50)], ids=["new", "later", "earlier"]
)
def test_an_earlier_end_stays(storage: Storage, before: int | None, at: int, after: int) -> None:
    storage.add_host(host())
    storage.add_credential(credential(revoked=before))
    assert storage.revoke("key_1", HOST, at)
    assert storage.credential(digest("key_1")) == credential(revoked=after)


@pytest.mark.parametrize(("name", "owner"), [("key_2", HOST), ("key_1", "host_2")])
def test_only_its_host_revokes_a_credential(storage: Storage, name: str, owner: str) -> None:
    storage.add_host(host())
    storage.add_credential(credential())
    assert not storage.revoke(name, owner, 100)
    assert storage.credential(digest("key_1")) == credential()
