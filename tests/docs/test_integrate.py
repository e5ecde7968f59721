"""docs/howto/integrate.md: every block is run against a live server, and prints what stands under it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.integrate import INSTALL, PAGE, Run, blocks, missing, run, same, shell
from tests.support.served import Process, serving

TEXT = PAGE.read_text(encoding="utf-8")
SOON = 60

SHIM = r"""
// A browser's EventSource, as far as the page needs it, on fetch.  The first one breaks after its second event.
let opened = 0;
globalThis.EventSource = class {
  constructor(url) {
    this.heard = {};
    this.control = new AbortController();
    this.run(url, ++opened === 1 ? 2 : Infinity).catch(() => {});
  }
  addEventListener(name, call) { this.heard[name] = call; }
  close() { this.control.abort(); }
  async run(url, events) {
    const answer = await fetch(url, { signal: this.control.signal });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    let text = "", id = "";
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
        const fields = {};
        for (const line of text.slice(0, end).split("\n")) {
          const [name, ...rest] = line.split(": ");
          fields[name] = rest.join(": ");
        }
        id = fields.id ?? id;
        this.heard[fields.event]?.({ data: fields.data, lastEventId: id });
        if (fields.event === "event" && --events === 0) return this.onerror();
      }
    }
  }
};
const [url, game, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
const ticket = async () => {
  const answer = await fetch(`${url}/v1/games/${game}/stream-tickets`, { method: "POST", headers });
  return (await answer.json()).ticket;
};
watch(url, game, ticket, (what, data) => console.log(what, what === "event" ? data.event.n : data.n));
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("integrate")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Process]:
    with serving(folder) as process:
        yield process


@pytest.fixture(scope="module")
def done(folder: Path, served: Process) -> Run:
    assert missing() == [], "the page's commands need these programs"
    return run(folder, TEXT, served)


def test_the_page_begins_with_what_is_done_here() -> None:
    assert blocks(TEXT)[0].code == INSTALL


def test_every_block_runs(done: Run) -> None:
    assert (done.code, done.errors) == (0, "")
    assert len(done.printed) == len(shell(TEXT))


@pytest.mark.parametrize("number", range(len(shell(TEXT))))
def test_a_block_prints_what_stands_under_it(done: Run, number: int) -> None:
    assert same(done.printed[number]) == same(shell(TEXT)[number].output or "")


def test_the_page_notices_another_answer() -> None:
    assert same('{"type":"close","status":"finished"}') != same('{"type":"close","status":"abandoned"}')
    assert same('{"n":17,"head":"0123456789abcdef"}') == same('{"n":4,"head":"ffffffffffffffff"}')
    assert same('{"n":17}') != same('{"n":null}')


def test_the_python_is_short() -> None:
    relay = next(block.code for block in blocks(TEXT) if block.language == "python")
    assert len([line for line in relay.splitlines() if line.strip()]) <= 50


def test_what_listens_in_a_browser_misses_nothing(folder: Path, served: Process, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    (code,) = (block.code for block in blocks(TEXT) if block.language == "js")
    (tmp_path / "watch.js").write_text(code + SHIM, encoding="utf-8")
    key = (folder / "fairdice-data/fairdice.db.test-key").read_text().strip()
    intents = iter(range(100))

    def post(path: str, body: object) -> Any:
        answer = served.ask(path, key=key, body=body, Idempotency_Key=f"browser-{next(intents)}", If_Match="*")
        assert answer.status == 201, answer.body
        return answer.json

    game = post("/v1/games", {"rules": "star@1", "players": 3, "start": "host"})["game"]
    command = [node, str(tmp_path / "watch.js"), served.url, game, key]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline().split()]
        for name in ("Ana", "Ben", "Cleo"):
            post(f"/v1/games/{game}/joins", {"name": name})
        post(f"/v1/games/{game}/abandonment", {})
        output, errors = process.communicate(timeout=SOON)
    heard += [line.split() for line in output.splitlines()]
    assert errors == ""
    assert [what for what, _ in heard if what != "due"] == ["snapshot", "event", "event", "snapshot", "event", "event"]
    assert [number for what, number in heard if what == "event"] == ["2", "3", "4", "5"]
