"""CPU time of functions and of processes, those that are compared taking turns."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from msgspec import Struct

__all__ = ["Ended", "Samples", "alternate", "run", "spawn"]


class Samples:
    """Seconds by task, one for each round."""

    def __init__(self, seconds: Mapping[str, list[float]]) -> None:
        self.seconds = seconds

    def of(self, name: str) -> float:
        """The median time of a task."""
        return median(self.seconds[name])

    def ratio(self, over: str, under: str) -> float:
        """How often `under` fits into `over`: the median of the rounds' own quotients."""
        pairs = zip(self.seconds[over], self.seconds[under], strict=True)
        return median(above / below for above, below in pairs)


def alternate(tasks: Mapping[str, Callable[[], object]], *, rounds: int = 11, batch: float = 0.06) -> Samples:
    """Call each task for about `batch` seconds a round, in turn; the samples are for one call."""
    counts = {name: _calls(task, batch) for name, task in tasks.items()}
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            seconds[name].append(_time(task, counts[name]))
    return Samples(seconds)


def _calls(task: Callable[[], object], batch: float) -> int:
    """How many calls take about `batch` seconds; the first one warms up."""
    task()
    count = 1
    while (taken := _time(task, count) * count) < batch / 4:
        count *= 4
    return max(1, round(count * batch / taken))


def _time(task: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        task()
    return (time.process_time() - start) / count


class Ended(Struct, frozen=True):
    """What a process took: user CPU seconds, and the most memory it held, in bytes."""

    user: float
    memory: int


def run(command: Sequence[str], code: int = 0) -> Ended:
    """Run a process to its end, which must be `code`; compiled modules are kept, as they usually are."""
    hindering = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    environment = {name: value for name, value in os.environ.items() if name not in hindering}
    environment["PYTHONPYCACHEPREFIX"] = os.path.join(tempfile.gettempdir(), "fairdice-bench-cache")
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != code:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    # Linux counts in KiB, macOS in bytes.
    return Ended(usage.ru_utime, usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024))


def spawn(commands: Mapping[str, Sequence[str]], *, rounds: int = 7, times: int = 6) -> Samples:
    """Run each command `times` times a round, in turn: some systems count a process's time in coarse steps."""
    for command in commands.values():
        run(command)
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        taken = dict.fromkeys(commands, 0.0)
        for _ in range(times):
            for name, command in commands.items():
                taken[name] += run(command).user
        for name in commands:
            seconds[name].append(taken[name] / times)
    return Samples(seconds)
