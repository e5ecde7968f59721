"""A report in words, for people: plain lines, the same with and without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from msgspec import to_builtins

from fairdice.printable import places, printable, quoted, told_apart
from fairdice.verify.report import Fault, Report, Statement, Summary, Verdict

__all__ = ["HEADLINES", "lines"]

HEADLINES: dict[Verdict, str] = {
    "verified": "VERIFIED",
    "refused": "REFUSED",
    "unreadable": "UNREADABLE",
    "open": "SOUND SO FAR, not closed",
}
_WIDTH = 80
_MARKS = {"passed": "ok", "failed": "FAILED", "not checked": "-"}

Paint = Callable[[str, str], str]
"""(text, role) -> the text, perhaps in colour; roles are good, bad, doubt and quiet."""


def lines(report: Report, paint: Paint = lambda text, _role: text) -> Iterator[str]:
    """The report line by line, without line ends."""
    role = {"verified": "good", "open": "doubt"}.get(report.verdict, "bad")
    yield f"{printable(report.file)}: {paint(HEADLINES[report.verdict], role)}{_because(report)}"
    if report.fault is not None:
        yield from _fault(report.fault)
    if report.summary is not None:
        yield ""
        yield from _summary(report.summary)
    if report.verdict == "unreadable":
        return
    yield ""
    yield "Checked"
    for stage in report.stages:
        mark = _MARKS[stage.result]
        shade = {"passed": "good", "failed": "bad", "not checked": "quiet"}[stage.result]
        more = f": {stage.fault.message} [{stage.fault.code}]" if stage.fault is not None else ""
        yield from _hang(f"  {mark:7}{stage.name:12}", f"{stage.about}{printable(more)}", mark, paint, shade)
    yield ""
    yield "What this proves, and what it does not"
    for statement in report.statements:
        yield from _statement(statement, paint)


def _because(report: Report) -> str:
    if report.fault is None:
        return ""
    where = f" at event {report.fault.event}" if report.fault.event is not None else ""
    return f" [{report.fault.code}]{where}"


def _fault(fault: Fault) -> Iterator[str]:
    yield from _hang("  ", printable(fault.message))
    if fault.path:
        yield f"  where     {printable(fault.path)}"
    if fault.expected is not None:
        yield from _hang("  expected  ", _short(fault.expected))
    if fault.expected is not None or fault.found is not None:
        yield from _hang("  found     ", "nothing" if fault.found is None else _short(fault.found))
    if fault.clause:
        yield f"  clause    {fault.clause} of docs/spec"


def _summary(summary: Summary) -> Iterator[str]:
    yield f"  {'game':10}{summary.game}"
    yield f"  {'rules':10}{printable(summary.rules)}"
    yield f"  {'events':10}{summary.events}: {_rolled(summary.rolls)}"
    for line in summary.players:
        brings = "its own chain and key" if line.contributes else "a key" if line.key else "neither chain nor key"
        kind = "a bot of the house" if line.kind == "bot" else f"brings {brings}"
        yield f"  {f'player {line.player}':10}{quoted(line.name)}, {kind}"
    yield f"  {'house':10}{quoted(summary.house)}, with the key"
    yield f"  {'':10}{summary.house_key}"
    if isinstance(summary.note, str):
        yield from _hang(f"  {'note':10}", printable(summary.note))
    names = told_apart([line.name for line in summary.players])
    if summary.ranking:
        yield from _hang(f"  {'result':10}", places(summary.ranking, names))
    elif summary.status:
        yield f"  {'result':10}{summary.status}"
    if summary.points:
        # A record that is refused may give points to players that it has not.
        each = [f"{names[p] if p < len(names) else p} {count}" for p, count in enumerate(summary.points)]
        yield from _hang(f"  {'points':10}", ", ".join(each))


def _rolled(rolls: int) -> str:
    """How often the dice were thrown, `rolls` counting the draw, in words."""
    if rolls < 2:
        return "the draw and no roll" if rolls else "no draw and no roll"
    return "the draw and one roll" if rolls == 2 else f"the draw and {rolls - 1} rolls"


def _statement(statement: Statement, paint: Paint) -> Iterator[str]:
    shade = {"yes": "good", "if": "doubt", "partly": "doubt", "no": "bad"}[statement.holds]
    # Many a "no" is no fault of the record, only nothing that it could prove.
    shade = "quiet" if statement.holds == "no" and statement.name in ("logged", "absences") else shade
    lead = f"  {statement.holds:7}{statement.name:12}"
    yield from _hang(lead, printable(statement.text), statement.holds, paint, shade)


def _hang(
    lead: str, text: str, word: str = "", paint: Paint = lambda text, _role: text, role: str = ""
) -> Iterator[str]:
    """The text after `lead`, further lines indented under its beginning; `word` of the lead is painted."""
    width = max(_WIDTH - len(lead), 20)
    first, *rest = wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
    yield (lead.replace(word, paint(word, role), 1) if word else lead) + first
    for line in rest:
        yield " " * len(lead) + line


def _short(value: Any) -> str:
    """A value as JSON, cut to a readable length."""
    import json

    text = value if isinstance(value, str) else json.dumps(to_builtins(value), ensure_ascii=False)
    return printable(text if len(text) <= 300 else f"{text[:297]}...")
