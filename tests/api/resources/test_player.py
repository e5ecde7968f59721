"""The player over HTTP: this release's files, those of releases before, and the source, for pages of any origin."""

from __future__ import annotations

from gzip import compress, decompress

import pytest

from api.embeds.kept import keep_player
from api.embeds.served import MANIFEST, SCRIPT, WEB, player, sources
from api.storage.rows import AssetRow
from tests.support.wire import Wire

JS = "text/javascript; charset=utf-8"
OLD = "0123456789abcdef" * 2


def test_the_current_player(wire: Wire) -> None:
    answer = wire.get(f"/player/{SCRIPT}")
    assert answer.data == player().files[SCRIPT].body
    assert answer.headers["Content-Type"] == JS
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert wire.get(f"/player/{SCRIPT}", If_None_Match=answer.headers["ETag"]).status_code == 304
    assert wire.get(f"/player/{MANIFEST}").status_code == 404


@pytest.mark.parametrize("name", sorted(player().files))
def test_files_of_this_release_never_change(wire: Wire, name: str) -> None:
    answer = wire.get(player().path(name))
    assert answer.data == player().files[name].body
    assert answer.headers["Content-Type"] == player().files[name].media
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "gzip"), ("br, gzip;q=0.5", "gzip"), ("gzip;q=0", None), ("br", None), ("", None)],
)
def test_files_are_compressed_for_those_who_take_it(wire: Wire, accepted: str, encoding: str | None) -> None:
    for path in (player().src, f"/player/{SCRIPT}"):
        answer = wire.get(path, Accept_Encoding=accepted)
        assert answer.headers.get("Content-Encoding") == encoding
        assert answer.headers["Vary"] == "Accept-Encoding"
        body = decompress(answer.data) if encoding else answer.data
        assert body == player().files[SCRIPT].body
        assert (len(answer.data) < len(body)) is (encoding is not None)


def test_a_release_is_put_into_storage_once(wire: Wire) -> None:
    storage = wire.service.storage
    assert storage.asset(player().digest, SCRIPT) is None
    keep_player(storage, 5)
    keep_player(storage, 6)
    for name, file in player().files.items():
        row = storage.asset(player().digest, name)
        assert row is not None
        assert (decompress(row.body), row.created) == (file.body, 5)


def test_starting_a_service_puts_its_release_there(wire: Wire) -> None:
    wire.service.start()
    assert wire.service.storage.asset(player().digest, SCRIPT) is not None


def test_files_of_an_earlier_release_stay(wire: Wire) -> None:
    old = AssetRow(digest=OLD, name=SCRIPT, body=compress(b"old();\n"), created=1)
    words = AssetRow(digest=OLD, name="words.de.json", body=compress(b'{"a":"b"}'), created=1)
    wire.service.storage.add_assets([old, words])
    answer = wire.get(f"/player/{OLD}/{SCRIPT}")
    assert (answer.data, answer.headers["Content-Type"]) == (b"old();\n", JS)
    assert "immutable" in answer.headers["Cache-Control"]
    found = wire.get(f"/player/{OLD}/words.de.json", Accept_Encoding="gzip")
    assert (decompress(found.data), found.headers["Content-Type"]) == (b'{"a":"b"}', "application/json")


@pytest.mark.parametrize(
    "path", [f"{OLD}/{SCRIPT}", f"{player().digest}/x.js", "x.js", "", f"{OLD}/../../app.py", f"{player().digest}"]
)
def test_what_was_never_served_is_not_there(wire: Wire, path: str) -> None:
    assert wire.get(f"/player/{path}").status_code == 404


def test_every_source_can_be_read(wire: Wire) -> None:
    for name, file in sources().items():
        answer = wire.get(f"/source/{name}")
        assert answer.data == file.read_bytes()
        assert answer.headers["Content-Type"] == (JS if name.endswith(".js") else "application/json")
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert (
        wire.get("/source/catalog.js", If_None_Match=wire.get("/source/catalog.js").headers["ETag"]).status_code == 304
    )


@pytest.mark.parametrize(
    "path",
    [
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "player/../../app.py",
        "player/..%2f..%2fapp.py",
        "..%5capp.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        f"served/{MANIFEST}",
        "player",
        "player/",
        "",
        "PLAYER/register.js",
        "player/register.js%00",
        "player//register.js",
        "./catalog.js",
    ],
)
def test_nothing_else_can_be_read(wire: Wire, path: str) -> None:
    answer = wire.get(f"/source/{path}")
    assert (answer.status_code, answer.json["code"]) == (404, "request.not_found")  # type: ignore[index]


def test_sources_lie_where_they_are_said_to() -> None:
    assert all(WEB in file.resolve().parents for file in sources().values())
