"""Stage ``chain``: every revealed link hashes down to the one before it (docs/spec/protocol.md, "Chains")."""

from __future__ import annotations

from hashlib import sha256

from fairdice.chain import check as check_link
from fairdice.chain import link_prefix
from fairdice.errors import ChainError
from fairdice.verify.case import Case
from replay.record import Draw, Roll

__all__ = ["check", "check_index"]


def check(case: Case) -> None:
    """Rolls take the indices that are theirs, one after the other, and all links come from the anchors.

    Raises ChainError ``chain.index`` (also a spent or a repeated one), ``chain.exhausted``, ``chain.party`` (a link of
    a party without an anchor) or ``chain.link``.
    """
    length = case.opening.links
    for event, due in zip(case.rolls, case.due_rolls, strict=True):
        check_index(event, due.index, length)
    indices = [event.j.to_bytes(4, "big") for event in case.rolls]
    faults = []
    for party, links in enumerate(zip(*case.links, strict=True)):
        try:
            _check_party(case, party, indices, links)
        except ChainError as error:
            error.path = f"/events/{error.event}/links/{party}"
            error.message = f"{f'player {party - 1}' if party else 'the house'}: {error.message}"
            faults.append(error)
    if faults:
        raise min(faults, key=lambda fault: fault.event or 0)


def check_index(event: Draw | Roll, index: int, length: int) -> None:
    """The roll has the `index` that is its own, and the chains of `length` links reach so far.  Raises as `check`."""
    if event.j != index:
        raise ChainError(
            "chain.index",
            f"this roll has the index {index}, not {event.j}: each index is used once, and spent ones never",
            event=event.n,
            expected=index,
            found=event.j,
            clause="O5",
        )
    if event.j > length:
        raise ChainError(
            "chain.exhausted",
            f"the chains have {length} links: there is no roll {event.j}",
            event=event.n,
            expected=length,
            found=event.j,
            clause="R9",
        )


def _check_party(case: Case, party: int, indices: list[bytes], links: tuple[bytes | None, ...]) -> None:
    """The links of one party hash down to one another and to its anchor.

    `links` has an entry for each draw and roll, None where the party gives none; `indices` are the rolls' as u32.
    """
    known = _anchor(case, party)
    prefix = link_prefix(case.gid, party)
    begun = sha256(prefix)
    last = 0
    for event, index, link in zip(case.rolls, indices, links, strict=True):
        if link is not None:
            # `fairdice.chain.previous`, quicker by the copy.
            below = begun.copy()
            below.update(index + link)
            # Nearly always the link of the roll before; what is not is a gap to hash over, or a fault.  A hash that
            # leads over a gap at once is a fault too: no link may be left out of a chain.
            if below.digest() != known or event.j != last + 1:
                _check_further(prefix, event, link, known, last)
            known, last = link, event.j


def _anchor(case: Case, party: int) -> bytes | None:
    brings = case.joins[party - 1] if party else case.commit
    return bytes.fromhex(brings.anchor) if brings is not None and brings.anchor is not None else None


def _check_further(prefix: bytes, event: Draw | Roll, link: bytes, known: bytes | None, last: int) -> None:
    """A link hashes down, over a gap, to the last one known: that of the roll `before`, or the anchor."""
    if known is None:
        raise ChainError(
            "chain.party",
            "who has no anchor can give no link",
            event=event.n,
            found=link.hex(),
            clause="R7",
        )
    try:
        check_link(prefix, event.j, link, last, known)
    except ChainError as error:
        error.event = event.n
        raise
