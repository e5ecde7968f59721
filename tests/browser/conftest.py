"""Chromium, a small site over the repository, and pages that fail a test by any error or foreign request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.service import House, housed
from tests.browser.site import Site


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, started once."""
    if CHROMIUM is None:
        pytest.fail("needs Chromium: install it (on Debian and Ubuntu: apt-get install chromium)")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture
def site(_site: Site) -> Iterator[Site]:
    """The site, its made-up pages and streams gone after each test."""
    yield _site
    for stream in _site.streams.values():
        stream.put(None)
    _site.pages.clear()
    _site.streams.clear()
    _site.asked.clear()


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(chromium: Any, site: Site) -> Iterator[OpenPage]:
    """Open a URL in a page of its own: `open_page(url, width=390, allowed=("404",), **context)`.

    After the test no page may have had a console error, an exception, or a request to another origin, but those whose
    text holds one of `allowed`.
    """
    contexts, wrong = [], []

    def opened(url: str, *, width: int = 1000, height: int = 900, allowed: tuple[str, ...] = (), **more: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)

        def note(what: str) -> None:
            if not any(one in what for one in allowed):
                wrong.append(what)

        page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: note(f"{error}"))
        page.on("request", lambda request: None if _own(request.url, site) else note(f"asked for {request.url}"))
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The service, started once, with a finished game."""
    with housed(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def visit(open_page: OpenPage, house: House) -> OpenPage:
    """Open a page of the service by its path, as `open_page` does; it may ask for nothing but what is the service's."""

    def visited(path: str, *, allowed: tuple[str, ...] = (), **how: Any) -> Any:
        return open_page(house.url + path, allowed=(f"asked for {house.url}/", *allowed), **how)

    return visited


def _own(url: str, site: Site) -> bool:
    return url.startswith((f"{site.origin}/", "data:", f"blob:{site.origin}/", "file:"))
