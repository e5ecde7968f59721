"""The pages for people: what they say without JavaScript, what they let in, and what a stranger never sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from api.pages.rules import board_picture
from api.service.ask import Ask
from fairdice.words.narrator import Narrator
from replay.board import BOARDS
from replay.systems import SYSTEMS
from tests.support.databases import migrated_url
from tests.support.heart import Heart, bots, plan
from tests.support.situations import sample
from tests.support.wire import Wire

HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
STATIC = Path(__file__).parents[3] / "api" / "static"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A service with a finished public game."""
    folder = tmp_path_factory.mktemp("pages")
    heart = Heart(migrated_url("sqlite", folder, lambda: pytest.fail("no server is needed")))
    wire = Wire(heart)
    sample(wire)
    yield wire
    heart.close()


class Page(HTMLParser):
    """The text of a page, its links and ids, and what is open and never closed."""

    VOID = frozenset({"meta", "link", "img", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.append((tag, name))
            if name in ("href", "src"):
                self.links.append(value)
            if name == "id":
                self.ids.append(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def page(wire: Wire, path: str, status: int = 200) -> Page:
    answer = wire.get(path, Accept=HTML)
    assert (answer.status_code, answer.mimetype) == (status, "text/html"), answer.text
    found = Page(answer.text)
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert "content" in found.ids
    assert not {name for _, name in found.attributes if name == "style" or name.startswith("on")}
    return found


PAGES = ["/", "/verify", "/rules", "/log", *(f"/rules/{name}" for name in SYSTEMS)]


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_whole_strict_and_kept(house: Wire, path: str) -> None:
    page(house, path)
    answer = house.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert house.get(path, If_None_Match=answer.headers["ETag"]).status_code == 304


def test_links_lead_somewhere(house: Wire) -> None:
    game = sample(house)["game"]
    seen: set[str] = set()
    for path in [*PAGES, f"/games/{game}", "/docs", "/docs/problems"]:
        found = page(house, path)
        for link in found.links:
            place, _, name = link.partition("#")
            if name and not place and not name.startswith("n="):
                assert name in found.ids, link
            if place:
                seen.add(place.removeprefix(house.service.config.url))
    assert all(place.startswith("/") for place in seen), "nothing from other places"
    for place in sorted(seen):
        assert house.get(place).status_code == 200, place


def test_a_start_page_without_games(wire: Wire) -> None:
    assert "No public game" in page(wire, "/").words


def test_the_start_page_shows_the_last_finished_game_and_the_list(house: Wire) -> None:
    game = sample(house)["game"]
    found = page(house, "/")
    assert game[:8] in found.words
    assert f"/games/{game}" in found.links
    assert f'src="/v1/games/{game}/record"' in house.get("/").text


def test_the_start_page_passes_over_a_game_that_was_given_up(wire: Wire) -> None:
    played = sample(wire)["game"]
    created = wire.service.opening.create(wire.host, plan(players=2, bots=bots(1), public=True), lambda _: None)
    given_up = created.game.row.id
    wire.service.playing.abandon(Ask(wire.host, given_up), "nobody came")
    text = wire.get("/").text
    assert f"/games/{given_up}" in text
    assert f'src="/v1/games/{played}/record"' in text


def test_a_game_can_be_read_without_javascript(house: Wire) -> None:
    game = sample(house)["game"]
    found = page(house, f"/games/{game}")
    record = house.get(f"/v1/games/{game}/record").json
    assert record is not None
    winner = record["events"][-1]["ranking"][0][0]
    names = [event["name"] for event in record["events"] if event["type"] == "join"]
    assert f"1. {names[winner]}" in found.words
    assert "has all pieces home" in found.words
    assert game in found.words
    assert record["events"][0]["house"]["key"] in found.words


def test_a_game_is_free_while_its_page_is_told(house: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    game = sample(house)["game"]
    with house.service.hall.looking(game) as live:
        pass
    told = []

    class Watched(Narrator):
        def __init__(self) -> None:
            super().__init__()
            told.append(live.lock.locked())

    monkeypatch.setattr("api.pages.games.Narrator", Watched)
    page(house, f"/games/{game}")
    assert told == [False]
    page(house, "/")  # which tells no game
    assert told == [False]


def test_a_game_that_is_not_over_says_so_and_is_followed(house: Wire) -> None:
    created = house.service.opening.create(house.host, plan(players=2, bots=bots(1), public=True), lambda _: None)
    game = created.game.row.id
    text = house.get(f"/games/{game}").text
    assert "Players are joining" in text
    assert f'stream="/v1/games/{game}/stream"' in text
    assert 'id="forge"' not in text


def test_names_and_notes_are_text(house: Wire) -> None:
    hostile = "<script>alert(1)</script>"
    wanted = plan(players=2, bots=bots(1), public=True, note=f"{hostile}\u202e")
    game = house.service.opening.create(house.host, wanted, lambda _: None).game.row.id
    house.service.joining.reserve(Ask(house.host, game), by_code=False)
    house.service.joining.join(Ask(house.host, game), {"name": '"><img src=x>'})
    text = house.get(f"/games/{game}").text
    assert hostile not in text
    assert "<img src=x>" not in text
    assert "\u202e" not in text
    assert page(house, f"/games/{game}").words.count("alert(1)") == 1


def test_a_private_game_has_no_page(house: Wire) -> None:
    game = house.service.opening.create(house.host, plan(players=2, bots=bots(1)), lambda _: None).game.row.id
    for one in (game, "0f" * 32, "<b>"):
        found = page(house, f"/games/{one}", 404)
        assert "no such game" in found.words
    assert game[:8] not in page(house, "/").words


@pytest.mark.parametrize(
    ("path", "accept", "media"),
    [
        ("/nowhere", HTML, "text/html"),
        ("/rules/ludo@9", HTML, "text/html"),
        ("/nowhere", "*/*", "application/problem+json"),
        ("/nowhere", "application/json", "application/problem+json"),
        ("/v1/nowhere", HTML, "application/problem+json"),
        ("/log/tile/0/x", HTML, "application/problem+json"),
    ],
)
def test_problems_are_pages_for_who_follows_a_link(house: Wire, path: str, accept: str, media: str) -> None:
    answer = house.get(path, Accept=accept)
    assert (answer.status_code // 100, answer.mimetype) == (4, media)
    if media == "text/html":
        assert page(house, path, answer.status_code).words


def test_rules_pages_say_every_option_and_choice(house: Wire) -> None:
    for system in SYSTEMS.values():
        words = page(house, f"/rules/{system.id}").words
        for option in system.options:
            assert " ".join(option.help.split()) in words
            for choice in option.choices:
                assert " ".join(choice.says.split()) in words


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_boards_are_pictures(house: Wire, board: str) -> None:
    answer = house.get(f"/rules/boards/{board}.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.data == board_picture(board)
    assert house.get("/rules/boards/none.svg").status_code == 404


def test_the_log_page_tells_the_log(house: Wire) -> None:
    game = sample(house)["game"]
    found = page(house, "/log")
    log = house.get("/v1/log").json
    assert log is not None
    for text in (log["origin"], log["vkey"], " ".join(log["checkpoint"].split()), game[:16]):
        assert text in found.words
    private = house.service.opening.create(house.host, plan(players=2, bots=bots(2)), lambda _: None).game.row.id
    assert private not in house.get("/log").text or f"/games/{private}" not in page(house, "/log").links


def test_scripts_of_pages_ask_for_nothing_else() -> None:
    for script in STATIC.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|eval\(|https?://|localStorage|document\.cookie", text), script.name
