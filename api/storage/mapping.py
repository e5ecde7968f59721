"""Between the structs of `api.storage.rows` and the columns of `api.storage.tables`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct
from sqlalchemy import Boolean, Table

__all__ = ["Mapping", "values"]

Row = TypeVar("Row", bound=Struct)


def values(row: Struct, **more: Any) -> dict[str, Any]:
    """The columns of a row, and others that are not in its struct."""
    found = {name: _stored(getattr(row, name)) for name in row.__struct_fields__}
    return {**found, **more}


def _stored(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, tuple) else value


def _strings(value: str) -> tuple[str, ...]:
    return msgspec.json.decode(value, type=tuple[str, ...])


class Mapping(Generic[Row]):
    """How rows of a table are read: what stands in a SELECT, and what is made of the answer."""

    def __init__(self, kind: type[Row], table: Table) -> None:
        self._kind = kind
        self._names = kind.__struct_fields__
        self.columns = [table.c[name] for name in self._names]
        self.text = ", ".join(self._names)
        """The columns in SQL, for the statements that are written out."""
        self._made = [(name, made) for name in self._names if (made := _made(kind, table, name))]

    def __call__(self, row: Sequence[Any]) -> Row:
        """The struct of one row, its columns in the order of `columns`."""
        found = dict(zip(self._names, row, strict=True))
        for name, made in self._made:
            found[name] = made(found[name])
        return self._kind(**found)

    def all(self, rows: Sequence[Any]) -> list[Row]:
        """The structs of several rows."""
        return [self(row) for row in rows]


def _made(kind: type[Struct], table: Table, name: str) -> Callable[[Any], Any] | None:
    """What the database's value has to go through: SQLite knows no booleans, and neither knows our tuples."""
    if isinstance(table.c[name].type, Boolean):
        return bool
    annotation = cast("str", kind.__annotations__[name])
    return _strings if annotation == "tuple[str, ...]" else None
