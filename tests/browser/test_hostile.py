"""Who serves a record is not believed: two histories, records that overtake each other, bytes that would be a page."""

from __future__ import annotations

import json
import queue
from typing import Any

import pytest

from replay.record import House
from tests.browser.conftest import OpenPage
from tests.browser.replay import Replay, replay_page
from tests.browser.site import ROOT, Site
from tests.browser.test_live import STREAM, Live
from tests.support.forge import Forge, plain

CLOSED = 'event: closed\ndata: {"game": "x"}\n\n'


def shown(replay: Replay, n: int) -> str:
    """The sentence of event `n`, which is asked for."""
    replay.host.evaluate("(host, n) => host.seek(n)", n)
    return replay.said()


@pytest.fixture
def live(site: Site) -> Live:
    """A game in which player 0 has chosen by event 23; nothing told yet."""
    found = Live(site)
    found.forge = Forge("mensch@1", "pp", seed="fork").begin().play(30)
    found.record = found.forge.document()
    return found


def other_history() -> Forge:
    """The same game by the same house, but for the choice at event 23."""
    forge = Forge("mensch@1", "pp", seed="fork").begin().play(23)
    true = plain(Forge("mensch@1", "pp", seed="fork").begin().play(24).events[23])
    choices = forge.game.moves()
    forge.move(next(place for place, (_, piece) in enumerate(choices) if piece != true["piece"]))
    return forge.play(30)


def serve(site: Site, forge: Forge) -> None:
    site.put("/record.json", json.dumps(forge.document()), media="application/json")


def follow(open_page: OpenPage, site: Site, live: Live) -> Replay:
    replay = Replay(open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}))).wait("open")
    for n in range(11, 30):
        live.say(n)
    replay.wait_event(29)
    return replay


def fault_of(replay: Replay) -> Any:
    return replay.host.evaluate("host => host.report.fault")


def test_a_house_that_ends_with_another_history_than_it_told(open_page: OpenPage, site: Site, live: Live) -> None:
    """What is shown is what was verified: the stream's game must not stand under the verdict on the record's."""
    replay = follow(open_page, site, live)
    serve(site, other_history().close())
    live.put(CLOSED)
    replay.wait("refused")
    fault = fault_of(replay)
    assert (fault["code"], fault["event"]) == ("head.fork", 29)
    assert fault["expected"] == live.forge.heads[29].hex()
    assert replay.event == 28
    told = shown(replay, 23)
    alone = Replay(open_page(replay_page(site, {"src": "/record.json"}))).wait("verified")
    assert told == shown(alone, 23)


