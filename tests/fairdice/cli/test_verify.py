"""`fairdice verify`: exit codes, several files, what the caller names, JSON, colours."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from fairdice.verify import verify
from fairdice.verify.assurance import NAMES
from fairdice.verify.text import lines
from tests.fairdice.cli.running import fairdice
from tests.fairdice.verify.samples import made
from tests.support.wrong import all_wrongs, game
from tests.support.wrong.named import kept, sound
from tests.vectors.make_mutations import FOLDER

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs/spec/verifying.md").read_text(encoding="utf-8")
VERIFIED, REFUSED, UNREADABLE, OPEN = 0, 1, 2, 3


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """A file for each exit code."""
    folder = tmp_path_factory.mktemp("records")
    contents = {
        VERIFIED: sound().bytes(),
        REFUSED: (FOLDER / "roll.value.json").read_bytes(),
        UNREADABLE: b'{"format":"fairdice/game@1",',
        OPEN: made("start_rolls").bytes(),
    }
    for code, raw in contents.items():
        (folder / f"{code}.json").write_bytes(raw)
    return {code: str(folder / f"{code}.json") for code in contents}


# Verdicts and exit codes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "word"),
    [(VERIFIED, "VERIFIED"), (REFUSED, "REFUSED"), (UNREADABLE, "UNREADABLE"), (OPEN, "SOUND SO FAR, not closed")],
)
def test_one_file(files: dict[int, str], code: int, word: str) -> None:
    ended = fairdice("verify", files[code])
    assert (ended.code, ended.err) == (code, "")
    assert ended.out.startswith(f"{files[code]}: {word}")


WORST = (REFUSED, UNREADABLE, OPEN, VERIFIED)


@pytest.mark.parametrize("codes", [codes for count in (2, 3, 4) for codes in combinations(WORST, count)], ids=str)
def test_several_files(files: dict[int, str], codes: tuple[int, ...]) -> None:
    """The worst verdict counts, wherever it stands; every file gets its own."""
    for order in (codes, codes[::-1]):
        ended = fairdice("verify", *(files[code] for code in order))
        assert ended.code == codes[0]
        places = [ended.out.index(f"{files[code]}: ") for code in order]
        assert places == sorted(places)
        assert ended.err.startswith(f"{len(order)} files: ")
        assert ended.err.count("\n") == 1


def test_files_that_cannot_be_read(files: dict[int, str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.json")
    ended = fairdice("verify", missing, str(tmp_path), files[VERIFIED])
    assert ended.code == UNREADABLE
    assert f"{missing}: UNREADABLE [read.missing]" in ended.out
    assert f"{tmp_path}: UNREADABLE [read.directory]" in ended.out
    assert f"{files[VERIFIED]}: VERIFIED" in ended.out
    assert ended.err == "3 files: 1 verified, 2 unreadable\n"


def test_standard_input(files: dict[int, str]) -> None:
    for code, file in files.items():
        ended = fairdice("verify", "-", given=Path(file).read_bytes())
        assert ended.code == code
        assert ended.out.startswith("-: ")
    ended = fairdice("verify", "-", "-", given=sound().bytes())  # the second time there is nothing left
    assert ended.code == UNREADABLE
    assert "[format.empty]" in ended.out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--frobnicate", "FILE"],
        ["--house-key", "00", "FILE"],
        ["--house-key", "0" * 63 + "A", "FILE"],
        ["--game", "missing.hex", "FILE"],
        ["--require", "unchozen", "FILE"],
        ["--require", "legal:0", "FILE"],
        ["--require", "unchosen:x", "FILE"],
        ["--require", "unchosen,", "FILE"],
        ["--require", "", "FILE"],
        ["--receipt", "missing.json", "FILE"],
        ["--receipt", "FILE2", "FILE"],
    ],
    ids=" ".join,
)
def test_wrong_usage(files: dict[int, str], words: list[str]) -> None:
    names = {"FILE": files[VERIFIED], "FILE2": files[UNREADABLE]}
    ended = fairdice("verify", *(names.get(word, word) for word in words))
    assert (ended.code, ended.out) == (UNREADABLE, "")
    assert ended.err.startswith("error: ")
    assert "\n\n" not in ended.err


def test_quiet(files: dict[int, str]) -> None:
    for code, file in files.items():
        assert fairdice("verify", "--quiet", file) == (code, "", "")
    assert fairdice("verify", "--quiet", "--json", *files.values()) == (REFUSED, "", "")


# What the caller names --------------------------------------------------------------------------------------------


def test_names_in_hex_and_in_files(files: dict[int, str], tmp_path: Path) -> None:
    forge = sound()
    key = forge.players[0].key
    assert key is not None
    right = {"--house-key": forge.house.public, "--player-key": key.public, "--game": forge.gid}
    for option, value in right.items():
        (tmp_path / "named").write_text(value.hex() + "\n", encoding="utf-8")
        for word in (value.hex(), str(tmp_path / "named")):
            assert fairdice("verify", files[VERIFIED], option, word).code == VERIFIED
        ended = fairdice("verify", files[VERIFIED], option, "5a" * 32)
        assert ended.code == REFUSED
        assert f"[named.{option[2:].replace('-', '_')}]" in ended.out


def test_several_keys(files: dict[int, str]) -> None:
    """Of the house's keys one must be the record's; of the players' keys each must be a player's."""
    forge = sound()
    key = forge.players[0].key
    assert key is not None
    other, house = "5a" * 32, forge.house.public.hex()
    assert fairdice("verify", files[VERIFIED], "--house-key", other, "--house-key", house).code == VERIFIED
    player = key.public.hex()
    assert fairdice("verify", files[VERIFIED], "--player-key", other, "--player-key", player).code == REFUSED


def test_require(files: dict[int, str]) -> None:
    forge = sound()
    keys = ["--house-key", forge.house.public.hex()]
    for player in (0, 1):
        key = forge.players[player].key
        assert key is not None
        keys += ["--player-key", key.public.hex()]
    for wanted, code in (
        ("legal", VERIFIED),
        ("legal,committed,authentic,unchosen,unforeseen,absences", VERIFIED),
        ("legal, unchosen:0 ,unchosen:1", VERIFIED),
        ("unchosen:2", REFUSED),
        ("legal,logged", REFUSED),
        ("ended", REFUSED),
    ):
        assert fairdice("verify", files[VERIFIED], *keys, "--require", wanted).code == code, wanted
    assert fairdice("verify", files[VERIFIED], "--require", "authentic").code == REFUSED
    assert fairdice("verify", files[OPEN], "--require", "legal").code == OPEN
    for twice in (["logged", "legal"], ["legal", "logged"]):  # each counts, not only the last
        words = [word for name in twice for word in ("--require", name)]
        assert fairdice("verify", files[VERIFIED], *keys, *words).code == REFUSED


def test_require_says_what_is_lacking(files: dict[int, str]) -> None:
    for wanted, says in (
        ("unchosen", '"unchosen" holds only under a condition: '),
        ("logged", '"logged" does not hold: '),
        ("unchosen:9", '"unchosen:9" does not hold: this game has no player 9 with a chain'),
        ("signed:9", '"signed:9" does not hold: this game has no player 9'),
    ):
        assert says in fairdice("verify", files[VERIFIED], "--require", wanted).out


def test_receipt(files: dict[int, str], tmp_path: Path) -> None:
    forge = sound()
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(kept(forge, 9, forge.house)), encoding="utf-8")
    assert fairdice("verify", files[VERIFIED], "--receipt", str(receipt)).code == VERIFIED
    assert fairdice("verify", files[VERIFIED], "--receipt", files[VERIFIED]).code == VERIFIED
    assert "[named.receipt]" in fairdice("verify", files[OPEN], "--receipt", str(receipt)).out
    fork = game("cck").begin().play(9)
    fork.now += 1
    receipt.write_text(json.dumps(kept(fork.play(10), 9, fork.house)), encoding="utf-8")
    ended = fairdice("verify", files[VERIFIED], "--receipt", str(receipt))
    assert ended.code == REFUSED
    assert "[head.fork] at event 9" in ended.out


# JSON -------------------------------------------------------------------------------------------------------------


def documented(after: str) -> set[str]:
    """The fields of the first table after these words in docs/spec/verifying.md."""
    table = DOCS[DOCS.index(after) :].partition("| field | value |\n")[2].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def reports() -> list[dict[str, Any]]:
    """Reports of every kind of record, as JSON gives them."""
    wrongs = [str(FOLDER / f"{name}.json") for name in all_wrongs()]
    ended = fairdice("verify", "--json", *wrongs, "README.md", str(FOLDER / "sound.json"), "-", given=game_of_samples())
    found: list[dict[str, Any]] = json.loads(ended.out)["records"]
    for name in ("drop_outs", "left", "finished", "void", "opening"):
        one = fairdice("verify", "--json", "-", "--game", "00" * 32, given=made(name).bytes())
        found += json.loads(one.out)["records"]
    return found


def game_of_samples() -> bytes:
    return made("mixed").bytes()


def test_json_document(files: dict[int, str]) -> None:
    ended = fairdice("verify", "--json", *files.values())
    document = json.loads(ended.out)
    assert set(document) == documented("writes one document") == {"format", "exit", "records"}
    assert (document["format"], document["exit"]) == ("fairdice/report@1", REFUSED)
    assert [report["file"] for report in document["records"]] == list(files.values())
    assert [report["verdict"] for report in document["records"]] == ["verified", "refused", "unreadable", "open"]


def test_every_field_of_the_json_is_documented_and_every_documented_field_occurs() -> None:
    found = reports()
    seen: dict[str, set[str]] = {name: set() for name in ("report", "fault", "stage", "statement", "summary")}
    details: set[str] = set()
    for report in found:
        seen["report"] |= report.keys()
        seen["summary"] |= report.get("summary", {}).keys()
        for stage in report["stages"]:
            seen["stage"] |= stage.keys()
        for fault in (report["fault"], *(stage["fault"] for stage in report["stages"])):
            seen["fault"] |= (fault or {}).keys()
        for statement in report["statements"]:
            seen["statement"] |= statement.keys()
            details |= fields_in(statement["details"])
    assert seen == {name: documented(f"{article} **{name}**") for name, article in ARTICLES.items()}
    players = {key for report in found for line in report.get("summary", {}).get("players", ()) for key in line}
    line = DOCS[DOCS.index("The **summary**") :].partition("| `players` |")[2].partition("\n")[0]
    assert players == set(re.findall(r"`(\w+)`", line))
    paragraph = DOCS[DOCS.index("The **details**") :].partition("\n\n")[0]
    assert details <= set(re.findall(r"`(\w+)`", paragraph))
    assert set(re.findall(r"`(\w+)`", paragraph)) - details <= set(NAMES) | {"signed"}


ARTICLES = {"report": "A", "fault": "A", "stage": "A", "statement": "A", "summary": "The"}


def fields_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in fields_in(inner)}
    return {key for inner in value for key in fields_in(inner)} if isinstance(value, list) else set()


def test_every_code_of_the_records_is_documented() -> None:
    for wrong in all_wrongs().values():
        assert f"`{wrong.code}`" in DOCS, wrong.code


# Text and colours -------------------------------------------------------------------------------------------------


def run(*words: str, terminal: bool = False, **environment: str) -> str:
    """What a process of its own writes on standard output, a pipe or a terminal."""
    command = [sys.executable, "-c", "from fairdice.cli import main; main()", *words]
    env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    env |= {"PYTHONPATH": str(ROOT), "TERM": "xterm"} | environment
    if not terminal:
        return subprocess.run(command, capture_output=True, env=env, check=False).stdout.decode()
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, env=env):
        os.close(theirs)
        portions = []
        try:
            while portion := os.read(ours, 65536):
                portions.append(portion)
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    return b"".join(portions).decode().replace("\r\n", "\n")


ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_same_text_with_and_without_a_terminal(files: dict[int, str]) -> None:
    plain = run("verify", *files.values())
    assert "\x1b" not in plain
    coloured = run("verify", *files.values(), terminal=True)
    assert ANSI.search(coloured)
    assert ANSI.sub("", coloured) == plain
    assert run("verify", *files.values(), terminal=True, NO_COLOR="1") == plain
    assert run("verify", *files.values(), terminal=True, TERM="dumb") == plain
    assert run("verify", *files.values(), terminal=True, NO_COLOR="").count("\x1b") == coloured.count("\x1b")


def test_the_text_is_that_of_the_report(files: dict[int, str]) -> None:
    for file in files.values():
        report = verify(Path(file).read_bytes(), file=file)
        assert fairdice("verify", file).out == "".join(f"{line}\n" for line in lines(report))


def test_the_text_has_everything_that_the_report_has(files: dict[int, str]) -> None:
    ended = fairdice("verify", files[REFUSED])
    words = " ".join(ended.out.split())
    document = json.loads(fairdice("verify", "--json", files[REFUSED]).out)["records"][0]
    for stage in document["stages"]:
        assert stage["name"] in words
        assert stage["about"] in words
    for statement in document["statements"]:
        assert statement["text"] in words
    fault = document["fault"]
    for value in (fault["message"], fault["code"], f"at event {fault['event']}", str(fault["found"]), fault["clause"]):
        assert value in words


def test_lines_are_short_enough(files: dict[int, str]) -> None:
    for file in files.values():
        report = verify(Path(file).read_bytes(), file="game.json")
        assert max(map(len, lines(report))) <= 80
