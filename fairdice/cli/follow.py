"""Following a record that is being replaced: new events in words as they come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence

import click

from fairdice.cli.faults import ReadError, sentence
from fairdice.cli.files import read_bytes
from fairdice.cli.screen import board, numbered, page, players
from fairdice.cli.shown import Shown, Watch, followed, gid_of
from fairdice.cli.streams import in_colour
from fairdice.words.told import Told
from replay.codec import decode_record
from replay.errors import CodedError, FormatError, OptionError, RuleError
from replay.record import Close, GameEvent, Record

__all__ = ["follow"]

_HALF_WRITTEN = ("format.empty", "format.syntax", "format.utf8")
_PAUSE = 0.25
"""Seconds between two looks at the file."""


def follow(file: str, draw: Callable[[Shown], None], pause: Callable[[float], None] | None = None) -> Shown:
    """Print the game, then its new events until the game is closed or the rules refuse one; the answer is its end.

    `draw` is called whenever there is something new, `pause` (`time.sleep`) between two looks at the file.  A file
    that is missing or half written for a while is waited for.  Raises ReadError if it cannot be read in the beginning,
    FormatError if it then holds something else than a record.
    """
    watch = Watch()
    seen: tuple[GameEvent, ...] = ()
    versions = _versions(file, pause or time.sleep)
    while True:
        record = next(versions)
        if record.events == seen:
            continue
        if seen and record.events[: len(seen)] == seen:
            refused = _print_new(watch, record.events[len(seen) :])
        else:
            if seen:
                click.echo("\nThe file holds another record now.\n")
            watch, refused = followed(record.events)
            click.echo("\n".join(page(watch.shown(), gid_of(record), last_only=False, in_colour=in_colour())))
        seen = record.events
        shown = watch.shown(refused)
        draw(shown)
        if refused is not None or isinstance(seen[-1], Close):
            return shown


def _print_new(watch: Watch, events: Sequence[GameEvent]) -> CodedError | None:
    """Print new events in words, after the last one the board as well; the answer is why one is refused."""
    told: list[Told] = []
    refused: CodedError | None = None
    try:
        for event in events:
            told.append(watch.take(event))
    except (OptionError, RuleError) as error:
        refused = error
    shown = watch.shown(refused)
    for line in numbered(told):
        click.echo(line)
    if refused is not None or (events and isinstance(events[-1], Close)):
        click.echo()
        for line in [*board(shown, in_colour=in_colour()), *players(shown, in_colour=in_colour())][:-1]:
            click.echo(line)
    return refused


def _versions(file: str, pause: Callable[[float], None]) -> Iterator[Record]:
    """The record in the file, each time that it is another one.  Raises as `follow`."""
    last: tuple[int, ...] | None = None
    waiting = False
    first = True
    while True:
        stamp = _stamp(file)
        if first or (stamp is not None and stamp != last):
            try:
                record = decode_record(read_bytes(file)).record
            except FormatError as error:
                if first and error.code not in _HALF_WRITTEN:
                    raise
                if first and not waiting:
                    click.echo(f"Waiting for a whole record: {sentence(error)}", err=True)
                    waiting = True
            except ReadError:
                if first and not waiting:
                    raise
            else:
                last, first = stamp, False
                yield record
                continue
        pause(_PAUSE)


def _stamp(file: str) -> tuple[int, ...] | None:
    """What changes when a file is replaced or written to; None if it is not there."""
    try:
        now = os.stat(file)
    except OSError:
        return None
    return now.st_ino, now.st_size, now.st_mtime_ns
