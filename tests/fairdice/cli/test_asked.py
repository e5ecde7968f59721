from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from fairdice.cli.asked import asked_move, notation
from replay.errors import CodedError
from replay.whatif import Asked


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("20:24", {"from": 20, "to": 24}),
        ("yard:0", {"from": -1, "to": 0}),
        ("-1:0", {"from": -1, "to": 0}),
        ("50:51:lap=0", {"from": 50, "to": 51, "lap": 0}),
        ("20:24:piece=2", {"from": 20, "to": 24, "piece": 2}),
        ("20:22:action=moonwalk,dice=2+6+6", {"from": 20, "to": 22, "action": "moonwalk", "dice": [2, 6, 6]}),
        ("20:22:dice=6+2+6", {"from": 20, "to": 22, "dice": [2, 6, 6]}),
        ("prisoner:yard:action=recover", {"from": -2, "to": -1, "action": "recover"}),
        ("intruder:24:action=free,dice=6+6", {"from": -3, "to": 24, "action": "free", "dice": [6, 6]}),
        ('{"from":20,"to":28,"dice":[6,2]}', {"from": 20, "to": 28, "dice": [2, 6]}),
        ("20:40:bonus=20,captured=3,column=1", {"from": 20, "to": 40, "bonus": 20, "captured": 3, "column": 1}),
        ('{"from":20,"to":24,"captures":[[1,14]]}', {"from": 20, "to": 24, "captures": [[1, 14]]}),
        ('{ "to": 0, "from": -1 }', {"from": -1, "to": 0}),
    ],
)
def test_moves_as_one_types_them(text: str, fields: dict[str, Any]) -> None:
    assert asked_move(text) == convert(fields, Asked)


@pytest.mark.parametrize(
    "text",
    [
        "20:24",
        "yard:0",
        "50:51:lap=0",
        "20:22:action=moonwalk,dice=2+6+6",
        "prisoner:yard:action=recover,dice=6",
        "intruder:24:action=free,dice=6+6",
        "20:53:action=invade,dice=1+6,column=1",
        "20:24:captured=3,piece=1",
    ],
)
def test_notation_is_what_one_types(text: str) -> None:
    assert notation(asked_move(text)) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "usage.move"),
        ("20", "usage.move"),
        ("20:", "usage.move"),
        (":20", "usage.move"),
        ("20-24", "usage.move"),
        ("20:24:", "usage.move"),
        ("20:24:lap", "usage.move"),
        ("20:24:lap=", "usage.move"),
        ("20:24:lap=x", "usage.move"),
        ("20:24:lap=1+2", "usage.move"),
        ("20:24:lap=1,lap=2", "usage.move"),
        ("20:24:from=1", "usage.move"),
        ("20:24:nope=1", "usage.move"),
        ("20:24:lap=1:lap=2", "usage.move"),
        ("x:y", "usage.move"),
        ("prison:yard", "usage.move"),
        ("20:24:dice=6+", "usage.move"),
        ("20:24:dice=", "usage.move"),
        ("²:3", "usage.move"),
        ("1.5:3", "usage.move"),
        ("9999999:3", "usage.move"),
        ("76:3", "format.range"),
        ("20:24:piece=4", "format.range"),
        ("20:24:dice=7", "format.range"),
        ("\ud800", "usage.move"),
        ("{", "format.syntax"),
        ("{}", "format.missing"),
        ('{"from":20}', "format.missing"),
        ('{"from":20,"to":24,"player":0}', "format.unknown_field"),
        ('{"from":20,"to":24,"to":24}', "format.duplicate_key"),
        ('{"from":20.0,"to":24}', "format.float"),
        ('{"from":true,"to":24}', "format.type"),
        ('{"from":"\ud800","to":24}', "format.utf8"),
    ],
    ids=ascii,
)
def test_what_is_no_move(text: str, code: str) -> None:
    with pytest.raises(CodedError) as caught:
        asked_move(text)
    assert caught.value.code == code
    assert caught.value.path == ""
