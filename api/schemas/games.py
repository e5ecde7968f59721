"""Games: what a host asks for, and how players come to them."""

from __future__ import annotations

from api.schemas.fields import Flag, Hex, Listed, Options, Part, Strict, Text, Whole, Word
from api.schemas.paging import PageSchema

__all__ = [
    "BotSchema",
    "GameQuerySchema",
    "JoinSchema",
    "JoiningSchema",
    "NewGameSchema",
    "ReservationSchema",
    "StartSchema",
    "TokensSchema",
]

# Nor what turns the text around it, or cannot be seen: a name is shown to the other players, by programs of all kinds.
_NOT_SHOWN = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
NAME = rf"[^{_NOT_SHOWN}]*[^\s\u200c\u200d{_NOT_SHOWN}][^{_NOT_SHOWN}]*"
NAME_FORM = "something to see, without control characters"
_STATUS = ("joining", "playing", "closed", "stopped")


class BotSchema(Strict):
    """A house bot that takes a seat."""

    name = Text(shortest=1, longest=40, pattern=NAME, form=NAME_FORM)
    strategy = Word("greedy", "random", load_default="greedy")


class JoiningSchema(Strict):
    """How players may join."""

    code = Flag(load_default=True, metadata={"description": "make a room code, for people to type"})
    tokens = Whole(le=6, load_default=0, metadata={"description": "so many player tokens are made at once"})
    chains = Word(
        "required",
        "optional",
        load_default="optional",
        metadata={"description": "whether players must bring a key and a chain of their own"},
    )


class NewGameSchema(Strict):
    """The game that a host wants."""

    rules = Text(shortest=1, longest=40, required=True, metadata={"description": "a rule system of GET /v1/rules"})
    options = Options(metadata={"description": "what differs from the system's defaults"})
    players = Whole(ge=2, le=6, required=True)
    bots = Listed(Part(BotSchema), most=6, metadata={"description": "house bots, in the seats that players leave over"})
    links = Whole(ge=64, le=65536, metadata={"description": "length of the chains; default: the rule system's"})
    away_after_ms = Whole(
        ge=10_000, le=86_400_000, metadata={"description": "how long players wait for one another; default 45000"}
    )
    returns = Whole(le=1000, metadata={"description": "how often a player may come back; default 2"})
    signed_moves = Flag(metadata={"description": "players with a key sign their moves; default true"})
    note = Text(longest=200, metadata={"description": "stands in the opening, hashed for ever"})
    public = Flag(metadata={"description": "anyone may look at the game; default false"})
    join = Part(JoiningSchema)
    start = Word("full", "host", metadata={"description": "begin once all seats are taken (default), or when told"})


class GameQuerySchema(PageSchema):
    """Which of the host's games."""

    status = Word(*_STATUS)
    rules = Text(shortest=1, longest=40)


class ReservationSchema(Strict):
    """Asks for the next seat: by room code, or with a credential by the game's identity.  One of the two."""

    code = Text(shortest=8, longest=64, metadata={"description": "the room code, however it is typed"})
    game = Hex(32, metadata={"description": "the game, for who has a credential"})


class JoinSchema(Strict):
    """Takes the reserved seat; with key and chain if the player brings them."""

    name = Text(
        shortest=1,
        longest=40,
        pattern=NAME,
        form=NAME_FORM,
        required=True,
        metadata={"description": "a pseudonym: it is hashed into the game for ever"},
    )
    kind = Word("human", load_default="human")
    anchor = Hex(32, metadata={"description": "the end of the player's chain"})
    key = Hex(32, metadata={"description": "the player's Ed25519 public key"})
    sig = Hex(64, metadata={"description": "the player's signature over its join (B16)"})


class TokensSchema(Strict):
    """Asks for player tokens."""

    count = Whole(ge=1, le=6, load_default=1)


class StartSchema(Strict):
    """Starts a game that waits for its host."""

    fill = Word("greedy", "random", metadata={"description": "seat bots of this kind in the empty seats"})
