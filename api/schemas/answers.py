"""What the operations on games answer.  These schemas check nothing at run time: the document is made of them."""

from __future__ import annotations

from api.schemas.fields import Anything, Flag, Hex, Listed, Members, Options, Part, Text, Told, Whole, Word

__all__ = [
    "AppendedSchema",
    "ConsistencySchema",
    "CreatedSchema",
    "DueSchema",
    "EventListSchema",
    "GameListSchema",
    "GameRowSchema",
    "GameSchema",
    "HealthSchema",
    "HouseCardSchema",
    "HouseKeySchema",
    "HouseSchema",
    "LegalMoveSchema",
    "LogLeafSchema",
    "LogNameSchema",
    "LogSchema",
    "LogStateSchema",
    "MovesSchema",
    "ReservedSchema",
    "ResultSchema",
    "RoomCodeSchema",
    "RulesInForceSchema",
    "SeatSchema",
    "ShownEventSchema",
    "StandingSchema",
    "TicketSchema",
    "TokenListSchema",
    "TokenSchema",
]

_STATUS = ("joining", "playing", "closed", "stopped")


class ShownEventSchema(Told):
    """An event exactly as it stands in the record, the head that covers it, and the house's receipt."""

    event = Members(component="Event", required=True)
    head = Hex(32, required=True)
    receipt = Members(component="Receipt", required=True)


class StandingSchema(Told):
    """What a game waits for: the same object in every answer."""

    what = Word("join", "start", "draw", "start_roll", "roll", "move", "over", "closed", "stopped", required=True)
    player = Whole(le=5, allow_none=True, required=True, metadata={"description": "whose roll or move it is"})
    by = Word(
        "player",
        "auto",
        "bot",
        allow_none=True,
        required=True,
        metadata={"description": "who acts: the player, or the service for it"},
    )
    j = Whole(allow_none=True, required=True, metadata={"description": "index of the roll that is due"})
    since = Whole(allow_none=True, required=True, metadata={"description": "the event that acks are over"})
    house_link = Hex(32, allow_none=True, required=True, metadata={"description": "the house's link to roll j"})
    contributors = Listed(Whole(le=5), most=6, required=True)
    missing = Listed(Whole(le=5), most=6, required=True, metadata={"description": "whose links are not there yet"})
    moves = Anything(
        described={"type": ["array", "null"], "items": {"type": "object"}},
        required=True,
        metadata={"description": "the legal moves, as one sends them"},
    )
    may_pass = Flag(required=True)
    deadline = Whole(allow_none=True, required=True, metadata={"description": "Unix ms: then the service acts itself"})


class DueSchema(Told):
    """What is due, and after which event."""

    game = Hex(32, required=True)
    n = Whole(required=True)
    head = Hex(32, required=True)
    status = Word(*_STATUS, required=True)
    due = Part(StandingSchema, required=True)


class AppendedSchema(Told):
    """What a request has appended, and what is due now."""

    game = Hex(32, required=True)
    appended = Listed(Part(ShownEventSchema), most=100_000, required=True)
    n = Whole(required=True)
    head = Hex(32, required=True)
    status = Word(*_STATUS, required=True)
    due = Part(StandingSchema, required=True)


class EventListSchema(Told):
    """Events in their order."""

    items = Listed(Part(ShownEventSchema), most=1000, required=True)
    n = Whole(required=True, metadata={"description": "the last event there is"})
    more = Flag(required=True, metadata={"description": "whether there are more after these"})


class TokenSchema(Told):
    """A player token, shown once."""

    id = Text(longest=40, required=True, metadata={"description": "public: to speak of it"})
    token = Text(longest=53, required=True)


class TokenListSchema(Told):
    """Player tokens, shown once."""

    tokens = Listed(Part(TokenSchema), most=6, required=True)


