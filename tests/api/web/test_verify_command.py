"""`node api/web/verify.js`: what it writes and how it ends, beside `fairdice verify --json`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from fairdice.keys import receipt_message
from tests.api.web.test_conformance import bare
from tests.fairdice.cli.running import Ended, fairdice
from tests.fairdice.verify.samples import made
from tests.support.logged import VKEY, in_log
from tests.support.wrong import game
from tests.support.wrong.named import kept, sound
from tests.vectors.make_mutations import FOLDER

NODE = shutil.which("node") or shutil.which("nodejs") or "node"
SCRIPT = Path(__file__).parents[3] / "api/web/verify.js"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A file of every kind, by name."""
    folder = tmp_path_factory.mktemp("records")
    forge = sound()
    fork = game("cck").begin().play(9)
    fork.now += 1
    (folder / "key").write_text(forge.house.public.hex() + "\n", encoding="utf-8")
    (folder / "vkey").write_text(VKEY + "\n", encoding="utf-8")
    (folder / "receipt.json").write_text(json.dumps(kept(forge, 9, forge.house)), encoding="utf-8")
    (folder / "fork.json").write_text(json.dumps(kept(fork.play(10), 9, fork.house)), encoding="utf-8")
    contents = {
        "VERIFIED": forge.bytes(),
        "LOGGED": in_log(game("ccp").begin().play(12).close()).bytes(),
        "REFUSED": (FOLDER / "roll.value.json").read_bytes(),
        "UNREADABLE": b'{"format":"fairdice/game@1",',
        "OPEN": made("start_rolls").bytes(),
        "SPELLED": json.dumps(json.loads(forge.bytes()), indent=2).encode(),
    }
    for name, raw in contents.items():
        (folder / f"{name}.json").write_bytes(raw)
    names = {name: str(folder / f"{name}.json") for name in contents}
    others = {"KEY": "key", "VKEY": "vkey", "RECEIPT": "receipt.json", "FORK": "fork.json", "MISSING": "missing"}
    return names | {name: str(folder / file) for name, file in others.items()} | {"FOLDER": str(folder)}


def node(*words: str, given: bytes = b"") -> Ended:
    assert NODE is not None
    ended = subprocess.run([NODE, str(SCRIPT), *words], input=given, capture_output=True, check=False)
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def sentences(told: Any) -> list[str]:
    """All that is said to people in a document."""
    if isinstance(told, list):
        return [text for each in told for text in sentences(each)]
    if isinstance(told, dict):
        own = [told[name] for name in ("message", "about", "text") if name in told]
        return own + [text for name, each in told.items() if name != "details" for text in sentences(each)]
    return []


def same(words: list[str], names: dict[str, str], given: bytes = b"") -> Ended:
    """Require that both commands write the same but for the wording, and end the same way; give what Node's wrote."""
    put = [names.get(word, word) for word in words]
    expected, found = fairdice("verify", "--json", *put, given=given), node(*put, given=given)
    assert (found.code, found.err) == (expected.code, expected.err)
    document = json.loads(found.out)
    assert bare(document) == bare(json.loads(expected.out))
    said = sentences(document)
    assert len(said) == len(sentences(json.loads(expected.out)))
    for text in said:
        # A key that has no words is said as it is.
        assert re.search(r"\w \w|^\w+$", text), text
        assert not re.search(r"[{}]|undefined|\[object", text), text
    return found


@pytest.mark.parametrize(
    "name", ["VERIFIED", "LOGGED", "REFUSED", "UNREADABLE", "OPEN", "SPELLED", "MISSING", "FOLDER"]
)
def test_one_file(files: dict[str, str], name: str) -> None:
    same([name], files)


def test_the_document_is_laid_out_as_the_other(files: dict[str, str]) -> None:
    """Members in the same order, in the same spelling: whoever compares two documents sees the wording alone."""
    for name in ("LOGGED", "REFUSED", "OPEN"):
        ours, other = node(files[name]).out, fairdice("verify", "--json", files[name]).out
        wording = re.compile(r'^( *"(?:message|about|text)": ).*$', re.MULTILINE)
        assert wording.sub(r"\1", ours).rstrip("\n") == wording.sub(r"\1", other).rstrip("\n")


def test_several_files(files: dict[str, str]) -> None:
    for order in permutations(["VERIFIED", "REFUSED", "UNREADABLE", "OPEN"], 2):
        same(list(order), files)
    ended = same(["VERIFIED", "OPEN", "MISSING", "REFUSED"], files)
    assert ended.code == 1
    assert ended.err == "4 files: 1 verified, 1 refused, 1 unreadable, 1 not closed\n"


