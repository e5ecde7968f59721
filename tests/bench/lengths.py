"""`python -m tests.bench.lengths [GAMES] [RULES ...]`: how long games are, and how often they run out of links.

Nothing is timed.  Bots that choose at random and bots that move the foremost piece play so many games (100 by default)
of each system under each value of each option and with each number of players; without chains, since only the number
of rolls counts.  A game needs a link for its draw and one for each roll.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from statistics import median

from replay.errors import OptionError
from replay.options import OptionValue, spell
from replay.play import Play
from replay.state import MOVE, OVER, START
from replay.system import Rules, System
from replay.systems import SYSTEMS
from tests.replay.playing import move_of

__all__ = ["rolls_of", "variants"]

LIMIT = 70_000
"""No chain is longer than 65,536 links."""


def variants(system: System) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """The system as it is by default, and with each other value of each option."""
    yield "default", {}
    for option in system.options:
        if option.name not in ("start", "auto_move"):
            yield from ((f"{option.name}={spell(c.value)}", {option.name: c.value}) for c in option.choices[1:])


def rolls_of(rules: Rules, random: Random, *, foremost: bool) -> int:
    """The links that one game takes, the draw's included; LIMIT if it does not end before."""
    play = rules.play(rules.seats)
    play.begin(None if rules.start == "highest" else random.randrange(rules.players))
    links = 1
    while play.due != OVER and links < LIMIT:
        if play.due == MOVE:
            _choose(play, random, foremost=foremost)
            continue
        value = random.randint(1, 6)
        play.start_roll(value) if play.due == START else play.roll(value)
        links += 1
    return links


def _choose(play: Play, random: Random, *, foremost: bool) -> None:
    choices = play.choices()
    if not foremost and play.may_pass and random.randrange(len(choices) + 1) == 0:
        play.pass_()
    else:
        play.move(move_of(play, *(choices[-1] if foremost else random.choice(choices))))


def main() -> None:
    """Print a line for each system, variant, number of players and kind of bot."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    wanted = sys.argv[2:] or list(SYSTEMS)
    print(f"{'rules':10} {'variant':34} players bots    median     p99     max  links  out of links")
    for rules_id in wanted:
        for name, options in variants(SYSTEMS[rules_id]):
            for players in range(2, 7):
                try:
                    rules = SYSTEMS[rules_id].bind(options, players)
                except OptionError:
                    continue
                for foremost in (False, True):
                    random = Random(f"{rules_id} {name} {players} {foremost}")
                    took = sorted(rolls_of(rules, random, foremost=foremost) for _ in range(games))
                    out = sum(links > rules.links for links in took)
                    print(
                        f"{rules_id:10} {name:34} {players:7} {'first' if foremost else 'random':8}"
                        f"{median(took):8.0f}{took[int(0.99 * (games - 1))]:8}{took[-1]:8}{rules.links:7}{out:6}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