class RoomCodeSchema(Told):
    """The room code of a game."""

    code = Text(shortest=9, longest=9, required=True)
    join_url = Text(longest=300, required=True, metadata={"description": "what the QR code holds"})


class ReservedSchema(Told):
    """The seat that is kept, and all that its player needs to make a chain and to sign its join."""

    game = Hex(32, required=True)
    player = Whole(le=5, required=True)
    n = Whole(required=True, metadata={"description": "the last event; the join signs its head"})
    head = Hex(32, required=True)
    links = Whole(ge=64, le=65536, required=True, metadata={"description": "length of the chains"})
    events = Listed(Part(ShownEventSchema), most=8, required=True)
    expires_at = Whole(required=True, metadata={"description": "Unix milliseconds"})
    token = Text(
        longest=53, metadata={"description": "a fresh player token, for who came with a room code; shown once"}
    )


class RulesInForceSchema(Told):
    """The rule system and every one of its options."""

    id = Text(longest=40, required=True)
    options = Options(required=True)


class HouseSchema(Told):
    """The house: its name and its Ed25519 public key."""

    name = Text(longest=40, required=True)
    key = Hex(32, required=True)


class SeatSchema(Told):
    """A player that has joined."""

    player = Whole(le=5, required=True)
    name = Text(longest=40, required=True)
    kind = Word("human", "bot", required=True)
    key = Hex(32, allow_none=True, required=True)
    contributes = Flag(required=True, metadata={"description": "whether it has a chain of its own"})
    own_token = Flag(required=True, metadata={"description": "whether only its token acts for it"})
    away = Flag(required=True)
    seat = Whole(le=5, allow_none=True, required=True, metadata={"description": "seat on the board, once drawn"})


class ResultSchema(Told):
    """How a game has ended."""

    status = Word("finished", "abandoned", "void", required=True)
    reason = Text(longest=200, allow_none=True, required=True)
    ranking = Anything(
        described={"type": ["array", "null"], "items": {"type": "array", "items": {"type": "integer"}}},
        required=True,
        metadata={"description": "players by place; those who share one stand together"},
    )
    points = Anything(described={"type": ["array", "null"], "items": {"type": "integer"}}, required=True)


class GameRowSchema(Told):
    """A game in a list."""

    game = Hex(32, required=True)
    status = Word(*_STATUS, required=True)
    mode = Word("live", "test", required=True)
    public = Flag(required=True)
    rules = Text(longest=40, required=True)
    players = Whole(ge=2, le=6, required=True)
    n = Whole(required=True)
    head = Hex(32, required=True)
    created = Whole(required=True)
    updated = Whole(required=True)


class GameListSchema(Told):
    """A page of games, the newest first."""

    items = Listed(Part(GameRowSchema), most=100, required=True)
    next = Text(longest=512, allow_none=True, required=True, metadata={"description": "cursor of the next page"})


class GameSchema(Told):
    """A game as its readers see it."""

    game = Hex(32, required=True, metadata={"description": "its identity: the head of its opening"})
    status = Word(*_STATUS, required=True)
    mode = Word("live", "test", required=True)
    public = Flag(required=True)
    created = Whole(required=True, metadata={"description": "Unix milliseconds"})
    rules = Part(RulesInForceSchema, required=True)
    players = Whole(ge=2, le=6, required=True)
    links = Whole(ge=64, le=65536, required=True)
    away_after_ms = Whole(required=True)
    returns = Whole(required=True)
    signed_moves = Flag(required=True)
    note = Text(longest=200, allow_none=True, required=True)
    house = Part(HouseSchema, required=True)
    chains = Word("required", "optional", required=True)
    rematch_of = Hex(32, allow_none=True, required=True)
    n = Whole(required=True, metadata={"description": "index of the last event"})
    head = Hex(32, required=True, metadata={"description": "the head that covers it"})
    seats = Listed(Part(SeatSchema), most=6, required=True)
    due = Part(StandingSchema, required=True)
    result = Part(ResultSchema, allow_none=True, required=True)
    log = Members(
        component="LogProofs",
        allow_none=True,
        required=True,
        metadata={"description": "the game's leaves in the transparency log, with their proofs"},
    )


