"""What `fairdice show` shows: a record as far as some event, or a position document."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from fairdice.encoding import ZERO_HASH, head
from fairdice.picture.scene import Moved, cell_of
from fairdice.words.legal import due, due_in_play
from fairdice.words.names import chosen_options, names_of, seated
from fairdice.words.narrator import Narrator
from fairdice.words.told import Told
from replay.board import Cell
from replay.codec import encode
from replay.errors import CodedError, OptionError, RuleError
from replay.play import Play
from replay.position import Position, setup
from replay.record import GameEvent, Move, Record
from replay.system import Rules

__all__ = ["Shown", "Watch", "followed", "gid_of", "shown_game", "shown_position"]

_LAST = 12


class Shown(Struct, frozen=True):
    """A game or a position as far as it is shown."""

    rules: Rules | None
    """None if already the opening is refused."""
    play: Play | None
    """The game on the board; None before the draw."""
    names: tuple[str, ...]
    """By player, as the record has them."""
    spoken: tuple[str, ...]
    """By player: the name as a sentence may hold it."""
    due: str
    """What comes next, in words."""
    told: tuple[Told, ...] = ()
    """The last events, in words."""
    moved: Moved | None = None
    """The move that the last event made."""
    away: frozenset[int] = frozenset()
    refused: CodedError | None = None
    """Why the rules refuse the event after the last one told."""

    @property
    def title(self) -> str:
        """Rule system, number of players and chosen options, in words."""
        if self.rules is None:
            return "a game that does not begin"
        system, chosen = self.rules.system, chosen_options(self.rules)
        with_options = f", with {', '.join(chosen)}" if chosen else ""
        return f"{system.title} ({system.id}), {self.rules.players} players{with_options}"


class Watch:
    """Follows the events of a record; remembers the last ones in words and the last move."""

    def __init__(self) -> None:
        self.narrator = Narrator()
        self.told: deque[Told] = deque(maxlen=_LAST)
        self.moved: Moved | None = None

    def take(self, event: GameEvent) -> Told:
        """Take the next event.  Raises as `Narrator.tell`."""
        play = self.narrator.game.play
        # Asked before the move: with its last piece home a player may go on with its partner's.
        owner = play.owner if play is not None else 0
        came = _cell(play, owner, event)
        told = self.narrator.tell(event)
        self.told.append(told)
        went = _cell(play, owner, event)
        self.moved = None
        if play is not None and came is not None and went is not None:
            self.moved = Moved(play.seating.seats[owner], came, went)
        return told

    def shown(self, refused: CodedError | None = None) -> Shown:
        """The game so far."""
        game = self.narrator.game
        return Shown(
            rules=game.rules,
            play=game.play,
            names=tuple(join.name for join in game.joins),
            spoken=tuple(names_of(game)),
            due=due(game),
            told=tuple(self.told),
            moved=self.moved,
            away=frozenset(game.presence.away if game.presence else ()),
            refused=refused,
        )


def shown_game(record: Record, at: int | None = None) -> Shown:
    """A record as far as event `at`, or whole; in any case only as far as the rules allow."""
    watch, refused = followed(record.events if at is None else record.events[: at + 1])
    return watch.shown(refused)


def followed(events: Sequence[GameEvent]) -> tuple[Watch, CodedError | None]:
    """Follow the events, the last ones in words; as far as the rules allow, and why no further."""
    watch = Watch()
    try:
        watch.narrator.skip(events[:-_LAST])
        for event in events[-_LAST:]:
            watch.take(event)
    except (OptionError, RuleError) as error:
        again, _ = followed(events[: watch.narrator.game.events])
        return again, error
    return watch, None


def _cell(play: Play | None, owner: int, event: GameEvent) -> Cell | None:
    """Where the piece of `owner` stands that a move names; None for other events and for no such piece."""
    if play is None or not isinstance(event, Move) or event.piece >= len(play.pieces[owner]):
        return None
    return cell_of(play, owner, event.piece)


def shown_position(position: Position) -> Shown:
    """A position document.  Raises as `replay.position.setup`."""
    play = setup(position)
    names = tuple(f"player {player}" for player in range(position.players))
    due = due_in_play(play, seated(play))
    return Shown(rules=play.rules, play=play, names=names, spoken=names, due=due)


def gid_of(record: Record) -> str:
    """The game's identity, in hex."""
    return head(ZERO_HASH, encode(record.events[0])).hex()
