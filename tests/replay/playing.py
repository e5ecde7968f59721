"""Games for tests of the engine: every combination of options, positions to begin from, steps, and who chooses them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from replay.board import YARD
from replay.engine import Game
from replay.errors import OptionError, PositionError, RuleError
from replay.play import Play
from replay.position import Position, describe, setup
from replay.record import Close, Commit, Draw, GameEvent, House, Join, Move, Open, Pass, Roll
from replay.record import Rules as RulesInForce
from replay.state import FURTHER, MOVE, ROLL, START, LegalMove
from replay.system import Rules
from replay.systems import SYSTEMS, system

__all__ = [
    "IDS",
    "apply",
    "begun",
    "close_of",
    "documents",
    "draw_of",
    "drawn",
    "event_of",
    "events_before_the_draw",
    "move_of",
    "numbered",
    "opening",
    "plain",
    "position",
    "roll_of",
    "rules_for",
    "scattered",
    "seen",
    "some",
    "take",
]

IDS = list(SYSTEMS)
NO_LINKS = (None, None)


def plain(value: Any) -> Any:
    """The value as JSON gives it back."""
    return json.loads(msgspec.json.encode(value))


def position(document: dict[str, Any]) -> Position:
    """A position document, strictly typed as any caller of the engine gets it."""
    return msgspec.convert(document, Position)


def rules_for(rules_id: str, options: dict[str, Any] | None = None, players: int = 2) -> Rules:
    return system(rules_id).bind(options or {}, players)


def begun(
    rules_id: str, options: dict[str, Any] | None = None, seats: tuple[int, ...] = (0, 2), first: int | None = 0
) -> Play:
    """A new game."""
    play = rules_for(rules_id, options, len(seats)).play(seats)
    play.begin(first)
    return play


def documents(play: Play) -> list[list[Any]]:
    """The pieces as position documents write them."""
    if play.due == START:
        return [list(own) for own in play.pieces]
    found: list[list[Any]] = plain(describe(play.rules, play.state()))["pieces"]
    return found


def move_of(play: Play, move: LegalMove, piece: int) -> Move:
    """The event of a legal move by this piece."""
    extra = {name: value for name in FURTHER if (value := getattr(move, name)) is not msgspec.UNSET}
    return Move(n=0, at=0, player=play.turn, piece=piece, from_=move.from_, to=move.to, by="player", **extra)


def roll_of(play: Play, value: int) -> Roll:
    return Roll(n=0, at=0, j=1, player=play.turn, links=NO_LINKS, value=value)


def event_of(play: Play, step: dict[str, Any]) -> Roll | Move | Pass:
    """The event that a step of a script stands for, by the player whose turn it is."""
    if "roll" in step:
        return roll_of(play, step["roll"])
    if "pass" in step:
        return Pass(n=0, at=0, player=play.turn, by="player")
    fields = {"n": 0, "at": 0, "type": "move", "player": play.turn, "by": "player"} | step["move"]
    return msgspec.convert(fields, Move)


def apply(play: Play, event: Roll | Move | Pass) -> None:
    """One step of the mutable game, refused where another is due."""
    if isinstance(event, Roll) and play.due == ROLL:
        play.roll(event.value)
    elif isinstance(event, Roll) and play.due == START:
        play.start_roll(event.value)
    elif isinstance(event, Move) and play.due == MOVE:
        play.move(event)
    elif isinstance(event, Pass) and play.due == MOVE:
        play.pass_()
    else:
        raise RuleError("rules.due", f"a {play.due} is due")


# Events of a record --------------------------------------------------------------------------------------------------


def opening(rules: Rules, **fields: Any) -> Open:
    """An opening of these rules; no hash or key in it means anything."""
    in_force = RulesInForce(id=rules.id, options=dict(rules.options))
    given: dict[str, Any] = {"links": 4096, "away_after_ms": 45_000, "returns": 2, "signed_moves": False} | fields
    house = House(name="House", key="00" * 32)
    return Open(
        n=0,
        at=0,
        protocol="fairdice/1",
        rules=in_force,
        players=rules.players,
        house=house,
        nonce="00" * 16,
        beacon=None,
        **given,
    )


def events_before_the_draw(
    rules: Rules, kinds: str = "hhhhhh", anchors: str = "aaaaaa", **fields: Any
) -> list[GameEvent]:
    """Opening, commit and joins: per player "h" a human or "b" a bot, and "a" an anchor or "-" none."""
    joins = [
        Join(
            n=2 + player,
            at=0,
            player=player,
            kind="bot" if kinds[player] == "b" else "human",
            name=f"P{player}",
            anchor="00" * 32 if anchors[player] == "a" else None,
            key=None,
        )
        for player in range(rules.players)
    ]
    return [opening(rules, **fields), Commit(n=1, at=0, anchor="00" * 32), *joins]


def drawn(rules: Rules, pieces: list[list[Any]] | None = None, turn: int = 0, **before: Any) -> Game:
    """A game after its draw; with `pieces` on the board, and the turn of `turn` begun."""
    game = Game()
    game.run(events_before_the_draw(rules, **before))
    game.apply(draw_of(game, rules.seats, None if rules.start == "highest" else 0))
    if pieces is not None:
        assert game.play is not None
        document = {"ruleset": rules.id, "options": dict(rules.options), "players": rules.players}
        game.play.restore(setup(position(document | {"pieces": pieces, "turn": turn})).state())
    return game


def draw_of(game: Game, seats: Any, first: int | None) -> Draw:
    return Draw(n=game.events, at=0, j=1, links=NO_LINKS, seats=tuple(seats), first=first)


def close_of(game: Game, status: Any, **fields: Any) -> Close:
    given: dict[str, Any] = {"reason": None, "ranking": None, "points": None} | fields
    return Close(n=game.events, at=0, status=status, **given)


def numbered(game: Game, event: GameEvent) -> GameEvent:
    """The event as the game's next one, made by whom it must be made."""
    fields: dict[str, Any] = {"n": game.events}
    if isinstance(event, Move) and game.due == MOVE:
        fields["by"] = game.by()
    if isinstance(event, Roll) and game.due == START:
        fields["purpose"] = "start"
    return msgspec.structs.replace(event, **fields)


