"""Checkpoints of the transparency log: signed notes that say how large the tree is and what its root is.

    example.com/log          the origin: which log this is
    8                        how many leaves
    XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=
                             (blank line)
    — example.com/log <base64 of key id and signature>

C2SP signed-note and tlog-checkpoint; docs/spec/log.md, L6 and L7.  A log's key is known by its **vkey**, the line
``name+8 hex digits+base64`` that holds the key's name, its id and the key.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Sequence
from hashlib import sha256
from typing import NoReturn

from msgspec import Struct

from fairdice.encoding import HASH_BYTES
from fairdice.errors import LogError
from fairdice.keys import KEY_BYTES, PublicKey, SecretKey, check_public_key
from replay.record import MAX_SAFE

__all__ = [
    "MAX_NOTE",
    "Checkpoint",
    "Line",
    "LogKey",
    "Signed",
    "add_signature",
    "key_id",
    "parse_checkpoint",
    "parse_key",
    "sign_checkpoint",
    "verify_checkpoint",
]

MAX_NOTE = 65536
"""Most characters that a note may have."""
_MAX_LINES = 100
_DASH = "— "
_ED25519 = 0x01
_ID_BYTES = 4


class LogKey(Struct, frozen=True):
    """An Ed25519 key under a name, by which its signature lines are found."""

    name: str
    public: bytes
    """32 bytes."""

    @property
    def id(self) -> bytes:
        """The key's id (4 bytes)."""
        return key_id(self.name, self.public)

    @property
    def vkey(self) -> str:
        """The key as people hand it on; `parse_key` reads it."""
        return f"{self.name}+{self.id.hex()}+{_base64(bytes([_ED25519]) + self.public)}"


class Checkpoint(Struct, frozen=True):
    """What a log says of itself: its `origin`, its `size` in leaves, the `root` over them (32 bytes)."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Further lines, which mean nothing here; ours have none."""

    @property
    def text(self) -> str:
        """What is signed: each line with its line feed."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, _base64(self.root), *self.extensions))


class Line(Struct, frozen=True):
    """A signature line: the key's name and id (4 bytes), and its signature, 64 bytes if the key is an Ed25519 key."""

    name: str
    id: bytes
    sig: bytes


class Signed(Struct, frozen=True):
    """A checkpoint that was read, with its signature lines, none of them looked at yet."""

    checkpoint: Checkpoint
    lines: tuple[Line, ...]


def key_id(name: str, public: bytes) -> bytes:
    """The id of an Ed25519 key (32 bytes) under this name: 4 bytes."""
    return sha256(name.encode() + b"\n" + bytes([_ED25519]) + public).digest()[:_ID_BYTES]


def parse_key(text: str) -> LogKey:
    """Read a vkey.

    Raises LogError ``log.vkey`` (no such line, an id that is not this key's, another kind of key) or KeyRefused
    ``party.key_*`` for a key that nobody may use (`check_public_key`).
    """
    name, _, rest = text.partition("+")
    digits, _, encoded = rest.partition("+")
    raw = _raw(encoded)
    if not _is_name(name) or raw is None or not raw:
        _refuse_key("a log's key is written as name+8 hex digits+base64", text)
    if raw[0] != _ED25519:
        _refuse_key(f"this key is of kind {raw[0]}; only Ed25519 keys (kind 1) are known", text)
    if len(raw) != 1 + KEY_BYTES:
        _refuse_key(f"an Ed25519 key has {KEY_BYTES} bytes, not {len(raw) - 1}", text)
    key = LogKey(name, raw[1:])
    if digits != key.id.hex():
        raise LogError(
            "log.vkey",
            "the id in the middle is not that of the key: one of them was mistyped",
            expected=key.id.hex(),
            found=digits[:64],
            clause="L6",
        )
    check_public_key(key.public)
    return key


def sign_checkpoint(checkpoint: Checkpoint, key: SecretKey) -> str:
    """The signed note of a checkpoint.  The key signs under the origin as its name (docs/spec/log.md, L7).

    Raises LogError ``log.name`` for an origin that is no key's name, ``log.checkpoint`` for what no reader would take.
    """
    if _parse_body(checkpoint.text[:-1]) != checkpoint:
        _refuse("the origin, or a further line, is no single line", checkpoint.text)
    return add_signature(f"{checkpoint.text}\n", checkpoint.origin, key)


