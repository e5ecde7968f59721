""".ci/setup on machines that lack something: it says in one sentence what, and changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ["bash", "cat", "cksum", "dirname", "grep", "id", "tail"]

NEEDED = "Python 3.11 or newer is needed, and "
NO_VENV = "has no venv and ensurepip modules: install them (on Debian and Ubuntu: apt-get install python3-venv)."


class Machine:
    """A clone with nothing but .ci/setup and pyproject.toml, on a PATH of its own."""

    def __init__(self, folder: Path) -> None:
        self.clone = folder / "clone"
        self.path = folder / "bin"
        (self.clone / ".ci").mkdir(parents=True)
        self.path.mkdir()
        for name in (".ci/setup", "pyproject.toml"):
            shutil.copy(ROOT / name, self.clone / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.path / tool).symlink_to(found)

    def add(self, command: str, script: str) -> None:
        """Put a shell script on the PATH, in place of what was there."""
        target = self.path / command
        target.unlink(missing_ok=True)
        target.write_text(f"#!{self.path}/bash\n{script}\n", encoding="utf-8")
        target.chmod(0o755)

    def setup(self, purpose: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.path / "bash"), str(self.clone / ".ci/setup"), purpose]
        environment = {"PATH": str(self.path), **variables}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("pythons", "named", "sentence"),
    [
        pytest.param({}, "", NEEDED + "python3 does not run", id="no Python"),
        pytest.param({"python3": "echo old 3.8.18"}, "", NEEDED + "python3 is 3.8.18", id="old Python"),
        pytest.param(
            {"python3.13": "exit 127", "python3": "echo old 3.10.13"},
            "",
            NEEDED + "python3 is 3.10.13",
            id="a newer one does not run",
        ),
        pytest.param({"python3.12": "echo bare 3.12.1"}, "", "Python 3.12.1 (python3.12) " + NO_VENV, id="no venv"),
        pytest.param(
            {"python3.12": "echo bare 3.12.1", "python3": "echo old 3.9.1"},
            "",
            "Python 3.12.1 (python3.12) " + NO_VENV,
            id="no venv, then old",
        ),
        pytest.param(
            {"python3.12": "echo good 3.12.1", "python3.9": "echo old 3.9.18"},
            "python3.9",
            NEEDED + "python3.9 is 3.9.18",
            id="the named one is old",
        ),
        pytest.param(
            {"python3.12": "echo good 3.12.1"},
            "/no/python",
            NEEDED + "/no/python does not run",
            id="the named one is none",
        ),
        pytest.param(
            {"python3.12": "echo bare 3.12.1", "python3": '[ "$1" = -c ] && echo good 3.11.2'},
            "",
            "Python 3.11.2 (python3) could not make a virtual environment in",
            id="the one with venv is taken",
        ),
    ],
)
def test_missing_python(machine: Machine, pythons: dict[str, str], named: str, sentence: str) -> None:
    for name, script in pythons.items():
        machine.add(name, script)
    answer = machine.setup("core", PYTHON=named)
    assert answer.returncode == 1
    assert f"setup: {sentence}" in answer.stderr
    assert answer.stderr.splitlines()[-1].endswith(".")
    assert not (machine.clone / ".venv").exists()


@pytest.mark.parametrize(
    ("purpose", "user", "asked"),
    [("dev", 0, True), ("bench", 0, True), ("core", 0, False), ("run", 0, False), ("dev", 1000, False)],
)
def test_debian_package_is_asked_for_by_root_for_tests(machine: Machine, purpose: str, user: int, asked: bool) -> None:
    machine.add("python3", "echo bare 3.11.2")
    machine.add("id", f"echo {user}")
    machine.add("apt-get", 'echo "apt-get $*"; exit 100')
    answer = machine.setup(purpose)
    assert answer.returncode == 1
    assert ("apt-get -q update" in answer.stderr) == asked
    assert ("setup: apt-get could not install them" in answer.stderr) == asked
    assert answer.stderr.splitlines()[-1] == f"setup: Python 3.11.2 (python3) {NO_VENV}"


def test_debian_package_is_used(machine: Machine) -> None:
    machine.add("python3", "echo old 3.9.2")
    machine.add("id", "echo 0")
    # What apt-get installs here says that it is good, and then cannot make a virtual environment.
    installed = f"#!{machine.path}/bash\\n[ $1 = -c ] && echo good 3.11.2\\n"
    machine.add("apt-get", f"[ $2 = update ] || printf '{installed}' >{machine.path}/python3")
    answer = machine.setup("dev")
    assert answer.returncode == 1
    assert "setup: making .venv with Python 3.11.2\n" in answer.stderr
    assert "setup: Python 3.11.2 (python3) could not make a virtual environment" in answer.stderr


PROGRAMS = ["postgresql", "nodejs", "npm", "chromium", "curl", "jq"]


def with_programs(machine: Machine, *packages: str) -> None:
    """Put there what tests need of these packages."""
    for package in packages:
        for program in {"postgresql": ["initdb", "postgres"]}.get(package, [package]):
            machine.add(program, "exit 0")


def lacking(package: str) -> str:
    return f"setup: tests that need {package} will fail: install it (on Debian and Ubuntu: apt-get install {package})."


@pytest.mark.parametrize("purpose", ["dev", "bench"])
@pytest.mark.parametrize("there", [[], ["nodejs"], PROGRAMS], ids=lambda there: " ".join(there) or "nothing")
def test_what_tests_need_is_named(machine: Machine, purpose: str, there: list[str]) -> None:
    with_programs(machine, *there)
    machine.add("id", "echo 1000")
    machine.add("apt-get", "echo never >&2")
    answer = machine.setup(purpose, POSTGRES_BIN=str(machine.path))
    said = answer.stderr.splitlines()
    assert [line for line in said if "tests that need" in line] == [lacking(x) for x in PROGRAMS if x not in there]
    assert "never" not in said


@pytest.mark.parametrize("purpose", ["core", "run"])
def test_players_need_no_programs(machine: Machine, purpose: str) -> None:
    machine.add("id", "echo 0")
    machine.add("apt-get", "echo never >&2")
    assert "that need" not in machine.setup(purpose, POSTGRES_BIN=str(machine.path)).stderr


def test_root_installs_what_is_missing(machine: Machine) -> None:
    """One package is missing in the archive, others are there already; Debian is told to start no server."""
    with_programs(machine, "nodejs", "npm", "curl", "jq")
    machine.add("id", "echo 0")
    machine.add("python3", "echo bare 3.11.2")
    machine.add("mkdir", 'echo "mkdir $*" >&2; exit 1')
    for tool in ("cp", "true"):
        (machine.path / tool).symlink_to(shutil.which(tool) or "")
    made = f"cp {machine.path}/true {machine.path}/initdb; cp {machine.path}/true {machine.path}/postgres"
    machine.add("apt-get", f'echo "apt-get $*"; case "$*" in *chromium) exit 100 ;; *postgresql) {made} ;; esac')
    answer = machine.setup("dev", POSTGRES_BIN=str(machine.path))
    said = answer.stderr.splitlines()
    asked = [line.split()[-1] for line in said if line.startswith("apt-get")]
    assert asked[:3] == ["update", "postgresql", "chromium"]
    assert asked.count("update") == 1
    assert "mkdir -p /etc/postgresql-common" in said or Path("/etc/postgresql-common/createcluster.conf").exists()
    assert [line for line in said if "tests that need" in line] == [lacking("chromium")]
    assert "setup: apt-get could not install it (its own words are above)" in said


def test_unknown_purpose(machine: Machine) -> None:
    answer = machine.setup("everything")
    assert answer.returncode == 1
    assert answer.stderr == "setup: unknown purpose 'everything'; known: core, run, dev, bench\n"


def test_no_package_index(machine: Machine) -> None:
    """A closed port stands for an index out of reach; what is half made is not ready, so the next try tries again."""
    no_index = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    for _ in range(2):
        answer = machine.setup("core", PYTHON=sys.executable, **no_index)
        assert answer.returncode == 1
        assert answer.stderr.splitlines()[-1].startswith("setup: no package index is in reach")
    assert list(machine.clone.glob(".venv/ready-*")) == []
