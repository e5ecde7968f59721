"""What `fairdice serve` says once it serves: where everything is, and what to do first."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from api.start import Settled, database_name
from fairdice import __version__

if TYPE_CHECKING:
    from api.service.service import Service

__all__ = ["Greeting"]


class Greeting(Struct, frozen=True, kw_only=True):
    """What there is to tell.  `key` is the one secret that is ever printed."""

    service: Service
    settled: Settled
    key: str | None
    key_file: Path | None
    sample: str | None

    def text(self) -> str:
        """The lines."""
        config = self.settled.config
        lines = [f"fairdice {__version__} serves {config.url} ({config.env}); Ctrl-C ends it.", ""]
        lines += self._facts()
        if self.sample is not None:
            lines += ["", *self._look()]
        if self.key is not None:
            lines += ["", *self._begin()]
        return "\n".join(lines)

    @property
    def _house(self) -> str:
        return self.service.keyring.active("house").public.hex()

    def _facts(self) -> list[str]:
        file, rows = self.settled.file, [("database", database_name(self.settled.config))]
        if file is not None:
            news = ", made just now: without it the database is lost" if self.settled.made else ""
            rows.append(("secret key", f"{file} (mode 0600{news})"))
        rows += [("house key", self._house), ("docs", f"{self.settled.config.url}/docs")]
        if self.key is not None:
            rows.append(("test key", self.key))
            rows.append(("", "makes test games; " + (f"kept in {self.key_file}" if self.key_file else "for a day")))
        return [f"  {name:<11} {value}" for name, value in rows]

    def _look(self) -> list[str]:
        url = f"{self.settled.config.url}/v1/games/{self.sample}"
        tree = self.service.storage.tree()
        log = f" --log-key '{self.service.keyring.vkey(tree)}'" if tree is not None else ""
        return [
            f"Open {self.settled.config.url} in a browser: it replays and verifies games before your eyes.",
            "A finished game, and how a stranger verifies it:",
            "",
            f"  {self.settled.config.url}/games/{self.sample}",
            "",
            f"  curl -s {url}/record -o sample.json",
            f"  {_command()} verify sample.json --house-key {self._house}{log}",
        ]

    def _begin(self) -> list[str]:
        url = self.settled.config.url
        key = "$KEY" if self.key_file is None else f"$(cat {shlex.quote(str(self.key_file))})"
        body = '{"rules": "star@1", "players": 2, "bots": [{"name": "Bot"}]}'
        return [
            "Your first table:",
            "",
            f'  curl {url}/v1/games -H "Authorization: Bearer {key}" \\',
            f"    -H 'Content-Type: application/json' -H 'Idempotency-Key: first' -d '{body}'",
        ]


def _command() -> str:
    """How the command that runs now is called from here: by its name, or by its file if that is not on PATH."""
    file = Path(sys.argv[0])
    return shlex.quote(str(file)) if shutil.which("fairdice") is None and file.name == "fairdice" else "fairdice"
