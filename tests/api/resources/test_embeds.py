"""Games on other people's pages: frames, oEmbed, pictures, and what is pasted; of public games alone."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree import ElementTree as ET

import pytest

from api.embeds.oembed import read_url
from api.embeds.served import player
from api.embeds.share import head, ways
from api.embeds.snippet import element, frame, resizer, script
from tests.support.databases import migrated_url
from tests.support.heart import Heart, plan
from tests.support.situations import sample
from tests.support.wire import Wire

URL = "http://127.0.0.1:8000"
GID = "ab" * 32


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """One service for all: nothing here changes what another test asks for."""
    folder = tmp_path_factory.mktemp("embeds")
    heart = Heart(migrated_url("sqlite", folder, lambda: pytest.fail("no server is needed")), access_log=True)
    yield Wire(heart)
    heart.close()


class Tags(HTMLParser):
    """All start tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append((tag, dict(attrs)))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def private(wire: Wire) -> str:
    """A game that is not public."""
    return wire.heart.open(plan("star@1", 2))


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


# Frames ---------------------------------------------------------------------------------------------------------------


def test_the_page_in_a_frame(wire: Wire) -> None:
    game = sample(wire)["game"]
    answer = wire.get(f"/embed/{game}")
    tags = Tags(answer.text)
    (replay,) = tags.of("fairdice-replay")
    assert replay == {"src": f"/v1/games/{game}/record", "lang": ""}  # the visitor's own language
    module, framed = tags.of("script")
    assert (module["type"], module["src"], module["integrity"]) == ("module", player().src, player().integrity)
    assert framed["integrity"] == player().files["frame.js"].integrity
    for tag in (module, framed):
        assert wire.get(str(tag["src"])).status_code == 200
    (sheet,) = [link for link in tags.of("link") if link["rel"] == "stylesheet"]
    assert wire.get(str(sheet["href"])).status_code == 200
    assert wire.get(f"/embed/{game}", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_its_policy_lets_anybody_frame_it_and_nothing_else_in(wire: Wire) -> None:
    answer = wire.get(f"/embed/{sample(wire)['game']}")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["frame-ancestors"] == "*"
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == policy["style-src"] == f"'self' {URL}"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert not re.search(r"\sstyle=|\son\w+=|<script>|<style", answer.text)


def test_what_is_asked_of_it_is_handed_on(wire: Wire) -> None:
    game = sample(wire)["game"]
    tags = Tags(wire.get(f"/embed/{game}?n=120&lang=sk&theme=dark").text)
    (replay,) = tags.of("fairdice-replay")
    assert (replay["at"], replay["lang"], replay["theme"]) == ("120", "sk", "dark")
    assert tags.of("html")[0]["lang"] == "sk"
    (first,) = Tags(wire.get(f"/embed/{game}?n=0").text).of("fairdice-replay")
    assert first["at"] == "0"


@pytest.mark.parametrize("query", ["n=-1", "n=x", "n=200000", "lang=xx", "lang=%22%3E", "theme=blue", "x=1", "n=1&n=2"])
def test_what_cannot_be_asked(wire: Wire, query: str) -> None:
    answer = wire.get(f"/embed/{sample(wire)['game']}?{query}")
    assert (answer.status_code, answer.json["code"]) == (400, "request.query")  # type: ignore[index]


def test_an_open_game_is_followed(wire: Wire) -> None:
    game = wire.heart.open(plan("star@1", 2, public=True))
    (replay,) = Tags(wire.get(f"/embed/{game}").text).of("fairdice-replay")
    assert replay["stream"] == f"/v1/games/{game}/stream"


def test_private_games_are_nowhere(wire: Wire) -> None:
    """Not even for the host's own key: what is embedded is seen by everybody."""
    game = private(wire)
    paths = [f"/embed/{game}", f"/games/{game}/thumbnail.svg", f"/games/{game}/thumbnail.png"]
    for path in [*paths, f"/oembed?url={URL}/games/{game}"]:
        for key in ("", None):
            answer = wire.ask("GET", path, key=key)
            assert (answer.status_code, answer.json["code"]) == (404, "game.unknown"), path  # type: ignore[index]


def test_names_are_only_text(wire: Wire) -> None:
    game = wire.heart.open(plan("star@1", 2, public=True))
    wire.heart.join(game, '</title><script src="//x">', key=False)
    page = wire.get(f"/embed/{game}").text
    assert "&lt;/title&gt;&lt;script src=" in page
    assert all(str(tag["src"]).startswith("/player/") for tag in Tags(page).of("script"))
    found = wire.get(f"/oembed?url={URL}/games/{game}").json
    assert found is not None
    (tag, _), *others = Tags(found["html"]).found
    assert (tag, others) == ("iframe", [])
    assert "<script" not in wire.get(f"/games/{game}/thumbnail.svg?view=card").text
    assert wire.get(f"/games/{game}/thumbnail.png").status_code == 200


# oEmbed ---------------------------------------------------------------------------------------------------------------


def test_oembed(wire: Wire) -> None:
    game = sample(wire)["game"]
    answer = wire.get(f"/oembed?{urlencode({'url': f'{URL}/games/{game}'})}")
    found = answer.json
    assert found is not None
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert (found["version"], found["type"], found["width"], found["height"]) == ("1.0", "rich", 800, 760)
    (shown,) = Tags(found["html"]).of("iframe")
    assert (shown["src"], shown["sandbox"]) == (f"{URL}/embed/{game}", "allow-scripts")
    assert (shown["width"], shown["height"]) == ("800", "760")
    picture = wire.get(found["thumbnail_url"].removeprefix(URL))
    assert size_of(picture.data) == (found["thumbnail_width"], found["thumbnail_height"]) == (1200, 630)


@pytest.mark.parametrize(
    ("most", "frame_size", "picture"), [("maxwidth=500", (500, 760), 500), ("maxheight=300", (800, 300), 571)]
)
def test_oembed_is_no_larger_than_asked(wire: Wire, most: str, frame_size: tuple[int, int], picture: int) -> None:
    found = wire.get(f"/oembed?url={URL}/games/{sample(wire)['game']}&{most}").json
    assert found is not None
    assert (found["width"], found["height"]) == frame_size
    assert found["thumbnail_width"] == picture
    assert size_of(wire.get(found["thumbnail_url"].removeprefix(URL)).data) == (picture, found["thumbnail_height"])


def test_oembed_as_xml_says_the_same(wire: Wire) -> None:
    path = f"/oembed?url={URL}/games/{sample(wire)['game']}"
    answer = wire.get(f"{path}&format=xml")
    assert answer.headers["Content-Type"] == "text/xml; charset=utf-8"
    found = {part.tag: part.text for part in ET.fromstring(answer.data)}
    assert found == {name: str(value) for name, value in (wire.get(path).json or {}).items()}


def test_oembed_lets_pass_what_it_does_not_know(wire: Wire) -> None:
    path = f"/oembed?url={URL}/games/{sample(wire)['game']}"
    assert wire.get(f"{path}&dnt=true&omit_script=1").json == wire.get(path).json


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("url=https://elsewhere.example/games/" + GID, 404, "embed.url"),
        (f"url={URL}/games/{GID}", 404, "game.unknown"),
        (f"url={URL}/games/{GID[:-1]}", 404, "embed.url"),
        (f"url={URL}/docs", 404, "embed.url"),
        ("url=http://[::1", 404, "embed.url"),
        (f"url={URL}/games/{GID}&format=yaml", 501, "embed.format"),
        ("", 400, "request.query"),
        (f"url={URL}/games/{GID}&maxwidth=0", 400, "request.query"),
    ],
)
def test_oembed_refuses(wire: Wire, query: str, status: int, code: str) -> None:
    answer = wire.get(f"/oembed?{query}")
    assert (answer.status_code, answer.json["code"]) == (status, code)  # type: ignore[index]


