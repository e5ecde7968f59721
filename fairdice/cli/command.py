"""What the commands share: help texts whose examples and tables keep their lines."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import click

__all__ = ["Command", "Group"]


class Command(click.Command):
    """A click command; in its docstring a paragraph with an indented line is printed as it stands.

    The callback returns the exit code, or ends with `click.Context.exit`; None is 0.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help = _laid_out(self.help)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option that takes one value and is given twice: which of the two is meant nobody knows."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for parameter in order:
            single = isinstance(parameter, click.Option) and not (parameter.multiple or parameter.is_flag)
            if single and order.count(parameter) > 1:
                raise click.BadOptionUsage(parameter.opts[0], f"{parameter.opts[0]} can be given once only", ctx)
        return super().parse_args(ctx, args)


class Group(click.Group):
    """A click group whose docstring is printed as that of a `Command` is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help = _laid_out(self.help)


def _laid_out(text: str | None) -> str | None:
    return "\n\n".join(map(_kept, cleandoc(text).split("\n\n"))) if text else text


def _kept(paragraph: str) -> str:
    """The paragraph, marked for click to leave its lines alone if one of them is indented."""
    return f"\b\n{paragraph}" if "\n " in paragraph else paragraph
