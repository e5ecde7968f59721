"""The verifier: one record, all checks in their order (docs/spec/verifying.md).

1.  format   the bytes are a record                      `replay.codec`
2.  order    indices, times, which event may stand where  `fairdice.verify.order`
3.  party    keys, anchors, joins                         `fairdice.verify.party`
4.  chain    links hash down to their anchors             `fairdice.verify.chain`
5.  dice     draw and rolls follow from the links         `fairdice.verify.dice`
6.  rules    every event is legal                         `fairdice.verify.rules`
7.  sign     the players' signatures and acks             `fairdice.verify.sign`
8.  result   the close is right                           `fairdice.verify.result`
9.  head     the house's receipt                          `fairdice.verify.head`
10. log      the proofs of a transparency log             `fairdice.verify.log`
11. named    what the caller named holds                  `fairdice.verify.named`

The first failure of a stage ends that stage.  A stage runs unless it needs one that failed.  The headline is the first
failure in this order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct

from fairdice.verify import chain, dice, head, named, order, party, result, rules, sign
from fairdice.verify.assurance import statements
from fairdice.verify.case import Case, Trust
from fairdice.verify.report import Fault, PlayerLine, Report, Stage, Summary, Verdict
from replay.codec import decode_record
from replay.errors import CodedError

__all__ = ["verify"]


class _Check(Struct, frozen=True):
    name: str
    run: Callable[[Case], None]
    needs: tuple[str, ...]
    about: str


_CHECKS = (
    _Check("order", order.check, (), "indices, times, and which event may stand where"),
    _Check("party", party.check, ("order",), "keys, anchors and join signatures of the house and the players"),
    _Check("chain", chain.check, ("order",), "every revealed link hashes down to its party's anchor"),
    _Check("dice", dice.check, ("order",), "the draw and every roll, recomputed from the links"),
    _Check("rules", rules.check, ("order",), "every roll and move replayed under the rules of the opening"),
    _Check("sign", sign.check, ("order", "party"), "the players' signatures and acks"),
    _Check("result", result.check, ("order", "rules"), "status, ranking and points of the close"),
    _Check("head", head.check, ("order", "party"), "the house's receipt over the last event"),
)


def verify(raw: bytes, trust: Trust | None = None, *, file: str = "-") -> Report:
    """Verify one record.

    `raw` is the file's content, `trust` what the caller knows from elsewhere, `file` its name for the report.  Bad
    input gives a report with the verdict ``unreadable``; nothing is raised.
    """
    trust = trust or Trust()
    try:
        case = Case(decode_record(raw), trust)
    except CodedError as error:
        return unreadable(file, error)
    stages = [Stage("format", "passed", _format(case))]
    failed: set[str] = set()
    for check in _CHECKS:
        stages.append(_stage(check, case, failed))
        if stages[-1].result != "passed":
            failed.add(check.name)
            case.flawed = True
    stages.append(_log(case, failed))
    if stages[-1].result == "failed":
        failed.add("log")
    said = statements(case, failed)
    stages.append(_named(case, failed, said))
    fault = next((stage.fault for stage in stages if stage.fault is not None), None)
    verdict: Verdict = "refused" if fault else "verified" if case.close else "open"
    return Report(file, verdict, fault, stages, said, None if "order" in failed else _summary(case))


def unreadable(file: str, error: CodedError) -> Report:
    """The report of a file that is no record, or could not be read."""
    fault = Fault.of(error)
    skipped = [Stage(check.name, "not checked", "the file could not be read as a record") for check in _CHECKS]
    return Report(file, "unreadable", fault, [Stage("format", "failed", fault.message, fault), *skipped], [])


def _stage(check: _Check, case: Case, failed: set[str]) -> Stage:
    missing = [name for name in check.needs if name in failed]
    if missing:
        return Stage(check.name, "not checked", f"needs {' and '.join(missing)}, which failed or was not checked")
    try:
        check.run(case)
    except CodedError as error:
        return Stage(check.name, "failed", check.about, Fault.of(error))
    return Stage(check.name, "passed", check.about)


def _format(case: Case) -> str:
    return "strict JSON of a game record" + ("" if case.canonical else ", though not in its canonical spelling")


def _log(case: Case, failed: set[str]) -> Stage:
    if case.record.log is UNSET and not case.trust.log_keys:
        return Stage("log", "not checked", "the record carries no proofs of a transparency log")
    from fairdice.verify import log

    about = "leaves and proofs under a checkpoint " + (
        "that a key you named has signed" if case.trust.log_keys else "whose key nobody named"
    )
    return _stage(_Check("log", log.check, ("order",), about), case, failed)


def _named(case: Case, failed: set[str], said: list[Any]) -> Stage:
    about = named.about(case.trust)
    if about is None:
        more = " but a log's key, which is checked above" if case.trust.log_keys else ""
        return Stage("named", "not checked", f"the caller named no key, game, receipt or statement{more}")
    if "order" in failed:
        return Stage("named", "not checked", "needs order, which failed")
    try:
        named.check(case, said, receipts="party" not in failed)
    except CodedError as error:
        return Stage("named", "failed", about, Fault.of(error))
    if case.trust.receipts and "party" in failed:
        return Stage("named", "not checked", "the receipts named need party, which failed; all else named holds")
    return Stage("named", "passed", about)


def _summary(case: Case) -> Summary:
    opening, close = case.opening, case.close
    return Summary(
        game=case.gid.hex(),
        rules=opening.rules.id,
        options=opening.rules.options,
        players=[
            PlayerLine(join.player, join.name, join.kind, join.key, join.anchor is not None) for join in case.joins
        ],
        house=opening.house.name,
        house_key=opening.house.key,
        events=len(case.events),
        rolls=len(case.links),
        note=opening.note,
        status=close.status if close else None,
        ranking=[list(place) for place in close.ranking] if close and close.ranking else None,
        points=list(close.points) if close and close.points else None,
    )
