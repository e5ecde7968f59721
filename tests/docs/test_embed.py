"""docs/howto/embed.md names what there is: the lines to paste, attributes, properties, parts, sizes."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from api.embeds.oembed import CARD
from api.embeds.served import WEB, player
from api.embeds.snippet import element, frame, script
from api.schemas.embeds import EmbedSchema, RasterSchema

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "howto" / "embed.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted((WEB / "player").rglob("*.js")))
URL = "https://dice.example"


def rows(heading: str) -> list[str]:
    """The first column of the first table below a line that begins so."""
    table = PAGE[PAGE.index(heading) :]
    return re.findall(r"^\| `([^`]+)`", table[: table.index("\n\n", table.index("|---"))], re.MULTILINE)


def pasted(text: str) -> str:
    """A line as the page shows it: the game, the release and its hash by their names."""
    text = text.replace(player().digest, "DIGEST")
    return re.sub(r"sha384-[A-Za-z0-9+/=]+", "sha384-HASH", text)


def test_the_two_lines_are_those_of_the_service() -> None:
    assert ("html", f"{pasted(script(URL))}\n{element(URL, 'GAME', closed=True)}\n") in BLOCKS
    assert f"{URL}/v1/games/GAME/stream" in element(URL, "GAME", closed=False)
    assert f"`{URL}/v1/games/GAME/stream`" in PAGE


def test_the_frame_is_that_of_the_service() -> None:
    assert ("html", unescape(frame(URL, "GAME", "Ludo with stars: Ana, Ben")) + "\n") in BLOCKS
    assert all(f"`{name}`" in PAGE for name in EmbedSchema().fields)


def test_the_attributes_are_those_of_the_element() -> None:
    named = set(rows("| attribute |"))
    (observed,) = re.findall(r"observedAttributes = \[(.*?)\]", SOURCES)
    assert set(re.findall(r'"([^"]+)"', observed)) <= named
    (told,) = re.findall(r" \* Attributes: (.*?)\. +Instead of", SOURCES, re.DOTALL)
    assert named == set(re.findall(r"`([a-z-]+)`", told)) - {"end"}


def test_the_languages_are_those_there_are() -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith("| `lang` |")]
    assert sorted(re.findall(r"`([a-z]{2})`", line)) == sorted(player().languages)


def test_the_commands_fetch_every_file_that_the_player_may_ask_for() -> None:
    fetched = []
    for before, several, after in re.findall(r"/player/DIGEST/([\w.-]*)(?:\{([\w,]+)\}([\w.]*))?", PAGE):
        fetched += [before + one + after for one in several.split(",")]
    assert {name for name in fetched if "words" in name} == {f"words.{name}.json" for name in player().words}


def test_the_properties_are_those_of_the_sheets() -> None:
    colours = SOURCES[SOURCES.index("const COLOURS = {") :]
    listed = re.findall(r"\b([a-z]+): \[", colours[: colours.index("};")])
    named = set(re.findall(r"--fairdice-([a-z]+)", re.sub(r"^\s*//[^\n]*$", "", SOURCES, flags=re.MULTILINE)))
    assert len(listed) > 10
    assert sorted(rows("| property |")) == sorted(f"--fairdice-{name}" for name in {*listed, *named})


def test_the_parts_are_those_of_the_element() -> None:
    (sentence,) = re.findall(r"styled by `::part\(\)`: (.*?)\.\n", PAGE)
    # `is` gives a class and a part of the same names (player/dom.js).
    given = re.findall(r"""\b(?:part|is): ["`]([a-z -]+)""", SOURCES)
    told = re.findall(r"`([a-z-]+)`", sentence)
    assert set(told) <= {name for names in given for name in names.split()}
    assert len(told) == len(set(told)) > 15


@pytest.mark.parametrize("name", ["fairdice-verdict", "fairdice-event", "fairdice-replay:size", "data-fairdice"])
def test_names_that_pages_rely_on(name: str) -> None:
    assert name in PAGE
    assert name in SOURCES


def test_sizes_are_those_of_the_service() -> None:
    width = RasterSchema().fields["width"]
    assert f"({width.ge} to {width.le})" in PAGE  # type: ignore[attr-defined]
    assert f"{CARD[0]} by {CARD[1]} pixels" in PAGE
