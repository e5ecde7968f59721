"""What a verification found: `fairdice/report@1` (docs/spec/verifying.md).

The same report is written as JSON by ``fairdice verify --json`` and in words by `fairdice.verify.text`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from replay.errors import CodedError

__all__ = ["EXIT", "Fault", "Holds", "PlayerLine", "Report", "Stage", "Statement", "Summary", "Verdict", "exit_code"]

Verdict: TypeAlias = Literal["verified", "refused", "unreadable", "open"]
Holds: TypeAlias = Literal["yes", "if", "partly", "no"]
""""if": under a condition that the record cannot show, and that the text names."""

EXIT: dict[Verdict, int] = {"verified": 0, "refused": 1, "unreadable": 2, "open": 3}
"""Exit code of ``fairdice verify`` for one record."""
_WORST = (1, 2, 3, 0)


def exit_code(verdicts: list[Verdict]) -> int:
    """The exit code for several records: 1 over 2 over 3 over 0; 2 for none at all."""
    codes = {EXIT[verdict] for verdict in verdicts}
    return next((code for code in _WORST if code in codes), 2)


class Fault(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong, with the facts it is about."""

    code: str
    message: str
    event: int | None = None
    path: str = ""
    expected: Any = None
    found: Any = None
    clause: str = ""

    @classmethod
    def of(cls, error: CodedError) -> Fault:
        """The fault that an error reports."""
        return cls(error.code, error.message, error.event, error.path, error.expected, error.found, error.clause)


class Stage(Struct, frozen=True):
    """One of the ordered checks: passed, failed, or not checked and why."""

    name: str
    result: Literal["passed", "failed", "not checked"]
    about: str
    """What it checked, or why it was not checked."""
    fault: Fault | None = None


class Statement(Struct, frozen=True):
    """One assurance statement: whether it holds for this record, the figures, and what that means."""

    name: str
    holds: Holds
    text: str
    details: dict[str, Any] = {}


class PlayerLine(Struct, frozen=True):
    """A player of the game, as its join gives it."""

    player: int
    name: str
    kind: str
    key: str | None
    contributes: bool


class Summary(Struct, frozen=True, omit_defaults=True):
    """What the record says of itself; only as good as the checks that passed."""

    game: str
    rules: str
    options: dict[str, Any]
    players: list[PlayerLine]
    house: str
    house_key: str
    events: int
    rolls: int
    note: str | UnsetType = UNSET
    status: str | None = None
    ranking: list[list[int]] | None = None
    points: list[int] | None = None


class Report(Struct, frozen=True, omit_defaults=True):
    """The whole report of one record."""

    file: str
    verdict: Verdict
    fault: Fault | None
    """The first failure of the first stage that failed: the headline."""
    stages: list[Stage]
    statements: list[Statement]
    summary: Summary | None = None
