"""Stage ``named``: what the caller named - keys, the game, receipts, statements - holds."""

from __future__ import annotations

from typing import NoReturn

from fairdice.errors import NamedError
from fairdice.verify import head
from fairdice.verify.case import Case, Trust
from fairdice.verify.report import Statement

__all__ = ["about", "check"]


def about(trust: Trust) -> str | None:
    """What the caller named, in words; None if nothing."""
    named = [
        ("the house's key", trust.house_keys),
        ("players' keys", trust.player_keys),
        ("the game", trust.game),
        ("receipts kept from earlier", trust.receipts),
        ("statements that must hold", trust.require),
    ]
    words = [word for word, given in named if given]
    return f"what was named: {', '.join(words)}" if words else None


def check(case: Case, said: list[Statement], *, receipts: bool) -> None:
    """All that the caller named holds; receipts are looked at only if the house's key is fit for it (`receipts`).

    Raises NamedError ``named.game``, ``named.house_key``, ``named.player_key`` or ``named.statement``, HeadError
    ``named.receipt`` or ``head.fork``.
    """
    trust = case.trust
    if trust.game is not None and trust.game != case.gid:
        _refuse("game", "this is another game than the one named", trust.game.hex(), case.gid.hex())
    house = bytes.fromhex(case.opening.house.key)
    if trust.house_keys and house not in trust.house_keys:
        _refuse(
            "house_key",
            "the record's house has another key than the one named",
            [key.hex() for key in trust.house_keys],
            house.hex(),
        )
    keys = [join.key for join in case.joins]
    for key in trust.player_keys:
        if key.hex() not in keys:
            _refuse("player_key", "no player of this game has the key named", key.hex(), [k for k in keys if k])
    if receipts:
        head.check_earlier(case)
    for wanted in trust.require:
        _check_statement(wanted, said)


def _check_statement(wanted: str, said: list[Statement]) -> None:
    name, _, player = wanted.partition(":")
    statement = next((statement for statement in said if statement.name == name), None)
    holds: str
    holds, what = ("no", "it could not be looked at") if statement is None else (statement.holds, statement.text)
    if player and statement is not None:
        lines = statement.details.get("players")
        holds = next((line["holds"] for line in lines or () if str(line["player"]) == player), "")
        if not holds and lines is not None:
            what = f"this game has no player {player}" + ("" if name == "signed" else " with a chain")
        holds = holds or "no"
    if holds != "yes":
        how = {"if": "holds only under a condition", "partly": "holds only in part"}.get(holds, "does not hold")
        _refuse("statement", f'"{wanted}" {how}: {what}', "yes", holds)


def _refuse(code: str, message: str, expected: object, found: object) -> NoReturn:
    raise NamedError(f"named.{code}", message, expected=expected, found=found)