def test_a_house_that_ends_before_what_it_told(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = follow(open_page, site, live)
    serve(site, Forge("mensch@1", "pp", seed="fork").begin().play(25).close())
    live.put(CLOSED)
    replay.wait("refused")
    assert (fault_of(replay)["code"], fault_of(replay)["facts"]["as"]) == ("head.fork", "cut")


def test_a_record_that_has_not_come_so_far_is_no_fork(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = follow(open_page, site, live)
    serve(site, Forge("mensch@1", "pp", seed="fork").begin().play(25))
    live.put(CLOSED)
    replay.wait("refused")
    assert (fault_of(replay)["code"], fault_of(replay)["facts"]["as"]) == ("named.receipt", "later")


def test_another_game_at_the_end(open_page: OpenPage, site: Site, live: Live) -> None:
    replay = follow(open_page, site, live)
    serve(site, Forge("mensch@1", "pp", seed="another").begin().play(40).close())
    live.put(CLOSED)
    replay.wait("refused")
    assert (fault_of(replay)["code"], fault_of(replay)["facts"]["as"]) == ("named.receipt", "game")


def test_after_a_false_receipt_nothing_is_believed(open_page: OpenPage, site: Site, live: Live) -> None:
    """The fault has no event at which the replay could stop: it stops all the same."""
    replay = Replay(open_page(replay_page(site, {"src": live.serve(10), "stream": STREAM}))).wait("open")
    event = live.record["events"][11]
    live.put(f"event: event\ndata: {json.dumps({'event': event, 'receipt': {'n': 11, 'sig': '00' * 64}})}\n\n")
    replay.wait("refused")
    assert fault_of(replay)["code"] == "head.receipt"
    serve(site, other_history().close())
    live.say(12)
    live.put(CLOSED)
    replay.page.wait_for_timeout(400)
    replay.wait("refused")


def test_a_record_whose_words_come_late_does_not_replace_the_next(open_page: OpenPage, site: Site) -> None:
    bad = Forge("mensch@1", "pp", seed="bad").begin().play(30).document()
    roll = next(event for event in bad["events"][10:] if event["type"] == "roll")
    roll["value"] = roll["value"] % 6 + 1
    site.put("/bad.json", json.dumps(bad), media="application/json")
    serve(site, Forge("star@1", "pp", seed="good").begin().play(30).close())
    page = open_page(site.put("/empty.html", "<!doctype html><title>Test</title><link rel=icon href=data:,>"))
    held: queue.Queue[Any] = queue.Queue()
    page.route("**/words/en.more.json", held.put)
    page.goto(replay_page(site, {"src": "/bad.json"}))
    with page.expect_request("**/words/en.more.json"):
        pass
    replay = Replay(page)
    replay.host.evaluate("host => host.setAttribute('src', '/record.json')")
    replay.wait("verified")
    held.get(timeout=10).continue_()
    page.wait_for_timeout(300)
    assert shown(replay, 30) == "the house stops the game, no reason given"
    assert replay.event == 30


def test_bytes_that_would_be_a_page_are_none(open_page: OpenPage, site: Site) -> None:
    """Whoever opens the link to save them stays where nothing of theirs runs."""
    site.put("/page.json", b"<html><script>document.title = 'ran'</script>", media="application/json")
    replay = Replay(open_page(replay_page(site, {"src": "/page.json"}))).wait("unreadable")
    link = replay.find("a[download]")
    link.wait_for()
    assert link.evaluate("link => fetch(link.href).then(it => it.blob()).then(it => it.type)") == "application/json"


def test_what_cannot_be_seen_is_spelled_out(open_page: OpenPage, site: Site) -> None:
    """Names, and what a fault quotes, hold no letter that turns text around or hides in it."""
    odd = "a\u202eb\u200bc\u2066d</b><img src=x>"
    forge = Forge("mensch@1", "pp", seed="odd", note=odd)
    forge.open(house=House(name=odd, key=forge.house.public.hex())).commit().join(0, name=odd).join(1, name=odd)
    serve(site, forge.draw().play(20).close(reason=odd))
    wrong = forge.document()
    wrong["events"][2]["kind"] = odd
    site.put("/wrong.json", json.dumps(wrong), media="application/json")
    url = replay_page(site, {"src": "/record.json"}, {"src": "/wrong.json"})
    page = open_page(url)
    for replay in (Replay(page).wait("verified"), Replay(page, 1).wait("unreadable")):
        replay.tab("Checks").click()
        replay.find("a[download]").wait_for()
        text = replay.host.evaluate("host => host.shadowRoot.textContent")
        assert "\\u202e" in text
        assert not set(text) & set("\u202e\u200b\u2066")
        assert replay.find("img").count() == 0


@pytest.mark.parametrize("value", ["", " ", "-", "\N{CYRILLIC SMALL LETTER A}" * 64])
@pytest.mark.parametrize(
    ("name", "code"), [("house", "named.house_key"), ("player", "named.player_key"), ("log", "log.missing")]
)
def test_a_key_that_is_none_fits_no_record(open_page: OpenPage, site: Site, name: str, code: str, value: str) -> None:
    """A page whose template left the key out asks for one all the same."""
    serve(site, Forge("mensch@1", "cc", seed="keys").begin().play(12).close())
    replay = Replay(open_page(replay_page(site, {"src": "/record.json", f"{name}-key": value})))
    replay.wait("refused")
    assert fault_of(replay)["code"] == code


def test_crafted_signatures_are_judged_as_elsewhere(open_page: OpenPage, site: Site) -> None:
    """The browser's own Ed25519 uses the equation without the cofactor, too (B15)."""
    cases = json.loads((ROOT / "tests/vectors/protocol.json").read_bytes())["crafted_signatures"]
    page = open_page(site.put("/page.html", "<!doctype html><title>Test</title><link rel=icon href=data:,>"))
    found = page.evaluate(
        """async (cases) => {
          const { verifySignature } = await import("/api/web/fairdice/keys.js");
          const { fromHex } = await import("/api/web/fairdice/encoding.js");
          const judge = ({ key, sig, message }) => verifySignature(fromHex(key), fromHex(sig), fromHex(message));
          return Promise.all(cases.map((one) => judge(one).catch((error) => error.code)));
        }""",
        cases,
    )
    assert found == [True if case["holds"] else "sign.signature" for case in cases]
