"""A whole service for tests: real storage, the real application, hosts and players that speak HTTP to it.

`Running` is one process of a service as far as the others can tell; several may share one database.  A `Sitting` is one
game that its host relays for, or in which players come with tokens of their own; it checks every receipt it is shown.
"""

from __future__ import annotations

import http.client
import io
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import to_builtins

from api.app import create_app
from api.config import Config
from api.service.service import Service, make_keys
from api.service.tokens import hash_token, new_host_key, new_id
from api.storage.contract import Storage
from api.storage.rows import CredentialRow, HostRow
from fairdice.dice import Stream
from fairdice.encoding import from_hex
from fairdice.keys import SecretKey
from fairdice.live.player import Player
from fairdice.local.bots import BOTS
from fairdice.local.game import seeded
from fairdice.verify import Report, Trust, verify
from replay.record import GameEvent, Receipt

__all__ = [
    "AT",
    "Client",
    "Clock",
    "Http",
    "Reply",
    "Running",
    "Sitting",
    "given",
    "over_http",
    "over_wsgi",
    "prepared",
]

AT = 1_796_000_000_000
SECRET = "c2VjcmV0IGtleSBvZiB0aGUgdGVzdHMsIDMyIGJ5dGU"
_NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
_decode = msgspec.json.Decoder(GameEvent).decode


class Clock:
    """Milliseconds, moved by hand."""

    def __init__(self, now: int = AT) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


# HTTP -----------------------------------------------------------------------------------------------------------------