def take(game: Game, *steps: dict[str, Any]) -> None:
    """Apply steps as of a script, each by the player whose turn it is."""
    for entry in steps:
        assert game.play is not None
        game.apply(numbered(game, event_of(game.play, entry)))


def seen(game: Game) -> Any:
    """All that a game knows, to see that nothing has changed."""
    there = game.presence
    return (
        (game.due, game.events, game.turn, game.closed, tuple(game.joins), game.opening),
        game.play and game.play.state(),
        there and (there.index, set(there.away), list(there.spent), there.contributors),
        game.by() if game.due == MOVE else None,
    )


# At random -----------------------------------------------------------------------------------------------------------


def some(random: Random, rules_id: str) -> tuple[Rules, tuple[int, ...], int | None]:
    """Rules under random options, the seats of the players in random order, and who begins."""
    made = SYSTEMS[rules_id]
    while True:
        options = {option.name: random.choice(option.choices).value for option in made.options}
        try:
            rules = made.bind(options, random.choice([2, 3, 4, 4, 4, 5, 6]))
            break
        except OptionError:
            continue
    seats = list(rules.seats)
    random.shuffle(seats)
    first = None if rules.start == "highest" else random.randrange(rules.players)
    return rules, tuple(seats), first


def scattered(random: Random, rules: Rules, seats: tuple[int, ...]) -> Position | None:
    """A random position of these rules with a roll due, or None if the pieces drawn cannot stand so or have won."""
    board, play = rules.board, rules.play(seats)
    near_home = random.random() < 0.5
    # On a few squares many meet: pairs, barriers, something to capture.
    crowded = random.random() < 0.5
    squares = [random.randrange(board.loop) for _ in range(4)]
    rounds = rules.options.get("capture_before_home")

    def piece(player: int) -> Any:
        if random.random() < 0.2:
            return YARD
        if random.random() < 0.2:
            return random.randint(board.home, board.goal)
        if rounds and random.random() < 0.3:
            lap = random.choice([0, 1, 1, 2])
            return {"p": random.randint(0, 51) if lap else 51, "lap": lap}
        if play.captives and random.random() < 0.3:
            other = random.choice([p for p in range(len(seats)) if p != player])
            locked = {"p": random.randint(YARD, board.lap_end), "locked": True}
            return random.choice([{"prisoner_of": other}, {"intruder_in": other}, locked])
        if crowded and (there := play.seating.progress_on(player, random.choice(squares))) is not None:
            return there
        return random.randint(board.lap_end - 8 if near_home else 0, board.goal)

    document = {
        "ruleset": rules.id,
        "options": dict(rules.options),
        "players": rules.players,
        "pieces": [[piece(player) for _ in range(play.piece_count)] for player in range(len(seats))],
        "seats": list(seats),
        "turn": random.randrange(rules.players),
        "captures": [random.random() < 0.5 for _ in seats],
    }
    try:
        play = setup(position(document))
    except PositionError:
        return None
    return position(document) if play.due == ROLL else None
