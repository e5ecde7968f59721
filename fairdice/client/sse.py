"""Server-sent events: the lines of a stream put together to messages (HTML Living Standard, section 9.2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

__all__ = ["Message", "messages"]


class Message(Struct, frozen=True):
    """One message; `event` is "heartbeat" for a comment, which says nothing but that the stream is alive."""

    event: str
    data: str = ""
    id: str = ""


def messages(lines: Iterable[str]) -> Iterator[Message]:
    """The messages of a stream; one that its end cuts off is dropped."""
    event, last = "", ""
    data: list[str] = []
    for line in lines:
        if not line:
            if data:
                yield Message(event or "message", "\n".join(data), last)
            event, data = "", []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not name:
            yield Message("heartbeat")
        elif name == "event":
            event = value
        elif name == "data":
            data.append(value)
        elif name == "id" and "\0" not in value:
            last = value
