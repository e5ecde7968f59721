"""Queries of what is embedded elsewhere."""

from __future__ import annotations

from marshmallow import EXCLUDE

from api.embeds.served import player
from api.schemas.fields import Strict, Text, Told, Whole, Word
from api.schemas.paging import QueryWhole

__all__ = ["EmbedSchema", "OembedAnswerSchema", "OembedSchema", "PictureSchema", "RasterSchema"]


class EmbedSchema(Strict):
    """How the page in a frame shows its game."""

    n = QueryWhole(le=199_999, metadata={"description": "the event to show first"})
    lang = Word(*player().languages, metadata={"description": "the language; the visitor's own by default"})
    theme = Word("light", "dark", metadata={"description": "light or dark; what the visitor prefers by default"})


class PictureSchema(Strict):
    """Which picture."""

    view = Word("board", "card", metadata={"description": "the board, or the card for social media"})


class RasterSchema(PictureSchema):
    """Which picture, and how large."""

    width = QueryWhole(ge=240, le=1200, load_default=1200, metadata={"description": "width in pixels"})


class OembedSchema(Strict):
    """What a consumer asks for, as oEmbed 1.0 has it; what it says besides is let pass."""

    class Meta:
        """Of marshmallow."""

        unknown = EXCLUDE

    url = Text(required=True, shortest=1, longest=2000, metadata={"description": "a link to a game of this service"})
    maxwidth = QueryWhole(ge=1, metadata={"description": "the greatest width of the frame in pixels"})
    maxheight = QueryWhole(ge=1, metadata={"description": "the greatest height of the frame in pixels"})
    format = Text(longest=40, load_default="json", metadata={"description": "`json` or `xml`"})


class OembedAnswerSchema(Told):
    """A rich answer of oEmbed 1.0."""

    version = Word("1.0", required=True)
    type = Word("rich", required=True)
    title = Text(longest=1000, required=True)
    provider_name = Text(longest=40, required=True)
    provider_url = Text(longest=2000, required=True)
    cache_age = Whole(required=True, metadata={"description": "seconds for which it may be kept"})
    html = Text(longest=4000, required=True, metadata={"description": "the frame"})
    width = Whole(required=True)
    height = Whole(required=True)
    thumbnail_url = Text(longest=2000, required=True)
    thumbnail_width = Whole(required=True)
    thumbnail_height = Whole(required=True)
