"""What is left on disk when the house cheats: files that a stranger can judge with ``fairdice verify``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from fairdice.client.errors import KeepError
from fairdice.errors import PlayerError
from fairdice.live.evidence import Evidence
from fairdice.live.watcher import Watcher
from replay.codec import encode
from replay.record import Receipt, Record

__all__ = ["write_evidence"]


def write_evidence(folder: Path, watcher: Watcher, error: PlayerError, extra: dict[str, Any]) -> Path:
    """Write the files into `folder`, which is made, and give it.

    ``why.json`` says what happened, with what `extra` holds; ``record.json`` is the longest history that the house has
    signed, which ``fairdice verify`` judges; ``receipt-1.json`` and so on are for its ``--receipt``; ``shown.json`` is
    an event that the house showed without signing it, so that nothing proves it.  Raises KeepError ``keep.failed``.
    """
    evidence = watcher.evidence
    files: dict[str, bytes] = {}
    why: dict[str, Any] = {"code": error.code, "message": error.message, "event": error.event, **extra}
    why |= {"expected": error.expected, "found": error.found, "clause": error.clause}
    record = _record(watcher, evidence)
    if record is not None:
        files["record.json"] = encode(record) + b"\n"
    if evidence is not None:
        why |= {"house_key": evidence.house_key.hex(), "two_histories": evidence.two_histories}
        for number, receipt in enumerate(evidence.receipt_files(), 1):
            files[f"receipt-{number}.json"] = receipt + b"\n"
        if evidence.events and (record is None or evidence.events[-1] not in record.events):
            files["shown.json"] = msgspec.json.encode(evidence.events[-1]) + b"\n"
    files["why.json"] = msgspec.json.format(msgspec.json.encode(why), indent=2) + b"\n"
    return _write(folder, files)


def _record(watcher: Watcher, evidence: Evidence | None) -> Record | None:
    """The refused event and the history before it, if the house has signed that; otherwise what it last signed."""
    if evidence is not None and not evidence.two_histories and evidence.receipts and evidence.events:
        signed = evidence.receipts[-1]
        if signed.n == evidence.events[-1].n:
            return _as_record(evidence.events, signed.n, signed.sig)
    last = watcher.receipt(watcher.n)
    return _as_record(watcher.events, watcher.n, last.sig) if last is not None else None


def _as_record(events: Any, n: int, sig: bytes) -> Record:
    return Record(format="fairdice/game@1", events=tuple(events), receipt=Receipt(n=n, sig=sig.hex()), acks=())


def _write(folder: Path, files: dict[str, bytes]) -> Path:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, data in files.items():
            with open(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
    except OSError as error:
        raise KeepError("keep.failed", f"{folder}: {(error.strerror or str(error)).lower()}") from None
    return folder
