from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import logging
from api.logs import set_up_logs
set_up_logs()
logging.getLogger("fairdice.access").info("%s", '{"status":200}')
logging.getLogger("fairdice.keeper").info("two\\nlines")
logging.getLogger("somebody.else").info("chatter")
logging.getLogger("somebody.else").warning("wrong")
try:
    raise ZeroDivisionError
except ZeroDivisionError:
    logging.getLogger("api.x").exception("a fault")
"""


def test_each_line_is_one_document() -> None:
    """In a process of its own, as logging belongs to the whole process."""
    ended = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == ""
    access, own, other, fault = map(json.loads, ended.stderr.splitlines())
    assert access == {"status": 200}
    assert (own["level"], own["logger"], own["message"]) == ("info", "fairdice.keeper", "two\nlines")
    assert (other["level"], other["message"]) == ("warning", "wrong")
    assert fault["traceback"].endswith("ZeroDivisionError")
