"""``fairdice moves``: the legal moves of a position document, or whether a move is one of them."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from fairdice.asking import answered, play_of, read_position, verdicts
from fairdice.cli.asked import asked_move, notation
from fairdice.cli.command import Command
from fairdice.cli.faults import about
from fairdice.cli.files import read_bytes
from fairdice.words.dice import counted, dice_of
from fairdice.words.legal import move_in_words, throw
from fairdice.words.names import chosen_options, seated
from replay.options import spell
from replay.play import Play
from replay.position import Position
from replay.state import MOVE, OVER, LegalMove
from replay.turn import Turn
from replay.whatif import Asked, Verdict

__all__ = ["command"]

_ILLEGAL = 1


@click.command("moves", cls=Command)
@click.argument("file", type=click.Path(readable=False), metavar="FILE")
@click.option(
    "--move", "texts", multiple=True, metavar="FROM:TO", help="Say whether this move is legal; may be repeated."
)
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON.")
def command(file: str, texts: tuple[str, ...], *, as_json: bool) -> int:
    """List the legal moves of a position, or judge a move.

    FILE is a position document (docs/spec/rules/positions.md), or - for standard input.  Without a legal move the
    answer says what comes next.

    With --move the answer is whether that move is legal.  If it is not, the options are searched for the one change, or
    else the two, that would make it legal.  The JSON answer then has "asked": for each move {"move", "legal"} and, if
    it is illegal, "code", "message" and "legal_with", a list of changes {option: value, ...}.

    FROM and TO are counted from the own start square; "yard", "prisoner" and "intruder" are -1, -2 and -3.  What else
    makes a move follows after another colon, as the list of legal moves shows it: lap (star@1), bonus (parchis@1),
    action, dice and column (nomercy@1).  captured (pairs@1) and piece may be left out.  A move can also be given as
    JSON.

    Exit code: 0; 1 if a move named with --move is illegal; 2 if the document cannot be read or is impossible.

    Examples:
      fairdice moves position.json
      fairdice moves position.json --move 20:24 --move yard:0
      fairdice moves star.json --move 50:51:lap=0
      fairdice moves parchis.json --move 11:31:bonus=20
      fairdice moves pairs.json --move 20:24:captured=1
      fairdice moves nomercy.json --move 20:29:action=move,dice=3+6 --move yard:0:action=enter,dice=6
      fairdice moves nomercy.json --move 20:53:action=invade,dice=3+6+6,column=1
      fairdice moves nomercy.json --move prisoner:yard:action=recover,dice=6 --move intruder:37:action=free,dice=6+6
      fairdice moves position.json --json
      echo '{"ruleset":"star@1","players":2,"pieces":[[20,-1,-1,-1],[50,50,-1,-1]],"rolls":[4]}' | fairdice moves -
      fairdice show game.json --at 120 --json | jq .position | fairdice moves -
    """
    asked = [asked_move(text) for text in texts]
    with about(file):
        position = read_position(read_bytes(file))
        judged = verdicts(position, asked)
        play = play_of(position, judged)
    if as_json:
        click.echo(msgspec.json.encode(answered(position, play, asked, judged)))
    else:
        click.echo("\n".join(_listed(position, play) if play and not asked else _judged(play, asked, judged)))
    return 0 if all(verdict.legal for verdict in judged) else _ILLEGAL


def _listed(position: Position, play: Play) -> list[str]:
    """The answer for people."""
    names = seated(play)
    system = play.rules.system
    head = f"{system.title} ({system.id}), {position.players} players"
    options = chosen_options(play.rules)
    lines = [f"{head}{', with ' + ', '.join(options) if options else ''}."]
    if play.due == OVER:
        return [*lines, "The game is over."]
    if position.rolls:
        lines.append(f"{_rolled(position, play, names[position.turn])}.")
    choices = list(dict.fromkeys(move for move, _ in play.choices()))
    if play.due != MOVE:
        return [*lines, f"{_nothing(position, play)}Next: {names[play.turn]} rolls."]
    width = max(len(notation(move)) for move in choices)
    lines.extend(f"  {notation(move):{width}}  {move_in_words(play, move, names)}" for move in choices)
    return [*lines, "Passing is allowed."] if play.may_pass else lines


def _rolled(position: Position, play: Play, name: str) -> str:
    """What the player has rolled, and by what it moves if that is not the last roll."""
    by = throw(play) if play.due == MOVE else ""
    several = position.rolls[1:] and (by or play.spends)
    rolls = counted(position.rolls) if several else str(position.rolls[-1])
    return f"{name.capitalize()} has rolled {rolls}{f' and {by}' if by else ''}"


def _nothing(position: Position, play: Play) -> str:
    """What to say first where the last roll gives no move; nothing where it has been played."""
    if position.due is not msgspec.UNSET or not position.rolls:
        return ""
    if position.bonus is not msgspec.UNSET:
        return f"No piece can make the bonus of {position.bonus}: it is lost. "
    if isinstance(play, Turn) and play.is_full_run(position.rolls):
        return f"Six number {play.extra.limit} in a row ends the turn. {_penalty(position, play)}"
    if position.rolls[-1] == 6 and play.keeps_sixes:
        return "The six is kept. "
    if play.spends:
        left = dice_of(position.rolls, () if position.spent is msgspec.UNSET else position.spent)
        return f"Nothing can be done with {counted(left)}. " if left else "All dice are spent. "
    return "No move is legal. "


def _penalty(position: Position, play: Turn) -> str:
    """What a full run of sixes does besides, if anything."""
    was, now = position.pieces[position.turn], play.pieces[position.turn]
    lost = [old for old, new in zip(was, now, strict=True) if isinstance(old, int) and old != new]
    if play.extra.keeps_turn_start:
        return "The moves of the turn are taken back. "
    return f"The piece moved last goes from {lost[0]} to the yard. " if lost else ""


def _judged(play: Play | None, asked: Sequence[Asked], judged: Sequence[Verdict]) -> list[str]:
    """The verdicts for people, one line each and one for the reason."""
    lines = []
    for move, verdict in zip(asked, judged, strict=True):
        if verdict.legal:
            lines.append(f"{notation(move)}: legal")
            continue
        ways = [" and ".join(f"{name}={spell(value)}" for name, value in way.items()) for way in verdict.legal_with]
        says = [f"legal with {', or with '.join(ways)}"] if ways else []
        meant = _meant(play, move)
        if meant:
            says.append(f"as the options are, legal is {meant}" if ways else f"legal is {meant}")
        why = "; ".join(says) or "no change of one or two options would allow it"
        lines.append(f"{notation(move)}: illegal; {why}")
        lines.append(f"  {verdict.message} [{verdict.code}]")
    return lines


def _meant(play: Play | None, asked: Asked) -> str:
    """The legal moves of which an illegal one has not all the fields, as one types them; "" if there are none."""
    choices = dict.fromkeys(move for move, _ in play.choices()) if play is not None else ()
    given = [name for name in LegalMove.__struct_fields__ if getattr(asked, name) is not msgspec.UNSET]
    fit = [move for move in choices if all(getattr(move, name) == getattr(asked, name) for name in given)]
    return " or ".join(map(notation, fit))
