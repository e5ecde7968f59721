"""A whole log read and checked, as a monitor does it (docs/spec/log.md, L10).

Nothing is fetched here: the caller gives a `Fetch`, for an address or for a folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from msgspec import UNSET, Struct

from fairdice.checkpoint import LogKey, Signed, parse_checkpoint, verify_checkpoint
from fairdice.errors import LogError
from fairdice.leaves import read_leaf
from fairdice.merkle import check_root, root
from fairdice.tiles import CHECKPOINT, WIDTH, Fetch, Tiles
from fairdice.verify.case import Case
from fairdice.verify.log import check_place
from replay.record import LogEntry

__all__ = ["GameLeaves", "Leaf", "LogView", "check_record", "read_checkpoint", "read_log"]


class Leaf(Struct, frozen=True, gc=False, omit_defaults=True):
    """One leaf of a game: its index in the log, the event, that event's head (hex), a close's status."""

    index: int
    n: int
    head: str
    status: str | None = None


class GameLeaves(Struct, frozen=True):
    """All leaves of one game, in the order of the log."""

    game: str
    """gid, hex."""
    opened: list[Leaf]
    closed: list[Leaf]

    @property
    def repeated(self) -> bool:
        """Whether the game has several openings or several closes."""
        return len(self.opened) > 1 or len(self.closed) > 1


class LogView(Struct, frozen=True):
    """All that stands in a log under one checkpoint."""

    checkpoint: Signed
    note: str
    """The checkpoint as it was served."""
    games: dict[str, GameLeaves]
    """By gid (hex), in the order of their first leaves."""

    @property
    def unclosed(self) -> list[GameLeaves]:
        """Games with an opening and no close: they go on, or were dropped."""
        return [game for game in self.games.values() if not game.closed]

    @property
    def repeated(self) -> list[GameLeaves]:
        """Games with several openings or several closes."""
        return [game for game in self.games.values() if game.repeated]


def read_checkpoint(raw: bytes, keys: Sequence[LogKey] = ()) -> tuple[str, Signed]:
    """The checkpoint in a file, its text and what it says; signed by one of the keys, if there are any.

    Raises LogError ``log.checkpoint``, and as `verify_checkpoint` does.
    """
    try:
        note = raw.decode()
    except UnicodeDecodeError:
        raise LogError("log.checkpoint", "a checkpoint is UTF-8 text", clause="L7") from None
    signed = parse_checkpoint(note)
    if keys:
        verify_checkpoint(signed, keys)
    return note, signed


def read_log(
    fetch: Fetch,
    keys: Sequence[LogKey] = (),
    seen: Signed | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> LogView:
    """Read a whole log and check it: signature, growth since the checkpoint `seen` before, tiles, entries, leaves.

    `progress` is told how many of how many entries are done.  Raises LogError ``log.*`` with the first fault, and
    whatever `fetch` raises.
    """
    raw = fetch(CHECKPOINT)
    if raw is None:
        raise LogError("log.absent", "there is no checkpoint, so this is no log", expected=CHECKPOINT, clause="L8")
    note, signed = read_checkpoint(raw, keys)
    size = signed.checkpoint.size
    if seen is not None:
        _check_growth(seen, signed)
    tiles = Tiles(size, signed.checkpoint.root, fetch)
    if seen is not None:
        before = seen.checkpoint
        check_root(
            root(before.size, tiles.read),
            before.root,
            "log.consistency",
            f"the log does not begin with the {before.size} leaves that it had before: its history was changed",
            clause="L5",
        )
    games: dict[str, GameLeaves] = {}
    for number in range(-(-size // WIDTH)):
        for index, entry in enumerate(tiles.entries(number), number * WIDTH):
            _take(games, index, entry)
        progress(min((number + 1) * WIDTH, size), size)
    return LogView(signed, note, games)


def _check_growth(seen: Signed, signed: Signed) -> None:
    """The checkpoint is of the log that was seen before, and of no smaller tree."""
    before, now = seen.checkpoint, signed.checkpoint
    if before.origin != now.origin:
        raise LogError(
            "log.origin",
            "this is another log than the one that was seen before",
            expected=before.origin,
            found=now.origin,
            clause="L10",
        )
    if now.size < before.size:
        raise LogError(
            "log.shrunk",
            f"the log has {now.size} leaves, and had {before.size} before",
            expected=before.size,
            found=now.size,
            clause="L10",
        )


def _take(games: dict[str, GameLeaves], index: int, entry: bytes) -> None:
    try:
        leaf = read_leaf(entry)
    except LogError as error:
        error.message = f"entry {index}: {error.message}"
        raise
    game = games.get(leaf.game)
    if game is None:
        game = games[leaf.game] = GameLeaves(leaf.game, [], [])
    status = None if leaf.status is UNSET else leaf.status
    (game.opened if leaf.kind == "open" else game.closed).append(Leaf(index, leaf.n, leaf.head, status))


def check_record(case: Case, view: LogView) -> GameLeaves:
    """All leaves of the record's game fit it, and those that must be there are; its order of events has been checked.

    Leaves for events that an open record has not reached yet are passed over.  Raises LogError ``log.unlogged``,
    ``log.event``, ``log.head``, ``log.place``, ``log.status`` or ``log.order``.
    """
    gid = case.gid.hex()
    game = view.games.get(gid, GameLeaves(gid, [], []))
    for kind, leaves in (("open", game.opened), ("close", game.closed)):
        for leaf in leaves:
            _check_leaf(case, kind, leaf)
    drawn = case.drawn
    opened = [leaf.index for leaf in game.opened if drawn is not None and leaf.n == drawn - 1]
    if drawn is not None and not opened:
        _unlogged(f"the log has no opening for event {drawn - 1}, the last before the draw", drawn - 1)
    if case.close is not None and not game.closed:
        _unlogged("the log has no close of this game", case.close.n)
    if opened and game.closed and opened[0] > game.closed[0].index:
        raise LogError(
            "log.order",
            "the close stands in the log before the opening",
            expected=f"above {opened[0]}",
            found=game.closed[0].index,
            clause="L9",
        )
    return game


def _check_leaf(case: Case, kind: str, leaf: Leaf) -> None:
    later = leaf.n >= len(case.events)
    if later and case.close is None:
        return
    if later:
        raise LogError(
            "log.event",
            f"leaf {leaf.index} of the log is for event {leaf.n} of this game, and the record ends before it",
            expected=len(case.events) - 1,
            found=leaf.n,
            clause="L9",
        )
    fields: dict[str, Any] = {"kind": kind, "game": case.gid.hex(), "n": leaf.n, "head": leaf.head}
    if leaf.status is not None:
        fields["status"] = leaf.status
    try:
        check_place(case, LogEntry(format="fairdice/leaf@1", **fields))
    except LogError as error:
        error.message, error.event, error.path = f"leaf {leaf.index} of the log: {error.message}", leaf.n, ""
        raise


def _unlogged(message: str, event: int) -> NoReturn:
    raise LogError("log.unlogged", message, event=event, clause="L10")
