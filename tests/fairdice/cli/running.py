"""The command line in this process: what a command writes and how it ends."""

from __future__ import annotations

from typing import NamedTuple

from click.testing import CliRunner

from fairdice.cli.program import program

__all__ = ["Ended", "fairdice"]


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def fairdice(*words: str, given: bytes | str = b"") -> Ended:
    """Run `fairdice WORDS` with `given` on standard input.  A traceback is a failure of the test."""
    result = CliRunner(env={"FAIRDICE_TRACEBACK": "1"}).invoke(
        program, list(words), input=given, prog_name="fairdice", catch_exceptions=False
    )
    assert "Traceback" not in result.output
    return Ended(result.exit_code, result.stdout, result.stderr)
