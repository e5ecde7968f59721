"""What the commands share: help texts whose examples and tables keep their lines."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import click

__all__ = ["Command"]


class Command(click.Command):
    """A click command; in its docstring a paragraph with an indented line is printed as it stands.

    The callback returns the exit code, or ends with `click.Context.exit`; None is 0.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.help:
            self.help = "\n\n".join(map(_kept, cleandoc(self.help).split("\n\n")))


def _kept(paragraph: str) -> str:
    """The paragraph, marked for click to leave its lines alone if one of them is indented."""
    return f"\b\n{paragraph}" if "\n " in paragraph else paragraph
