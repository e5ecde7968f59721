"""What the pages of docs/spec take from the code: tables of systems, options, boards and seats, known bytes.

A page holds such a part between two comments::

    <!-- generated: options mensch@1 -->
    ...
    <!-- end -->

``python -m tests.docs.tables`` writes the parts anew; `tests/docs/test_docs.py` fails while a page is stale.
"""

from __future__ import annotations

import hmac
import json
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from api.config import PREFIX, Config
from fairdice.verify import verify
from fairdice.verify.text import lines
from replay.board import BOARDS, SHAPES
from replay.catalog import catalog
from replay.codec import encode
from replay.options import Option
from replay.systems import SYSTEMS
from tests.docs import example
from tests.support.logged import VKEY

__all__ = ["DOCS", "PARTS", "pages", "rewritten"]

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = Path(__file__).parents[1] / "vectors/protocol.json"

_PART = re.compile(r"(<!-- generated: ([^>]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def options(rules_id: str) -> str:
    """The table of a system's options, from their declarations."""
    rows = [row for option in SYSTEMS[rules_id].options for row in _option_rows(option)]
    return "\n".join(["| option | value | the rule with this value | clause |", "|---|---|---|---|", *rows])


def _option_rows(option: Option) -> Iterator[str]:
    for choice in option.choices:
        first = choice is option.choices[0]
        name = f"`{option.name}`: {option.help}" if first else ""
        value = f"`{json.dumps(choice.value)}`" + (" (default)" if first else "")
        yield f"| {name} | {value} | {choice.says} | {_link(option.clause) if first else ''} |"


def _link(clause: str) -> str:
    page = "common.md" if clause.startswith("C") else ""
    return f"[{clause}]({page}#{clause.lower()})"


def systems(_: str) -> str:
    """One line for each system: its page, boards, numbers of players, chain length, and what it is."""
    rows = []
    for system in catalog()["systems"]:
        name = system["id"].partition("@")[0]
        least, most = system["players"]
        board, links = (_by_option(system, key) for key in ("board", "links"))
        rows.append(f"| [`{system['id']}`]({name}.md) | {board} | {least} to {most} | {links} | {system['summary']} |")
    return "\n".join(["| id | board | players | `links` | in one line |", "|---|---|---|---|---|", *rows])


def _by_option(system: dict[str, Any], key: str) -> str:
    """What a layout says under `key`: as a rule, and with which option it is another."""
    others = (
        f"{_code(each['layout'][key])} with `{each['option']}` = {json.dumps(each['value'])}"
        for each in system["layouts"]
        if key in each["layout"]
    )
    return "; ".join([_code(system["layout"][key]), *others])


def _code(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)


def seats(_: str) -> str:
    """The seats in use by number of players, and which systems they are for."""
    tables: dict[tuple[tuple[int, tuple[int, ...]], ...], list[str]] = {}
    for system in catalog()["systems"]:
        tables.setdefault(_seating(system["layout"]["seats"]), []).append(f"`{system['id']}`")
        for each in system["layouts"]:
            # An option that merely needs some number of players, such as teams, changes nobody's seat.
            seating = _seating(each["layout"].get("seats", {}))
            if not set(seating) <= set(_seating(system["layout"]["seats"])):
                tables.setdefault(seating, []).append(
                    f"`{system['id']}` with `{each['option']}` = {json.dumps(each['value'])}"
                )
    most = max(players for seating in tables for players, _ in seating)
    lines = [
        "| players | " + " | ".join(", ".join(of) for of in tables.values()) + " |",
        "|---" * (len(tables) + 1) + "|",
    ]
    for players in range(2, most + 1):
        lines.append(
            f"| {players} | " + " | ".join(_words(dict(seating).get(players, ())) for seating in tables) + " |"
        )
    return "\n".join(lines)


def _seating(by_players: dict[str, list[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((int(players), tuple(seats)) for players, seats in by_players.items())


def boards(_: str) -> str:
    """The numbers of every board."""
    rows = [
        ("squares of the loop, L", lambda b: b.loop),
        ("seats", lambda b: len(b.offsets)),
        ("offset by seat", lambda b: _words(b.offsets)),
        ("progress on the loop", lambda b: f"0..{b.lap_end}"),
        ("progress in the own column", lambda b: f"{b.lap_end + 1}..{b.goal}"),
        ("the greatest progress, `goal`", lambda b: b.goal),
        ("*home* is progress", lambda b: b.home if b.home == b.goal else f"{b.home}..{b.goal}"),
        ("start squares", lambda b: _words(sorted(b.starts))),
        ("stars", lambda b: _words(sorted(b.stars)) or "none"),
        ("colour by seat", lambda b: _words(b.colours)),
        ("cells a side of the grid", lambda b: b.size),
    ]
    lines = ["| | " + " | ".join(f"`{name}`" for name in BOARDS) + " |", "|---" * (len(BOARDS) + 1) + "|"]
    lines += [f"| {title} | " + " | ".join(str(of(board)) for board in BOARDS.values()) + " |" for title, of in rows]
    return "\n".join(lines)


def cells(board_id: str) -> str:
    """The grid cells of a board: the loop from square 0, then each seat's column and yard."""
    board = BOARDS[board_id]
    lines = ["```text", f"{board_id}, loop from square 0:"]
    lines += _wrapped(f"({_short(column)},{_short(row)})" for column, row in board.cells)
    for title, by_seat in (("column", board.columns), ("yard", board.yards)):
        for seat, own in enumerate(by_seat):
            lines.append(f"{title} of seat {seat}: " + " ".join(f"({_short(c)},{_short(r)})" for c, r in own))
    return "\n".join([*lines, "```"])


def marks(_: str) -> str:
    """The mark of each seat."""
    seats = " | ".join(str(seat) for seat in range(len(SHAPES)))
    return f"| seat | {seats} |\n" + "|---" * (len(SHAPES) + 1) + f"|\n| mark | {' | '.join(SHAPES)} |"


def record(_: str) -> str:
    """The example record, one event a line."""
    return f"```json record\n{example.shown()}\n```"


def heads(_: str) -> str:
    """The head of every event of the example record."""
    events = json.loads(example.record())["events"]
    rows = [f"{event['n']}  {event['type']:<7} {head}" for event, head in zip(events, example.heads(), strict=True)]
    return "\n".join(["```text", *rows, "```"])


def roll(j: str) -> str:
    """One roll of the known answers, byte for byte, computed with the standard library."""
    known = json.loads(VECTORS.read_bytes())
    links = next(each["links"] for each in known["rolls"] if each["j"] == int(j))
    fields = [
        ("tag", b"fairdice/1 roll\n"),
        ("gid", bytes.fromhex(known["gid"])),
        ("u32(j)", int(j).to_bytes(4, "big")),
        ("salt", bytes(32)),
        *((f"player {p}", bytes(33) if x is None else b"\1" + bytes.fromhex(x)) for p, x in enumerate(links[1:])),
    ]
    digest = hmac.digest(bytes.fromhex(links[0]), b"".join(value for _, value in fields), "sha256")
    rows = [("key", bytes.fromhex(links[0])), *fields, ("R_j", digest)]
    die = f"first byte 0x{digest[0]:02x} = {digest[0]}, {digest[0]} mod 6 = {digest[0] % 6}, die {1 + digest[0] % 6}"
    return "\n".join(["```text", *(f"{name:<9} {value.hex()}" for name, value in rows), "", die, "```"])


def link(party: str) -> str:
    """The first link of a party of the known answers, and the anchor it hashes down to."""
    known = json.loads(VECTORS.read_bytes())
    chain = next(each for each in known["chains"] if each["party"] == int(party))
    rows = [
        ("tag", b"fairdice/1 link\n"),
        ("gid", bytes.fromhex(known["gid"])),
        ("u32(i)", int(party).to_bytes(4, "big")),
        ("u32(k)", (1).to_bytes(4, "big")),
        ("s[1]", bytes.fromhex(chain["links"]["1"])),
    ]
    rows.append(("s[0]", sha256(b"".join(value for _, value in rows)).digest()))
    return "\n".join(["```text", *(f"{name:<9} {value.hex()}" for name, value in rows), "```"])


def report(_: str) -> str:
    """The report of the example record, in words."""
    return "\n".join(["```text", *lines(verify(example.record(), file="example.json")), "```"])


def fault(_: str) -> str:
    """The first fault of the example record with another roll, as JSON."""
    forged = example.record().replace(b'"value":6', b'"value":5')
    found = msgspec.json.encode(verify(forged).fault)
    return f"```json\n{msgspec.json.format(found, indent=2).decode()}\n```"


def leaf(file: str) -> str:
    """The first leaf of a sound record: the entry, its hash, and the hashes on the way to the root."""
    first = _log(file)["leaves"][0]
    entry = encode(first["leaf"])
    value, place = sha256(b"\0" + entry).digest(), first["index"]
    rows = [("entry", entry.decode()), ("index", str(place)), ("leaf", value.hex())]
    size = int(_log(file)["checkpoint"].split("\n")[1])
    beside = inclusion_sides(place, size)
    for step, left in zip(map(bytes.fromhex, first["proof"]), beside, strict=True):
        value = sha256(b"\1" + (step + value if left else value + step)).digest()
        rows += [("left" if left else "right", step.hex()), ("node", value.hex())]
    return "\n".join(["```text", *(f"{name:<6} {value}" for name, value in rows), "```"])


def inclusion_sides(index: int, size: int) -> list[bool]:
    """From the leaf upwards: whether the subtree beside the way to the root is the left one."""
    if size == 1:
        return []
    middle = 1 << (size - 1).bit_length() - 1
    left = index >= middle
    return [*(inclusion_sides(index - middle, size - middle) if left else inclusion_sides(index, middle)), left]


def checkpoint(file: str) -> str:
    """The checkpoint of a sound record."""
    return f"```text\n{_log(file)['checkpoint']}```"


def vkey(_: str) -> str:
    """The key of the log of the sound records."""
    return f"```text\n{VKEY}\n```"


def _log(file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS.parent / "sound" / file).read_bytes())["log"]
    return found


def variables(_: str) -> str:
    """The table of the service's variables, from their declarations."""
    rows = ["| variable | by default | what it says |", "|---|---|---|"]
    for field in msgspec.structs.fields(Config):
        about = inspect.type_info(field.type)
        assert isinstance(about, inspect.Metadata)
        says = (about.extra_json_schema or {})["description"]
        default = {"": "empty", True: "`1`", False: "`0`"}.get(field.default, f"`{field.default}`")
        rows.append(f"| `{PREFIX}{field.name.upper()}` | {default} | {says} |")
    return "\n".join(rows)


PARTS: dict[str, Callable[[str], str]] = {
    "boards": boards,
    "cells": cells,
    "checkpoint": checkpoint,
    "fault": fault,
    "heads": heads,
    "leaf": leaf,
    "link": link,
    "marks": marks,
    "options": options,
    "record": record,
    "report": report,
    "roll": roll,
    "seats": seats,
    "systems": systems,
    "variables": variables,
    "vkey": vkey,
}


def _words(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, list | tuple) else str(values)


def _short(number: float) -> str:
    return f"{number:g}"


def _wrapped(words: Iterator[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if len(line) + len(word) >= 100:
            yield line.rstrip()
            line = ""
        line += word + " "
    yield line.rstrip()


def pages() -> list[Path]:
    """Every page of the documentation."""
    return sorted(DOCS.rglob("*.md"))


def rewritten(text: str) -> str:
    """The text of a page with its generated parts as the code has them now."""

    def part(match: re.Match[str]) -> str:
        kind, _, subject = match[2].partition(" ")
        return f"{match[1]}{PARTS[kind](subject)}\n{match[3]}"

    return _PART.sub(part, text)


def main() -> int:
    """Write every generated part anew; name the pages that changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        new = rewritten(text)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"rewrote {page.relative_to(DOCS.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
