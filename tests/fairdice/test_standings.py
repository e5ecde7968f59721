from __future__ import annotations

from msgspec import convert

from fairdice.picture.scene import scene
from fairdice.standings import standings, whereabouts
from replay.play import Play
from replay.position import Position, setup


def play(pieces: object, **other: object) -> Play:
    plain = {"ruleset": "star@1", "players": 4, "pieces": pieces, **other}
    return setup(convert(plain, Position))


def test_in_player_order_while_no_place_is_known() -> None:
    running = play([[5, 7, 56, -1], [0, 52, -1, -1], [-1] * 4, [-1] * 4])
    lines = standings(running, scene(running))
    assert [(line.player, line.place, line.yard, line.track, line.home) for line in lines] == [
        (0, None, 1, 2, 1),
        (1, None, 2, 2, 0),
        (2, None, 4, 0, 0),
        (3, None, 4, 0, 0),
    ]


def test_who_has_finished_stands_first() -> None:
    options = {"end": "all_places"}
    running = play([[5, 7, 56, -1], [0, 52, -1, -1], [-1] * 4, [56] * 4], options=options)
    assert [(line.player, line.place) for line in standings(running, scene(running))] == [
        (3, 1),
        (0, None),
        (1, None),
        (2, None),
    ]


def test_places_of_a_game_that_is_over() -> None:
    over = play([[5, 7, 56, -1], [0, 52, -1, -1], [0, 52, -1, -1], [56] * 4])
    assert [(line.player, line.place) for line in standings(over, scene(over))] == [(3, 1), (0, 2), (1, 3), (2, 3)]


def test_whereabouts() -> None:
    running = play(
        [[5, {"p": 51, "lap": 0}, 56, -1], [0, 52, 3, 56], [-1] * 4, [56, 56, 56, 0]],
        options={"capture_before_home": True},
    )
    assert whereabouts(running, ["A", "B", "C", "D"]) == (
        "A: 1 in the yard, on 5 and 51 (lap 0), 1 home. B: on 0, 3 and 52 (column), 1 home. "
        "C: 4 in the yard. D: on 0, 3 home."
    )


def test_whereabouts_on_home_squares() -> None:
    mensch = setup(convert({"ruleset": "mensch@1", "players": 2, "pieces": [[39, 41, 43, -1], [-1] * 4]}, Position))
    assert whereabouts(mensch, ["A", "B"]) == "A: 1 in the yard, on 39, 2 home. B: 4 in the yard."


def nomercy(*pieces: object, turn: int = 0) -> Play:
    document = {"ruleset": "nomercy@1", "players": len(pieces), "pieces": pieces, "turn": turn}
    return setup(convert(document, Position))


CAPTIVES = (
    [{"p": -1, "locked": True}, -1, {"prisoner_of": 1}, {"intruder_in": 2}],
    [{"prisoner_of": 2}, {"prisoner_of": 2}, {"prisoner_of": 0}, {"p": 7, "locked": True}],
    [{"intruder_in": 1}, {"intruder_in": 1}, 56, 3],
)


def test_captives_are_counted_where_there_are_any() -> None:
    # Player 0 has the turn, with which its own lock ends.
    held = nomercy(*CAPTIVES)
    lines = standings(held, scene(held))
    assert [(line.yard, line.track, line.home, line.captives) for line in lines] == [
        (2, 0, 0, 2),
        (0, 1, 0, 3),
        (0, 1, 1, 2),
    ]
    star = play([[5, 7, 56, -1], [-1] * 4, [-1] * 4, [-1] * 4])
    assert {line.captives for line in standings(star, scene(star))} == {None}


def test_whereabouts_of_captives() -> None:
    names = ["A", "B", "C"]
    assert whereabouts(nomercy(*CAPTIVES), names) == (
        "A: 2 in the yard, 1 in the prison of B, 1 held in the column of C. "
        "B: on 7 (locked), 1 in the prison of A, 2 in the prison of C. "
        "C: on 3, 2 held in the column of B, 1 home."
    )
    said = whereabouts(nomercy(*CAPTIVES, turn=1), names)
    assert said.startswith("A: 2 in the yard (1 locked), 1 in the prison of B, 1 held in the column of C. B: on 7, ")


def test_points() -> None:
    running = setup(convert({"ruleset": "pairs@1", "players": 2, "pieces": [[56, 20, -1, -1], [-1] * 4]}, Position))
    assert [line.points for line in standings(running, scene(running))] == [111, 0]