class Reply:
    """What a request got: all bytes of it."""

    def __init__(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """The code of a problem document."""
        return None if self.status < 400 else str(self.json["code"])

    @property
    def etag(self) -> str:
        return self.headers["etag"]

    def raw(self) -> bytes:
        """All of it, for who looks for secrets."""
        return self.body + repr(self.headers).encode()

    def __repr__(self) -> str:
        return f"<{self.status} {self.body[:600]!r}>"


Http: TypeAlias = Callable[[str, str, Mapping[str, str], bytes], Reply]
"""(method, path with query, headers, body)"""


def over_wsgi(app: Any) -> Http:
    """Requests to an application in this process."""

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        path, _, query = path.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "dice.example",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        for header, value in headers.items():
            name = header.upper().replace("-", "_")
            environ[name if name == "CONTENT_TYPE" else f"HTTP_{name}"] = value
        started: list[Any] = []
        answer = app(environ, lambda status, headers, *_: started.extend((status, headers)))
        try:
            whole = b"".join(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        return Reply(int(started[0][:3]), started[1], whole)

    return ask


def over_http(url: str) -> Http:
    """Requests to a server, for many threads; each has a connection of its own."""
    place = urlsplit(url).netloc

    def ask(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        connection = http.client.HTTPConnection(place, timeout=60)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return Reply(answer.status, answer.getheaders(), answer.read())
        finally:
            connection.close()

    return ask


class Client:
    """Somebody with a credential, or without; `tape` gets all that is answered."""

    def __init__(self, http: Http, token: str | None = None, tape: list[bytes] | None = None) -> None:
        self.http, self.token, self.tape = http, token, tape

    def ask(
        self, method: str, path: str, body: Any = None, *, etag: str | None = None, key: str | None = None, **more: str
    ) -> Reply:
        """`key` is the Idempotency-Key: None for a fresh one, empty for none; `more` are further headers."""
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if etag is not None:
            headers["If-Match"] = etag
        if method == "POST" and key != "":
            headers["Idempotency-Key"] = secrets.token_hex(8) if key is None else key
        raw = b""
        if body is not None:
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        reply = self.http(method, path, headers, raw)
        if self.tape is not None:
            self.tape.append(reply.raw())
        return reply

    def get(self, path: str, **more: Any) -> Reply:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Reply:
        return self.ask("POST", path, {} if body is None else body, **more)

    def done(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        """As `ask`; it must succeed."""
        reply = self.ask(method, path, body, **more)
        assert reply.status < 300, (method, path, reply)
        return reply

    def anyone(self) -> Client:
        """The same way, without a credential."""
        return Client(self.http, None, self.tape)

    def holding(self, token: str) -> Client:
        """The same way, with another credential."""
        return Client(self.http, token, self.tape)


# The service ----------------------------------------------------------------------------------------------------------


def prepared(database: str, *, secret: str = SECRET) -> str:
    """The database with house key, log key and log."""
    with Running(database, secret=secret):
        return database


class Running:
    """One service with its application; nothing works by itself unless it is told (`service.keeper.tick()`)."""

    def __init__(self, database: str, *, secret: str = SECRET, clock: Clock | None = None, **config: Any) -> None:
        off = dict.fromkeys(("limit_credential", "limit_address", "limit_codes", "limit_refused"), "")
        self._given = config
        self.config = Config(**{"database": database, "secret_keys": secret, "access_log": False, **off, **config})
        self.service = Service.open(self.config)
        make_keys(self.config, self.service.storage, self.service.keyring)
        self.clock = clock
        if clock is not None:
            self.service.hall.clock = clock
        self.app = create_app(self.service)
        self.http = over_wsgi(self.app)
        self.tape: list[bytes] = []

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()

    @property
    def storage(self) -> Storage:
        return self.service.storage

    def other(self) -> Running:
        """Another process on the same database."""
        return Running(self.config.database, secret=self.config.secret_keys, clock=self.clock, **self._given)

    def client(self, token: str | None = None) -> Client:
        return Client(self.http, token, self.tape)

    def host(self, name: str = "host", mode: Any = "test", scopes: tuple[str, ...] = ("admin",)) -> Client:
        """A key of a host, which is made if it is new."""
        if name not in {host.id for host in self.storage.hosts()}:
            self.storage.add_host(HostRow(id=name, name=name.title(), created=AT))
        key = new_host_key(mode)
        row = CredentialRow(
            token_hash=hash_token(key),
            id=new_id("key"),
            kind="host",
            host=name,
            mode=mode,
            label="",
            scopes=scopes,
            created=AT,
        )
        self.storage.add_credential(row)
        return self.client(key)

    def verified(self, record: bytes) -> Report:
        """What an independent verifier says that trusts this house's keys."""
        keys = tuple(from_hex(row.public, 32) for row in self.service.keyring.rows("house"))
        vkeys = tuple(self.service.keyring.vkey(tree) for tree in self.storage.trees())
        return verify(record, Trust(house_keys=keys, log_keys=vkeys))


# Games ----------------------------------------------------------------------------------------------------------------


def given(event: Any) -> dict[str, Any]:
    """What is sent of an event."""
    return {name: value for name, value in to_builtins(event).items() if name not in ("n", "at", "by", "type")}


class Sitting:
    """One game, played through HTTP.

    `who` has a letter for each player: c and k bring a chain and a key, or a key alone, p neither: the host relays for
    them.  t has chain and key, q neither, and both a token of their own.  b, at the end alone, is a bot of the house.
    Keys and tips follow from `seed`, so that the same players can be set up again.
    """

    def __init__(self, host: Client, rules: str, who: str, *, seed: str | None = None, **settings: Any) -> None:
        self.host = host
        self.who = who
        self.secret = seeded(seed or secrets.token_hex(8))
        bots = [{"name": f"Bot {number}"} for number, letter in enumerate(who) if letter == "b"]
        body = {"rules": rules, "players": len(who), "bots": bots, **settings}
        self.made = host.done("POST", "/v1/games", body)
        self.game = str(self.made.json["game"])
        self.path = f"/v1/games/{self.game}"
        self.players: dict[int, Player] = {}
        self.clients: dict[int, Client] = {}
        self.watchers: list[Player] = []
        self.due: dict[str, Any] = {}
        self.etag = self.made.etag
        self.status = "joining"
        self.choose = BOTS["greedy"](Stream(bytes(32)))

    # What is known ------------------------------------------------------------------------------------------------

    def take(self, reply: Reply) -> Reply:
        """Believe an answer of the service, after checking its receipts."""
        assert reply.status < 300, reply
        body = reply.json
        self.see(body.get("appended") or body.get("events") or ())
        if "due" in body:
            self.due, self.status = body["due"], body["status"]
            self.etag = reply.etag
        return reply

    def see(self, items: Any) -> None:
        for item in items:
            event = _decode(json.dumps(item["event"]))
            receipt = Receipt(n=item["receipt"]["n"], sig=item["receipt"]["sig"])
            for player in self.watchers:
                if event.n <= player.n + 1:
                    player.see(event, receipt)

    def look(self, client: Client | None = None) -> dict[str, Any]:
        """Catch up: all events, and what is due."""
        client = client or self.host
        while True:
            after = min((player.n for player in self.watchers), default=-1)
            page = client.done("GET", f"{self.path}/events?after={after}&limit=100").json
            self.see(page["items"])
            if not page["more"]:
                break
        self.take(client.done("GET", f"{self.path}/due"))
        return self.due

    @property
    def closed(self) -> bool:
        return self.status == "closed"

    def client_of(self, player: int) -> Client:
        """Who speaks for a player."""
        return self.clients.get(player, self.host)

    # Sitting down ---------------------------------------------------------------------------------------------------

    def seat(self) -> Sitting:
        """All players sit down, and the game begins unless its host wants to begin it."""
        for number, letter in enumerate(self.who):
            if letter != "b":
                self.join(number)
        return self

    def player(self, number: int) -> Player:
        """A player as it comes to the table."""
        letter = self.who[number]
        key = SecretKey(self.secret(f"key {number}")) if letter in "ckt" else None
        tip = self.secret(f"tip {number}")
        return Player(_NAMES[number], key, contributes=letter != "k", tips=lambda: tip)

    def join(self, number: int) -> Player:
        client = self.host
        if self.who[number] in "tq":
            token = self.host.done("POST", f"{self.path}/tokens", {"count": 1}).json["tokens"][0]["token"]
            client = self.clients[number] = self.host.holding(token)
        player = self.player(number)
        self.watchers.append(player)
        self.take(client.done("POST", "/v1/reservations", {"game": self.game}))
        body = {name: value for name, value in given(player.join()).items() if name not in ("kind", "player")}
        body = {name: value for name, value in body.items() if value is not None}
        self.take(client.done("POST", f"{self.path}/joins", body))
        assert player.player == number
        self.players[number] = player
        return player

    # Playing --------------------------------------------------------------------------------------------------------

    def link(self, number: int) -> dict[str, Any]:
        """What a player contributes to the roll that is due."""
        one = self.players[number].contribute(bytes.fromhex(self.due["house_link"]))
        return {"player": number, "link": one.link.hex(), "ack": one.ack.hex()}

    def links(self) -> list[dict[str, Any]]:
        """The links that the host gives for its players."""
        return [self.link(number) for number in self.due["missing"] if number not in self.clients]

    def act(self) -> tuple[str, dict[str, Any]]:
        """What the player whose move it is sends, and where to."""
        player = self.players[self.due["player"]]
        choice = player.choose(self.choose)
        if choice is None:
            return f"{self.path}/passes", given(player.pass_())
        return f"{self.path}/moves", given(player.move(*choice))

    def step(self) -> None:
        """One roll, or one move."""
        due = self.due
        if due["j"] is None:
            assert due["what"] == "move", due
            path, body = self.act()
            self.take(self.client_of(due["player"]).done("POST", path, body, etag=self.etag))
            return
        j = due["j"]
        for number in [number for number in due["missing"] if number in self.clients]:
            body = {"j": j, "links": [self.link(number)]}
            self.take(self.clients[number].done("POST", f"{self.path}/links", body, etag=self.etag))
        if self.due["j"] != j:
            return
        turn = due["player"]
        if turn in self.clients:
            if self.links():
                self.take(self.host.done("POST", f"{self.path}/links", {"j": j, "links": self.links()}, etag=self.etag))
            if self.due["j"] == j:
                self.take(self.clients[turn].done("POST", f"{self.path}/rolls", {"j": j}, etag=self.etag))
        else:
            self.take(self.host.done("POST", f"{self.path}/rolls", {"j": j, "links": self.links()}, etag=self.etag))

    def until(self, reached: Callable[[Sitting], bool]) -> Sitting:
        """Play on until a condition holds."""
        while not reached(self):
            assert not self.closed, "the game ended before"
            self.step()
        return self

    def play(self) -> bytes:
        """Play to the end; the record."""
        while not self.closed:
            self.step()
        return self.record()

    def record(self) -> bytes:
        return self.host.done("GET", f"{self.path}/record").body

    def __iter__(self) -> Iterator[Sitting]:
        """Step by step."""
        while not self.closed:
            yield self
            self.step()
