"""User CPU time of functions and of processes, those that are compared taking turns."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from resource import RUSAGE_SELF, getrusage
from statistics import median

__all__ = ["Samples", "alternate", "memory", "spawn"]


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
    start = getrusage(RUSAGE_SELF).ru_utime
    for _ in range(count):
        task()
    return max((getrusage(RUSAGE_SELF).ru_utime - start) / count, 1e-9)


def spawn(commands: Mapping[str, Sequence[str]], *, rounds: int = 7, times: int = 6) -> Samples:
    """Run each command `times` times a round, in turn: some systems count a process's time in coarse steps."""
    for command in commands.values():
        _run(command)
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        taken = dict.fromkeys(commands, 0.0)
        for _ in range(times):
            for name, command in commands.items():
                taken[name] += _run(command)
        for name in commands:
            seconds[name].append(taken[name] / times)
    return Samples(seconds)


def _run(command: Sequence[str]) -> float:
    """Run a process, which must end well, and give its user CPU seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_environment())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime


def _environment() -> dict[str, str]:
    """The environment for a process, in which compiled modules are kept, as they usually are."""
    hindering = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    cache = {"PYTHONPYCACHEPREFIX": os.path.join(tempfile.gettempdir(), "fairdice-bench-cache")}
    return {name: value for name, value in os.environ.items() if name not in hindering} | cache


# A process begins as a copy of the one that started it and is charged with its memory: hence a small one between.
_BETWEEN = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory(command: Sequence[str]) -> int:
    """Run a process, which must end well, and give the most memory it held, in bytes."""
    between = [sys.executable, "-c", _BETWEEN, *command]
    ended = subprocess.run(between, env=_environment(), capture_output=True, text=True, check=True)
    return int(ended.stdout) * (1 if sys.platform == "darwin" else 1024)
