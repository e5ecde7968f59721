"""Server-sent events, as the HTML Living Standard has them."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from fairdice.client import ServiceError
from fairdice.client.sse import Message, messages
from fairdice.client.wire import Wire
from tests.support.house import URL

CASES = {
    "one": (["event: due", "id: 4", "data: {}", ""], [Message("due", "{}", "4")]),
    "no name": (["data: x", ""], [Message("message", "x")]),
    "lines": (["data: a", "data: b", ""], [Message("message", "a\nb")]),
    "no space": (["data:a", "event:b", ""], [Message("b", "a")]),
    "two spaces": (["data:  a", ""], [Message("message", " a")]),
    "comment": ([": still here", ""], [Message("heartbeat")]),
    "no data": (["event: x", "", "data: y", ""], [Message("message", "y")]),
    "id stays": (["id: 1", "data: a", "", "data: b", ""], [Message("message", "a", "1"), Message("message", "b", "1")]),
    "unknown field": (["retry: 2000", "foo", "data: a", ""], [Message("message", "a")]),
    "cut off": (["data: a"], []),
    "nothing": ([], []),
}


@pytest.mark.parametrize("name", CASES)
def test_messages(name: str) -> None:
    lines, expected = CASES[name]
    assert list(messages(lines)) == expected


class _Portions(httpx.SyncByteStream):
    def __init__(self, *portions: bytes | Exception) -> None:
        self.portions = portions

    def __iter__(self) -> Iterator[bytes]:
        for portion in self.portions:
            if isinstance(portion, Exception):
                raise portion
            yield portion


def lines(*portions: bytes | Exception, media: str = "text/event-stream; charset=utf-8") -> list[str]:
    def handle(request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept"] == "text/event-stream"
        return httpx.Response(200, headers={"Content-Type": media}, stream=_Portions(*portions))

    with Wire(URL, transport=httpx.MockTransport(handle)).stream("/v1/x") as found:
        return list(found)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_however_they_are_cut(size: int) -> None:
    raw = "data: ä\r\ndata: b\n\ndata: c\r\r\n: x\n".encode()
    portions = [raw[at : at + size] for at in range(0, len(raw), size)]
    assert lines(*portions) == ["data: ä", "data: b", "", "data: c", "", ": x"]


def test_a_stream_that_dies() -> None:
    with pytest.raises(ServiceError) as caught:
        lines(b"data: a\n", httpx.ReadTimeout("silent"))
    assert caught.value.code == "service.unreachable"


def test_a_line_without_end() -> None:
    with pytest.raises(ServiceError) as caught:
        lines(*[b"x" * (1 << 22)] * 12)
    assert caught.value.code == "service.answer"


def test_another_kind_of_answer() -> None:
    with pytest.raises(ServiceError) as caught:
        lines(b"<html>", media="text/html")
    assert caught.value.code == "service.answer"
