"""The modules of a program, read as far as packing needs it: what they import, export and declare.

Refused is what cannot be packed into one scope, with file and line: names given anew (``as``), ``import *``, default
exports, dynamic imports, two modules with one top-level name, statements beside declarations, and cycles of modules
that need each other while they are being set up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from api.embeds.blank import blank

__all__ = ["Module", "Unpackable", "in_order"]

_TAKEN = frozenset(
    [
        "Array",
        "ArrayBuffer",
        "BigInt",
        "Blob",
        "Boolean",
        "CSSStyleSheet",
        "CustomEvent",
        "DOMException",
        "Date",
        "DecompressionStream",
        "Element",
        "Error",
        "Event",
        "EventSource",
        "EventTarget",
        "HTMLElement",
        "Infinity",
        "Intl",
        "JSON",
        "Map",
        "Math",
        "NaN",
        "Node",
        "Number",
        "Object",
        "Promise",
        "Proxy",
        "RangeError",
        "Reflect",
        "RegExp",
        "Request",
        "Response",
        "ResizeObserver",
        "Set",
        "String",
        "Symbol",
        "SyntaxError",
        "Text",
        "TextDecoder",
        "TextEncoder",
        "TypeError",
        "URL",
        "URLSearchParams",
        "Uint16Array",
        "Uint32Array",
        "Uint8Array",
        "WeakMap",
        "WeakRef",
        "WeakSet",
        "Worker",
        "atob",
        "btoa",
        "clearInterval",
        "clearTimeout",
        "console",
        "crypto",
        "customElements",
        "decodeURIComponent",
        "document",
        "encodeURIComponent",
        "fetch",
        "globalThis",
        "history",
        "isNaN",
        "localStorage",
        "location",
        "matchMedia",
        "name",
        "navigator",
        "parseFloat",
        "parseInt",
        "performance",
        "queueMicrotask",
        "requestAnimationFrame",
        "self",
        "setInterval",
        "setTimeout",
        "status",
        "structuredClone",
        "undefined",
        "window",
    ]
)
"""Names that mean something everywhere: a module's own of this name would take it from all others."""

_NAME = r"[A-Za-z_$][\w$]*"
_IMPORT = re.compile(r"import\b\s*(?:(?P<names>[^;'\"]*?)\bfrom\s*)?(?P<quote>['\"])(?P<text> *)(?P=quote)\s*;?")
_LIST = re.compile(r"export\s*\{(?P<names>[^}]*)\}\s*(?:from\s*(?P<quote>['\"])(?P<text> *)(?P=quote)\s*)?;?")
_DECLARED = re.compile(
    rf"(?:export\s+)?(?:(?:async\s+)?function\b\s*\*?\s*(?P<function>{_NAME})|class\s+(?P<class>{_NAME})"
    r"|(?P<kind>const|let|var)\b)"
)
_STATEMENT = re.compile(r"^(?=[^\s)\]};*/])", re.MULTILINE)
"""Where a statement begins: at the left edge, where nothing is open."""


class Unpackable(Exception):
    """Why modules cannot be packed: file, line, and what is wrong there."""


class Module(Struct, frozen=True):
    """A module: where it is, and what of it matters to others."""

    path: Path
    text: str
    blanked: str
    imports: dict[Path, dict[str, int]]
    """By module: the names that are taken from it, with the place of the import."""
    declared: dict[str, int]
    """Top-level names and their places."""
    functions: frozenset[str]
    """Those that are there before anything runs."""
    exported: frozenset[str]
    cuts: tuple[tuple[int, int], ...]
    """What is left out when the module is packed: imports, lists of exports, the word ``export``."""
    loose: tuple[int, ...]
    """Places of statements at the top level that declare nothing."""

    def fault(self, at: int, what: str) -> Unpackable:
        """An error at a place of this module."""
        return Unpackable(f"{self.path}:{self.text.count(chr(10), 0, at) + 1}: {what}")

    def body(self) -> str:
        """The text without imports and exports."""
        made, last = [], 0
        for start, end in self.cuts:
            made.append(self.text[last:start])
            last = end
        return "".join([*made, self.text[last:]]).strip() + "\n"


def in_order(entry: Path) -> list[Module]:
    """The entry and all modules that it needs, each after those that it needs.  Raises Unpackable.

    Those that one needs come by their paths, so that like stands by like: that compresses best.
    """
    found: dict[Path, Module] = {}
    order: list[Module] = []
    _visit(entry.resolve(), found, order, ())
    _check_names(order)
    _check_order(order)
    for module in order[:-1]:
        for at in module.loose:
            raise module.fault(at, "a statement at the top level: only the entry may do something when it is loaded")
    return order


def _visit(path: Path, found: dict[Path, Module], order: list[Module], way: tuple[Path, ...]) -> None:
    if path in found:
        return
    module = found[path] = _read(path)
    for other, names in sorted(module.imports.items(), key=lambda item: item[0].as_posix()):
        if not other.is_file():
            raise module.fault(next(iter(names.values())), f"there is no module {other}")
        _visit(other, found, order, (*way, path))
        for name, at in names.items():
            if name and name not in found[other].exported:
                raise module.fault(at, f"{other.name} exports no {name}")
    order.append(module)


def _check_names(order: list[Module]) -> None:
    """All clashes at once: they come when a module is added, and in numbers."""
    owner: dict[str, Module] = {}
    faults = []
    for module in order:
        for name, at in module.declared.items():
            if name in owner:
                faults.append(module.fault(at, f"{owner[name].path} has a top-level {name}, too: all share one scope"))
            elif name in _TAKEN:
                faults.append(module.fault(at, f"a top-level {name} would hide what all know by this name"))
            owner.setdefault(name, module)
    if faults:
        raise Unpackable("\n".join(map(str, faults)))


