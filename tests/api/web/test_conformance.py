"""Two verifiers, one answer: every record is judged in Python and in JavaScript, and all but the wording must be equal.

Code, event, path, expected, found and clause of every fault, the result of every stage, what every statement holds with
all its figures, and the summary.  Whatever is random comes from a seed that a failure tells.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from fairdice.keys import SecretKey, receipt_message
from fairdice.verify import verify
from replay.codec import encode
from replay.state import OVER
from replay.systems import SYSTEMS
from tests.api.web.conftest import Judge
from tests.fairdice.verify.base import Base
from tests.fairdice.verify.samples import SAMPLES, made
from tests.fairdice.verify.test_honest import absences, go_on, some
from tests.fairdice.verify.test_vectors import trust
from tests.support.forge import Forge, seal
from tests.support.logged import VKEY, closing, in_log, opening
from tests.support.mutate import event_mutations, leaf_mutations

VECTORS = Path(__file__).parents[2] / "vectors"
ROUNDS = range(12)
GAMES = 3
CHANGES = 25
BATCH = 64
WORDS = ("message", "about", "text")
READABLE = ("number", "other number", "digit", "word", "flip", "elements exchanged", "field added", "text")
"""Changes after which a record mostly has its form."""


class Question(msgspec.Struct):
    """A record to judge: how to find it again, its bytes, and what the caller names."""

    name: str
    raw: bytes
    named: dict[str, Any] = {}


# Asking both ------------------------------------------------------------------------------------------------------


def bare(told: Any) -> Any:
    """A report without its words."""
    if isinstance(told, list):
        return [bare(each) for each in told]
    if isinstance(told, dict):
        return {name: bare(each) for name, each in told.items() if name not in WORDS}
    return told


def in_python(question: Question) -> Any:
    report: Any = json.loads(encode(verify(question.raw, trust(question.named))))
    fault = report["fault"]
    stages = [each | {"fault": bare(each["fault"])} for each in report["stages"]]
    for each in [*stages, *report["statements"]]:
        each.pop("about", None)
        each.pop("text", None)
    return report | {"fault": bare(fault), "stages": stages}


def in_javascript(judge: Judge, questions: list[Question], **fields: Any) -> list[Any]:
    records = [{"raw": b64encode(each.raw).decode(), "named": each.named} for each in questions]
    answer: list[Any] = judge.ask("verify_without" if fields else "verify", records=records, **fields)
    assert isinstance(answer, list), answer
    return answer


def batches(questions: Iterable[Question]) -> Iterator[list[Question]]:
    batch: list[Question] = []
    for question in questions:
        batch.append(question)
        if len(batch) == BATCH:
            yield batch
            batch = []
    yield batch


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two reports differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from differences(one.get(name, "nothing"), other.get(name, "nothing"), f"{path}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{path}/{place}")
    elif one != other or type(one) is not type(other):
        yield f"{path}: {one!r} in Python, {other!r} in JavaScript"


def agree(judge: Judge, questions: Iterable[Question]) -> list[Any]:
    """Require that both give the same report for each; give the reports."""
    reports, wrong = [], []
    for batch in batches(questions):
        for question, found in zip(batch, in_javascript(judge, batch), strict=True):
            expected = in_python(question)
            reports.append(expected)
            different = list(differences(expected, found))
            if different:
                wrong.append(f"{question.name}\n    " + "\n    ".join(different[:6]))
    assert not wrong, f"{len(wrong)} of {len(reports)} records:\n" + "\n".join(wrong[:12])[:6000]
    return reports


# Vectors ----------------------------------------------------------------------------------------------------------


def manifested(folder: str) -> Iterator[Question]:
    for entry in json.loads((VECTORS / folder / "manifest.json").read_bytes())["records"]:
        raw = (VECTORS / folder / entry["file"]).read_bytes()
        yield Question(f"{folder}/{entry['file']}", raw, entry.get("named", {}))
        yield Question(f"{folder}/{entry['file']}, nothing named", raw)


def files() -> Iterator[Question]:
    for path in [*sorted((VECTORS / "records").glob("*.json")), VECTORS / "by_hand.json"]:
        if path.name != "index.json":
            yield Question(path.name, path.read_bytes())


def malformed() -> Iterator[Question]:
    shapes = json.loads((VECTORS / "format/record.json").read_bytes())
    base = encode(shapes["base"]).decode()
    for case in shapes["cases"]:
        yield Question(f"format: {case['find']} -> {case['with']}", base.replace(case["find"], case["with"]).encode())
    for case in json.loads((VECTORS / "format/text.json").read_bytes())["refused"]:
        text = case["repeat"][0] * case["repeat"][1] if "repeat" in case else case.get("text", "")
        yield Question(f"format: {case['name']}", bytes.fromhex(case["hex"]) if "hex" in case else text.encode())


@pytest.mark.parametrize("make", [lambda: manifested("mutations"), lambda: manifested("sound"), files, malformed])
def test_vectors(judge: Judge, make: Callable[[], Iterator[Question]]) -> None:
    agree(judge, make())


def test_every_report_has_its_sentences(judge: Judge) -> None:
    """No key is said as it stands, no placeholder stays empty or open."""
    questions = [*manifested("mutations"), *manifested("sound"), *malformed()]
    records = [{"raw": b64encode(each.raw).decode(), "named": each.named} for each in questions]
    told: list[list[str]] = judge.ask("verify_in_words", records=records, lang="en")
    for question, sentences in zip(questions, told, strict=True):
        for text in sentences:
            key = re.fullmatch(r"[a-z_]+(\.[a-z0-9_]+)+", text)
            empty = re.search(r"undefined|\bnull\b|NaN(?! and infinity)|\[object|^$", text)
            assert (key, empty) == (None, None), f"{question.name}: {text!r}"


# Games ------------------------------------------------------------------------------------------------------------


def played(rules: str, seed: str, events: int) -> Forge:
    """A game under random options and with whoever joins, in which players leave and come back."""
    random = Random(seed)
    forge = some(random, rules).lobby()
    often = random.random() < 0.5
    while forge.n < events and forge.due != OVER and not forge.game.exhausted:
        if often:
            absences(random, forge)
        if not forge.game.exhausted:
            go_on(random, forge)
    return forge


def cut(random: Random, forge: Forge) -> dict[str, Any]:
    """The record as it was after some event, perhaps abandoned there."""
    document = forge.document()
    count = random.randint(1, forge.n)
    acks = [ack for ack in document["acks"] if ack["n"] < count]
    events = document["events"][:count]
    if random.random() < 0.5:
        close = {"type": "close", "n": count, "at": events[-1]["at"], "status": "abandoned", "reason": None}
        events = [*events, close | {"ranking": None, "points": None}]
    part = {**document, "events": events, "acks": acks}
    seal(part, forge.house)
    return part


def named(random: Random, forge: Forge) -> dict[str, Any]:
    """What a caller may name, mostly right."""
    keys = [player.key.public.hex() for player in forge.players if player.key is not None]
    found: dict[str, Any] = {}
    if random.random() < 0.5:
        found["house_keys"] = random.choice([[forge.house.public.hex()], ["ab" * 32], [forge.house.public.hex()] * 2])
    if keys and random.random() < 0.5:
        found["player_keys"] = random.choice([keys, keys[:1], keys[-1:], [*keys, "cd" * 32]])
    if random.random() < 0.3:
        found["game"] = random.choice([forge.gid.hex()] * 4 + ["00" * 32])
    if random.random() < 0.5:
        found["receipts"] = [kept(random, forge) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        some_of = ("committed", "unchosen", "unforeseen", "legal", "signed", "unchosen:0", "signed:1", "unforeseen:5")
        found["require"] = random.sample(some_of, random.randint(1, 2))
    return found


def kept(random: Random, forge: Forge) -> dict[str, Any]:
    """A receipt from earlier, perhaps of another history, or not the house's."""
    n = random.choice([random.randrange(forge.n), forge.n - 1, forge.n, forge.n + 3])
    head = forge.heads[n] if n < forge.n and random.random() < 0.8 else sha256(b"another head").digest()
    key = forge.house if random.random() < 0.9 else SecretKey(sha256(b"another house").digest())
    receipt: dict[str, Any] = {"n": n, "sig": key.sign(receipt_message(forge.gid, n, head)).hex()}
    if random.random() < 0.7:
        receipt["head"] = head.hex()
    if random.random() < 0.5:
        receipt["game"] = forge.gid.hex()
    return receipt


