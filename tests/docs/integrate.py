"""The code on docs/howto/integrate.md, run as it stands against a live server.

    python -m tests.docs.integrate

writes what the code prints now under the blocks that have an output; tests/docs/test_integrate.py compares the two,
but for what is different each time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tests.support.served import ROOT, Process, clean, serving

__all__ = ["INSTALL", "PAGE", "Block", "Run", "blocks", "missing", "run", "same", "shell"]

PAGE = ROOT / "docs/howto/integrate.md"
INSTALL = "pip install 'fairdice[api]'\nfairdice serve\n"
"""The first block: what the tests do by themselves."""
ADDRESS = "http://127.0.0.1:8000"
FILES = ("relay.py", "seat.py")
"""The names under which the page has its Python saved, in the order of the blocks."""

_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_MARK = "==== end of block"


class Block(Struct, frozen=True):
    """A block of the page; `output` is what stands under it, None if nothing does."""

    language: str
    code: str
    output: str | None


class Run(Struct, frozen=True):
    """What came of running the page: what each block of shell printed, in their order."""

    printed: list[str]
    errors: str
    code: int


def blocks(page: str) -> list[Block]:
    """The blocks of code, each with the output under it."""
    found: list[Block] = []
    for language, text in _FENCED.findall(page):
        if language in ("json", "text"):
            before = found.pop()
            found.append(Block(before.language, before.code, text))
        else:
            found.append(Block(language, text, None))
    return found


def shell(page: str) -> list[Block]:
    """The blocks of shell after the first."""
    found = [block for block in blocks(page) if block.language == "sh"]
    assert found[0].code == INSTALL
    return found[1:]


def run(folder: Path, page: str, served: Process) -> Run:
    """Run all blocks of shell in one shell, in the folder where the service is."""
    python = [block.code for block in blocks(page) if block.language == "python"]
    for name, code in zip(FILES, python, strict=True):
        (folder / name).write_text(code, encoding="utf-8")
    script = "set -e\n" + "".join(f"{block.code}echo '{_MARK}'\n" for block in shell(page))
    ended = subprocess.run(
        ["bash", "-c", script.replace(ADDRESS, served.url)],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    return Run(ended.stdout.split(f"{_MARK}\n")[:-1], ended.stderr, ended.returncode)


def _environment(folder: Path) -> Mapping[str, str]:
    """An environment whose `python` and `fairdice` are ours."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    for name, more in (("python", ""), ("fairdice", ' -c "from fairdice.cli import main; main()"')):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable}{more} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return clean(PATH=f"{programs}{os.pathsep}{os.environ['PATH']}", COLUMNS="110", NO_COLOR="1")


_ALIKE = (
    (re.compile(r"\b\d\. (?:Ana|Ben|Bot)\b"), "a place"),
    (re.compile(r'"words":"[^"]*"'), '"words":"..."'),
    (re.compile(r'"captures":\[[^]]*\]'), '"captures":[]'),
    (re.compile(r"\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+"), "+key"),
    (re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b"), "CODE"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "hex"),
    (re.compile(r"\d+(?:[.,:]\d+)*"), "0"),
    (re.compile(r"\s+"), " "),
)


def same(printed: str) -> str:
    """What is the same in each run: hashes, numbers, codes and chance are taken out."""
    for pattern, instead in _ALIKE:
        printed = pattern.sub(instead, printed)
    return printed.strip()


def missing() -> list[str]:
    """The programs that the page needs and that are not here."""
    return [name for name in ("bash", "curl", "jq") if shutil.which(name) is None]


def main() -> None:
    """Write the outputs into the page."""
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as served:
        done = run(Path(name), page, served)
        printed = [each.replace(served.url, ADDRESS).replace(served.url[7:], ADDRESS[7:]) for each in done.printed]
    if done.code:
        sys.exit(f"block {len(printed) + 1} failed:\n{done.errors}")
    fresh = iter([INSTALL, *printed])
    output, parts, end = "", [], 0
    for found in _FENCED.finditer(page):
        language, start = found[1], found.start(2)
        if language == "sh":
            output = next(fresh)
        elif language in ("json", "text"):
            parts += [page[end:start], output]
            end = found.end(2)
    PAGE.write_text("".join([*parts, page[end:]]), encoding="utf-8")


if __name__ == "__main__":
    main()
