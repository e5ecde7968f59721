from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from api.logs import set_up_logs


@pytest.fixture
def logs(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Logging as the service sets it up, and afterwards as it was."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    set_up_logs()
    yield
    logging.captureWarnings(False)
    root.handlers[:] = before
    root.setLevel(level)
    for name in ("api", "fairdice"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_each_line_is_one_document(logs: None, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("fairdice.access").info("%s", '{"status":200}')
    logging.getLogger("fairdice.keeper").info("two\nlines")
    logging.getLogger("somebody.else").info("chatter")
    logging.getLogger("somebody.else").warning("wrong")
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("api.x").exception("a fault")
    access, own, other, fault = map(json.loads, capsys.readouterr().err.splitlines())
    assert access == {"status": 200}
    assert (own["level"], own["logger"], own["message"]) == ("info", "fairdice.keeper", "two\nlines")
    assert (other["level"], other["message"]) == ("warning", "wrong")
    assert fault["traceback"].endswith("ZeroDivisionError")