def add_signature(note: str, name: str, key: SecretKey) -> str:
    """Put the signature line of `key` under a note that may have some: a second key of the log, or a witness.

    `note` ends with the blank line or with a signature line.  Raises LogError ``log.name``.
    """
    if not _is_name(name):
        raise LogError("log.name", "a key's name has no white space, no plus sign and no control character", found=name)
    text = note[: note.rindex("\n\n") + 1]
    line = key_id(name, key.public) + key.sign(text.encode())
    return f"{note}{_DASH}{name} {_base64(line)}\n"


def parse_checkpoint(note: str) -> Signed:
    """Read the signed note of a checkpoint, strictly; whether a signature holds is for `verify_checkpoint`.

    Raises LogError ``log.checkpoint``.
    """
    if len(note) > MAX_NOTE:
        _refuse(f"a checkpoint has at most {MAX_NOTE} characters", len(note))
    if any(char < " " or _is_half(char) for char in note.replace("\n", "")):
        _refuse("a checkpoint is Unicode text without control characters but line feeds")
    body, blank, signatures = note.rpartition("\n\n")
    if not blank or not signatures.endswith("\n"):
        _refuse("a checkpoint is text, a blank line and signature lines, each with a line feed")
    lines = signatures[:-1].split("\n")
    if len(lines) > _MAX_LINES:
        _refuse(f"a checkpoint has at most {_MAX_LINES} signature lines", len(lines))
    return Signed(_parse_body(body), tuple(map(_parse_line, lines)))


def _parse_body(body: str) -> Checkpoint:
    origin, *rest = body.split("\n")
    if len(rest) < 2 or not all((origin, *rest)):
        _refuse("before the blank line a checkpoint has origin, size and root, and no empty line")
    size, root, *extensions = rest
    if not (size.isascii() and size.isdigit()) or (size[0] == "0" and size != "0") or len(size) > 16:
        _refuse("the size is decimal, without leading zeros", size)
    if int(size) > MAX_SAFE:
        _refuse("no log has so many leaves", size)
    raw = _raw(root)
    if raw is None or len(raw) != HASH_BYTES:
        _refuse(f"the root is the base64 of {HASH_BYTES} bytes", root)
    return Checkpoint(origin, int(size), raw, tuple(extensions))


def _parse_line(line: str) -> Line:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    raw = _raw(encoded)
    if not line.startswith(_DASH) or not space or not _is_name(name) or raw is None or len(raw) <= _ID_BYTES:
        _refuse("a signature line is an em dash, a key's name and the base64 of its id and signature", line)
    return Line(name, raw[:_ID_BYTES], raw[_ID_BYTES:])


def verify_checkpoint(signed: Signed, keys: Sequence[LogKey]) -> LogKey:
    """Require that one of the keys has signed the checkpoint; give the first that did.

    Lines of other keys are passed over, witnesses' for instance; every line of a key that was named must hold.  Raises
    LogError ``log.origin`` (no key is named as this log is), ``log.unsigned`` (no line of such a key), SignatureRefused
    ``log.signature`` (a line of one does not hold) or KeyRefused ``party.key_*``.
    """
    origin = signed.checkpoint.origin
    known = {(key.name, key.id): key for key in keys if key.name == origin}
    if not known:
        raise LogError(
            "log.origin",
            "this is the checkpoint of another log than the one whose key was named",
            expected=[key.name for key in keys],
            found=origin,
            clause="L7",
        )
    message = signed.checkpoint.text.encode()
    found = None
    for line in signed.lines:
        key = known.get((line.name, line.id))
        if key is not None:
            PublicKey(key.public).verify(line.sig, message, code="log.signature")
            found = found or key
    if found is None:
        raise LogError(
            "log.unsigned",
            "no signature line of the checkpoint is of the key that was named",
            expected=[key.vkey for key in known.values()],
            found=[f"{line.name}+{line.id.hex()}" for line in signed.lines[:16]],
            clause="L6",
        )
    return found


def _base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def _raw(text: str) -> bytes | None:
    """The bytes that this base64 stands for, in the one spelling there is (RFC 4648, section 4); None otherwise."""
    try:
        raw = b64decode(text.encode("ascii"), validate=True)
    except (BadBase64, UnicodeEncodeError):
        return None
    return raw if _base64(raw) == text else None


def _is_name(name: str) -> bool:
    """Whether a key may have this name."""
    return bool(name) and not any(char.isspace() or char < " " or char == "+" or _is_half(char) for char in name)


def _is_half(char: str) -> bool:
    return "\ud800" <= char <= "\udfff"


def _refuse(message: str, found: object = None) -> NoReturn:
    raise LogError("log.checkpoint", message, found=found if not isinstance(found, str) else found[:200], clause="L7")


def _refuse_key(message: str, text: str) -> NoReturn:
    raise LogError("log.vkey", message, found=text[:200], clause="L6")
