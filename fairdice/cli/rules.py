"""``fairdice rules``: the rule systems, their options, and the rule card for the options one chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

import click
import msgspec

from fairdice.cli.arguments import OptionSetting, RulesId, bound, given_options, possible_players
from fairdice.cli.command import Command
from fairdice.cli.faults import Misuse
from fairdice.printable import listed, pad
from replay.catalog import catalog
from replay.options import OptionValue, resolve, spell
from replay.system import System
from replay.systems import SYSTEMS, system

__all__ = ["command"]

_WIDTH = 80


@click.command("rules", cls=Command)
@click.argument("rules_id", type=RulesId(), metavar="[ID]", required=False)
@click.option(
    "--option",
    "pairs",
    type=OptionSetting("rules_id"),
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose an option; may be repeated.",
)
@click.option(
    "--players", type=int, metavar="N", help="Say who sits where, and whether the options suit so many players."
)
@click.option("--json", "as_json", is_flag=True, help="Write everything as JSON.")
def command(rules_id: str | None, pairs: Sequence[tuple[str, str]], players: int | None, *, as_json: bool) -> None:
    """Explain the rule systems and their options.

    Without ID it lists the systems.  With ID it shows what can be chosen and the rule card in plain words, for the
    options you choose.  With --json it writes the catalogue (fairdice/catalog@1) or the one system (fairdice/rules@1).

    Examples:
      fairdice rules
      fairdice rules star@1
      fairdice rules star@1 --option pairs=block --option teams=true --players 4
      fairdice rules mensch@1 --json
    """
    if rules_id is None:
        if pairs or players is not None:
            raise Misuse("usage.missing", "--option and --players need the ID of a rule system")
        click.echo(msgspec.json.encode(catalog()) if as_json else "\n".join(_table()))
        return
    found = system(rules_id)
    if players is None:
        chosen = resolve(found.options, given_options(found, pairs))
    else:
        chosen = dict(bound(found, pairs, players).options)
    if as_json:
        click.echo(msgspec.json.encode(_described(found, chosen, players)))
    else:
        click.echo("\n".join([*_head(found, chosen, players), *_options(found, chosen), *_card(found, chosen)]))


def _table() -> list[str]:
    """All systems, one line each."""
    wide = max(map(len, SYSTEMS))
    lines = [
        _wrapped(
            f"{found.title}, {_span(found, resolve(found.options, {}))}. {found.summary}",
            f"{name:{wide}}  ",
            " " * (wide + 2),
        )
        for name, found in SYSTEMS.items()
    ]
    return [*lines, "", "fairdice rules ID explains one of them."]


def _span(found: System, chosen: Mapping[str, OptionValue]) -> str:
    """How many players may play under the chosen options, and under which other choice more or fewer may."""
    usual = possible_players(found, chosen)
    others = [
        f"{option.name}={spell(choice.value)}: {_from_to(counts)}"
        for option in found.options
        for choice in option.choices
        if (counts := possible_players(found, {**chosen, option.name: choice.value})) not in ([], usual)
    ]
    under = f" ({', '.join(others)})" if others else ""
    return f"{_from_to(usual)} players{under}"


def _from_to(counts: Sequence[int]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else "".join(map(str, counts)) or "no number of"


def _wrapped(text: str, first: str, other: str) -> str:
    return fill(text, _WIDTH, initial_indent=first, subsequent_indent=other, break_long_words=False)


def _head(found: System, chosen: dict[str, OptionValue], players: int | None) -> Iterator[str]:
    yield _wrapped(f"{found.title} ({found.id}), {_span(found, chosen)}", "", "")
    yield _wrapped(found.summary, "", "")
    if players is not None:
        board, seats = found.board(chosen), found.seating(chosen)[players]
        yield f"{players} players sit on {listed([board.colours[seat] for seat in seats])}."
    yield ""


def _options(found: System, chosen: dict[str, OptionValue]) -> Iterator[str]:
    """Each option with its choices; the chosen one is marked."""
    yield "Options (* chosen)"
    for option in found.options:
        yield ""
        yield _wrapped(f"{option.name}: {option.help} [{option.clause}]", "  ", "    ")
        words = [spell(choice.value) for choice in option.choices]
        for word, choice in zip(words, option.choices, strict=True):
            sign = "*" if choice.value == chosen[option.name] else " "
            default = " (default)" if choice.value == option.default else ""
            yield _wrapped(
                choice.says + default, f"  {sign} {pad(word, max(map(len, words)))}  ", " " * (max(map(len, words)) + 6)
            )
    yield ""


def _card(found: System, chosen: dict[str, OptionValue]) -> Iterator[str]:
    """The rule card: what holds always, then what the chosen options say."""
    yield "Rule card"
    for title, sentences in _sections(found, chosen):
        yield ""
        yield f"  {title}"
        for sentence in sentences:
            yield _wrapped(sentence, "    ", "    ")


def _sections(found: System, chosen: dict[str, OptionValue]) -> list[tuple[str, list[str]]]:
    options = {option.name: option for option in found.options}
    return [
        (card.title, [*card.says, *(options[name].choice(chosen[name]).says for name in card.options)])
        for card in found.card
    ]


def _described(found: System, chosen: dict[str, OptionValue], players: int | None) -> dict[str, Any]:
    """The JSON answer for one system: ``fairdice/rules@1``.

    `system` is the system as in the catalogue, `options` every option with the value chosen, `card` the rule card in
    words for these, `seats` the board seats in use, where a number of players was named.
    """
    card = [{"title": title, "says": sentences} for title, sentences in _sections(found, chosen)]
    entry = next(entry for entry in catalog()["systems"] if entry["id"] == found.id)
    described = {"format": "fairdice/rules@1", "system": entry, "options": chosen, "card": card}
    return described if players is None else described | {"seats": found.seating(chosen)[players]}
