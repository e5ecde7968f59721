"""Packs the browser's modules into the files that are served: ``python -m api.embeds.pack`` (`make pack`).

From `api/web/player/register.js` on, all modules are put one after another into one module script, so that nothing of
them is global and ``import.meta.url`` is the address of the packed file.  The English words are put in; the other
languages stay files of their own.  The script names an index of them by its hash, the index each language, and the
words of a language those of its panels.  Beside it stand two small scripts for pages that hold a replay in a frame.
`api/web/served/manifest.json` lists all of it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from api.embeds.blank import blank
from api.embeds.catalog import catalog_module
from api.embeds.modules import Module, Unpackable, in_order
from api.embeds.served import MANIFEST, SCRIPT, WEB, integrity_of, short_integrity_of

__all__ = ["BUDGET", "main", "pack", "source"]

BUDGET = 40 * 1024
"""Bytes that a browser may have to load for a replay in one language, compressed."""

_ENTRY = "player/register.js"
_CONSTANTS = "player/packed.js"
_BESIDE = ("frame.js", "resize.js")
_HEAD = "// fairdice {version} Apache-2.0 {source}\n"
_SOURCE = "source/player/register.js"
"""Beside the folder `player` of the service."""
_COMPRESS = "passes=3,unsafe=true,unsafe_arrows=true,unsafe_methods=true,pure_getters=true"
_SHORTENED = "regex=/^[a-z]+[A-Z][A-Za-z0-9]*$/,keep_quoted=strict,reserved=[{}]"
"""Properties in camel case are ours: records and reports have none.  terser leaves those that browsers know alone."""
_CALLED = ("connectedCallback", "disconnectedCallback", "attributeChangedCallback", "observedAttributes")
_QUOTED = re.compile(r"[\"']([a-z]+[A-Z][A-Za-z0-9]*)[\"']")
"""A property that is somewhere named by a string, as in the catalogue, keeps its name everywhere."""
_STYLES = re.compile(r"(?<=_CSS = `).*?(?=`;\n)", re.DOTALL)
_CONST = re.compile(r"\bconst(?=\s)")
_TERSER = Path(__file__).parents[2] / "tests" / "web" / "node_modules" / "terser" / "bin" / "terser"


def source(web: Path = WEB) -> str:
    """All modules as one script, not yet minified.  Raises Unpackable."""
    modules = in_order(web / _ENTRY)
    constants = (web / _CONSTANTS).resolve()
    parts = [_constants(one, web) if one.path == constants else _tightened(one.body()) for one in modules]
    return "\n".join(parts)


def pack(web: Path = WEB) -> dict[str, bytes]:
    """All files that are served, by name, with their manifest.  Raises Unpackable."""
    script = source(web)
    files = {SCRIPT: _head() + _minified(script, SCRIPT)}
    for name in _BESIDE:
        files[name] = _head() + _minified((web / "player" / name).read_text(encoding="utf-8"), name)
    files |= {f"words.{name}.json": _words(web, name) for name in _beside(web)} | {"words.index.json": _index(web)}
    return files | {f"{SCRIPT}.gz": _compressed(files[SCRIPT]), MANIFEST: _manifest(files, script)}


def _compressed(body: bytes) -> bytes:
    """Gzip as short as it can be: packed once, loaded by many."""
    import zopfli.gzip

    made: bytes = zopfli.gzip.compress(body, numiterations=100)
    return made


def _head() -> bytes:
    import fairdice

    return _HEAD.format(version=fairdice.__version__, source=f"../../{_SOURCE}").encode()


def _constants(module: Module, web: Path) -> str:
    """The module of constants with what is packed in."""
    values: dict[str, Any] = {
        "ENGLISH": json.loads(_words(web, "en")),
        "INTEGRITY": short_integrity_of(_index(web)),
        "SOURCE": _SOURCE,
        "PACKED": True,
    }
    if module.exported != values.keys():
        names = ", ".join(sorted(module.exported ^ values.keys()))
        raise module.fault(0, f"the packer puts in {', '.join(values)}, and nothing else: {names}")
    return "".join(f"const {name} = {_compact(value)};\n" for name, value in values.items())


def _tightened(body: str) -> str:
    """Style sheets, which are constants named ``..._CSS``, without line breaks: terser leaves them as they are."""
    return _STYLES.sub(lambda found: found[0].replace("\n", ""), body)


def _declared_alike(script: str) -> str:
    """``let`` for every ``const``: nothing assigns to one (tsc sees to it), and one word compresses better than two."""
    made, last = [], 0
    for found in _CONST.finditer(blank(script)):
        made += [script[last : found.start()], "let"]
        last = found.end()
    return "".join([*made, script[last:]])


def _beside(web: Path) -> list[str]:
    """The words that stay files: all but those that every replay needs, in English."""
    return sorted(path.stem for path in (web / "words").glob("*.json") if path.stem != "en")


def _index(web: Path) -> bytes:
    """By language: the integrity of its words."""
    found = {name: short_integrity_of(_words(web, name)) for name in _beside(web) if "." not in name}
    return _compact(found).encode()


def _words(web: Path, name: str) -> bytes:
    """The words of a file; as "more" the integrity of those that a panel asks for."""
    messages = json.loads((web / "words" / f"{name}.json").read_bytes())
    if (web / "words" / f"{name}.more.json").exists():
        messages["more"] = short_integrity_of(_words(web, f"{name}.more"))
    return _compact(messages).encode()


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _minified(script: str, name: str) -> bytes:
    """The script, as short as terser makes it: it drops comments, shortens local names, and escapes ``</script``."""
    if not _TERSER.exists():
        raise Unpackable("packing needs terser (npm): run .ci/setup dev")
    command = ["node", str(_TERSER), "--module", "--ecma", "2022", "--compress", _COMPRESS, "--mangle"]
    if name == SCRIPT:
        kept = sorted({*_CALLED, *_QUOTED.findall(script)})
        command += ["--mangle-props", _SHORTENED.format(",".join(kept))]
        script = _declared_alike(script)
    made = subprocess.run(command, input=script.encode(), capture_output=True, check=False)
    if made.returncode:
        raise Unpackable(f"{name}: {made.stderr.decode(errors='replace').strip()}")
    return made.stdout.rstrip() + b"\n"


def _manifest(files: dict[str, bytes], script: str) -> bytes:
    entries = {
        name: {
            "bytes": len(body),
            "gzip": len(compress(body, 9)),
            "sha256": sha256(body).hexdigest(),
            "integrity": integrity_of(body),
        }
        for name, body in sorted(files.items())
    }
    names = "".join(f"{name} {entry['sha256']}\n" for name, entry in entries.items())
    manifest = {
        "digest": sha256(names.encode()).hexdigest()[:32],
        "source": sha256(script.encode()).hexdigest(),
        "files": entries,
    }
    return json.dumps(manifest, indent=1).encode() + b"\n"


def main(web: Path = WEB) -> None:
    """Write the catalogue and everything that is served."""
    (web / "catalog_data.js").write_text(catalog_module(), encoding="utf-8", newline="\n")
    try:
        files = pack(web)
    except Unpackable as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
    folder = web / "served"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.name not in files:
            old.unlink()
    for name, body in files.items():
        (folder / name).write_bytes(body)
    entries = json.loads(files[MANIFEST])["files"]
    for name, entry in entries.items():
        click.echo(f"{entry['bytes']:8} {entry['gzip']:6} gzip  {name}")
    click.echo(f"{len(files[f'{SCRIPT}.gz']):15} gzip  {SCRIPT} as it is sent")
    if len(files[f"{SCRIPT}.gz"]) > BUDGET:
        click.echo(f"error: {SCRIPT} has more than {BUDGET} bytes, compressed", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
