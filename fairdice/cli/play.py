"""``fairdice play``: a whole game with local bots, and its record."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import click

from fairdice.cli.arguments import OptionSetting, RulesId, bound
from fairdice.cli.command import Command
from fairdice.cli.files import write_bytes
from fairdice.encoding import HASH_BYTES
from fairdice.local.bots import BOTS
from fairdice.local.game import Clock, LocalGame, Plan, Secrets, seeded, stepping
from fairdice.printable import printable
from replay.codec import encode
from replay.record import Close, Roll
from replay.systems import system

if TYPE_CHECKING:
    from fairdice.live.table import Table

__all__ = ["command", "file_name", "play", "summary"]


@click.command("play", cls=Command)
@click.option("--rules", type=RulesId(), default="star@1", show_default=True, help="The rule system.")
@click.option("--players", type=int, default=4, show_default=True, help="How many players.")
@click.option(
    "--option",
    "settings",
    multiple=True,
    type=OptionSetting("rules"),
    help="An option of the rule system; `fairdice rules ID` lists them.",
)
@click.option("--bots", type=click.Choice(list(BOTS)), default="greedy", show_default=True, help="How players choose.")
@click.option(
    "--without-chains",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="The last N players bring neither chain nor key.",
)
@click.option("--unsigned", is_flag=True, help="Moves carry no signatures.")
@click.option("--away", "absences", is_flag=True, help="Players drop out and come back.")
@click.option(
    "--links",
    type=click.IntRange(64, 65536),
    metavar="L",
    help="How many rolls the chains are good for; by default 4096, on the board for six 16384.",
)
@click.option("--seed", metavar="TEXT", help="Make the same game again, byte for byte.")
@click.option("-o", "--output", metavar="FILE", help="Where the record goes; - is standard output.")
def command(
    *,
    rules: str,
    players: int,
    settings: tuple[tuple[str, str], ...],
    bots: str,
    without_chains: int,
    unsigned: bool,
    absences: bool,
    links: int | None,
    seed: str | None,
    output: str | None,
) -> None:
    """Play a whole game with local bots and write its record.

    Every player is a full one: with a chain and a key of its own it follows the game, checks the house's every step,
    gives its links and signs its moves, with the code of a live game.  But one process holds all the chains, and the
    record says so in its note: it shows how the dice are made, not that anybody played fair.

    Without -o the record goes to a file named by the first 12 digits of the game's identity.  With --seed nothing is
    random, and time goes by the second from a fixed date.  With --away nobody waits for a timeout: the record's clock
    is put forward.

    Examples:
      fairdice play
      fairdice play --rules mensch@1 --players 3 --option capture_compulsory=true
      fairdice play --rules clovece@1 --players 6 --option board=6
      fairdice play --players 2 --bots random --seed "rainy day" -o game.json
      fairdice play --away --without-chains 1 -o - | fairdice verify -
    """
    plan = Plan(
        rules=bound(system(rules), settings, players),
        bots=bots,
        without_chains=without_chains,
        signed_moves=not unsigned,
        absences=absences,
        links=links,
    )
    if without_chains > players:
        raise click.BadParameter(f"there are only {players} players", param_hint="'--without-chains'")
    table = play(plan, seed)
    path = output if output is not None else file_name(table)
    write_bytes(path, encode(table.record()) + b"\n")
    click.echo(summary(table, path), err=True)


def play(plan: Plan, seed: str | None = None) -> Table:
    """Play a game to its close.  Without a seed it is random and takes the real time.

    Raises BadParameter for a seed that is no text, and what `Table.open` raises.
    """
    secrets, clock = (_random, _real_time) if seed is None else _seeded(seed)
    return LocalGame(plan, secrets, clock).play()


def file_name(table: Table) -> str:
    """The usual name of a game's record."""
    return f"{table.gid.hex()[:12]}.json"


def summary(table: Table, path: str) -> str:
    """The game in one line: rules, players, rolls, result, and where the record is."""
    events = table.record().events
    rolls = sum(isinstance(event, Roll) for event in events)
    close = events[-1]
    assert isinstance(close, Close)
    if close.ranking is not None:
        names = [table.joins[player].name for player in close.ranking[0]]
        result = f"{' and '.join(names)} won"
    else:
        result = f"{close.status}, {close.reason}"
    where = "on standard output" if path == "-" else f"in {printable(path)}"
    return f"{table.rules.id}, {table.rules.players} players, {rolls} rolls: {result}.  The record is {where}."


def _random(_label: str) -> bytes:
    return os.urandom(HASH_BYTES)


def _real_time() -> int:
    return time.time_ns() // 1_000_000


def _seeded(seed: str) -> tuple[Secrets, Clock]:
    try:
        return seeded(seed), stepping()
    except UnicodeEncodeError:
        raise click.BadParameter("a seed is a text in UTF-8", param_hint="'--seed'") from None
