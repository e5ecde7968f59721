"""Typed documents: read strictly as a msgspec type, with a coded error for the first fault.

The types are the format (`replay.record`, position documents); this module reads them with `msgspec.inspect` and makes
of them the shapes that `replay.shape` checks, so that no limit is written down twice.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import inspect

from replay.errors import FormatError
from replay.pointer import shorten
from replay.record import MAX_BYTES
from replay.shape import JSON_TYPES, Choice, Elements, Fields, Members, Number, Rule, Shape, Text, Variant, show
from replay.strict import parse

__all__ = ["check", "convert", "decode", "shape_of"]

T = TypeVar("T")


def decode(raw: bytes, type_: type[T], *, max_bytes: int = MAX_BYTES) -> T:
    """Read a document strictly as `type_`, a msgspec type of any document.

    Raises FormatError and nothing else: what `replay.strict.parse` raises, then what `check` raises.
    """
    return convert(parse(raw, max_bytes=max_bytes), type_)


def convert(value: object, type_: type[T]) -> T:
    """Make a `type_` of plain JSON as `replay.strict.parse` gives it.  Raises FormatError as `check` does."""
    check(value, type_)
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:  # `check` is at least as strict as msgspec; tests compare them
        raise FormatError("format.shape", str(error)) from None


def check(value: object, type_: type) -> None:
    """Refuse plain JSON that is no `type_`.

    Raises FormatError: first `format.kind`, if `value` is an object and `type_` fixes its `format` and it has none or
    another; then the first fault in the order of `replay.shape`.
    """
    shape = shape_of(type_)
    fields = shape.rules.get("object")
    if isinstance(value, dict) and isinstance(fields, Fields) and fields.tag is None:
        _check_kind(value, fields.variants[""].fields.get("format"))
    shape.check(value)


def _check_kind(value: dict[str, object], shape: Shape | None) -> None:
    """Refuse a document of another kind, and say of which."""
    rule = shape.rules.get("string") if shape else None
    if not isinstance(rule, Choice) or value.get("format") in rule.values:
        return
    wanted, found = rule.values[0], value.get("format")
    if "format" in value:
        message = f"the document's format is {show(found)}, not {show(wanted)}"
    elif "ruleset" in value and "pieces" in value:
        message = f"this is a position document, not {show(wanted)}"
    else:
        message = f'this is not {show(wanted)}: it has no "format"'
    raise FormatError("format.kind", message, path="/format", expected=wanted, found=shorten(found))


@cache
def shape_of(type_: type) -> Shape:
    """The shape of a msgspec type.  Raises NotImplementedError for types that documents don't have (floats, bytes)."""
    return _shape(inspect.type_info(type_))


def _shape(info: inspect.Type) -> Shape:
    match info:
        case inspect.UnionType():
            return _union(info)
        case inspect.Metadata():
            return _text(info.type, info.extra or {}) if isinstance(info.type, inspect.StrType) else _shape(info.type)
        case inspect.VarTupleType() | inspect.ListType():
            elements = Elements(_shape(info.item_type), info.min_length, info.max_length)
            return Shape(_sized("an array", "elements", info.min_length, info.max_length), {"array": elements})
        case inspect.DictType():
            members = Members(_shape(info.value_type), info.min_length, info.max_length)
            return Shape(_sized("an object", "members", info.min_length, info.max_length), {"object": members})
        case inspect.StructType():
            return Shape("an object", {"object": _fields(info)})
    return _scalar(info)


def _scalar(info: inspect.Type) -> Shape:
    match info:
        case inspect.NoneType():
            return Shape("null", {"null": Rule()})
        case inspect.BoolType():
            return Shape("true or false", {"boolean": Rule()})
        case inspect.IntType():
            return _number(info)
        case inspect.StrType():
            return _text(info, {})
        case inspect.LiteralType():
            values = tuple(value for value in info.values if isinstance(value, str | int))
            rules: dict[str, Rule] = {JSON_TYPES[type(value)]: Choice(values) for value in values}
            return Shape(" or ".join(map(show, values)), rules)
    raise NotImplementedError(f"documents have no {info}")


def _union(info: inspect.UnionType) -> Shape:
    """A value of one of several types; of tagged objects the tag decides."""
    structs = [inner for inner in info.types if isinstance(inner, inspect.StructType)]
    shapes = [_shape(inner) for inner in info.types if not isinstance(inner, inspect.StructType)]
    if structs:
        shapes.insert(0, Shape("an object", {"object": _fields(*structs)}))
    rules = {name: rule for shape in shapes for name, rule in shape.rules.items()}
    return Shape(" or ".join(shape.words for shape in shapes), rules)


def _fields(*structs: inspect.StructType) -> Fields:
    variants = {
        str(struct.tag or ""): Variant(
            {name: _shape(field.type) for name, field in sorted((field.encode_name, field) for field in struct.fields)},
            tuple(sorted(field.encode_name for field in struct.fields if field.required)),
            struct.forbid_unknown_fields,
        )
        for struct in structs
    }
    return Fields(variants, structs[0].tag_field)


def _number(info: inspect.IntType) -> Shape:
    least = info.ge if info.gt is None else info.gt + 1
    most = info.le if info.lt is None else info.lt - 1
    if least is None or most is None:
        limits = "" if least is most else f" of at least {least}" if most is None else f" of at most {most}"
    else:
        limits = f" from {least} to {most}"
    return Shape(f"an integer{limits}", {"integer": Number(least, most)})


def _text(info: inspect.StrType, extra: dict[str, str]) -> Shape:
    form = extra.get("form", "")
    rule = Text(info.min_length, info.max_length, form, info.pattern)
    if form == "hex":
        words = f"{info.max_length} lower-case hex digits"
    elif form == "name":
        words = f"a name of {info.min_length} to {info.max_length} characters, none of them a control character"
    else:
        words = _sized("a string", "characters", info.min_length, info.max_length)
    return Shape(words, {"string": rule})


def _sized(thing: str, units: str, least: int | None, most: int | None) -> str:
    """Words such as "a string of at most 200 characters"."""
    if most is None:
        return f"{thing} of at least {least} {units}" if least else thing
    return f"{thing} of {least} to {most} {units}" if least else f"{thing} of at most {most} {units}"
