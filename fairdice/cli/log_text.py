"""What ``fairdice log check`` found, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from fairdice.printable import printable, quoted

if TYPE_CHECKING:
    from fairdice.cli.log import LogReport, RecordLine
    from fairdice.monitor import GameLeaves, Leaf
    from fairdice.verify.report import Fault

__all__ = ["lines"]

_WIDTH = 80
_MOST = 20
"""How many games of a kind are listed; the JSON report has all."""
_HEADLINES = {"sound": "SOUND", "refused": "REFUSED", "unreadable": "UNREADABLE"}


def lines(report: LogReport) -> Iterator[str]:
    """The report line by line, without line ends."""
    code = f" [{report.fault.code}]" if report.fault is not None else ""
    yield f"{printable(report.log)}: {_HEADLINES[report.verdict]}{code}"
    if report.fault is not None:
        yield from _fault(report.fault)
        return
    yield ""
    yield f"  {'log':10}{quoted(report.origin or '')}"
    yield f"  {'key':10}{'the checkpoint is signed by the key named' if report.key_named else _UNNAMED}"
    yield f"  {'leaves':10}{report.size}, of {_count(report.games or 0, 'game')}; all read and led up to the root"
    yield f"  {'root':10}{report.root}"
    if report.seen is not None:
        yield f"  {'before':10}{_count(report.seen, 'leaf', 'leaves')}, with which it still begins"
    yield from _games("Openings without a close: the games go on, or were dropped", report.unclosed)
    yield from _games("Several openings or closes of one game: of openings only the last counts", report.repeated)
    if report.records:
        yield ""
        yield "Records"
    for line in report.records:
        yield from _record(line)


_UNNAMED = "not checked: nobody named the log's key"


def _fault(fault: Fault) -> Iterator[str]:
    yield from _hang("  ", printable(fault.message))
    for name, value in (("expected", fault.expected), ("found", fault.found)):
        if value is not None:
            yield from _hang(f"  {name:10}", printable(str(value))[:300])
    if fault.clause:
        yield f"  {'clause':10}{fault.clause} of docs/spec"


def _games(title: str, games: Sequence[GameLeaves]) -> Iterator[str]:
    if not games:
        return
    yield ""
    yield f"{title} ({len(games)})"
    for game in games[:_MOST]:
        yield f"  {game.game}"
        yield from _hang("    ", "; ".join([*_leaves("open", game.opened), *_leaves("close", game.closed)]))
    if len(games) > _MOST:
        yield f"  and {len(games) - _MOST} more: --json lists them all"


def _leaves(kind: str, leaves: Sequence[Leaf]) -> Iterator[str]:
    for leaf in leaves[:_MOST]:
        yield f"{kind} at leaf {leaf.index}, event {leaf.n}" + (f", {leaf.status}" if leaf.status else "")
    if len(leaves) > _MOST:
        yield f"and {len(leaves) - _MOST} more"


def _record(line: RecordLine) -> Iterator[str]:
    if line.fault is not None:
        lead = f"  {_HEADLINES[line.verdict]:11}{printable(line.file)}: "
        yield f"{lead}{printable(line.fault.message)} [{line.fault.code}]"
        return
    where = "; ".join([*_leaves("open", line.opened), *_leaves("close", line.closed)])
    yield f"  {'ok':11}{printable(line.file)}: {where or 'nothing of it had to be in the log yet'}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _hang(lead: str, text: str) -> Iterator[str]:
    first, *rest = wrap(text, _WIDTH - len(lead), break_long_words=False, break_on_hyphens=False) or [""]
    yield lead + first
    for line in rest:
        yield " " * len(lead) + line
