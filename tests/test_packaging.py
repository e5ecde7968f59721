"""What the wheel holds: the three packages, whole, and nothing else; and that it works on its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import fairdice

ROOT = Path(__file__).parents[1]
PACKAGES = ["api", "fairdice", "replay"]
DIST_INFO = f"fairdice-{fairdice.__version__}.dist-info"

# Kinds of file that may stand in a package; a new kind is added here on purpose.
KINDS = {".css", ".gz", ".html", ".js", ".json", ".md", ".py", ".svg", ".typed"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this work tree without a package index."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_file_name(wheel: Path) -> None:
    assert wheel.name == f"fairdice-{fairdice.__version__}-py3-none-any.whl"


def test_packages_are_whole_and_nothing_else_is_there(names: set[str]) -> None:
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    about = {f"{DIST_INFO}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")}
    assert names == sources | about


def test_kinds_of_file(names: set[str]) -> None:
    strays = [name for name in names if not name.startswith(DIST_INFO) and Path(name).suffix not in KINDS]
    assert strays == []


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_typed(names: set[str], package: str) -> None:
    assert {f"{package}/__init__.py", f"{package}/py.typed"} <= names


def test_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(f"{DIST_INFO}/METADATA").decode())
        licence = archive.read(f"{DIST_INFO}/licenses/LICENSE")
        entry_points = archive.read(f"{DIST_INFO}/entry_points.txt").decode()
    assert metadata["Name"] == "fairdice"
    assert metadata["Version"] == fairdice.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert "fairdice = fairdice.cli:main" in entry_points
    commands = entry_points.partition("[fairdice.commands]\n")[2].partition("\n\n")[0].split("\n")
    assert [line for line in commands if line] == [
        f"{name} = api.cli.{name}:command" for name in ("database", "embed", "host", "key", "serve")
    ]
    core = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert [need.partition("<")[0] for need in core] == ["click", "cryptography", "msgspec", "rich"]


def test_wheel_works_on_its_own(wheel: Path, tmp_path: Path) -> None:
    """The unpacked wheel answers from its own files, away from the work tree."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = (
        "import api, fairdice, replay\n"
        "from fairdice.cli import main\n"
        "print(*(package.__file__ for package in (api, fairdice, replay)), sep='\\n', flush=True)\n"
        "import sys; sys.argv = ['fairdice', '--help']\nmain()\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert lines[:3] == [str(tmp_path / package / "__init__.py") for package in PACKAGES]
    assert any(line.startswith("Usage: ") for line in lines)
