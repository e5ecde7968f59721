"""A house in this process that speaks the service's REST: for clients under test, and able to cheat.

One seat is the client's.  The others are guests: players with chains and keys of their own, who act at once.
`promises` holds all that the client has ever signed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

import httpx
from msgspec import UNSET, structs, to_builtins

from fairdice.chain import Chain
from fairdice.checkpoint import Checkpoint, LogKey, sign_checkpoint
from fairdice.dice import Stream, die_of, roll_digest
from fairdice.encoding import from_hex, head
from fairdice.keys import SecretKey, receipt_message
from fairdice.leaves import close_leaf, leaf_bytes, log_proofs, open_leaf
from fairdice.live.history import body_of
from fairdice.live.messages import Appended, Contribution
from fairdice.live.player import Player
from fairdice.live.table import Table
from fairdice.local.bots import BOTS
from fairdice.local.game import seeded
from fairdice.merkle import Tree, leaf_hash
from replay.codec import encode
from replay.errors import CodedError
from replay.record import Away, Back, Join, LogEntry, LogProofs, Move, Open, Pass, Roll
from replay.systems import system

__all__ = ["AT", "CODE", "LOG", "URL", "House", "Promises", "etag"]

URL = "http://127.0.0.1:8000"
CODE = "K7M2QX34"
AT = 1_796_000_000_000
LOG = "dice.example/log"

Twist = Callable[[dict[str, Any]], dict[str, Any]]
"""(an event with head and receipt, as an answer holds it) -> what is told instead."""


def etag(table: Table) -> str:
    return f'"{table.n}-{table.head[:8].hex()}"'


class Promises:
    """What the client has signed; `broken` says which of its duties it has broken."""

    def __init__(self) -> None:
        self.acks: dict[int, tuple[str, str]] = {}
        self.events: dict[int, str] = {}
        self.anchors: list[str | None] = []
        self.broken: list[str] = []

    def link(self, j: int, link: str, ack: str) -> None:
        if self.acks.setdefault(j, (link, ack)) != (link, ack):
            self.broken.append(f"two answers to roll {j}")

    def event(self, n: int, sig: str) -> None:
        if self.events.setdefault(n, sig) != sig:
            self.broken.append(f"two events for place {n}")

    def join(self, n: int, anchor: str | None, sig: str) -> None:
        if anchor is not None and anchor in self.anchors and self.events.get(n) != sig:
            self.broken.append("one chain for two joins")
        self.anchors.append(anchor)
        self.event(n, sig)


class House:
    """One game.  `transport` is for the client; `before` and `after` are called with every request."""

    def __init__(
        self,
        rules: str = "star@1",
        players: int = 2,
        *,
        seed: str = "house",
        first: int = 0,
        log: bool = False,
        options: Mapping[str, Any] | None = None,
        links: int | None = None,
        signed_moves: bool = True,
    ) -> None:
        """`first` of the guests join before the client does."""
        self.secret = seeded(seed)
        self.key = SecretKey(self.secret("house key"))
        self.log_key = SecretKey(self.secret("log key")) if log else None
        self.tip = self.secret("tip 0")
        self.table = Table.open(
            system(rules).bind(options or {}, players),
            house=self.key,
            house_name="House",
            tip=self.tip,
            nonce=self.secret("nonce")[:16],
            at=AT,
            links=links,
            signed_moves=signed_moves,
        )
        self.client = first
        self.token = "fd_player_" + sha256(self.secret("token")).hexdigest()[:43]
        self.guests: dict[int, Player] = {}
        self.promises = Promises()
        self.requests: list[tuple[str, str]] = []
        self.answers: dict[str, tuple[str, httpx.Response]] = {}
        self.code_keys: set[str] = set()
        """The Idempotency-Keys that came with the room code."""
        self.twist: Twist = lambda item: item
        self.before: Callable[[httpx.Request], httpx.Response | None] = lambda _request: None
        self.after: Callable[[httpx.Request], None] = lambda _request: None
        self.shown_link: Callable[[int, bytes], str] = lambda _j, link: link.hex()
        self.shown_log: Callable[[dict[str, Any]], Any] = lambda proofs: proofs
        self.logged: Callable[[LogEntry], LogEntry] = lambda leaf: leaf
        self.reserved: Callable[[dict[str, Any]], dict[str, Any]] = lambda body: body
        self.started = True
        self.plays_on = False
        """Whether the others play on while the client is away."""
        self._bot = BOTS["greedy"](Stream(bytes(32)))
        for _ in range(first):
            self._guest_joins()

    @property
    def transport(self) -> httpx.BaseTransport:
        return httpx.MockTransport(self.handle)

    @property
    def vkey(self) -> str:
        assert self.log_key is not None
        return LogKey(LOG, self.log_key.public).vkey

    # The game -------------------------------------------------------------------------------------------------------

    def at(self) -> int:
        return self.table.at + 1000

    def advance(self) -> None:
        """Let everybody but the client do what is due."""
        table = self.table
        while not table.closed and (self.plays_on or self.client not in table.away):
            if table.due == "join":
                if len(table.joins) == self.client:
                    return
                self._guest_joins()
            elif table.advance(at=self.at()) is not None:
                pass
            elif table.roll_index is not None:
                if not self._guests_roll(table.roll_index):
                    return
            elif table.turn in self.guests:
                self._guest_moves(self.guests[table.turn])
            else:
                return

    def _guest_joins(self) -> None:
        number = len(self.table.joins)
        key, tip = SecretKey(self.secret(f"key {number + 1}")), self.secret(f"tip {number + 1}")
        guest = Player(f"Guest {number}", key, tips=lambda: tip)
        self.guests[number] = guest
        self._tell(guest)
        self.table.join(guest.join(), at=self.at())

    def _guests_roll(self, j: int) -> bool:
        if not self.started:
            return False
        for number in self.table.missing:
            if number in self.guests:
                self._tell(self.guests[number])
                self.table.submit(self.guests[number].contribute(self.table.house_link(j)))
        asks = self.table.turn == self.client and self.client not in self.table.away
        if self.table.missing or asks:
            return False
        self.table.roll(j, at=self.at())
        return True

    def _guest_moves(self, guest: Player) -> None:
        self._tell(guest)
        choice = guest.choose(self._bot)
        if choice is None:
            self.table.pass_(guest.pass_(), at=self.at())
        else:
            self.table.move(guest.move(*choice), at=self.at())

    def _tell(self, guest: Player) -> None:
        for n in range(guest.n + 1, self.table.n + 1):
            one = self.table.appended(n)
            guest.see(one.event, one.receipt)

    # Cheating -------------------------------------------------------------------------------------------------------

    def forged(self, event: Any) -> dict[str, Any]:
        """Any event after the true history before it, with a receipt that holds."""
        covered = (
            head(self.table.appended(event.n - 1).head, body_of(event)) if event.n else head(bytes(32), body_of(event))
        )
        gid = self.table.gid if event.n else covered
        sig = self.key.sign(receipt_message(gid, event.n, covered)).hex()
        return {"event": to_builtins(event), "head": covered.hex(), "receipt": {"n": event.n, "sig": sig}}

    def without_link(self, roll: Roll, player: int) -> Roll:
        """The roll that it would have been without a player's link."""
        links = tuple(None if party == player + 1 else link for party, link in enumerate(roll.links))
        raw = [from_hex(link, 32) if link is not None else None for link in links]
        assert raw[0] is not None
        value = die_of(roll_digest(self.table.gid, roll.j, raw[0], raw[1:]))
        return structs.replace(roll, links=links, value=value)

    def chain(self) -> Chain:
        opening = self.table.game.opening
        assert isinstance(opening, Open)
        return Chain(self.table.gid, 0, opening.links, self.tip)

    # HTTP -----------------------------------------------------------------------------------------------------------

    def handle(self, request: httpx.Request) -> httpx.Response:
        early = self.before(request)
        if early is not None:
            return early
        answer = self._answer(request)
        self.after(request)
        return answer

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append((request.method, request.url.path))
        try:
            if request.method == "GET":
                return self._get(request)
            return self._post(request)
        except CodedError as error:
            return self._problem(409 if error.code.startswith(("table.", "seat.")) else 422, error)

    def _problem(self, status: int, error: CodedError, **headers: str) -> httpx.Response:
        body = {"code": error.code, "detail": error.message, "status": status, "found": error.found}
        return httpx.Response(
            status, headers={"Content-Type": "application/problem+json", **headers}, content=json.dumps(body).encode()
        )

    def _post(self, request: httpx.Request) -> httpx.Response:
        path, key = request.url.path, request.headers["Idempotency-Key"]
        fingerprint = sha256(path.encode() + request.content).hexdigest()
        if key in self.answers:
            assert self.answers[key][0] == fingerprint, "one key for two requests"
            stored = self.answers[key][1]
            return httpx.Response(stored.status_code, headers={"ETag": stored.headers["ETag"]}, content=stored.content)
        body = json.loads(request.content)
        if "code" in body:
            self.code_keys.add(key)
        answer = self._reserve(body) if path == "/v1/reservations" else self._change(request, body)
        if answer.status_code < 300:
            self.answers[key] = fingerprint, answer
        return answer

    def _change(self, request: httpx.Request, body: dict[str, Any]) -> httpx.Response:
        assert request.headers["Authorization"] == f"Bearer {self.token}"
        what, n = request.url.path.rsplit("/", 1)[1], self.table.n
        if what != "joins":
            match = request.headers["If-Match"]
            if match != etag(self.table):
                # Signed for this place or another: the client has promised it all the same.
                self._note(what, body, int(match.strip('"').split("-")[0]) + 1)
                error = CodedError("precondition.stale", "the game has moved on")
                return self._problem(412, error, ETag=etag(self.table))
        self._note(what, body, n + 1)
        asked = self._act(what, body)
        self.advance()
        fresh = [self.table.appended(n) for n in range(n + 1, self.table.n + 1)]
        if asked is not None and asked not in fresh:
            fresh.insert(0, asked)
        return self._json(201, self._state() | {"appended": [self.told(one) for one in fresh]})

    def _note(self, what: str, body: dict[str, Any], n: int) -> None:
        for link in body.get("links", ()):
            self.promises.link(body["j"], link["link"], link["ack"])
        if what == "joins":
            self.promises.join(n, body.get("anchor"), body["sig"])
        elif "sig" in body:
            self.promises.event(n, body["sig"])

    def _act(self, what: str, body: dict[str, Any]) -> Appended | None:
        table, at, n = self.table, self.at(), self.table.n + 1
        if what in ("links", "rolls"):
            for one in body.get("links", ()):
                given = Contribution(one["player"], body["j"], bytes.fromhex(one["link"]), bytes.fromhex(one["ack"]))
                table.submit(given)
            return table.roll(body["j"], at=at) if what == "rolls" else None
        sig = body.get("sig", UNSET)
        if what == "joins":
            brings = {"anchor": None, "key": None} | body
            return table.join(Join(n=n, at=0, player=len(table.joins), kind="human", **brings), at=at)
        if what == "moves":
            fields = {"from_" if name == "from" else name: value for name, value in body.items()}
            if "dice" in fields:
                fields["dice"] = tuple(fields["dice"])
            return table.move(Move(n=n, at=0, by="player", **fields), at=at)
        if what == "passes":
            return table.pass_(Pass(n=n, at=0, player=body["player"], by="player", sig=sig), at=at)
        if what == "absences":
            return table.leave(Away(n=n, at=0, player=body["player"], reason="left", sig=sig), at=at)
        assert what == "returns", what
        return table.back(Back(n=n, at=0, player=body["player"], sig=sig), at=at)

    def _reserve(self, body: dict[str, Any]) -> httpx.Response:
        if "code" in body:
            assert body["code"] == CODE
        if self.table.due != "join":
            return self._problem(409, CodedError("seat.full", "all seats are taken"))
        answer = {
            "game": self.table.gid.hex(),
            "player": len(self.table.joins),
            "n": self.table.n,
            "head": self.table.head.hex(),
            "links": 4096,
            "events": self._items(-1),
            "expires_at": self.at(),
        }
        return self._json(201, self.reserved(answer | ({"token": self.token} if "code" in body else {})))

    def _get(self, request: httpx.Request) -> httpx.Response:
        what = request.url.path.rsplit("/", 1)[1]
        if what == "house":
            log = None if self.log_key is None else {"origin": LOG, "vkey": self.vkey, "url": URL}
            return self._json(200, {"name": "House", "keys": [], "log": log})
        assert request.headers["Authorization"] == f"Bearer {self.token}"
        self.advance()
        if what == "events":
            items = self._items(int(request.url.params["after"]))
            return self._json(200, {"items": items[:100], "n": self.table.n, "more": len(items) > 100})
        if what == "record":
            proofs = self._proofs()
            record = structs.replace(self.table.record(), log=UNSET if proofs is None else proofs)
            return httpx.Response(200, content=encode(record))
        if what == "stream":
            return self._stream(int(request.url.params["after"]))
        return self._json(200, self._state() | {"log": self.shown_log(to_builtins(self._proofs()))})

    def _stream(self, after: int) -> httpx.Response:
        """All there is, then the end."""
        text = f"event: snapshot\nid: {after}\ndata: {json.dumps(self._state())}\n\n"
        for item in self._items(after):
            text += f"id: {item['event']['n']}\nevent: event\ndata: {json.dumps(item)}\n\n"
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=text.encode())

    def _proofs(self) -> LogProofs | None:
        if self.log_key is None or self.table.due == "join":
            return None
        n = self.table.rules.players + 1
        leaf = self.logged(open_leaf(self.table.gid, n, self.table.appended(n).head))
        leaves = [(leaf, 1)]
        tree = Tree([leaf_hash(b"other"), leaf_hash(leaf_bytes(leaf)), leaf_hash(b"third")])
        close = self.table.game.closed
        if close is not None:
            leaves.append((close_leaf(self.table.gid, close.n, self.table.head, close.status), tree.size))
            tree.extend([leaf_hash(leaf_bytes(leaves[-1][0]))])
        note = sign_checkpoint(Checkpoint(LOG, tree.size, tree.root()), self.log_key)
        return log_proofs(note, tree.size, leaves, tree.read)

    def _state(self) -> dict[str, Any]:
        table = self.table
        j = table.roll_index if self.started else None
        due = {
            "what": table.due,
            "player": table.turn,
            "by": table.by,
            "j": j,
            "house_link": None if j is None else self.shown_link(j, table.house_link(j)),
            "contributors": list(table.contributors),
            "missing": list(table.missing),
        }
        return {"game": table.gid.hex(), "n": table.n, "head": table.head.hex(), "status": "playing", "due": due}

    def told_as(self, n: int) -> dict[str, Any]:
        """Event `n` as it is."""
        one = self.table.appended(n)
        return {"event": to_builtins(one.event), "head": one.head.hex(), "receipt": to_builtins(one.receipt)}

    def told(self, one: Appended) -> dict[str, Any]:
        item = {"event": to_builtins(one.event), "head": one.head.hex(), "receipt": to_builtins(one.receipt)}
        return self.twist(item)

    def _items(self, after: int) -> list[dict[str, Any]]:
        return [self.told(self.table.appended(n)) for n in range(after + 1, self.table.n + 1)]

    def _json(self, status: int, body: dict[str, Any]) -> httpx.Response:
        headers = {"ETag": etag(self.table), "Content-Type": "application/json"}
        return httpx.Response(status, headers=headers, content=json.dumps(body).encode())


def spans(requests: Iterable[tuple[str, str]]) -> list[str]:
    """The last words of the paths that were asked for."""
    return [path.rsplit("/", 1)[1] for _, path in requests]
