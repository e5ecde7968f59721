"""Stage ``chain``: every revealed link hashes down to the one before it (docs/spec/protocol.md, "Chains")."""

from __future__ import annotations

from hashlib import sha256

from fairdice.chain import check as check_link
from fairdice.chain import link_prefix
from fairdice.errors import ChainError
from fairdice.verify.case import Case

__all__ = ["check"]


def check(case: Case) -> None:
    """Rolls take the indices that are theirs, one after the other, and all links come from the anchors.

    Raises ChainError ``chain.index`` (also a spent or a repeated one), ``chain.exhausted``, ``chain.party`` (a link of
    a party without an anchor) or ``chain.link``.
    """
    _check_indices(case)
    anchors = _anchors(case)
    if not case.links or _all_hold(case.gid, anchors, case.links):
        return
    _check_each(case, anchors)


def _check_indices(case: Case) -> None:
    length = case.opening.links
    for event, due in zip(case.rolls, case.due_rolls, strict=True):
        if event.j != due.index:
            raise ChainError(
                "chain.index",
                f"this roll has the index {due.index}, not {event.j}: each index is used once, and spent ones never",
                event=event.n,
                expected=due.index,
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


def _anchors(case: Case) -> list[bytes | None]:
    assert case.commit is not None or not case.links
    house = case.commit.anchor if case.commit is not None else None
    anchors = [house, *(join.anchor for join in case.joins)]
    return [bytes.fromhex(anchor) if anchor is not None else None for anchor in anchors]


def _all_hold(gid: bytes, anchors: list[bytes | None], links: list[tuple[bytes | None, ...]]) -> bool:
    """The same answer at once for the usual game, in which a party that has a chain gives a link to every roll."""
    indices = [j.to_bytes(4, "big") for j in range(1, len(links) + 1)]
    for party, (anchor, column) in enumerate(zip(anchors, zip(*links, strict=True), strict=True)):
        if anchor is None:
            if any(link is not None for link in column):
                return False
            continue
        if None in column:
            return False
        prefix = link_prefix(gid, party)
        below = [sha256(prefix + j + link).digest() for j, link in zip(indices, column, strict=True)]
        if below[0] != anchor or below[1:] != list(column[:-1]):
            return False
    return True


def _check_each(case: Case, anchors: list[bytes | None]) -> None:
    """Link by link in the order of events: over gaps, and to the first fault."""
    prefixes = [link_prefix(case.gid, party) for party in range(len(anchors))]
    last = [(0, anchor) for anchor in anchors]
    for event, links in zip(case.rolls, case.links, strict=True):
        for party, link in enumerate(links):
            if link is None:
                continue
            index, known = last[party]
            path = f"/events/{event.n}/links/{party}"
            if known is None:
                raise ChainError(
                    "chain.party",
                    f"player {party - 1} has no anchor and can give no link",
                    event=event.n,
                    path=path,
                    expected=None,
                    found=link.hex(),
                    clause="R7",
                )
            try:
                check_link(prefixes[party], event.j, link, index, known)
            except ChainError as error:
                error.event, error.path = event.n, path
                error.message = f"{'the house' if party == 0 else f'player {party - 1}'}: {error.message}"
                raise
            last[party] = event.j, link
