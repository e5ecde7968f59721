"""Group commit: what many threads of a process want written at the same time becomes one transaction.

A commit costs a flush of the disk whatever is in it.  So a thread that finds nobody writing becomes the writer: it
takes all that has been asked for until then, writes it in one transaction, commits once, tells everyone, and hands the
pen to the first of those who have come meanwhile.  Every unit stays all or nothing by a savepoint of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar, cast

__all__ = ["Pen", "Writer"]

Result = TypeVar("Result")
_AT_ONCE = 64
"""Units in one transaction: a bound on how long the first of them waits for the last."""


class Pen(Protocol):
    """The connection that the units are written with; used by one thread at a time."""

    def begin(self) -> None:
        """Begin a transaction, as the database's only writer."""

    def commit(self) -> None:
        """Make the transaction durable."""

    def rollback(self) -> None:
        """Undo the transaction, if there is one; never raises."""

    def save(self) -> None:
        """Set a savepoint."""

    def keep(self) -> None:
        """Keep what was done since the savepoint."""

    def undo(self) -> None:
        """Undo what was done since the savepoint; raises if the database has undone the whole transaction."""

    def fault(self, error: BaseException) -> BaseException:
        """What to tell who asked for something that failed with this error."""


class _Job(Generic[Result]):
    """What one thread asked for."""

    __slots__ = ("done", "error", "gate", "result", "work", "writes")

    def __init__(self, work: Callable[[], Result], *, writes: bool) -> None:
        self.work = work
        self.writes = writes
        self.result: Result | None = None
        self.error: BaseException | None = None
        self.done = False
        self.gate = Lock()  # opened when the job is done, or when its thread is to be the writer
        self.gate.acquire()


class Writer:
    """Lets one thread after another write."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._mutex = Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._busy = False

    def write(self, unit: Callable[[], Result]) -> Result:
        """Do a unit in a durable transaction: returns or raises what it does, or the pen's word on a failure."""
        return self._ask(_Job(unit, writes=True))

    def look(self, work: Callable[[], Result]) -> Result:
        """Do something with the pen's connection while nobody writes, in no transaction."""
        return self._ask(_Job(work, writes=False))

    def _ask(self, job: _Job[Result]) -> Result:
        with self._mutex:
            self._waiting.append(job)
            follows, self._busy = self._busy, True
        if follows:
            job.gate.acquire()
        if not job.done:
            self._lead()
        if job.error is not None:
            raise job.error
        return cast("Result", job.result)

    def _lead(self) -> None:
        """Be the writer, once; the first job that waits is one's own."""
        with self._mutex:
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _AT_ONCE))]
        try:
            self._do(batch)
        finally:
            with self._mutex:
                heir = self._waiting[0] if self._waiting else None
                self._busy = heir is not None
            if heir is not None:
                heir.gate.release()
            for job in batch:
                job.done = True
                job.gate.release()

    def _do(self, batch: list[_Job[Any]]) -> None:
        for job in batch:
            if not job.writes:
                self._try(job)
        writing = [job for job in batch if job.writes]
        if not writing:
            return
        try:
            self._pen.begin()
            self._units(writing)
            if any(job.error is None for job in writing):
                self._pen.commit()
            else:
                self._pen.rollback()
        except BaseException as error:
            self._pen.rollback()
            for job in writing:
                if job.error is None:
                    job.result, job.error = None, self._pen.fault(error)
            if not isinstance(error, Exception):
                raise

    def _units(self, jobs: list[_Job[Any]]) -> None:
        """Do the units; one alone needs no savepoint, since its failure ends the transaction."""
        if len(jobs) == 1:
            self._try(jobs[0])
            return
        for job in jobs:
            self._pen.save()
            self._try(job)
            if job.error is None:
                self._pen.keep()
            else:
                self._pen.undo()

    def _try(self, job: _Job[Any]) -> None:
        try:
            job.result = job.work()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is for the thread that asked
            job.error = self._pen.fault(error)