def changed(random: Random, document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """One or two random changes, in words, and the record after them."""
    words = []
    for _ in range(random.choice([1, 1, 1, 2])):
        if random.random() < 0.25:
            word, document = rearranged(random, document)
        else:
            word, document = altered(random, document)
        words.append(word)
        if not is_record(document):
            break
    return ", ".join(words), document


def rearranged(random: Random, document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """An event dropped, doubled, or exchanged with another; mostly counted and timed anew."""
    events = list(document["events"])
    place, other = random.randrange(len(events)), random.randrange(len(events))
    word = random.choice(["dropped", "doubled", "exchanged"])
    if word == "dropped" and len(events) > 1:
        events.pop(place)
    elif word == "doubled":
        events.insert(other, events[place])
    else:
        events[place], events[other] = events[other], events[place]
    if random.random() < 0.85:
        at = 0
        for n, event in enumerate(events):
            at = max(at, event["at"])
            events[n] = event | {"n": n, "at": at}
    return f"event {place} {word} ({other})", {**document, "events": events}


def altered(random: Random, document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A value of one event changed, or of what stands beside them; mostly the record can still be read."""
    n = random.randrange(len(document["events"]))
    beside = random.random() < 0.15
    part = {**document, "events": []} if beside else {"events": document["events"][n : n + 1]}
    mutations = [m for m in leaf_mutations(part) if m.path[0] != "format" and (m.path[0] == "events") != beside]
    readable = [m for m in mutations if m.change in READABLE and m.path[-1] != "type"]
    some_of = readable if random.random() < 0.85 else []
    mutation = random.choice(some_of or mutations)
    if beside:
        return str(mutation), {**mutation.document, "events": document["events"]}
    found = mutation.document.get("events", [])
    if not isinstance(found, list):
        return str(mutation), {**document, "events": found}
    events = [*document["events"][:n], *found, *document["events"][n + 1 :]]
    return f"event {n}: {mutation}", {**document, **mutation.document, "events": events}


def is_record(document: Any) -> bool:
    """Whether further changes can be made, and a house can sign it."""
    events = document.get("events")
    return isinstance(events, list) and bool(events) and all(isinstance(each, dict) for each in events)


def questions(rules: str, number: int) -> Iterator[Question]:
    """Random games of these rules, how they stood earlier, and what becomes of them with something changed."""
    for place in range(GAMES):
        seed = f"{rules} {number} {place}"
        random = Random(f"{seed} changes")
        forge = played(rules, seed, 240 if (number + place) % 12 == 0 else random.choice([20, 50, 90]))
        if forge.n > 2 + len(forge.players) and random.random() < 0.6:
            forge.close()
        drawn = forge.game.play is not None
        if forge.game.closed is not None and drawn and random.random() < 0.5:
            in_log(forge, random.choice([None, [opening(forge)], [closing(forge)]]))
        document = forge.document()
        yield Question(seed, encode(document))
        trusting = named(random, forge)
        if random.random() < 0.3:
            trusting["log_keys"] = [VKEY]
        yield Question(f"{seed}, named {trusting}", encode(document), trusting)
        yield Question(f"{seed}, cut", encode(cut(random, forge)), trusting)
        for _ in range(4):
            words, other = changed(random, document)
            if is_record(other) and random.random() < 0.6:
                seal(other, forge.house)
            yield Question(f"{seed}, {words}", encode(other), random.choice([{}, trusting]))


@pytest.mark.parametrize("number", ROUNDS)
def test_random_games(judge: Judge, number: int) -> None:
    reports = agree(judge, chain.from_iterable(questions(rules, number) for rules in SYSTEMS))
    assert {"refused", "verified", "open"} <= {report["verdict"] for report in reports}


@pytest.mark.parametrize("rules", SYSTEMS)
def test_whole_games(judge: Judge, rules: str) -> None:
    """Games played to their end, for what is seldom, and for ranking and points."""
    games = []
    for number in range(4):
        random = Random(f"whole {rules} {number}")
        forge = some(random, rules)
        forge.changes |= {"links": 6000, "signed_moves": number == 0}
        forge.begin().play(4000).close()
        games.append(Question(f"whole {rules} {number}", forge.bytes()))
    reports = agree(judge, games)
    assert "yes" in [each["holds"] for report in reports for each in report["statements"] if each["name"] == "ended"]


@pytest.mark.parametrize("name", SAMPLES)
def test_changes_of_samples(judge: Judge, name: str) -> None:
    """Changes of records that hold what is seldom, as they are and signed anew by the house."""
    random = Random(f"changes of {name}")
    document, house = made(name).document(), made(name).house
    base = Base(document)
    mutations = [*leaf_mutations(document), *event_mutations(document)]
    moves = [*base.exchanges(), *base.other_moves()]
    found = []
    for mutation in [
        *random.sample(mutations, min(CHANGES, len(mutations))),
        *random.sample(moves, min(10, len(moves))),
    ]:
        found.append(Question(f"{name}: {mutation}", encode(mutation.document)))
        if is_record(mutation.document) and mutation.path[0] != "receipt":
            again = dict(mutation.document)
            seal(again, house)
            found.append(Question(f"{name}: {mutation}, signed anew", encode(again)))
    agree(judge, found)


def spelled(random: Random, raw: bytes) -> bytes:
    """The record in another spelling that means the same."""
    document = json.loads(raw)
    shuffled = dict(sorted(document.items(), key=lambda _: random.random()))
    return json.dumps(shuffled, indent=random.choice([None, 1]), ensure_ascii=random.random() < 0.5).encode()


def test_other_spellings(judge: Judge) -> None:
    random = Random("spellings")
    reports = agree(judge, [Question(each.name, spelled(random, each.raw)) for each in files()])
    assert {report["verdict"] for report in reports} == {"verified"}
