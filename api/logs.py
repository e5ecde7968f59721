"""What the service logs: one line of JSON each on standard error.

The access log's lines are JSON already.  No key, token, link, room code, body or query is ever put into a message; what
the log of a host's proxy does with its own is in docs/howto/operate.md.
"""

from __future__ import annotations

import logging
import sys

import msgspec

__all__ = ["set_up_logs"]

_ACCESS = "fairdice.access"


class _Lines(logging.Formatter):
    """One line a message."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name == _ACCESS:
            return record.getMessage()
        line = {
            "time": int(record.created * 1000),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up_logs() -> None:
    """Write to standard error: of the service what it does, of the libraries what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("api", "fairdice"):
        logging.getLogger(name).setLevel(logging.INFO)
    logging.captureWarnings(True)
