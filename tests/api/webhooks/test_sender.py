"""One attempt: where it connects, what it sends, what it makes of answers, good and bad."""

from __future__ import annotations

import socket
import ssl
from ipaddress import ip_address
from pathlib import Path
from time import monotonic

import pytest

from api.webhooks.errors import AttemptFailed
from api.webhooks.guard import read_url
from api.webhooks.sender import ANSWER_BYTES, Answer, Sender
from tests.api.webhooks.certificates import client_context, server_context
from tests.api.webhooks.receiver import Receiver, dripping, endless, hanging, receiver, saying

HERE = ip_address("127.0.0.1")
LONG = 30.0


def post(url: str, *, seconds: float = LONG, sender: Sender | None = None, to: object = HERE) -> Answer:
    headers = {"webhook-id": "msg_1"}
    sender = sender or Sender(agent="test-agent")
    return sender.post(read_url(url), [to], headers, b'{"a":1}', monotonic() + seconds)  # type: ignore[list-item]


def test_what_is_sent(host: Receiver) -> None:
    assert post(host.url).status == 204
    (request,) = host.requests
    assert (request.path, request.body) == ("/hook?from=fairdice", b'{"a":1}')
    assert request.headers == {
        "host": f"127.0.0.1:{host.server_port}",
        "user-agent": "test-agent",
        "accept": "*/*",
        "connection": "close",
        "content-type": "application/json",
        "content-length": "7",
        "webhook-id": "msg_1",
    }


@pytest.mark.parametrize("status", [200, 201, 299, 301, 404, 410, 500, 599])
def test_the_status_and_the_text(host: Receiver, status: int) -> None:
    host.then = saying(status, "so\x00 \x1b[31mwas\r\n es ñ".encode())
    assert post(host.url) == Answer(status=status, text="so   [31mwas   es ñ")


def test_the_name_is_kept_though_the_address_is_chosen(tmp_path: Path) -> None:
    """The certificate is that of the name, the Host header says the name, and the connection goes to the address."""
    names: list[str | None] = []
    context = server_context(tmp_path, "hooks.example.com")
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    with receiver(context) as host:
        url = f"https://hooks.example.com:{host.server_port}/x"
        assert post(url, sender=Sender(tls=client_context())).status == 204
        assert names == ["hooks.example.com"]
        assert host.requests[0].headers["host"] == f"hooks.example.com:{host.server_port}"


@pytest.mark.parametrize(
    ("name", "tls"),
    [
        ("another.example.com", client_context),
        ("hooks.example.com", ssl.create_default_context),
    ],
    ids=["of another name", "of an unknown authority"],
)
def test_a_certificate_that_does_not_hold(tmp_path: Path, name: str, tls: object) -> None:
    with receiver(server_context(tmp_path, name)) as host:
        with pytest.raises(AttemptFailed, match="certificate refused"):
            post(f"https://hooks.example.com:{host.server_port}/", sender=Sender(tls=tls()))  # type: ignore[operator]
        assert host.requests == []


def test_a_server_without_tls(host: Receiver) -> None:
    with pytest.raises(AttemptFailed):
        post(f"https://hooks.example.com:{host.server_port}/", sender=Sender(tls=client_context()))
    assert host.requests == []


def test_a_redirect_is_an_answer_and_nothing_more(host: Receiver) -> None:
    with receiver() as inside:
        host.then = saying(307, Location=inside.url)
        assert post(host.url).status == 307
        assert inside.requests == []


@pytest.mark.parametrize("url", ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"])
def test_a_proxy_of_the_environment_is_not_asked(host: Receiver, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv(url, "http://127.0.0.1:9")
    assert post(host.url).status == 204


def test_the_next_address_is_tried(host: Receiver) -> None:
    """Nobody listens at the second address of loopback."""
    addresses = [ip_address("127.0.0.2"), HERE]
    target = read_url(host.url)
    assert Sender().post(target, addresses, {}, b"{}", monotonic() + LONG).status == 204


SLOW = {
    "says nothing": hanging,
    "drips its status line": dripping(b"HTTP/1.1 2"),
    "drips a header": dripping(b"HTTP/1.1 200 OK\r\nX-Long: "),
    "drips headers": dripping(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
    "says 100 for ever": dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


@pytest.mark.parametrize("name", SLOW)
def test_a_receiver_that_never_comes_to_the_point(host: Receiver, name: str) -> None:
    host.then = SLOW[name]
    with pytest.raises(AttemptFailed):
        post(host.url, seconds=0.5)


@pytest.mark.parametrize("status", [200, 503])
def test_a_body_that_drips_does_not_undo_the_status(host: Receiver, status: int) -> None:
    head = f"HTTP/1.1 {status} So\r\nTransfer-Encoding: chunked\r\n\r\n"
    host.then = dripping(head.encode(), b"1\r\nx\r\n")
    answer = post(host.url, seconds=0.5)
    assert answer.status == status
    assert set(answer.text) == {"x"}


def test_an_answer_without_end_is_cut(host: Receiver) -> None:
    host.then = endless
    answer = post(host.url)
    assert answer.status == 500
    assert len(answer.text) <= ANSWER_BYTES
    assert answer.text.startswith("no way")


NO_HTTP = {
    "garbage": b"\x00\x01\x02\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9\r\n",
    "no status": b"HTTP/1.1 abc\r\n\r\n",
    "a status of four digits": b"HTTP/1.1 2000 OK\r\n\r\n",
    "too long a line": b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
    "too many headers": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 300 + b"\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("name", NO_HTTP)
def test_what_is_no_answer(host: Receiver, name: str) -> None:
    def answer(handler: object) -> None:
        handler.wfile.write(NO_HTTP[name])  # type: ignore[attr-defined]

    host.then = answer
    with pytest.raises(AttemptFailed) as failed:
        post(host.url)
    assert failed.value.code == "webhook.attempt"


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(AttemptFailed, match="connection failed: Connection refused"):
            post(f"http://127.0.0.1:{free.getsockname()[1]}/")


def test_no_time_is_left() -> None:
    with pytest.raises(AttemptFailed, match="no answer in time"):
        post("http://127.0.0.1:9/", seconds=-1)
