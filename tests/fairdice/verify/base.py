"""A record that is to be changed, and what the conditions of `tests.fairdice.verify.expected` ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairdice.errors import KeyRefused
from fairdice.keys import check_public_key
from replay.engine import Game
from replay.record import Record
from replay.schema import convert
from replay.spelling import asked
from replay.state import FURTHER, MOVE
from replay.systems import SYSTEMS
from tests.fairdice.verify.expected import LIMITS
from tests.support.forge import plain
from tests.support.mutate import Mutation

__all__ = ["Base"]


class Base:
    """A sample record, and what the tables' conditions ask about it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.events: list[dict[str, Any]] = document["events"]
        self.joins = [event for event in self.events if event["type"] == "join"]
        self.players: int = self.events[0]["players"]
        self.first_roll = next((e["n"] for e in self.events if e["type"] == "draw"), None)
        self.pieces: dict[int, list[int]] = {}
        """By the index of a move: the pieces of the player one of whose is moved, before it."""
        self.owners: dict[int, int] = {}
        """By the index of a move: that player."""
        self.going_on: set[int] = set()
        """The events after which a move is due in a turn in which one has been made."""
        self.others: dict[int, list[dict[str, Any]]] = {}
        """By the index of a move: the other moves that were legal."""
        self.stand_ins: set[int] = set()
        game = Game()
        self.may_pass: set[int] = set()
        """The moves in whose place the player could have passed."""
        for event in convert(document, Record).events:
            if self.events[event.n]["type"] == "pass":
                self.others[event.n] = [plain(asked(*choice)) for choice in game.moves()]
            if self.events[event.n]["type"] == "move" and game.play is not None:
                self.may_pass |= {event.n} if game.play.may_pass else set()
                self.owners[event.n] = game.play.owner
                self.pieces[event.n] = list(game.play.pieces[game.play.owner])
                choices = [plain(asked(*choice)) for choice in game.moves()]
                self.others[event.n] = [other for other in choices if not self._same(event.n, other)]
                if self.events[event.n]["by"] == "bot" and self.joins[game.play.turn]["kind"] == "human":
                    self.stand_ins.add(event.n)
            game.apply(event)
            if self.events[event.n]["type"] == "move" and game.due == MOVE:
                self.going_on.add(event.n)

    def _same(self, n: int, other: dict[str, Any]) -> bool:
        """Whether it is the move of event n, perhaps by an equal piece."""
        names = ("from", "to", *FURTHER)
        return [self.events[n].get(name) for name in names] == [other.get(name) for name in names]

    def other_moves(self) -> Iterator[Mutation]:
        """Another legal move, or a pass, with which the record ends."""
        for n, others in self.others.items():
            bare = {name: self.events[n][name] for name in ("n", "at", "player", "by", "sig") if name in self.events[n]}
            for other in others:
                yield self._ended("another move", n, bare | {"type": "move"} | other)
            if self.events[n]["type"] == "move":
                yield self._ended("pass instead", n, bare | {"type": "pass"})

    def _ended(self, change: str, n: int, event: dict[str, Any]) -> Mutation:
        acks = [ack for ack in self.document["acks"] if ack["n"] < n]
        document = {**self.document, "events": [*self.events[:n], event], "acks": acks}
        return Mutation(change, ("events", n, "piece"), document)

    def covers(self, k: int, field: str) -> Iterator[tuple[str, int]]:
        """Signatures and links of others than the house that depend on event k: (code, event) if it is changed."""
        for event in self.events[k:]:
            own = event["n"] == k
            if "sig" in event and (not own or field not in ("n", "at", "sig")):
                yield ("party.join_sig" if event["type"] == "join" else f"sign.{event['type']}"), event["n"]
        if k == 0 and self.first_roll is not None:
            yield "chain.link", self.first_roll
        for ack in self.document["acks"]:
            if ack["n"] >= k:
                yield "sign.ack", ack["n"]
                return

    def kind(self, mutation: Mutation) -> str:
        if mutation.event is not None:
            return str(self.events[mutation.event]["type"])
        return "" if mutation.path[0] == "format" else str(mutation.path[0])

    def field(self, mutation: Mutation) -> str:
        path = mutation.path
        below = path[2:] if mutation.event is not None else path[1:] or path
        return "/".join("*" if isinstance(step, int) else step for step in below)

    # Conditions -----------------------------------------------------------------------------------------------------

    def holds(self, when: str, mutation: Mutation) -> bool:
        """Whether the condition with this name holds for the mutation."""
        return not when or bool(
            getattr(self, "_" + when.replace(",", "_").replace(" ", "_").replace("-", "_"))(mutation)
        )

    def _at(self, mutation: Mutation) -> dict[str, Any]:
        assert mutation.event is not None
        return self.events[mutation.event]

    def _out_of_range(self, mutation: Mutation) -> bool:
        least, most = LIMITS.get(_named(mutation), (-(2**53), 2**53))
        return not least <= mutation.now <= most

    def _no_hash(self, mutation: Mutation) -> bool:
        return mutation.now == "x" and _named(mutation) in ("anchor", "key", "links")

    def _wrong_type(self, mutation: Mutation) -> bool:
        now, name = mutation.now, _named(mutation)
        fits = {
            "first": type(now) is int,
            "reason": isinstance(now, str),
            "ranking": isinstance(now, list),
            "points": now == [],
            "beacon": False,
        }
        return not fits.get(name, isinstance(now, str))

    def _opening_gone(self, mutation: Mutation) -> bool:
        return all(each["leaf"]["kind"] == "close" for each in mutation.now)

    def _shows(self, mutation: Mutation) -> bool:
        return self.misplaced(mutation.now) is not None

    def misplaced(self, players: int) -> int | None:
        """The first event that may not stand where it stands if there are so many players."""
        place = min(players, self.players) + 2
        if place >= len(self.events):
            return None
        may_stand = ("join", "close") if players > self.players else ("draw", "away", "back", "close")
        return None if self.events[place]["type"] in may_stand else place

    def _now_left(self, mutation: Mutation) -> bool:
        return bool(mutation.now == "left")

    def _too_early(self, mutation: Mutation) -> bool:
        event = self._at(mutation)
        busy = max(e["at"] for e in self.events[: event["n"]] if e["type"] not in ("away", "back"))
        return mutation.now == "timeout" and bool(event["at"] < busy + self.events[0]["away_after_ms"])

    def _anchored(self, mutation: Mutation) -> bool:
        return self._at(mutation)["anchor"] is not None

    def _has_a_key(self, mutation: Mutation) -> bool:
        return self._at(mutation)["key"] is not None

    def _is_a_bot(self, mutation: Mutation) -> bool:
        return bool(self._at(mutation)["kind"] == "bot")

    def _no_key(self, mutation: Mutation) -> bool:
        return self.joins[self._at(mutation)["player"]]["key"] is None

    def _leaves(self, mutation: Mutation) -> bool:
        first = self.acts(self._at(mutation)["player"])
        return first is not None and self.events[first]["type"] == "away"

    def _acts(self, mutation: Mutation) -> bool:
        return self.acts(self._at(mutation)["player"]) is not None

    def acts(self, player: int) -> int | None:
        """The first event that shows of which kind a player is."""
        for event in self.events:
            shows = event["type"] == "away" or (event["type"] == "move" and event["by"] != "auto")
            if shows and event["player"] == player:
                return int(event["n"])
        return None

    def _no_point(self, mutation: Mutation) -> bool:
        try:
            check_public_key(bytes.fromhex(mutation.now))
        except KeyRefused as error:
            return error.code == "party.key_point"
        return False

    def _declared(self, mutation: Mutation) -> bool:
        declared = SYSTEMS[self.events[0]["rules"]["id"]].options
        option = next(option for option in declared if option.name == mutation.path[-1])
        return any(type(c.value) is type(mutation.now) and c.value == mutation.now for c in option.choices)

    def _no_anchor(self, mutation: Mutation) -> bool:
        """Whether the first party that now gives another link has no anchor."""
        if isinstance(mutation.now, list):
            changed = [p for p, link in enumerate(mutation.now) if link != mutation.was[p] and link is not None]
            party = changed[0]
        else:
            party = int(mutation.path[-1])
        return party > 0 and self.joins[party - 1]["anchor"] is None

    def _two_players(self, _mutation: Mutation) -> bool:
        return self.players == 2

    def _not_four_players(self, _mutation: Mutation) -> bool:
        return self.players != 4

    def _six_players(self, _mutation: Mutation) -> bool:
        return self.players == 6

    def _rolled(self, _mutation: Mutation) -> bool:
        return self.first_roll is not None

    def _stand_in(self, mutation: Mutation) -> bool:
        return mutation.event in self.stand_ins

    def _extra(self, mutation: Mutation) -> bool:
        return _named(mutation) in FURTHER

    def _extra__stand_in(self, mutation: Mutation) -> bool:
        return self._extra(mutation) and self._stand_in(mutation)

    def _one_die(self, mutation: Mutation) -> bool:
        return len(mutation.was) == 1

    def _in_a_turn(self, mutation: Mutation) -> bool:
        """Whether another move of the same turn follows."""
        return mutation.event in self.going_on

    def _may_not_pass(self, mutation: Mutation) -> bool:
        return mutation.event not in self.may_pass

    def _signed(self, mutation: Mutation) -> bool:
        return "sig" in self._at(mutation)

    def _no_piece(self, mutation: Mutation) -> bool:
        return bool(mutation.now >= len(self.pieces[self._at(mutation)["n"]]))

    def _told_apart_later(self, mutation: Mutation) -> bool:
        return self._equal_piece(mutation) and self.named_later(mutation) is not None

    def _stand_in_tells(self, mutation: Mutation) -> bool:
        return self.told_by_stand_in(mutation) is not None

    def told_by_stand_in(self, mutation: Mutation) -> int | None:
        """The first stand-in's move that does not name the lowest index once two pieces are exchanged."""
        event = self._at(mutation)
        names = {event["piece"]: mutation.now, mutation.now: event["piece"]}
        for n in sorted(self.stand_ins):
            move, own = self.events[n], self.pieces[n]
            if n >= event["n"] and self.owners[n] == self.owners[event["n"]]:
                exchanged = [own[names.get(index, index)] for index in range(len(own))]
                if exchanged.index(own[move["piece"]]) != names.get(move["piece"], move["piece"]):
                    return n
        return None

    def named_later(self, mutation: Mutation) -> int | None:
        """The first move after which two pieces that were exchanged are told apart."""
        event = self._at(mutation)
        pair = (event["piece"], mutation.now)
        for later in self.events[event["n"] + 1 :]:
            if self.owners.get(later["n"]) == self.owners[event["n"]]:
                own = self.pieces[later["n"]]
                if own[pair[0]] == own[pair[1]]:
                    return None
                if later["piece"] in pair:
                    return int(later["n"])
        return None

    def _equal_piece(self, mutation: Mutation) -> bool:
        own = self.pieces[self._at(mutation)["n"]]
        return bool(own[mutation.now] == own[mutation.was])

    def exchanges(self) -> Iterator[Mutation]:
        """Two equal pieces exchanged, in one move and in all later moves of that player's pieces."""
        for n, own in self.pieces.items():
            move = self.events[n]
            for other, progress in enumerate(own):
                if other == move["piece"] or progress != own[move["piece"]]:
                    continue
                names = {move["piece"]: other, other: move["piece"]}
                events = [
                    event | {"piece": names.get(event["piece"], event["piece"])}
                    if event["n"] >= n and self.owners.get(event["n"]) == self.owners[n]
                    else event
                    for event in self.events
                ]
                path = ("events", n, "piece")
                yield Mutation("pieces exchanged", path, {**self.document, "events": events}, move["piece"], other)

    def _no_such_player(self, mutation: Mutation) -> bool:
        return bool(mutation.now >= self.players)

    def _void(self, _mutation: Mutation) -> bool:
        return bool(self.events[-1].get("status") == "void")

    def _finished(self, _mutation: Mutation) -> bool:
        return bool(self.events[-1].get("status") == "finished")

    def _taken(self, mutation: Mutation) -> bool:
        """Whether the ack of the player before now stands first, or its player twice."""
        place = int(mutation.path[1])
        return place > 0 and bool(mutation.now <= self.document["acks"][place - 1]["player"])

    def _rolls_follow(self, mutation: Mutation) -> bool:
        return any(event["type"] == "roll" for event in self.events[self._at(mutation)["n"] + 1 :])

    def _all_joined(self, mutation: Mutation) -> bool:
        return bool(self._at(mutation)["player"] == self.players - 1)

    def _last(self, mutation: Mutation) -> bool:
        """Whether nothing but a close follows the event."""
        return all(event["type"] == "close" for event in self.events[self._at(mutation)["n"] + 1 :])

    def _absence(self, mutation: Mutation) -> bool:
        n = self._at(mutation)["n"]
        return any(event["type"] in ("away", "back") for event in self.events[max(n - 1, 0) : n + 2])


def _named(mutation: Mutation) -> str:
    """The name of the field that is changed, or in which the change is."""
    return next(step for step in reversed(mutation.path) if isinstance(step, str))
