"""Group commit, with a pen that says what is done with it and waits when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from api.storage.writer import Writer

SOON = 20


class Refused(Exception):
    """What the pen makes of a failure."""


class Paper:
    """A pen that keeps a protocol."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.fails: set[str] = set()

    def _say(self, word: str) -> None:
        self.said.append(word)
        if word in self.fails:
            raise OSError(word)

    def begin(self) -> None:
        self._say("begin")

    def commit(self) -> None:
        self._say("commit")

    def rollback(self) -> None:
        self.said.append("rollback")

    def save(self) -> None:
        self._say("save")

    def keep(self) -> None:
        self._say("keep")

    def undo(self) -> None:
        self._say("undo")

    def fault(self, error: BaseException) -> BaseException:
        return Refused(str(error)) if isinstance(error, OSError) else error


def unit(paper: Paper, name: str) -> Callable[[], str]:
    def work() -> str:
        paper.said.append(name)
        if name.startswith("bad"):
            raise OSError(name)
        return name

    return work


def outcome(future: Future[Any]) -> str:
    try:
        return str(future.result(SOON))
    except Exception as error:  # noqa: BLE001 - it is compared
        return f"{type(error).__name__}: {error}"


def batch(paper: Paper, names: list[str], writer: Writer | None = None) -> list[str]:
    """Ask for units while the writer is held up, so that they come into one transaction; what comes of them."""
    writer = writer or Writer(paper)
    held, go = Event(), Event()

    def hold() -> None:
        held.set()
        assert go.wait(SOON)

    with ThreadPoolExecutor(len(names) + 1) as pool:
        first = pool.submit(writer.look, hold)
        assert held.wait(SOON)
        futures = []
        for number, name in enumerate(names, 1):
            futures.append(pool.submit(writer.write, unit(paper, name)))
            while len(writer._waiting) < number:  # so that they stand in this order
                pass
        go.set()
        first.result(SOON)
        return [outcome(future) for future in futures]


def test_one_unit() -> None:
    paper = Paper()
    assert Writer(paper).write(unit(paper, "a")) == "a"
    assert paper.said == ["begin", "a", "commit"]


def test_one_unit_that_fails() -> None:
    paper = Paper()
    writer = Writer(paper)
    with pytest.raises(Refused, match="bad"):
        writer.write(unit(paper, "bad"))
    assert paper.said == ["begin", "bad", "rollback"]
    assert writer.write(unit(paper, "a")) == "a"


def test_units_that_wait_become_one_transaction() -> None:
    paper = Paper()
    assert batch(paper, ["a", "b", "c"]) == ["a", "b", "c"]
    assert paper.said == ["begin", "save", "a", "keep", "save", "b", "keep", "save", "c", "keep", "commit"]


def test_a_failure_is_undone_alone() -> None:
    paper = Paper()
    assert batch(paper, ["a", "bad", "c"]) == ["a", "Refused: bad", "c"]
    assert paper.said == ["begin", "save", "a", "keep", "save", "bad", "undo", "save", "c", "keep", "commit"]


def test_nothing_is_committed_when_all_fail() -> None:
    paper = Paper()
    assert batch(paper, ["bad1", "bad2"]) == ["Refused: bad1", "Refused: bad2"]
    assert paper.said[-1] == "rollback"


@pytest.mark.parametrize("word", ["begin", "save", "keep", "commit"])
def test_nobody_is_told_that_it_is_done_when_it_is_not(word: str) -> None:
    paper = Paper()
    paper.fails.add(word)
    assert batch(paper, ["a", "b"]) == [f"Refused: {word}"] * 2
    assert paper.said[-1] == "rollback"


def test_a_transaction_that_the_database_has_undone_is_lost_for_all() -> None:
    paper = Paper()
    paper.fails.add("undo")
    assert batch(paper, ["a", "bad", "c"]) == ["Refused: undo", "Refused: bad", "Refused: undo"]
    assert paper.said[-2:] == ["undo", "rollback"]


def test_after_a_failure_others_write() -> None:
    paper = Paper()
    writer = Writer(paper)
    paper.fails.add("commit")
    batch(paper, ["a", "b"], writer)
    paper.fails.clear()
    assert batch(paper, ["c", "d"], writer) == ["c", "d"]


def test_a_transaction_is_not_without_end() -> None:
    paper = Paper()
    names = [f"u{number}" for number in range(70)]
    assert batch(paper, names) == names
    assert paper.said.count("commit") == 2
    assert [name for name in paper.said if name.startswith("u")] == names


def test_an_interrupt_in_the_writers_thread_leaves_nobody_waiting() -> None:
    paper = Paper()
    writer = Writer(paper)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.write(interrupt)
    assert paper.said == ["begin", "rollback"]
    assert writer.write(unit(paper, "a")) == "a"
