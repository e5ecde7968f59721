"""Make tests/vectors/log, all but published.json: `python -m tests.vectors.make_log`.

Trees, proofs, checkpoints, tiles and entries of a transparency log.  The same bytes each time.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from fairdice.checkpoint import Checkpoint, LogKey, add_signature, key_id, sign_checkpoint
from fairdice.keys import SecretKey
from fairdice.leaves import leaf_bytes
from fairdice.merkle import Tree, consistency_proof, inclusion_proof, leaf_hash
from fairdice.tiles import ENTRIES, WIDTH, Tile, bundle, tile_bytes, tiles_of
from tests.support.logged import KEY, ORIGIN, VKEY, other

__all__ = ["FOLDER", "make"]

FOLDER = Path(__file__).parent / "log"
LARGEST = 17
SIZES = (1, 5, 255, 256, 257, 1000, 65_536, 70_000)
DASH = "— "


def entry(number: int) -> bytes:
    """The entry at this index, in trees: its index in decimal."""
    return str(number).encode()


def trees() -> dict[str, Any]:
    tree = Tree(map(leaf_hash, map(entry, range(LARGEST))))
    return {
        "about": "Entry i is i in decimal. All roots, inclusion and consistency proofs of trees of at most 17 leaves",
        "roots": [tree.root(size).hex() for size in range(LARGEST + 1)],
        "inclusion": [
            {"index": index, "size": size, "proof": _hex(inclusion_proof(index, size, tree.read))}
            for size in range(1, LARGEST + 1)
            for index in range(size)
        ],
        "consistency": [
            {"old": old, "new": new, "proof": _hex(consistency_proof(old, new, tree.read))}
            for new in range(LARGEST + 1)
            for old in range(new + 1)
        ],
    }


def _hex(hashes: list[bytes]) -> list[str]:
    return [each.hex() for each in hashes]


def tiles() -> dict[str, Any]:
    paths = [
        Tile(0, 0),
        Tile(0, 0, 1),
        Tile(0, 999, 255),
        Tile(0, 1000),
        Tile(3, 1_234_067),
        Tile(3, 1_234_067, 8),
        Tile(63, 5),
        Tile(ENTRIES, 0),
        Tile(ENTRIES, 1_000_000, 17),
        Tile(0, 2**45 - 1),
    ]
    refused = [
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/x000/001",
        "tile/0/000/001",
        "tile/0/x001",
        "tile/0/001/x001",
        "tile/0/001.p/0",
        "tile/0/001.p/256",
        "tile/0/001.p/01",
        "tile/0/001.p",
        "tile/0/001.p/",
        "tile/0/001/",
        "/tile/0/001",
        "tile/entry/001",
        "tile/0/x1/001",
        "tile/0/\u0660\u0660\u0661",
        "tile/0/001\n",
        "tile/0/../000",
        "tile//000",
        "",
        "tile/data/000",
        "tile/0/X001/001",
        "tile/0/x009/x007/x199/x254/x740/992",
    ]
    return {
        "about": 'Paths ("entries" for the level of a bundle), paths that are none, and by size the tiles and bundles '
        "of a tree in which entry i is i in decimal, some with the SHA-256 of their content",
        "paths": [
            {
                "level": "entries" if tile.level < 0 else tile.level,
                "index": tile.index,
                "width": tile.width,
                "path": tile.path,
            }
            for tile in paths
        ],
        "refused": refused,
        "trees": [_tree(size) for size in SIZES],
    }


def _tree(size: int) -> dict[str, Any]:
    tree = Tree(map(leaf_hash, map(entry, range(size))))
    files = {tile.path: sha256(_content(tile, tree)).hexdigest() for tile in tiles_of(size)}
    if len(files) > 20:
        kept = [path for path in files if not path.endswith(tuple("0123456789")) or ".p/" in path or path[-2:] == "00"]
        files = {path: files[path] for path in kept}
    return {"size": size, "root": tree.root().hex(), "files": len(list(tiles_of(size))), "some": files}


def _content(tile: Tile, tree: Tree) -> bytes:
    if tile.level == ENTRIES:
        return bundle([entry(number) for number in range(tile.index * WIDTH, tile.index * WIDTH + tile.width)])
    return tile_bytes(tile, tree.read)


def leaves() -> dict[str, Any]:
    opened = leaf_bytes(other(1)).decode()
    closed = opened.replace('"open"', '"close"')[:-1] + ',"status":"void"}'
    wrong = [
        ("two spellings of one leaf: a space", opened.replace(":", ": ", 1), "log.entry"),
        ("a line feed at the end", opened + "\n", "log.entry"),
        ("members in another order", _reordered(opened), "log.entry"),
        ("a member twice", opened[:-1] + ',"n":4}', "log.entry"),
        ("a member too many", opened[:-1] + ',"player":"Ana"}', "log.entry"),
        ("a member too few", opened.replace(',"n":4', ""), "log.entry"),
        ("another format", opened.replace("leaf@1", "leaf@2"), "log.entry"),
        ("another kind", opened.replace('"open"', '"void"'), "log.entry"),
        ("capitals", opened.replace(other(1).game, other(1).game.upper()), "log.entry"),
        ("no JSON", "a leaf", "log.entry"),
        ("nothing", "", "log.entry"),
        ("an opening with a status", opened[:-1] + ',"status":"void"}', "log.status"),
        ("a close without a status", opened.replace('"open"', '"close"'), "log.status"),
        ("another status", closed.replace("void", "won"), "log.entry"),
    ]
    return {
        "about": "Entries of a log: good ones with their leaf hashes, and such that are refused",
        "good": [{"entry": text, "leaf": leaf_hash(text.encode()).hex()} for text in (opened, closed)],
        "refused": [{"about": about, "entry": text, "code": code} for about, text, code in wrong],
    }


def _reordered(text: str) -> str:
    return json.dumps(dict(reversed(json.loads(text).items())), separators=(",", ":"))


def checkpoints() -> dict[str, Any]:
    return {
        "about": "Keys, and signed notes: good ones and what they say, bad ones, and whose they are",
        "keys": [
            {"vkey": key.vkey, "name": key.name, "id": key.id.hex(), "public": key.public.hex()}
            for key in (LogKey(ORIGIN, KEY.public), LogKey("witness.example.com/w1", WITNESS.public))
        ]
        + [
            {  # the key of Go's public checksum database: an id that others have computed
                "vkey": "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
                "name": "sum.golang.org",
                "id": "033de0ae",
                "public": "ce3372d75ad1ee5ecdaf8727293d4b111d87eb37531d7c86d4d3003f0eb809fc",
            }
        ],
        "refused_keys": [{"about": about, "vkey": text, "code": code} for about, text, code in _bad_keys()],
        "notes": [_note(about, note) for about, note in _good_notes().items()],
        "refused": [{"about": about, "note": note} for about, note in _bad_notes()],
        "verify": [
            {"about": about, "note": note, "vkeys": keys, "code": code} for about, note, keys, code in _verified()
        ],
    }


WITNESS = SecretKey(sha256(b"forge: key of a witness").digest())
STRANGER = SecretKey(bytes(32))
WEAK = (1).to_bytes(32, "little")


def _vkey(name: str, kind: int, public: bytes) -> str:
    found = key_id(name, public) if kind == 1 else sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]
    return f"{name}+{found.hex()}+{b64encode(bytes([kind]) + public).decode()}"


def _bad_keys() -> Iterator[tuple[str, str, str]]:
    name, digits, encoded = VKEY.split("+", 2)
    yield "another id", f"{name}+00000000+{encoded}", "log.vkey"
    yield "an id in capitals", f"{name}+{digits.upper()}+{encoded}", "log.vkey"
    yield "a shorter id", f"{name}+{digits[:-1]}+{encoded}", "log.vkey"
    yield "no name", f"+{digits}+{encoded}", "log.vkey"
    yield "a name with a space", f"{name} +{digits}+{encoded}", "log.vkey"
    yield "no key", f"{name}+{digits}+", "log.vkey"
    yield "two parts", f"{name}+{digits}", "log.vkey"
    yield "base64 with padding that it has not", f"{VKEY}=", "log.vkey"
    yield "a line feed at the end", f"{VKEY}\n", "log.vkey"
    yield "base64 for addresses", VKEY[:-1] + "_", "log.vkey"
    yield "a key of 31 bytes", _vkey(name, 1, KEY.public[:31]), "log.vkey"
    yield "the key of a witness, kind 4", _vkey(name, 4, KEY.public), "log.vkey"
    yield "a key of small order", _vkey(name, 1, WEAK), "party.key_weak"
    yield "a key that is no point of the curve", _vkey(name, 1, (2).to_bytes(32, "little")), "party.key_point"


def _good_notes() -> dict[str, str]:
    root = sha256(b"a root").digest()
    plain = sign_checkpoint(Checkpoint(ORIGIN, 11, root), KEY)
    return {
        "one line": plain,
        "no leaves": sign_checkpoint(Checkpoint(ORIGIN, 0, sha256(b"").digest()), KEY),
        "as many leaves as there can be": sign_checkpoint(Checkpoint(ORIGIN, 2**53 - 1, root), KEY),
        "a witness's line too": add_signature(plain, "witness.example.com/w1", WITNESS),
        "a line of another kind of key": plain
        + f"{DASH}other.example.com {b64encode(b'abcd' + bytes(100)).decode()}\n",
        "an origin that is no address": sign_checkpoint(Checkpoint("würfel", 1, root), KEY),
        "a line more": sign_checkpoint(Checkpoint(ORIGIN, 11, root, ("further",)), KEY),
        "sixteen lines": _lines(plain, 16),
        "a hundred lines": _lines(plain, 100),
    }


def _lines(note: str, count: int) -> str:
    for number in range(1, count):
        note = add_signature(note, f"witness.example.com/{number}", WITNESS)
    return note


def _note(about: str, note: str) -> dict[str, Any]:
    origin, size, root = note.split("\n")[:3]
    lines = [line.split(" ")[1] for line in note.rpartition("\n\n")[2].splitlines()]
    return {"about": about, "note": note, "origin": origin, "size": int(size), "root": root, "signers": lines}


def _bad_notes() -> Iterator[tuple[str, str]]:
    good = _good_notes()["one line"]
    text, _, line = good.partition("\n\n")
    origin, size, root = text.split("\n")
    yield "nothing", ""
    yield "no signature", f"{text}\n"
    yield "a blank line and no signature", f"{text}\n\n"
    yield "no blank line", good.replace("\n\n", "\n")
    yield "two blank lines", good.replace("\n\n", "\n\n\n")
    yield "no line feed at the end", good[:-1]
    yield "a blank line at the end", good + "\n"
    yield "lines that end with CR LF", good.replace("\n", "\r\n")
    yield "a NUL", good.replace(origin, origin + "\0", 1)
    yield "a tab", good.replace(origin, origin + "\t", 1)
    yield "no origin", good.replace(origin, "", 1)
    yield "no size", good.replace(f"{size}\n", "", 1)
    yield "no root", good.replace(f"\n{root}", "", 1)
    for about, other_size in (
        ("a leading zero", "011"),
        ("two zeros", "00"),
        ("a sign", "+11"),
        ("less than nothing", "-1"),
        ("a space", "11 "),
        ("hexadecimal", "0xb"),
        ("other digits", "\u0661\u0661"),
        ("more leaves than there can be", str(2**53)),
        ("far more", "9" * 5000),
    ):
        yield f"the size: {about}", good.replace(f"\n{size}\n", f"\n{other_size}\n", 1)
    odd = root[:-2] + chr(ord(root[-2]) + 1) + "="
    for about, other_root in (
        ("31 bytes", b64encode(bytes(31)).decode()),
        ("33 bytes", b64encode(bytes(33)).decode()),
        ("no padding", root[:-1]),
        ("unused bits that are not 0", odd),
        ("for addresses", root[:-2] + "_="),
        ("a space", f" {root}"),
        ("hex", bytes(32).hex()),
    ):
        yield f"the root: {about}", good.replace(root, other_root, 1)
    yield "an empty line among further ones", good.replace("\n\n", "\nfurther\n\nmore\n\n", 1)
    name, _, encoded = line.removeprefix(DASH).rstrip("\n").partition(" ")
    for about, other_line in (
        ("a hyphen", f"- {name} {encoded}"),
        ("an en dash", f"– {name} {encoded}"),
        ("no space after the dash", f"—{name} {encoded}"),
        ("no name", f"—  {encoded}"),
        ("a name with a plus sign", f"— {name}+ {encoded}"),
        ("a name with a space", f"— {name} x {encoded}"),
        ("no signature", f"— {name}"),
        ("an empty signature", f"— {name} "),
        ("an id alone", f"— {name} {b64encode(b'abcd').decode()}"),
        ("three bytes", f"— {name} {b64encode(b'abc').decode()}"),
        ("no padding", f"— {name} {encoded.rstrip('=')}"),
        ("a space at the end", f"— {name} {encoded} "),
        ("no base64", f"— {name} {encoded[:-4]}????"),
    ):
        yield f"the signature line: {about}", f"{text}\n\n{other_line}\n"
    yield "101 signature lines", _lines(good, 101)


def _verified() -> Iterator[tuple[str, str, list[str], str | None]]:
    notes = _good_notes()
    plain, witnessed = notes["one line"], notes["a witness's line too"]
    head, _, line = plain.partition(DASH)
    bad = DASH + notes["no leaves"].partition(DASH)[2]
    witness = LogKey("witness.example.com/w1", WITNESS.public).vkey
    yield "the key", plain, [VKEY], None
    yield "the key among others", plain, [witness, VKEY], None
    yield "a witness's line is passed over", witnessed, [VKEY], None
    yield "lines of other kinds are passed over", notes["a line of another kind of key"], [VKEY], None
    yield "the log's line need not be the first", head + _tail(witnessed) + DASH + line, [VKEY], None
    yield "a witness's key alone", witnessed, [witness], "log.origin"
    yield "another log, the same key", notes["an origin that is no address"], [VKEY], "log.origin"
    yield "another key under the log's name", plain, [LogKey(ORIGIN, STRANGER.public).vkey], "log.unsigned"
    yield "the signature of another checkpoint", head + bad, [VKEY], "log.signature"
    yield "a second line that does not hold", plain + bad, [VKEY], "log.signature"
    yield "a first line that does not hold", head + bad + DASH + line, [VKEY], "log.signature"
    yield "another size", plain.replace("\n11\n", "\n12\n", 1), [VKEY], "log.signature"
    yield "another line more", notes["a line more"].replace("further", "other", 1), [VKEY], "log.signature"
    short = b64encode(LogKey(ORIGIN, KEY.public).id + bytes(63)).decode()
    yield "a signature of 63 bytes", f"{head}{DASH}{ORIGIN} {short}\n", [VKEY], "log.signature"
    rotated = LogKey(ORIGIN, STRANGER.public).vkey
    both = add_signature(plain, ORIGIN, STRANGER)
    yield "two keys of the log, both named", both, [VKEY, rotated], None
    yield "two keys of the log, the new one named", both, [rotated], None


def _tail(note: str) -> str:
    return note.rpartition("\n\n")[2].splitlines(keepends=True)[1]


def make() -> dict[str, bytes]:
    """All files by name."""
    documents = {"tree": trees(), "tiles": tiles(), "leaves": leaves(), "checkpoint": checkpoints()}
    return {
        f"{name}.json": (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
        for name, found in documents.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, raw in make().items():
        (FOLDER / name).write_bytes(raw)