@pytest.mark.parametrize(
    ("link", "query"),
    [
        (f"{URL}/games/{GID}", {}),
        (f"{URL}/games/{GID}/", {}),
        (f"HTTP://127.0.0.1:8000/games/{GID}#n=123", {"n": "123"}),
        (f"https://127.0.0.1:8000/embed/{GID}?lang=de&theme=dark&n=5", {"n": "5", "lang": "de", "theme": "dark"}),
        (f"{URL}/games/{GID}?lang=xx&theme=%22&n=999999&utm=1#n=x", {}),
    ],
)
def test_links_that_people_paste(link: str, query: dict[str, str]) -> None:
    asked = read_url(link, URL)
    assert asked is not None
    assert (asked.game, asked.query) == (GID, query)


@pytest.mark.parametrize(
    "link",
    ["", "x", f"/games/{GID}", f"ftp://127.0.0.1:8000/games/{GID}", f"{URL}/x/games/{GID}", f"{URL}1/games/{GID}"],
)
def test_links_to_elsewhere(link: str) -> None:
    assert read_url(link, URL) is None


def test_a_service_below_a_path() -> None:
    base = "https://example.org/dice"
    asked = read_url(f"{base}/games/{GID}", base)
    assert asked is not None
    assert read_url(f"https://example.org/games/{GID}", base) is None