class CreatedSchema(GameSchema):
    """A game that was opened, with what is told only once."""

    room_code = Text(longest=9, allow_none=True, required=True)
    join_url = Text(longest=300, allow_none=True, required=True)
    tokens = Listed(Part(TokenSchema), most=6, required=True)


class LegalMoveSchema(Told):
    """A legal move: what to send, where it lands, and what it does."""

    piece = Whole(le=3, required=True)
    from_ = Whole(ge=-3, le=75, required=True, data_key="from", attribute="from")
    to = Whole(ge=-3, le=75, required=True)
    captures = Anything(
        required=True, metadata={"description": "what it captures: [player, progress of the piece before that]"}
    )
    lap = Whole()
    bonus = Whole()
    captured = Whole(le=5)
    action = Text(longest=20)
    dice = Listed(Whole(ge=1, le=6), most=1000)
    column = Whole(le=5)
    square = Whole(allow_none=True, required=True, metadata={"description": "of the loop; null off the loop"})
    words = Text(longest=500, required=True, metadata={"description": "the move for people"})


class MovesSchema(Told):
    """The legal moves of whom it is to move."""

    player = Whole(le=5, allow_none=True)
    by = Word("player", "auto", "bot", allow_none=True)
    moves = Listed(Part(LegalMoveSchema), most=1000, required=True)
    may_pass = Flag(required=True)


class TicketSchema(Told):
    """A ticket for one stream, since a browser's EventSource sets no headers."""

    ticket = Text(longest=200, required=True)
    expires_at = Whole(required=True, metadata={"description": "Unix milliseconds"})


class LogNameSchema(Told):
    """Where a transparency log is, and the key that checks it."""

    origin = Text(longest=300, required=True)
    vkey = Text(longest=400, required=True, metadata={"description": "for `fairdice verify --log-key`"})
    url = Text(longest=300, required=True, metadata={"description": "for `fairdice log check`"})


class LogStateSchema(LogNameSchema):
    """How far a log has come."""

    size = Whole(required=True, metadata={"description": "number of leaves"})
    checkpoint = Text(longest=65536, required=True, metadata={"description": "the signed note of that size"})
    frozen = Whole(allow_none=True, required=True, metadata={"description": "when it was given up, Unix ms"})


class LogSchema(LogStateSchema):
    """The log in use, and those that were given up before it."""

    earlier = Listed(Part(LogStateSchema), most=1000, required=True)


class HouseKeySchema(Told):
    """A key of the house."""

    key = Hex(32, required=True, metadata={"description": "Ed25519 public key"})
    since = Whole(required=True, metadata={"description": "Unix milliseconds"})
    retired = Whole(allow_none=True, required=True, metadata={"description": "since then no game is opened with it"})


class HouseCardSchema(Told):
    """Who the house is."""

    name = Text(longest=40, required=True)
    url = Text(longest=300, required=True)
    keys = Listed(Part(HouseKeySchema), most=1000, required=True)
    log = Part(LogNameSchema, allow_none=True, required=True)


class LogLeafSchema(Told):
    """A leaf and its inclusion proof (RFC 6962)."""

    index = Whole(required=True)
    size = Whole(required=True)
    leaf = Members(component="LogEntry", required=True)
    proof = Listed(Hex(32), most=64, required=True)


class ConsistencySchema(Told):
    """The proof that the log has only grown (RFC 6962)."""

    from_ = Whole(required=True, data_key="from", attribute="from")
    to = Whole(required=True)
    proof = Listed(Hex(32), most=64, required=True)


class HealthSchema(Told):
    """All is well; otherwise the answer is a problem."""

    status = Word("ok", required=True)
