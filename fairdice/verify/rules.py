"""Stage ``rules``: replay under the rules in force (docs/spec/rules)."""

from __future__ import annotations

from fairdice.verify.case import Case
from replay.engine import Game

__all__ = ["check"]


def check(case: Case) -> None:
    """Every event but the close is legal where it stands, and none is missing.

    Raises OptionError ``option.*`` for the opening's rules and RuleError ``rules.*``.
    """
    game = Game()
    game.run(case.events if case.close is None else case.events[:-1])
    case.game = game
