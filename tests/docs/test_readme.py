"""The README's tour, run as it stands: every command, and every line of output that it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps() -> list[tuple[str, str]]:
    """Every command of the README with the output it shows; ``...`` stands for lines left out."""
    text = "".join(BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")))
    commands = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (step.partition("\n") for step in commands)]


def test_tour(tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shown = steps()
    assert len(shown) >= 6
    for command, output in shown:
        run = subprocess.run(
            ["bash", "-c", f"{command} 2>&1"],
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        parts = re.split(r"^(\.\.\.\n)", output, flags=re.MULTILINE)
        pattern = "".join(".*" if part == "...\n" else re.escape(part) for part in parts)
        assert re.fullmatch(pattern, run.stdout, re.DOTALL), f"$ {command}\n{run.stdout}"
