"""What is answered about a position."""

from __future__ import annotations

from api.schemas.fields import Anything, Flag, Listed, Members, Part, Strict, Text

__all__ = ["PositionAnswerSchema", "VerdictSchema"]


class VerdictSchema(Strict):
    """Whether a move is legal; if not, why, and which changes of options would make it so."""

    move = Members(component="Asked", required=True)
    legal = Flag(required=True)
    code = Text(longest=40)
    message = Text(longest=500)
    legal_with = Listed(Members(), most=1000)


class PositionAnswerSchema(Strict):
    """The legal moves of a position, or what comes next where there are none."""

    moves = Listed(Members(), most=1000, required=True)
    next = Anything(described={"type": ["object", "null"]}, required=True)
    may_pass = Flag()
    asked = Listed(Part(VerdictSchema), most=1)
