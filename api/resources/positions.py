"""Position documents: what is legal, and why not."""

from __future__ import annotations

from api.http.call import Answer, Call
from api.http.operation import Component, Example, operation
from api.schemas.positions import PositionAnswerSchema
from fairdice.asking import answered, convert_asked, play_of, read_position, verdicts
from replay.errors import FormatError
from replay.position import Position
from replay.schema import convert
from replay.strict import parse
from replay.whatif import Asked

__all__: list[str] = []

_STAR = {
    "ruleset": "star@1",
    "players": 2,
    "pieces": [[20, -1, -1, -1], [50, 50, -1, -1]],
    "rolls": [4],
}


@operation(
    "POST",
    "/v1/positions",
    summary="Legal moves of a position",
    tag="rules",
    body=Component("PositionRequest"),
    answers={200: PositionAnswerSchema},
    raw=True,
    problems=("format.missing", "format.unknown_field", "position.pieces", "option.system", "request.media"),
    examples=(
        Example(name="legal-moves", summary="What may be moved with a four", status=200, body=_STAR),
        Example(
            name="verdict",
            summary="Is this move legal, and if not, with which option would it be?",
            status=200,
            body={"position": _STAR, "move": {"from": -1, "to": 0}},
        ),
        Example(name="impossible", summary="No such position", status=422, body={**_STAR, "turn": 5}),
    ),
)
def judge_position(call: Call) -> Answer:
    """Takes a position document (docs/spec/rules/positions.md) and lists its legal moves.

    With `position` and `move` the answer says besides whether that move is legal, and if not, which changes of options
    would make it so.  It is the answer of `fairdice moves --json`.
    """
    body = parse(call.raw or b"{}")
    if isinstance(body, dict) and "position" in body:
        position, asked = _question(body)
    else:
        position, asked = read_position(call.raw or b"{}"), []
    judged = verdicts(position, asked)
    return Answer(body=answered(position, play_of(position, judged), asked, judged))


def _question(body: dict[str, object]) -> tuple[Position, list[Asked]]:
    """The position, and the move that is asked about, if one is."""
    unknown = sorted(body.keys() - {"position", "move"})
    if unknown:
        raise FormatError("format.unknown_field", f"there is no {unknown[0]} beside position and move")
    asked = [convert_asked(body["move"])] if "move" in body else []
    return convert(body["position"], Position), asked
