"""Wrong seats, colours, places and points: six players, drawn colours, teams."""

from __future__ import annotations

from typing import Any

from replay.record import Rules
from replay.state import ROLL
from tests.support.forge import Forge
from tests.support.wrong import Found, at, game, wrong
from tests.support.wrong.playing import play

# Six players and drawn colours --------------------------------------------------------------------------------------


@wrong("option.players.board", "six players on the side of the board that is for four")
def six_on_four() -> Found:
    return at(opened("clovece@1", 6, board=4), 0, "/players")


@wrong("option.players.teams", "teams of three players")
def teams_of_three() -> Found:
    return at(opened("pairs@1", 3, teams=True), 0, "/rules/options/teams")


def opened(rules: str, players: int, **options: Any) -> Forge:
    """A game, closed before anybody has joined, with options that the engine would not take."""
    forge = game("pp", rules)
    given = Rules(id=rules, options=dict(forge.rules.options) | options)
    return forge.open(rules=given, players=players, follow=False).commit(follow=False).close(follow=False)


@wrong("draw.seats.colours", "the house exchanges two players' drawn colours, and the game goes on with them")
def colours() -> Found:
    fair = getattr(game("ccc", "pairs@1").begin().events[-1], "seats")  # noqa: B009 - only draws have it
    forge = game("ccc", "pairs@1").lobby()
    n = forge.n
    return at(forge.draw(seats=(fair[1], fair[0], fair[2])).play(n + 4), n)


@wrong("draw.seats.not_drawn", "the players sit in the order in which they joined where colours are drawn")
def not_drawn() -> Found:
    forge = game("cccc", "pairs@1").lobby()
    n = forge.n
    return at(forge.draw(seats=(0, 1, 2, 3)).play(n + 4), n)


@wrong("draw.first.six", "of six players another begins than the draw gives, which is drawn after no colours")
def first_of_six() -> Found:
    options = {"board": 6, "start": "draw"}
    fair = getattr(game("cppppp", "clovece@1", options=options).begin().events[-1], "first")  # noqa: B009
    forge = game("cppppp", "clovece@1", options=options).lobby()
    n = forge.n
    return at(forge.draw(first=(fair + 3) % 6).play(n + 4), n)


@wrong("roll.contributors.six", "the link of the sixth player is left out")
def sixth_left_out() -> Found:
    forge = game("kkkkkc", "clovece@1", options={"board": 6, "start": "draw"}).begin().play(14).until(ROLL)
    n = forge.n
    return at(forge.roll(links=forge.links(without=(6,))).play(n + 3), n, "/links/6")


# Results ------------------------------------------------------------------------------------------------------------


def scored() -> Forge:
    """A finished game with points, not yet closed."""
    return (
        game("pp", "pairs@1", options={"quick": True}, seed="points 32", links=400, signed_moves=False).begin().play()
    )


@wrong("result.points.home", "the loser has a point more than its pieces have earned")
def one_more() -> Found:
    forge = scored()
    n = forge.n
    points, winner = play(forge).points(), play(forge).done[0]
    assert points is not None
    more = tuple(count + (player != winner) for player, count in enumerate(points))
    return at(forge.close(points=more, follow=False), n)


@wrong("result.points.missing", "a finished game without the points that it gives")
def no_points() -> Found:
    forge = scored()
    n = forge.n
    return at(forge.close(points=None, follow=False), n)


def team() -> Forge:
    """A game that a team has won, in which a player who is done moves its partner's pieces; not yet closed."""
    options = {"teams": True, "quick": True, "finished_partner": "plays_partner"}
    return game("pppp", "pairs@1", options=options, seed="team 43", links=400, signed_moves=False).begin().play()


@wrong("result.ranking.teams", "of a winning team only the player who was done last has the first place")
def teams_ranking() -> Found:
    forge = team()
    n = forge.n
    last = play(forge).done[-1]
    others = tuple(player for player in range(4) if player != last)
    return at(forge.close(ranking=((last,), others), follow=False), n)


@wrong("result.ranking.points", "those who are not done share the second place where points decide")
def points_ranking() -> Found:
    forge = game("ppp", "pairs@1", options={"quick": True}, seed="places 28", links=400, signed_moves=False)
    n = forge.begin().play().n
    winner = play(forge).done[0]
    others = tuple(player for player in range(3) if player != winner)
    assert len(play(forge).ranking()) == 3
    return at(forge.close(ranking=((winner,), others), follow=False), n)
