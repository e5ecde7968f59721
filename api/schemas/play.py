"""What is sent while a game is played: links, rolls, moves, absences."""

from __future__ import annotations

from api.schemas.fields import Hex, Listed, Part, Strict, Text, Whole, Word

__all__ = [
    "AbandonmentSchema",
    "AbsenceSchema",
    "LinkSchema",
    "LinksSchema",
    "MoveSchema",
    "PassSchema",
    "ReturnSchema",
    "RollSchema",
]

_PLAYER = {"description": "the player, 0 to 5: by the order of joining"}
_SIG = {"description": "the player's signature over the event (docs/spec/protocol.md, B16 and B17)"}
_ROLL = {"description": "index of the roll that is due"}


class LinkSchema(Strict):
    """What a player contributes to a roll: its link, and its ack of the game so far."""

    player = Whole(le=5, required=True, metadata=_PLAYER)
    link = Hex(32, required=True, metadata={"description": "link j of the player's chain"})
    ack = Hex(64, required=True, metadata={"description": "signature over the event that made the roll due (B16)"})


class LinksSchema(Strict):
    """Links for the roll that is due."""

    j = Whole(ge=1, le=65536, required=True, metadata=_ROLL)
    links = Listed(Part(LinkSchema), least=1, most=6, required=True)


class RollSchema(Strict):
    """Asks for a roll; links may come with it."""

    j = Whole(ge=1, le=65536, required=True, metadata=_ROLL)
    links = Listed(Part(LinkSchema), most=6, load_default=list)


class MoveSchema(Strict):
    """A move: one of those that are due, with the fields that it has there."""

    player = Whole(le=5, required=True, metadata=_PLAYER)
    piece = Whole(le=3, required=True, metadata={"description": "the piece, 0 to 3"})
    from_ = Whole(
        ge=-3,
        le=75,
        required=True,
        data_key="from",
        attribute="from",
        metadata={"description": "progress before the move; -1 is the yard"},
    )
    to = Whole(ge=-3, le=75, required=True, metadata={"description": "progress after the move"})
    lap = Whole(le=199_999, metadata={"description": "star@1: the lap"})
    bonus = Whole(ge=10, le=20, metadata={"description": "parchis@1: the bonus that is moved, 10 or 20"})
    captured = Whole(le=5, metadata={"description": "pairs@1: whose piece is captured, where there is a choice"})
    action = Word("enter", "move", "moonwalk", "invade", "recover", "free", metadata={"description": "nomercy@1"})
    dice = Listed(Whole(ge=1, le=6), least=1, most=1000, metadata={"description": "nomercy@1: the dice spent"})
    column = Whole(le=5, metadata={"description": "nomercy@1: whose home column is invaded"})
    captures = Listed(
        Listed(Whole(ge=-3, le=75), least=2, most=2),
        most=24,
        metadata={"description": "as `due.moves` shows it; may be left out, and must be right if it is there"},
    )
    sig = Hex(64, metadata=_SIG)


class PassSchema(Strict):
    """Declines to move, where `may_pass` says that one may."""

    player = Whole(le=5, required=True, metadata=_PLAYER)
    sig = Hex(64, metadata=_SIG)


class AbsenceSchema(Strict):
    """A player leaves, or its host declares that it has kept the others waiting for too long."""

    player = Whole(le=5, required=True, metadata=_PLAYER)
    reason = Word("left", "timeout", load_default="left")
    sig = Hex(64, metadata=_SIG)


class ReturnSchema(Strict):
    """A player that was away plays again."""

    player = Whole(le=5, required=True, metadata=_PLAYER)
    sig = Hex(64, metadata=_SIG)


class AbandonmentSchema(Strict):
    """Ends a game before its end."""

    reason = Text(longest=200, metadata={"description": "stands in the record for ever"})
