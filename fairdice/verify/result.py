"""Stage ``result``: the close says what the game gives (docs/spec/record.md, R9; docs/spec/rules/common.md, C13)."""

from __future__ import annotations

from fairdice.verify.case import Case

__all__ = ["check"]


def check(case: Case) -> None:
    """Status, reason, ranking and points of the close; nothing to check without one.

    Raises RuleError ``result.status``, ``result.reason``, ``result.ranking`` or ``result.points``.
    """
    if case.close is not None:
        assert case.game is not None
        case.game.check_close(case.close)
