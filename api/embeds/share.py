"""What a game's page says to other sites: tags for its head, and the ways to embed it for people to copy."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup

from api.config import Config
from api.embeds.oembed import CARD
from api.embeds.snippet import element, frame, game_url, resizer, script

__all__ = ["head", "ways"]

_SAYS = "A replay that your own browser checks: every die, every move, the result."
"""It says what will be done and not how it ends: whoever writes this is the service."""


def head(config: Config, game: str, title: str) -> Markup:
    """Discovery of oEmbed, Open Graph and the card for social media; for public games only."""
    url = game_url(config.url, game)
    lines = []
    for kind in ("json", "xml"):
        query = urlencode({"url": url, "format": kind})
        media = {"json": "application/json+oembed", "xml": "text/xml+oembed"}[kind]
        lines.append(
            Markup('<link rel="alternate" type="{}" href="{}" title="{}">').format(
                media, f"{config.url}/oembed?{query}", title
            )
        )
    facts = {
        "og:type": "website",
        "og:site_name": config.name,
        "og:title": title,
        "og:description": _SAYS,
        "og:url": url,
        "og:image": f"{url}/thumbnail.png",
        "og:image:type": "image/png",
        "og:image:width": CARD[0],
        "og:image:height": CARD[1],
        "og:image:alt": f"The board and the players. {title}",
    }
    lines += [Markup('<meta property="{}" content="{}">').format(name, value) for name, value in facts.items()]
    lines.append(Markup('<meta name="twitter:card" content="summary_large_image">'))
    lines.append(Markup('<meta name="description" content="{}">').format(_SAYS))
    return Markup("\n").join(lines)


def ways(config: Config, game: str, title: str, *, closed: bool) -> Markup:
    """A section with what page owners copy: the element, the frame, and what fits the frame to its replay."""
    lines = f"{script(config.url)}\n{element(config.url, game, closed=closed)}"
    return Markup(
        '<section aria-labelledby="embed">\n<h2 id="embed">Show it on your page</h2>\n'
        "<p>Two lines of HTML. The browser of whoever visits your page verifies the game there; the script is pinned to"
        ' these very bytes.</p>\n<pre class="folds"><code>{}</code></pre>\n'
        "<p>Or a frame, where pages take no scripts of others:</p>\n"
        '<pre class="folds"><code>{}</code></pre>\n'
        "<p>With this line beside it, every frame is as high as its replay:</p>\n"
        '<pre class="folds"><code>{}</code></pre>\n</section>'
    ).format(lines, frame(config.url, game, title), resizer(config.url))
