from __future__ import annotations

from fairdice.words.told import Told, join_lines


def test_lines_are_joined_only_where_they_follow() -> None:
    told = [
        Told(1, "Ana rolls 6"),
        Told(2, "Ben is back"),
        Told(3, "Ana brings a piece out", "brings a piece out", "Ana rolls 6, brings a piece out"),
        Told(4, "Ben rolls 2"),
        Told(5, "Ben moves", "moves", "Ben rolls 2, moves"),
        Told(6, "Ben moves again"),
        Told(8, "Ben moves", "moves", "Ben rolls 2, moves"),
        Told(9, "Ana rolls 3"),
        Told(11, "Ana moves", "moves", "Ana rolls 3, moves"),
    ]
    assert [(line.first, line.last, line.text) for line in join_lines(told)] == [
        (1, 1, "Ana rolls 6"),
        (2, 2, "Ben is back"),
        (3, 3, "Ana brings a piece out"),
        (4, 5, "Ben rolls 2, moves"),
        (6, 6, "Ben moves again"),
        (8, 8, "Ben moves"),
        (9, 9, "Ana rolls 3"),
        (11, 11, "Ana moves"),
    ]


def test_an_event_alone() -> None:
    assert Told(3, "Ana moves", "moves", "Ana rolls 3, moves").sentence == "Ana rolls 3, moves"
    assert Told(3, "Ana moves").sentence == "Ana moves"
