"""A replay as one HTML file: the record, the player and all its words in it, so that it works from disk and from mail.

The file loads nothing and may not: its Content-Security-Policy knows its own script and style by their hashes, and
nothing else.  What stands in it without JavaScript is what the record says of itself; it is told so.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from gzip import compress
from hashlib import sha256
from html import escape

from api.embeds.picture import board, title_of
from api.embeds.served import SCRIPT, player
from api.wording import result_of, when
from fairdice.cli.shown import Shown, gid_of, shown_game
from fairdice.marks import colour, mark
from fairdice.picture.scene import scene
from fairdice.printable import printable
from fairdice.standings import standings
from fairdice.verify import Trust
from replay.record import Close, Open, Record

__all__ = ["single"]

_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; }
fairdice-replay { display: block; }
fairdice-replay:not(:defined) { min-height: 36rem; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }
code { overflow-wrap: anywhere; }
footer { margin-top: 1.5rem; font-size: 0.875rem; }
"""


def single(raw: bytes, record: Record, *, lang: str | None = None, title: str | None = None, trust: Trust) -> bytes:
    """The page that shows and verifies a record; `raw` are its bytes, and stay what they are.

    `lang` is the language of the player, the visitor's own by default; what `trust` names is what the page asks for.
    """
    script = player().files[SCRIPT].body.decode()
    name = title or title_of(record)
    shown = shown_game(record)
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{_text(name)}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{_text(name)}</h1>",
        f"<fairdice-replay{_attributes(lang, trust)}>",
        f'<script type="text/plain" data-record="gzip base64">{b64encode(compress(raw, 9, mtime=0)).decode()}</script>',
        '<div lang="en">',
        *_still(record, shown),
        "</div>",
        "</fairdice-replay>",
        "</main>",
        *_foot(record),
        *_words(),
        f'<script type="module">{script}</script>',
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines).encode()


def _policy(script: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(_STYLE)}; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _attributes(lang: str | None, trust: Trust) -> str:
    given = {
        "house-key": " ".join(key.hex() for key in trust.house_keys),
        "player-key": " ".join(key.hex() for key in trust.player_keys),
        "log-key": " ".join(trust.log_keys),
    }
    asked = "".join(f' {name}="{escape(value)}"' for name, value in given.items() if value)
    # An empty language is none: the player takes the visitor's, not that of the page.
    return f' lang="{lang or ""}" deep-link{asked}'


def _words() -> Iterator[str]:
    for name, file in player().words.items():
        text = file.body.decode().replace("<", "\\u003c")
        yield f'<script type="application/json" data-words="{name}">{text}</script>'


def _text(text: str) -> str:
    return escape(printable(text), quote=False)


# Without JavaScript ---------------------------------------------------------------------------------------------------


def _still(record: Record, shown: Shown) -> Iterator[str]:
    """What the record says, as it stands before the player runs, and stays where none runs."""
    yield "<noscript><p><strong>Nothing has been checked here: that takes JavaScript.</strong> The game as its record"
    yield "tells it:</p></noscript>"
    yield f"<p>{_text(_result(record, shown))}</p>"
    if shown.refused is not None:
        yield f"<p>The rules refuse event {shown.refused.event}: {_text(shown.refused.message)}.</p>"
    yield from _players(shown)
    if shown.rules is not None:
        yield board(record).decode().strip()


def _result(record: Record, shown: Shown) -> str:
    opening, last = record.events[0], record.events[-1]
    title = f"{shown.title[:1].upper()}{shown.title[1:]}"
    at = f", opened {when(opening.at)}" if isinstance(opening, Open) else ""
    if not isinstance(last, Close):
        return f"{title}{at}. The game is not closed; it has {len(record.events)} events."
    return f"{title}{at}, closed {when(last.at)}. Result: {result_of(last, shown.spoken)}."


def _players(shown: Shown) -> Iterator[str]:
    if shown.play is None:
        if shown.names:
            yield f"<p>Players: {_text(', '.join(shown.names))}.</p>"
        return
    seating = shown.play.seating
    yield "<table><thead><tr><th>Place</th><th>Player</th><th>Pieces</th></tr></thead><tbody>"
    for line in standings(shown.play, scene(shown.play)):
        seat = seating.seats[line.player]
        who = f"{mark(seat)} {_text(shown.names[line.player])} ({colour(seating.board, seat)})"
        pieces = f"{line.yard} in the yard, {line.track} on the way, {line.home} home"
        yield f"<tr><td>{line.place or ''}</td><td>{who}</td><td>{pieces}</td></tr>"
    yield "</tbody></table>"


def _foot(record: Record) -> Iterator[str]:
    yield "<footer>"
    yield "<p>This file holds the whole record of the game and the program that checks it, and loads nothing from"
    yield "anywhere.  Whoever made the file could have changed the program, too: who doubts it takes"
    yield "<code>fairdice verify</code> from elsewhere, and compares the game's identity with what was told when it"
    yield "began.</p>"
    yield f"<p>Game <code>{gid_of(record)}</code></p>"
    yield "</footer>"
