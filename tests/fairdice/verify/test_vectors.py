"""tests/vectors/mutations: each record gets its code, each code has a record, and the script makes the same bytes."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from fairdice.verify import Trust, verify
from fairdice.verify.receipt import read_receipt
from tests.support.wrong.party import FORGED, NEUTRAL
from tests.vectors.make_mutations import FOLDER, MANIFEST, make

ENTRIES: list[dict[str, Any]] = json.loads((FOLDER / MANIFEST).read_bytes())["records"]
ROOT = Path(__file__).parents[3]

# Codes that the verifier's sources hold but that no record can get as its headline, and why.
NOT_REACHABLE = {
    "party.key_length": "the shape of a record fixes the length of its keys",
    "chain.tip": "raised when a chain is made",
    "chain.length": "raised when a chain is made",
    "roll.link": "the shape of a record fixes the length of its links",
    "roll.digest": "raised for a digest that nobody computes so",
    "roll.bound": "raised for a bound that nobody asks for",
    "rules.seats": "the draw gives other seats: draw.seats comes first",
    "rules.first": "the draw gives another first player: draw.first comes first",
    "log.node": "no check of a record asks for a node",
    "log.size": "no check of a record compares two trees",
    "log.consistency": "no check of a record compares two trees",
    "log.name": "raised when a checkpoint is signed",
    "log.entry": "a record has leaves, not entries",
    "sign.signature": "the code of a signature that is checked for no stage",
}


def trust(named: dict[str, Any]) -> Trust:
    return Trust(
        house_keys=tuple(map(bytes.fromhex, named.get("house_keys", ()))),
        player_keys=tuple(map(bytes.fromhex, named.get("player_keys", ()))),
        game=bytes.fromhex(named["game"]) if "game" in named else None,
        receipts=tuple(read_receipt(json.dumps(kept).encode()) for kept in named.get("receipts", ())),
        require=tuple(named.get("require", ())),
        log_keys=tuple(named.get("log_keys", ())),
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["file"] for entry in ENTRIES])
def test_record_gets_its_code(entry: dict[str, Any]) -> None:
    report = verify((FOLDER / entry["file"]).read_bytes(), trust(entry.get("named", {})))
    fault = report.fault
    found = (fault.code, fault.event, fault.path) if fault else (None, None, "")
    assert (report.verdict, *found) == (entry["verdict"], entry["code"], entry["event"], entry["path"])


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["file"] for entry in ENTRIES])
def test_record_is_wrong_in_one_way(entry: dict[str, Any]) -> None:
    """Were it not for the one stage, the record would pass, so that no second fault can stand in for the first."""
    report = verify((FOLDER / entry["file"]).read_bytes(), trust(entry.get("named", {})))
    failed = [stage.fault.code for stage in report.stages if stage.fault is not None]
    # What comes of it in a later stage: the rules know the draw too, and who has no chain contributes nothing.
    follows = {"draw.seats": ["rules.seats"], "draw.first": ["rules.first"], "chain.party": ["roll.contributors"]}
    assert failed[:1] == [entry["code"]] * (entry["code"] is not None)
    assert failed[1:] in ([], follows.get(entry["code"]))


def test_script_makes_the_files() -> None:
    """`python -m tests.vectors.make_mutations` makes them anew; look at the difference before it is committed."""
    made = make()
    assert made == {file.name: file.read_bytes() for file in FOLDER.iterdir()}


def codes_of(file: Path) -> set[str]:
    """The codes in a source file: strings of their own, and what the verifier's docstrings promise."""
    families = "order|party|chain|draw|roll|option|rules|sign|result|head|log|named"
    strings = [node.value for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.Constant)]
    own = {text for text in strings if isinstance(text, str) and re.fullmatch(rf"(?:{families})\.[a-z_]+", text)}
    promised = re.findall(
        rf"``((?:{families})\.[a-z_]+)``", "\n".join(text for text in strings if isinstance(text, str))
    )
    return own | set(promised if file.parent.name == "verify" else ())


def test_every_code_has_a_record() -> None:
    sources = [*(ROOT / "fairdice/verify").glob("*.py"), *(ROOT / "replay").rglob("*.py")]
    sources += [
        ROOT / "fairdice" / name
        for name in ("keys.py", "chain.py", "dice.py", "merkle.py", "checkpoint.py", "leaves.py")
    ]
    raised = set().union(*map(codes_of, sources))
    recorded = {entry["code"] for entry in ENTRIES} - {None}
    assert recorded <= raised
    assert raised - recorded == set(NOT_REACHABLE)


@pytest.mark.parametrize("message", [b"", b"any", bytes(1000)])
def test_the_forged_signature_is_one_that_a_careless_verifier_accepts(message: bytes) -> None:
    """Otherwise party.key_weak.json would be refused for its signature, and prove nothing about the key."""
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(NEUTRAL)).verify(bytes.fromhex(FORGED), message)