# Pictures -------------------------------------------------------------------------------------------------------------


def test_pictures(wire: Wire) -> None:
    game = sample(wire)["game"]
    board = wire.get(f"/games/{game}/thumbnail.svg")
    assert board.mimetype == "image/svg+xml"
    assert ET.fromstring(board.data).tag.endswith("svg")
    card = wire.get(f"/games/{game}/thumbnail.svg?view=card")
    assert ET.fromstring(card.data).get("viewBox") == "0 0 1200 630"
    raster = wire.get(f"/games/{game}/thumbnail.png")
    assert (raster.mimetype, size_of(raster.data)) == ("image/png", (1200, 630))
    small = wire.get(f"/games/{game}/thumbnail.png?view=board&width=240")
    assert size_of(small.data)[0] == 240
    for answer in (board, card, raster, small):
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert len({answer.headers["ETag"] for answer in (board, card, raster, small)}) == 4
    path = f"/games/{game}/thumbnail.png"
    assert wire.get(path, If_None_Match=raster.headers["ETag"]).status_code == 304
    assert wire.get(path).data == raster.data


@pytest.mark.parametrize("query", ["width=239", "width=1201", "width=x", "view=all", "height=5"])
def test_pictures_have_bounds(wire: Wire, query: str) -> None:
    assert wire.get(f"/games/{sample(wire)['game']}/thumbnail.png?{query}").status_code == 400


def test_pictures_claim_nothing(wire: Wire) -> None:
    """They are painted by the service: whether a game is true is for the visitor's browser to say."""
    game = sample(wire)["game"]
    said = wire.get(f"/games/{game}/thumbnail.svg?view=card").text + wire.get(f"/games/{game}/thumbnail.svg").text
    said += str(head(wire.service.config, game, "A game")) + wire.get(f"/embed/{game}").text
    for word in ("verified", "proven", "fair game", "✓", "✔"):
        assert word not in said.replace("fairdice", "").lower()


def test_a_picture_follows_the_game(wire: Wire) -> None:
    game = wire.heart.open(plan("star@1", 2, public=True))
    before = wire.get(f"/games/{game}/thumbnail.svg?view=card")
    assert before.headers["Cache-Control"] == "public, max-age=60"
    assert "The game has not begun." in before.text
    wire.heart.join(game, "Ana", key=False)
    after = wire.get(f"/games/{game}/thumbnail.svg?view=card", If_None_Match=before.headers["ETag"])
    assert after.status_code == 200
    assert "Ana" in after.text


# What is pasted -------------------------------------------------------------------------------------------------------


def test_the_two_lines(wire: Wire) -> None:
    game = sample(wire)["game"]
    (tag,) = Tags(script(URL)).of("script")
    assert tag["integrity"] == player().integrity
    assert tag["crossorigin"] == "anonymous"
    assert wire.get(str(tag["src"]).removeprefix(URL)).data == player().files["fairdice-replay.js"].body
    (replay,) = Tags(element(URL, game, closed=True)).of("fairdice-replay")
    assert wire.get(str(replay["src"]).removeprefix(URL)).status_code == 200
    assert "stream" in Tags(element(URL, game, closed=False)).of("fairdice-replay")[0]


def test_the_frame_names_its_title_safely() -> None:
    (shown,) = Tags(frame(URL, GID, '"><script>')).of("iframe")
    assert shown["title"] == '"><script>'
    assert "data-fairdice" in shown


def test_a_games_page_is_found_by_others(wire: Wire) -> None:
    game = sample(wire)["game"]
    tags = Tags(str(head(wire.service.config, game, 'Ana & "Ben"')))
    kinds = {str(link["type"]): str(link["href"]) for link in tags.of("link")}
    assert kinds.keys() == {"application/json+oembed", "text/xml+oembed"}
    for href in kinds.values():
        assert parse_qs(urlsplit(href).query)["url"] == [f"{URL}/games/{game}"]
        assert wire.get(href.removeprefix(URL)).status_code == 200
    facts = {meta.get("property"): meta["content"] for meta in tags.of("meta")}
    assert facts["og:title"] == 'Ana & "Ben"'
    assert size_of(wire.get(str(facts["og:image"]).removeprefix(URL)).data) == (1200, 630)


def test_the_page_shows_what_to_copy(wire: Wire) -> None:
    shown = str(ways(wire.service.config, GID, "A game", closed=True))
    copied = [unescape(part) for part in re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", shown, re.DOTALL)]
    lines = f"{script(URL)}\n{element(URL, GID, closed=True)}"
    assert copied == [lines, frame(URL, GID, "A game"), resizer(URL)]
