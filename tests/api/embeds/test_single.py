"""One file that works without a network: what is in it, what it may do, and what can be read without JavaScript."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from gzip import decompress
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from api.embeds.served import SCRIPT, player
from api.embeds.single import single
from fairdice.verify import Trust
from replay.codec import decode_record
from replay.errors import FormatError

VECTORS = Path(__file__).parents[2] / "vectors"
RECORDS = sorted(path for path in (VECTORS / "records").glob("*.json") if path.stem != "index")
OTHERS = sorted(
    path for kind in ("mutations", "sound") for path in (VECTORS / kind).glob("*.json") if path.stem != "manifest"
)
VOID = {"meta", "link", "img", "br", "input", "rect", "circle", "path", "polygon"}


class Page(HTMLParser):
    """Tags with their attributes and the text directly in them; refuses what is not well nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        words: list[str] = []
        self.tags.append((tag, dict(attrs), words))
        if tag not in VOID:
            self.open.append((tag, words))

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.open[-1][1].append(data)

    def of(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attributes, "".join(words)) for name, attributes, words in self.tags if name == tag]

    @property
    def words(self) -> str:
        shown = (words for name, _, words in self.tags if name not in ("script", "style", "title", "desc"))
        return " ".join(" ".join(text for words in shown for text in words).split())


def made(path: Path, **how: Any) -> Page:
    raw = path.read_bytes()
    return Page(single(raw, decode_record(raw).record, trust=how.pop("trust", Trust()), **how).decode())


@pytest.mark.parametrize("path", RECORDS[:3], ids=lambda path: path.stem)
def test_the_very_bytes_of_the_record_are_in_it(path: Path) -> None:
    (data,) = [text for attributes, text in made(path).of("script") if attributes.get("data-record") == "gzip base64"]
    assert decompress(b64decode(data, validate=True)) == path.read_bytes()


def test_the_player_and_all_words_are_in_it() -> None:
    scripts = made(RECORDS[0]).of("script")
    assert [attributes.get("type") for attributes, _ in scripts].count("module") == 1
    assert scripts[-1][1].encode() == player().files[SCRIPT].body
    words = {attributes["data-words"]: json.loads(text) for attributes, text in scripts if "data-words" in attributes}
    assert words == {name: json.loads(file.body) for name, file in player().words.items()}


def test_it_may_run_itself_and_nothing_else() -> None:
    """Its policy names its own script and style by their hashes; nothing in it leads elsewhere."""
    page = made(RECORDS[0])
    (policy,) = [str(meta["content"]) for meta, _ in page.of("meta") if meta.get("http-equiv")]
    found = dict(part.strip().split(" ", 1) for part in policy.split(";"))

    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    assert found["default-src"] == "'none'"
    assert found["script-src"] == hashed(page.of("script")[-1][1])
    assert found["style-src"] == hashed(page.of("style")[0][1])
    assert found.keys() == {
        "default-src",
        "script-src",
        "style-src",
        "base-uri",
        "form-action",
        "require-trusted-types-for",
        "trusted-types",
    }
    for tag, attributes, _ in page.tags:
        assert not {"src", "href", "style", "srcset", "action"} & attributes.keys(), tag
        assert not [name for name in attributes if name.startswith("on")]


def test_it_can_be_read_without_javascript() -> None:
    page = made(next(path for path in RECORDS if path.stem == "away"))
    assert "Result: 1. Ben, 2. Cleo, 3. Ana." in page.words
    assert "Ludo with stars: Ana, Ben, Cleo" in page.words
    assert "Nothing has been checked here" in page.words
    assert len(page.of("svg")) == 1
    rows = re.findall(r"(\d)? ?[●◆▬▲■◎] (\w+) \((\w+)\)", page.words)
    assert [name for _, name, _ in rows] == ["Ben", "Cleo", "Ana"]


def test_it_claims_nothing() -> None:
    said = made(RECORDS[0]).words.lower().replace("fairdice verify", "")
    for word in ("verified", "proven", "✓"):
        assert word not in said


def test_what_is_asked_of_it() -> None:
    trust = Trust(house_keys=(bytes(32), b"\1" * 32), player_keys=(b"\2" * 32,), log_keys=("a+b+c",))
    page = made(RECORDS[0], lang="sk", title='Tuesday <"club"> & more\u202e', trust=trust)
    (attributes, _) = page.of("fairdice-replay")[0]
    assert attributes["lang"] == "sk"
    assert attributes["house-key"] == f"{'00' * 32} {'01' * 32}"
    assert (attributes["player-key"], attributes["log-key"]) == ("02" * 32, "a+b+c")
    assert page.of("title")[0][1] == page.of("h1")[0][1] == 'Tuesday <"club"> & more\\u202e'
    plain = made(RECORDS[0]).of("fairdice-replay")[0][0]
    assert plain == {"lang": "", "deep-link": None}


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_every_record_becomes_a_page(path: Path) -> None:
    """Whatever is wrong with it; what cannot be read at all is for the command to refuse."""
    try:
        page = made(path)
    except FormatError:
        assert path.stem.startswith(("format", "read", "order.size"))
        return
    assert decompress(b64decode(page.of("script")[0][1])) == path.read_bytes()


def test_where_the_rules_refuse_a_game_it_says_so() -> None:
    page = made(VECTORS / "mutations" / "rules.back.json")
    assert re.search(r"The rules refuse event \d+:", page.words)


def test_the_same_record_gives_the_same_bytes() -> None:
    raw = RECORDS[0].read_bytes()
    record = decode_record(raw).record
    assert single(raw, record, trust=Trust()) == single(raw, record, trust=Trust())
