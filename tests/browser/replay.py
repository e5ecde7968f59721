"""A page with one replay, and what the tests ask of it."""

from __future__ import annotations

from html import escape
from typing import Any

from tests.browser.site import Site

__all__ = ["Replay", "replay_page"]

_HEAD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>'
    '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
    '<script type="module" src="/api/web/player/register.js"></script></head><body>'
)


def replay_page(site: Site, *replays: dict[str, str], inside: str = "", policy: str = "") -> str:
    """The URL of a page with these replays, given by their attributes; `inside` is what they hold."""
    body = "".join(f"<fairdice-replay {_attributes(one)}>{inside}</fairdice-replay>" for one in replays)
    return site.put("/page.html", f"{_HEAD}{body}</body></html>", policy=policy)


def _attributes(one: dict[str, str]) -> str:
    return " ".join(f'{name}="{escape(value)}"' for name, value in one.items())


class Replay:
    """One replay of a page, the first or the nth."""

    def __init__(self, page: Any, nth: int = 0) -> None:
        self.page = page
        self.host = page.locator("fairdice-replay").nth(nth)

    def find(self, selector: str) -> Any:
        """What is inside its shadow root."""
        return self.host.locator(selector)

    def button(self, name: str) -> Any:
        """A button by its accessible name."""
        return self.host.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> Any:
        """A tab by its name."""
        return self.host.get_by_role("tab", name=name, exact=True)

    def wait(self, state: str = "verified") -> Replay:
        """Wait until its verdict is this one."""
        self.find(f".verdict[data-state={state}]").wait_for()
        return self

    @property
    def event(self) -> int:
        """The event that is shown."""
        n: int = self.host.evaluate("host => host.event")
        return n

    def wait_event(self, n: int) -> None:
        """Wait until this event is shown."""
        self.page.wait_for_function("([host, n]) => host.event === n", arg=[self.host.element_handle(), n])

    def said(self) -> str:
        """The sentence under the board."""
        return str(self.find(".told").inner_text())