def test_standard_input(files: dict[str, str]) -> None:
    same(["-"], files, given=sound().bytes())
    assert node("-", given=b"").code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["VERIFIED", "--house-key", "KEY"],
        ["VERIFIED", f"--house-key={'5a' * 32}"],
        ["--house-key", "5a" * 32, "--house-key", "KEY", "VERIFIED"],
        ["--player-key", "5a" * 32, "VERIFIED"],
        ["--game", "5a" * 32, "VERIFIED"],
        ["--receipt", "RECEIPT", "VERIFIED"],
        ["--receipt", "RECEIPT", "OPEN"],
        ["--receipt", "FORK", "VERIFIED"],
        ["--receipt", "RECEIPT", "--receipt", "FORK", "VERIFIED"],
        ["--receipt", "VERIFIED", "VERIFIED"],
        ["--receipt", "VERIFIED", "OPEN"],
        ["--require", "legal,committed", "VERIFIED"],
        ["--require", "legal, unchosen:0", "--require", "absences", "VERIFIED"],
        ["--require", "unchosen:9", "VERIFIED"],
        ["--require", "signed:9", "VERIFIED"],
        ["--require", "logged", "VERIFIED"],
        ["--require", "legal", "OPEN"],
        ["--log-key", "VKEY", "LOGGED"],
        ["--log-key", VKEY, "--require", "logged", "LOGGED"],
        ["--log-key", VKEY, "VERIFIED"],
        ["--", "VERIFIED"],
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_what_the_caller_names(files: dict[str, str], words: list[str]) -> None:
    same(words, files)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--frobnicate", "VERIFIED"],
        ["VERIFIED", "--house-key"],
        ["--house-key", "00", "VERIFIED"],
        ["--house-key", "0" * 63 + "A", "VERIFIED"],
        ["--house-key", "RECEIPT", "VERIFIED"],
        ["--game", "missing.hex", "VERIFIED"],
        ["--game", "KEY", "--game", "KEY", "VERIFIED"],
        ["--log-key", "missing", "VERIFIED"],
        ["--log-key", "a+b+c", "VERIFIED"],
        ["--require", "unchozen", "VERIFIED"],
        ["--require", "legal:0", "VERIFIED"],
        ["--require", "unchosen:x", "VERIFIED"],
        ["--require", "unchosen:", "VERIFIED"],
        ["--require", "unchosen,", "VERIFIED"],
        ["--require", "", "VERIFIED"],
        ["--receipt", "MISSING", "VERIFIED"],
        ["--receipt", "UNREADABLE", "VERIFIED"],
        ["--receipt", "FOLDER", "VERIFIED"],
        ["--json=1", "VERIFIED"],
    ],
    ids=" ".join,
)
def test_wrong_usage(files: dict[str, str], words: list[str]) -> None:
    """The same code, in one line on standard error, and nothing else written."""
    put = [files.get(word, word) for word in words]
    expected, found = fairdice("verify", "--json", *put), node(*put)
    assert (found.code, found.out) == (expected.code, expected.out) == (2, "")
    first = found.err.splitlines()[0]
    assert first.startswith("error: ")
    assert re.findall(r"\[[a-z_]+\.[a-z_]+\]$", first) == re.findall(
        r"\[[a-z_]+\.[a-z_]+\]$", expected.err.splitlines()[0]
    )


def test_quiet_and_help(files: dict[str, str]) -> None:
    for name in ("VERIFIED", "REFUSED", "UNREADABLE", "OPEN"):
        expected = fairdice("verify", "--quiet", files[name])
        assert node("--quiet", files[name]) == (expected.code, "", "")
    ended = node("--help")
    assert (ended.code, ended.err) == (0, "")
    assert all(
        option in ended.out
        for option in ("--house-key", "--player-key", "--log-key", "--game", "--receipt", "--require")
    )


def test_a_receipt_for_an_event_that_its_record_has_not(files: dict[str, str], tmp_path: Path) -> None:
    forge = sound()
    document = forge.document()
    n = forge.n + 5
    document["receipt"] = {"n": n, "sig": forge.house.sign(receipt_message(forge.gid, n, bytes(32))).hex()}
    (tmp_path / "kept.json").write_text(json.dumps(document), encoding="utf-8")
    ended = node("--receipt", str(tmp_path / "kept.json"), files["VERIFIED"])
    assert ended.code == 2
    assert ended.err.startswith("error: ")
    assert ended.err.endswith("[format.receipt]\n")
