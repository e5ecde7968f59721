"""JavaScript with all that is no code blanked out: comments, and what stands in strings, templates and patterns.

Not a parser: it knows just enough of the language to tell code from text, so that what is looked for in the rest is
really there, at the place where it is in the source.
"""

from __future__ import annotations

import re

__all__ = ["blank"]

_BEFORE_PATTERN = re.compile(r"(?:^|[(,=:\[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete))\s*$")
"""A slash after this begins a regular expression; after anything else it divides."""
_STRING = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\"""", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_SPACE = re.compile(r"[^\n]")
_PLAIN = re.compile(r"[^'\"`/{}]+")


def blank(text: str) -> str:
    """The same number of characters and lines, with quotes kept and text between them as spaces.

    Raises ValueError with the place of what does not end.
    """
    made: list[str] = []
    at, depths = 0, [0]
    while at < len(text):
        end, kept = _piece(text, at, made, depths)
        made.append(kept)
        at = end
    if len(depths) > 1:
        raise ValueError(len(text))
    return "".join(made)


def _piece(text: str, at: int, made: list[str], depths: list[int]) -> tuple[int, str]:
    """Where the next piece ends, and what is kept of it.  `depths`: open brackets, a number for each template."""
    plain = _PLAIN.match(text, at)
    if plain is not None:
        return plain.end(), plain[0]
    char = text[at]
    if char == "/" and text[at + 1 : at + 2] in ("/", "*"):
        return _whole(_COMMENT, text, at, edges=0)
    if char in "'\"":
        return _whole(_STRING, text, at, edges=1)
    if char == "/" and _BEFORE_PATTERN.search("".join(made[-40:])[-400:]):
        return _whole(_PATTERN, text, at, edges=1)
    if char == "`":
        return _template(text, at + 1, "`", depths)
    if char == "{":
        depths[-1] += 1
    elif char == "}":
        if len(depths) > 1 and depths[-1] == 0:
            depths.pop()
            return _template(text, at + 1, " ", depths)
        depths[-1] -= 1
    return at + 1, char


def _whole(what: re.Pattern[str], text: str, at: int, *, edges: int) -> tuple[int, str]:
    """A piece that ends where its pattern does; so many characters at its edges are kept."""
    found = what.match(text, at)
    if found is None:
        raise ValueError(at)
    whole = found[0]
    inner = whole[edges : len(whole) - edges] if edges else whole
    return found.end(), whole[:edges] + _SPACE.sub(" ", inner) + (whole[len(whole) - edges :] if edges else "")


def _template(text: str, at: int, opening: str, depths: list[int]) -> tuple[int, str]:
    """The text of a template as far as its end or the next expression in it."""
    found = _CHUNK.match(text, at)
    assert found is not None
    end, spaces = found.end(), _SPACE.sub(" ", found[0])
    if text[end : end + 1] == "`":
        return end + 1, opening + spaces + "`"
    if text[end : end + 2] == "${":
        depths.append(0)
        return end + 2, opening + spaces + "  "
    raise ValueError(at)
