from __future__ import annotations

import pytest

from fairdice.cli.arguments import bound, given_options
from replay.errors import CodedError
from replay.systems import SYSTEMS, system
from tests.fairdice.cli.running import fairdice


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_every_choice_of_every_option_can_be_typed(rules: str) -> None:
    found = system(rules)
    for option in found.options:
        for choice in option.choices:
            text = str(choice.value).lower() if isinstance(choice.value, bool) else str(choice.value)
            given = given_options(found, [(option.name, text)])
            assert given == {option.name: choice.value}
            assert type(given[option.name]) is type(choice.value)
            assert f"{text}" in fairdice("rules", rules, "--option", f"{option.name}={text}").out


@pytest.mark.parametrize(
    ("pairs", "players", "code"),
    [
        ([("nope", "1")], 2, "option.unknown"),
        ([("pairs", "Block")], 2, "option.value"),
        ([("pairs", "")], 2, "option.value"),
        ([("teams", "True")], 4, "option.value"),
        ([("teams", "1")], 4, "option.value"),
        ([("pieces", "04")], 4, "option.value"),
        ([("teams", "true")], 3, "option.players"),
        ([], 7, "option.players"),
        ([("pairs", "none"), ("pairs", "none")], 2, "usage.twice"),
    ],
)
def test_what_cannot_be_chosen(pairs: list[tuple[str, str]], players: int, code: str) -> None:
    with pytest.raises(CodedError) as caught:
        bound(system("star@1"), pairs, players)
    assert caught.value.code == code
    assert caught.value.path == ""
    words = [word for name, text in pairs for word in ("--option", f"{name}={text}")]
    ended = fairdice("rules", "star@1", *words, "--players", str(players))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith(f" [{code}]\n")