def _check_order(order: list[Module]) -> None:
    """Modules may need each other in a circle, but not before all of them are there."""
    place = {module.path: index for index, module in enumerate(order)}
    by_path = {module.path: module for module in order}
    for index, module in enumerate(order):
        later = [path for path in module.imports if place[path] > index]
        if not later:
            continue
        early = _at_once(module.blanked)
        for path in later:
            for name in module.imports[path]:
                used = re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", early) if name else None
                if used and name not in by_path[path].functions:
                    raise module.fault(
                        used.start(), f"{name} is needed here while {path.name}, which needs this module, is not there"
                    )


def _at_once(blanked: str) -> str:
    """What is looked at while a module is being set up: all but imports and what stands in braces."""
    text = _IMPORT.sub(lambda found: " " * len(found[0]), blanked)
    made, depth = [], 0
    for char in text:
        depth -= char == "}"
        made.append(" " if depth and char != "\n" else char)
        depth += char == "{"
    return "".join(made)


# Reading one module ---------------------------------------------------------------------------------------------------


def _read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    try:
        blanked = blank(text)
    except ValueError as error:
        line = text.count("\n", 0, error.args[0]) + 1
        raise Unpackable(f"{path}:{line}: a string, template, pattern or comment that does not end") from None
    module = Module(path, text, blanked, {}, {}, frozenset(), frozenset(), (), ())
    _check_words(module)
    return _declarations(module)


def _check_words(module: Module) -> None:
    for what, said in (
        (r"(?<![\w$.])import\s*\(", "a dynamic import cannot be packed"),
        (r"(?<![\w$.])import\s*\*", "import * cannot be packed: name what is needed"),
        (r"(?<![\w$.])export\s*\*", "export * cannot be packed: name what is given on"),
        (r"(?<![\w$.])export\s+default\b", "default exports cannot be packed: name what is exported"),
        (rf"(?<![\w$.])import\s+{_NAME}\s*(?:,|from\b)", "a default import cannot be packed: name what is needed"),
        (r"(?<![\w$.])(?:import|export)\s*\{[^}]*\bas\b", "a name given anew (as) cannot be packed"),
    ):
        found = re.search(what, module.blanked)
        if found:
            raise module.fault(found.start(), said)


def _declarations(module: Module) -> Module:
    imports: dict[Path, dict[str, int]] = {}
    declared: dict[str, int] = {}
    functions: set[str] = set()
    exported: set[str] = set()
    cuts: list[tuple[int, int]] = []
    loose: list[int] = []
    for at in _statements(module):
        found = _IMPORT.match(module.blanked, at) or _LIST.match(module.blanked, at)
        if found:
            names = dict.fromkeys(_listed(found["names"]), at)
            if found["quote"]:
                imports.setdefault(_target(module, found), {}).update(names or {"": at})
            if module.blanked.startswith("export", at):
                exported |= names.keys()
            cuts.append(found.span())
            continue
        found = _DECLARED.match(module.blanked, at)
        if found is None:
            loose.append(at)
            continue
        new = [found["function"] or found["class"]] if not found["kind"] else _bound(module, found.end())
        for name in new:
            if name in declared:
                raise module.fault(at, f"{name} is declared twice")
            declared[name] = at
        if found["function"]:
            functions.add(found["function"])
        if module.blanked.startswith("export", at):
            exported |= set(new)
            cuts.append((at, at + re.match(r"export\s+", module.blanked[at:]).end()))  # type: ignore[union-attr]
    for name in exported - declared.keys():
        if not any(name in names for names in imports.values()):
            raise module.fault(0, f"{name} is exported, but not there")
    return Module(
        module.path,
        module.text,
        module.blanked,
        imports,
        declared,
        frozenset(functions),
        frozenset(exported),
        tuple(cuts),
        tuple(loose),
    )


def _statements(module: Module) -> Iterator[int]:
    """The places where top-level statements begin: nothing is open, and the line begins at the left edge."""
    depth, last = 0, 0
    for found in _STATEMENT.finditer(module.blanked):
        at = found.start()
        depth += sum(_DEPTH.get(char, 0) for char in module.blanked[last:at])
        last = at
        if depth == 0:
            yield at


_DEPTH = {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}


def _target(module: Module, found: re.Match[str]) -> Path:
    name = module.text[slice(*found.span("text"))]
    if not name.startswith((".", "/")) or not name.endswith(".js") or name.startswith("/"):
        raise module.fault(found.start(), f"{name}: only relative paths that end in .js can be packed")
    return (module.path.parent / name).resolve()


def _listed(names: str | None) -> list[str]:
    return re.findall(_NAME, names or "")


def _bound(module: Module, at: int) -> list[str]:
    """The names that a ``const``, ``let`` or ``var`` declares: after the word, and after each comma outside."""
    names, depth, wanted = [], 0, True
    for found in re.finditer(rf"{_NAME}|[{{}}()\[\],;]", module.blanked[at:]):
        word = found[0]
        if wanted and depth == 0:
            if not re.fullmatch(_NAME, word):
                raise module.fault(at, "a pattern at the top level cannot be packed: one name for each value")
            names.append(word)
            wanted = False
        elif word == ";" and depth == 0:
            return names
        elif word == "," and depth == 0:
            wanted = True
        depth += _DEPTH.get(word, 0)
    raise module.fault(at, "this declaration does not end with a semicolon")
