"""Presence against a model written from docs/spec/protocol.md (order of play): who contributes to which roll index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from replay.presence import Presence


class Model(RuleBasedStateMachine):
    """The model keeps the history and looks at all of it whenever something is asked."""

    @initialize(chains=st.lists(st.booleans(), min_size=2, max_size=6), returns=st.integers(0, 3))
    def begin(self, chains: list[bool], returns: int) -> None:
        self.chains, self.returns = chains, returns
        self.history: list[tuple[str, int]] = []
        self.presence = Presence(chains, returns)
        self.due = True  # The draw is due when all have joined.
        self.fixed = self.entitled()
        self.made: list[int] = []
        self.lost: list[int] = []

    def away(self, player: int) -> bool:
        said = [word for word, who in self.history if who == player]
        return bool(said) and said[-1] == "away"

    def entitled(self) -> list[bool]:
        """Who contributes to a roll that becomes due now: has a chain, is here, and has not come back too often."""
        return [
            chain and not self.away(player) and self.history.count(("back", player)) <= self.returns
            for player, chain in enumerate(self.chains)
        ]

    def index(self) -> int:
        return 1 + len(self.made) + len(self.lost)

    @precondition(lambda self: self.due)
    @rule(move_first=st.booleans())
    def roll(self, move_first: bool) -> None:
        self.made.append(self.index())
        self.presence.rolled()
        self.due = not move_first
        if self.due:
            self.roll_is_due()

    @precondition(lambda self: not self.due)
    @rule()
    def move(self) -> None:
        self.due = True
        self.roll_is_due()

    def roll_is_due(self) -> None:
        self.fixed = self.entitled()
        self.presence.roll_due()

    @precondition(lambda self: not all(map(self.away, range(len(self.chains)))))
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        here = [player for player in range(len(self.chains)) if not self.away(player)]
        player = data.draw(st.sampled_from(here))
        self.history.append(("away", player))
        spends = self.due and self.fixed[player]
        if spends:
            self.lost.append(self.index())
            self.fixed = self.entitled()
        assert self.presence.leave(player, roll_due=self.due) == spends

    @precondition(lambda self: any(map(self.away, range(len(self.chains)))))
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from([p for p in range(len(self.chains)) if self.away(p)]))
        self.history.append(("back", player))
        assert self.presence.come_back(player) == self.entitled()[player]

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "presence"):
            return
        assert self.presence.index == self.index()
        assert [index for index, _ in self.presence.spent] == self.lost
        assert self.presence.away == {player for player in range(len(self.chains)) if self.away(player)}
        if self.due:
            assert list(self.presence.contributors) == self.fixed

    @invariant()
    def no_index_is_used_twice(self) -> None:
        if hasattr(self, "presence"):
            assert sorted(self.made + self.lost) == list(range(1, self.index()))


TestPresence = Model.TestCase
TestPresence.settings = settings(max_examples=150, stateful_step_count=40)


def presence(*chains: bool, returns: int = 2) -> Presence:
    return Presence(chains, returns)


def test_a_contributor_that_leaves_while_a_roll_is_due_spends_its_index() -> None:
    here = presence(True, True, False)
    assert here.leave(1, roll_due=True)
    assert (here.index, here.spent, here.contributors) == (2, [(1, 1)], (True, False, False))


@pytest.mark.parametrize("case", [{"player": 1, "roll_due": False}, {"player": 2, "roll_due": True}])
def test_otherwise_no_index_is_spent(case: dict[str, Any]) -> None:
    here = presence(True, True, False)
    assert not here.leave(case["player"], roll_due=case["roll_due"])
    assert (here.index, here.spent, here.contributors) == (1, [], (True, True, False))


def test_who_comes_back_contributes_from_the_next_roll_that_becomes_due() -> None:
    here = presence(True, True)
    here.leave(1, roll_due=True)
    assert here.come_back(1)
    assert here.contributors == (True, False)
    here.rolled()
    here.roll_due()
    assert here.contributors == (True, True)


def test_a_spent_index_takes_in_who_has_come_back_meanwhile() -> None:
    here = presence(True, True, True)
    here.leave(1, roll_due=True)
    here.come_back(1)
    here.leave(2, roll_due=True)
    assert here.contributors == (True, True, False)


def test_after_too_many_returns_a_player_plays_without_contributing() -> None:
    here = presence(True, True, returns=1)
    for contributes in (True, False, False):
        here.leave(1, roll_due=False)
        assert here.come_back(1) == contributes
        here.roll_due()
        assert here.contributors == (True, contributes)


def test_leaving_and_coming_back_while_a_move_is_due_counts_as_a_return() -> None:
    here = presence(True, True, returns=0)
    here.leave(1, roll_due=False)
    assert not here.come_back(1)
    assert here.away == set()
    here.roll_due()
    assert here.contributors == (True, False)


def test_a_return_of_someone_who_is_here_changes_nothing() -> None:
    """The rules refuse it; whoever counts without them must not count it as one of the returns."""
    presence = Presence([True, True], returns=1)
    presence.rolled()
    presence.roll_due()
    assert not presence.come_back(0)
    presence.leave(0, roll_due=False)
    assert presence.come_back(0)
    presence.roll_due()
    assert presence.contributors == (True, True)
