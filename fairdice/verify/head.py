"""Stage ``head``: the house's receipt over the final head (docs/spec/record.md, R11)."""

from __future__ import annotations

from fairdice.errors import HeadError, KeyRefused, SignatureRefused
from fairdice.keys import PublicKey, receipt_message
from fairdice.verify.case import Case, EarlierReceipt

__all__ = ["check", "check_earlier"]


def check(case: Case) -> None:
    """The receipt is for the last event and its signature holds.

    Raises HeadError ``head.index``, or SignatureRefused ``head.receipt``.
    """
    receipt, last = case.receipt, len(case.events) - 1
    if receipt.n != last:
        raise HeadError(
            "head.index",
            f"the receipt is for event {receipt.n}, the last event is {last}",
            path="/receipt/n",
            expected=last,
            found=receipt.n,
            clause="R11",
        )
    error = case.receipt_fault
    if error is not None:
        error.path, error.expected = "/receipt/sig", "the house's signature over head " + case.heads[last].hex()
        error.message = f"something in events 0 to {last} is not what the house signed{_narrowed(case)}"
        raise error


def _narrowed(case: Case) -> str:
    """How far the caller's earlier receipts narrow the fault down, in words."""
    key = case.house
    last = len(case.events) - 1
    good, bad = -1, last + 1
    for earlier in case.trust.receipts:
        if earlier.n > last or earlier.game not in (None, case.gid):
            continue
        if _signed(case, key, earlier, case.heads[earlier.n]):
            good = max(good, earlier.n)
        elif earlier.head is None or _signed(case, key, earlier, earlier.head):
            bad = min(bad, earlier.n)
    if good < 0 and bad > last:
        if case.flawed:  # then an earlier stage has named something that the house did not sign so
            return ""
        return ", and the file alone cannot say what; a receipt kept from earlier in the game can narrow it down"
    if bad <= good:
        return ", and the receipts given contradict one another"
    return f": by the receipts given it lies in events {good + 1} to {min(bad, last)}"


def check_earlier(case: Case) -> None:
    """The receipts that the caller kept fit the record: same game, same head at their event.

    Raises HeadError ``named.receipt`` (a receipt of another game or house, or of an event the record has not yet) or
    ``head.fork``: the house signed two histories, and the two receipts together prove it to anyone.  That needs a
    record whose own receipt holds: whoever has no key of the house must not be able to accuse it.
    """
    signed = case.receipt.n == len(case.events) - 1 and case.receipt_fault is None
    key = case.house
    for earlier in case.trust.receipts:
        if earlier.game is not None and earlier.game != case.gid:
            raise HeadError(
                "named.receipt",
                "the receipt named is for another game",
                expected=case.gid.hex(),
                found=earlier.game.hex(),
            )
        recorded = case.heads[earlier.n] if earlier.n < len(case.events) else None
        if recorded is not None and earlier.head in (None, recorded) and _signed(case, key, earlier, recorded):
            continue
        fork = signed and earlier.head not in (None, recorded) and (recorded is not None or case.close is not None)
        if fork and earlier.head is not None and _signed(case, key, earlier, earlier.head):
            what = (
                f"the house has signed another history for event {earlier.n}: the receipt named and this record's "
                "together prove it"
                if recorded is not None
                else f"the house has signed an event {earlier.n} of this game, which the record has not: "
                "it was cut short after the house closed or replaced it"
            )
            raise HeadError(
                "head.fork",
                what,
                event=earlier.n,
                expected=earlier.head.hex(),
                found=recorded.hex() if recorded is not None else None,
                clause="R11",
            )
        raise HeadError(
            "named.receipt",
            f"the receipt named does not hold for event {earlier.n} of this record"
            + (", which ends before it" if recorded is None else ""),
            event=earlier.n,
            expected="a receipt of this game by this house",
            clause="R11",
        )


def _signed(case: Case, key: PublicKey, earlier: EarlierReceipt, head: bytes) -> bool:
    try:
        key.verify(earlier.sig, receipt_message(earlier.game or case.gid, earlier.n, head))
    except (SignatureRefused, KeyRefused):
        return False
    return True
