"""``fairdice show``: a game as far as some event, in words, on the board, or as a picture."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from fairdice.cli.command import Command
from fairdice.cli.faults import Misuse, about, sentence
from fairdice.cli.files import read_bytes, write_bytes
from fairdice.cli.screen import page
from fairdice.cli.shown import Shown, gid_of, shown_game, shown_position
from fairdice.cli.streams import in_colour
from fairdice.picture.scene import scene
from fairdice.printable import printable
from fairdice.standings import standings
from replay.codec import decode_record
from replay.errors import FormatError
from replay.position import Position, describe
from replay.schema import decode
from replay.state import START

__all__ = ["command", "draw_to", "tell_refusal"]

_REFUSED = 1


@click.command("show", cls=Command)
@click.argument("file", type=click.Path(readable=False), metavar="FILE")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Show the game after event N.")
@click.option(
    "--svg",
    type=click.Path(readable=False),
    metavar="OUT",
    help="Write the position as an SVG picture instead; - is standard output.",
)
@click.option("--follow", is_flag=True, help="Stay, and say in words what happens as the file is replaced.")
@click.option("--json", "as_json", is_flag=True, help="Write event, position and standings as JSON.")
def command(file: str, at: int | None, svg: str | None, *, follow: bool, as_json: bool) -> int:
    """Show a game: the board, the events in words, a picture.

    FILE is a record, or - for standard input; a position document can be drawn, too.  Pieces have shapes as well as
    colours; on the board ☆ is a star, an empty shape a start square, ◦ a column and ⌂ home.  Behind a piece stands how
    many they are, or × if it is locked; #2 is a cage with two pieces, #+ one with ten or more: prisoners in the yard of
    who holds them, or intruders where the column begins in which they are held.  Places are counted from each colour's
    own start square.

    Below the board > has the turn; "captive" is how many of a player's own pieces others hold, as prisoners or as
    intruders.  In the picture the dice beside a player are those it is to move by; a dashed one is to be rolled.

    Nothing is judged here: dice, signatures and the result may be wrong (fairdice verify).  Only where the rules leave
    no sense in a record does it end, and says why.

    With --follow the file is read again whenever it changes, until the game is closed or you press Ctrl-C; with --svg
    as well the picture is kept up to date.

    Exit code: 0; 1 if the record was shown only up to an event that the rules refuse; 2 if it cannot be read.

    Examples:
      fairdice show game.json
      fairdice show game.json --at 120
      fairdice show game.json --at 120 --svg position.svg
      fairdice show game.json --at 120 --json | jq .position | fairdice moves -
      fairdice show live.json --follow
    """
    if as_json and svg is not None:
        raise Misuse("usage.svg", "--svg and --json exclude each other")
    if follow:
        if file == "-" or at is not None or as_json:
            raise Misuse("usage.follow", "--follow needs a file, and goes with neither --at nor --json")
        from fairdice.cli.follow import follow as stay

        with about(file):
            return tell_refusal(stay(file, lambda shown: None if svg is None else draw_to(svg, shown)), file)
    with about(file):
        shown, gid, events = _read(file, at)
    if as_json:
        click.echo(msgspec.json.encode(_document(shown, gid, events)))
    elif svg is not None:
        draw_to(svg, shown)
    else:
        click.echo("\n".join(page(shown, gid, last_only=at is not None, in_colour=in_colour())))
    return tell_refusal(shown, file)


def _document(shown: Shown, gid: str, events: int) -> dict[str, Any]:
    """The answer as JSON: ``fairdice/show@1``.

    `at` is the event shown, `said` the event in words, `position` a position document or null, `standings` a list in
    the order of places, `refused` why the record is not shown further, or null.
    """
    play, refused = shown.play, shown.refused
    on_board = play is not None and play.due != START
    return {
        "format": "fairdice/show@1",
        "game": gid or None,
        "events": events,
        "at": shown.told[-1].n if shown.told else None,
        "said": shown.told[-1].sentence if shown.told else None,
        "due": shown.due,
        "position": describe(play.rules, play.state()) if play and on_board else None,
        "standings": standings(play, scene(play)) if play else [],
        "refused": refused and {"event": refused.event, "code": refused.code, "message": refused.message},
    }


def _read(file: str, at: int | None) -> tuple[Shown, str, int]:
    """What the file shows, the game's identity and how many events it has ("" and 0 for a position document)."""
    raw = read_bytes(file)
    try:
        record = decode_record(raw).record
    except FormatError as error:
        if error.code == "format.kind" and b'"ruleset"' in raw:
            position = shown_position(decode(raw, Position))
            if at is not None:
                raise Misuse("usage.at", "a position document has no events for --at") from None
            return position, "", 0
        raise
    if at is not None and at >= len(record.events):
        raise Misuse("usage.at", f"there is no event {at}: the last one is {len(record.events) - 1}", found=at)
    return shown_game(record, at), gid_of(record), len(record.events)


def tell_refusal(shown: Shown, file: str) -> int:
    """Say on standard error why the record is not shown further; the exit code."""
    if shown.refused is None:
        return 0
    click.echo(f"The rules refuse what follows: {sentence(shown.refused)}", err=True)
    click.echo(f"`fairdice verify {printable(file)}` judges the whole record.", err=True)
    return _REFUSED


def draw_to(path: str, shown: Shown) -> None:
    """Write the picture."""
    from fairdice.cli.drawing import picture

    write_bytes(path, picture(shown).encode())
