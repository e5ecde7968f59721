"""Options of a rule system: declared once, used everywhere (docs/spec/rules/common.md, clause C6).

The command line, the rule card, the catalogue, the docs' tables and the record's check are all made from these
declarations.  Values are compared by type as well: ``true`` is not ``1`` and ``"4"`` is not ``4``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from replay.errors import OptionError

__all__ = ["Choice", "Option", "OptionValue", "Options", "flag", "resolve", "spell"]

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]


class Choice(Struct, frozen=True):
    """One value an option can have, and the rule in plain words when it has it."""

    value: OptionValue
    says: str


class Option(Struct, frozen=True):
    """One option: its name, what it decides, and its choices, the default first."""

    name: str
    help: str
    choices: tuple[Choice, ...]
    clause: str = ""
    """The clause of docs/spec/rules that defines it."""

    @property
    def default(self) -> OptionValue:
        """The value in force when nothing is said."""
        return self.choices[0].value

    @property
    def kind(self) -> str:
        """``flag`` (true or false), ``number`` or ``word``."""
        if isinstance(self.default, bool):
            return "flag"
        return "number" if isinstance(self.default, int) else "word"

    def check(self, value: object) -> OptionValue:
        """The value itself, if it is one of the choices.

        Raises OptionError ``option.value`` otherwise; a value of another JSON type is never taken for it.
        """
        for choice in self.choices:
            if type(value) is type(choice.value) and value == choice.value:
                return choice.value
        raise OptionError(
            "option.value",
            f"{self.name} can be {self.spelled()}, not {_json_word(value)}",
            path=f"/{self.name}",
            expected=[choice.value for choice in self.choices],
            found=value if isinstance(value, bool | int | str) or value is None else type(value).__name__,
            clause=self.clause,
        )

    def parse(self, text: str) -> OptionValue:
        """The value that `text` spells, as on a command line: ``true``, ``2``, ``cancel``.

        Raises OptionError ``option.value`` if it spells none of the choices.
        """
        for choice in self.choices:
            if text == spell(choice.value):
                return choice.value
        return self.check(text)

    def choice(self, value: OptionValue) -> Choice:
        """The declared choice with this value (which `check` has accepted)."""
        return next(choice for choice in self.choices if choice.value == self.check(value))

    def spelled(self) -> str:
        """All choices, as a person would type them: ``cancel, undo or none``."""
        words = [spell(choice.value) for choice in self.choices]
        return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def flag(name: str, help: str, *, off: str, on: str, default: bool = False, clause: str = "") -> Option:
    """A true-or-false option; `off` and `on` are the rule in words under each."""
    choices = (Choice(value=False, says=off), Choice(value=True, says=on))
    return Option(name=name, help=help, choices=choices[::-1] if default else choices, clause=clause)


def resolve(declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """All declared options, with the given values and the defaults of the others, in the order of declaration.

    Raises OptionError ``option.unknown`` for a name that is not declared, else ``option.value`` for a bad value; of
    several the first by name, so that it does not depend on how a document was spelled.
    """
    options = {option.name: option for option in declared}
    for name in sorted(given):
        if name not in options:
            raise OptionError(
                "option.unknown",
                f"there is no option {_json_word(name)}; there are {', '.join(options)}",
                path=f"/{name}",
                expected=list(options),
                found=name,
                clause="C6",
            )
    checked = {name: options[name].check(given[name]) for name in sorted(given)}
    return {name: checked.get(name, option.default) for name, option in options.items()}


def spell(value: object) -> str:
    """The value of an option as one types it: ``true``, ``2``, ``block``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json_word(value: object) -> str:
    """The value as JSON writes it, cut to a readable length; for messages."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 40 else f'"{value[:37]}..."'
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else "a giant number"
    return f"a {type(value).__name__}"
