"""From modules to one script: what is refused, what comes out, and that it is what is committed."""

from __future__ import annotations

import json
import shutil
import subprocess
from gzip import decompress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api.embeds.blank import blank
from api.embeds.catalog import catalog_module
from api.embeds.modules import Unpackable, in_order
from api.embeds.pack import BUDGET, main, pack, source
from api.embeds.served import MANIFEST, SCRIPT, WEB, integrity_of, player, short_integrity_of, sources

ENTRY = 'import { twice } from "./twice.js";\nconsole.log(JSON.stringify([twice(4), import.meta.url !== ""]));\n'
GOOD = {
    "entry.js": ENTRY,
    "twice.js": 'import { two } from "./deep/two.js";\n\nexport function twice(n) {\n  return n * two;\n}\n',
    "deep/two.js": "const two = 2;\nexport { two };\n",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "entry.js"


def run(script: str, folder: Path) -> str:
    """What Node prints for a module script."""
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "the tests need Node: run .ci/setup dev"
    (folder / "made.mjs").write_text(script, encoding="utf-8")
    answer = subprocess.run([node, str(folder / "made.mjs")], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


# Reading --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a('b', \"c\")", "a(' ', \" \")"),
        ("x = 1; // import {a}\ny", "x = 1;              \ny"),
        ("/* import\n{a} */ b", "         \n       b"),
        ("a / b / c", "a / b / c"),
        ("f(/[/}]\\/'/g)", "f(/       /g)".replace("/       /g", "/        /")[:13]),
        ("`a${b({c: `d`})}e`", "` " + "  " + "b({c: ` `})" + "  `"),
        ("'\\'' + x", "'  ' + x"),
        ("return /}/.test(x)", "return / /.test(x)"),
    ],
)
def test_text_is_told_from_code(text: str, kept: str) -> None:
    assert len(blank(text)) == len(text)
    if "/g" not in text:
        assert blank(text) == kept
    else:
        assert "}" not in blank(text)[2:-1]


@pytest.mark.parametrize("text", ["'a", "`a${b", "/* a", "`a"])
def test_what_does_not_end_is_noticed(text: str) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        blank(text)


def test_modules_come_after_those_they_need(tmp_path: Path) -> None:
    order = in_order(written(tmp_path, GOOD))
    assert [module.path.name for module in order] == ["two.js", "twice.js", "entry.js"]
    text = "(() => {\n" + "".join(module.body() for module in order) + "})();\n"
    assert "import {" not in text
    assert "export" not in text
    assert json.loads(run(text, tmp_path)) == [8, True]


def test_exports_are_given_on(tmp_path: Path) -> None:
    files = GOOD | {
        "twice.js": 'import { two } from "./deep/two.js";\nconst twice = (n) => n * two;\nexport { twice };\n'
    }
    text = "(() => {\n" + "".join(module.body() for module in in_order(written(tmp_path, files))) + "})();\n"
    assert json.loads(run(text, tmp_path)) == [8, True]


@pytest.mark.parametrize(
    ("name", "text", "place", "says"),
    [
        ("twice.js", 'export { two as twice } from "./deep/two.js";\n', "twice.js:1", "(as)"),
        ("twice.js", '\nimport { two as three } from "./deep/two.js";\n', "twice.js:2", "(as)"),
        ("twice.js", 'import * as two from "./deep/two.js";\n', "twice.js:1", "import *"),
        ("twice.js", 'export * from "./deep/two.js";\n', "twice.js:1", "export *"),
        ("twice.js", "export default function twice() {}\n", "twice.js:1", "default"),
        ("twice.js", 'import two from "./deep/two.js";\n', "twice.js:1", "default import"),
        ("twice.js", 'export function twice() {\n  return import("./deep/two.js");\n}\n', "twice.js:2", "dynamic"),
        ("twice.js", 'import { two } from "two";\n', "twice.js:1", "relative"),
        ("twice.js", 'import { two } from "./three.js";\n', "twice.js:1", "no module"),
        ("twice.js", 'import { three } from "./deep/two.js";\n', "twice.js:1", "exports no three"),
        ("twice.js", "export function thrice() {}\n", "entry.js:1", "exports no twice"),
        ("twice.js", "export { twice };\n", "twice.js:1", "not there"),
        ("twice.js", "const two = 3;\nexport function twice() {}\n", "twice.js:1", ""),
        ("twice.js", "export function twice() {}\nexport class Map {}\n", "twice.js:2", "hide"),
        ("twice.js", "export function twice() {}\ntwice();\n", "twice.js:2", "a statement"),
        ("twice.js", "export const { twice } = globalThis;\n", "twice.js:1", "pattern"),
        ("twice.js", "export function twice() {}\nconst a = 1, twice = 2;\n", "twice.js:2", "declared twice"),
        ("twice.js", "export function twice() {\n  return `a${;\n", "twice.js:", "not end"),
        (
            "deep/two.js",
            'import { twice } from "../twice.js";\nexport const two = twice;\n',
            "two.js:2",
            "twice is needed",
        ),
    ],
)
def test_what_cannot_be_packed_is_named_with_its_place(
    tmp_path: Path, name: str, text: str, place: str, says: str
) -> None:
    files = GOOD | {name: text}
    if says == "":  # two modules with one name
        files["entry.js"] = 'import { two } from "./deep/two.js";\n' + ENTRY
        says = "one scope"
    if says == "twice is needed":
        files["twice.js"] = 'import { two } from "./deep/two.js";\nexport const twice = () => two;\n'
    with pytest.raises(Unpackable) as caught:
        in_order(written(tmp_path, files))
    assert place in str(caught.value)
    assert says in str(caught.value)


def test_a_cycle_of_functions_is_none_that_matters(tmp_path: Path) -> None:
    files = GOOD | {
        "deep/two.js": 'import { twice } from "../twice.js";\nexport const two = 2;\nexport function four() {\n'
        "  return twice(two);\n}\n"
    }
    text = "(() => {\n" + "".join(module.body() for module in in_order(written(tmp_path, files))) + "})();\n"
    assert json.loads(run(text, tmp_path)) == [8, True]


# What is served -------------------------------------------------------------------------------------------------------


def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WEB / "served" / MANIFEST).read_bytes())
    return found


def entries() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = manifest()["files"]
    return found


def test_the_catalogue_is_fresh() -> None:
    assert (WEB / "catalog_data.js").read_text(encoding="utf-8") == catalog_module(), "run make pack"


def test_what_is_served_is_made_of_the_modules_as_they_are() -> None:
    assert manifest()["source"] == sha256(source().encode()).hexdigest(), "run make pack"


def test_what_is_served_is_what_packing_gives() -> None:
    made = pack()
    assert {path.name for path in (WEB / "served").iterdir()} == made.keys(), "run make pack"
    for name, body in made.items():
        if name == f"{SCRIPT}.gz":
            assert decompress((WEB / "served" / name).read_bytes()) == made[SCRIPT], f"{name}: run make pack"
        elif name != MANIFEST:  # which counts compressed bytes: another zlib, another number
            assert (WEB / "served" / name).read_bytes() == body, f"{name}: run make pack"
    told, now = json.loads(made[MANIFEST]), manifest()
    for listed in (told, now):
        for entry in listed["files"].values():
            entry.pop("gzip")
    assert told == now


def test_the_manifest_is_true() -> None:
    for name, entry in entries().items():
        body = (WEB / "served" / name).read_bytes()
        assert (entry["bytes"], entry["sha256"]) == (len(body), sha256(body).hexdigest())
        assert entry["integrity"] == integrity_of(body)
        assert player().files[name].body == body


def test_a_replay_in_one_language_is_small() -> None:
    """The script with its English words: all that a replay, its verdict and its panels load."""
    assert len(player().files[SCRIPT].gzip) <= BUDGET
    assert decompress(player().files[SCRIPT].gzip) == player().files[SCRIPT].body
    assert player().languages == ("en", "cs", "de", "es", "sk")


def test_the_script_says_whose_it_is_and_may_stand_in_a_page() -> None:
    text = player().files[SCRIPT].body.decode()
    assert text.startswith("// fairdice ")
    assert "Apache-2.0" in text.splitlines()[0]
    assert "</script" not in text.lower()
    assert "<!--" not in text
    assert "import.meta.url" in text
    assert "fairdice-replay" in text


def test_words_are_pinned_in_the_script_and_those_of_panels_in_the_words() -> None:
    """The script names the index and its own second file, the index each language, a language its second file."""
    script = player().files[SCRIPT].body.decode()
    words = player().words
    for name, file in words.items():
        language, _, more = name.partition(".")
        pinning = script if name in ("index", "en.more") else words[language if more else "index"].body.decode()
        assert short_integrity_of(file.body) in pinning


def test_sources_are_what_can_be_read() -> None:
    found = sources()
    assert "player/register.js" in found
    assert "words/en.json" in found
    assert not any(name.startswith("served") or name.endswith((".md", ".py")) for name in found)


# Packing another folder -----------------------------------------------------------------------------------------------


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A small player: its words, its constants, and the two scripts that stand beside it."""
    constants = "export const ENGLISH = null;\nexport const INTEGRITY = '';\nexport const SOURCE = '';\n"
    files = {
        "player/packed.js": constants + "export const PACKED = false;\n",
        "player/register.js": 'import { ENGLISH, INTEGRITY, SOURCE, PACKED } from "./packed.js";\n'
        "console.log(JSON.stringify({ ENGLISH, INTEGRITY, SOURCE, PACKED, URL: import.meta.url }));\n",
        "player/frame.js": "(() => {})();\n",
        "player/resize.js": "(() => {})();\n",
        "words/en.json": '{\n  "hello": "Hello </scr ipt>"\n}\n',
        "words/sk.json": '{"hello": "Ahoj"}',
        "words/sk.more.json": '{"why": "Lebo"}',
    }
    written(tmp_path / "web", files)
    return tmp_path / "web"


def test_style_sheets_lose_their_line_breaks(web: Path) -> None:
    sheet = web / "player" / "sheet.js"
    sheet.write_text("export const A_CSS = `\na{b:${1}}\n\nc{d:e}`;\nexport const TEXT = `f\ng`;\n", encoding="utf-8")
    entry = web / "player" / "register.js"
    entry.write_text(
        'import { A_CSS, TEXT } from "./sheet.js";\n'
        + entry.read_text(encoding="utf-8")
        + "console.log(A_CSS, TEXT);\n",
        encoding="utf-8",
    )
    script = source(web)
    assert "const A_CSS = `a{b:${1}}c{d:e}`;\n" in script
    assert "const TEXT = `f\ng`;\n" in script


def test_what_is_declared_is_declared_alike_and_text_is_kept(web: Path, tmp_path: Path) -> None:
    entry = web / "player" / "register.js"
    more = """\
for (const one of [globalThis.x ?? "const text"]) {
  const given = () => one;
  console.log(`const ${given()}`);
}
"""
    entry.write_text(entry.read_text(encoding="utf-8") + more, encoding="utf-8")
    script = pack(web)[SCRIPT].decode()
    assert run(script, tmp_path).splitlines()[1] == "const const text"
    assert "for(let " in script


def test_constants_are_put_in(web: Path, tmp_path: Path) -> None:
    files = pack(web)
    assert files.keys() == {
        SCRIPT,
        f"{SCRIPT}.gz",
        "frame.js",
        "resize.js",
        "words.sk.json",
        "words.index.json",
        "words.sk.more.json",
        MANIFEST,
    }
    said = json.loads(run(files[SCRIPT].decode(), tmp_path))
    assert said["ENGLISH"] == {"hello": "Hello </scr ipt>"}
    assert said["INTEGRITY"] == short_integrity_of(files["words.index.json"])
    assert json.loads(files["words.index.json"]) == {"sk": short_integrity_of(files["words.sk.json"])}
    assert said["PACKED"] is True
    assert said["URL"].endswith("made.mjs")
    assert json.loads(files["words.sk.json"]) == {
        "hello": "Ahoj",
        "more": short_integrity_of(files["words.sk.more.json"]),
    }
    assert files["words.sk.more.json"] == b'{"why":"Lebo"}'


def test_another_file_is_another_digest(web: Path) -> None:
    before = json.loads(pack(web)[MANIFEST])
    assert before == json.loads(pack(web)[MANIFEST])
    (web / "player/resize.js").write_text("(() => { window.x = 1; })();\n", encoding="utf-8")
    after = json.loads(pack(web)[MANIFEST])
    assert after["digest"] != before["digest"]
    assert after["source"] == before["source"]


@pytest.mark.parametrize("text", ["</script>", "</SCRIPT x", "<!-- x"])
def test_no_script_ends_the_page_that_holds_it(web: Path, tmp_path: Path, text: str) -> None:
    (web / "words/en.json").write_text(json.dumps({"hello": text}), encoding="utf-8")
    script = pack(web)[SCRIPT].decode()
    assert text.lower() not in script.lower()
    assert json.loads(run(script, tmp_path))["ENGLISH"] == {"hello": text}


def test_a_script_that_is_none_is_refused(web: Path) -> None:
    (web / "player/resize.js").write_text("const = 5;\n", encoding="utf-8")
    with pytest.raises(Unpackable, match=r"resize\.js: "):
        pack(web)


def test_constants_that_nobody_fills_are_refused(web: Path) -> None:
    file = web / "player/packed.js"
    file.write_text(file.read_text(encoding="utf-8") + "export const MORE = 1;\n", encoding="utf-8")
    with pytest.raises(Unpackable, match="MORE"):
        pack(web)


def test_what_is_written_is_what_is_packed_and_nothing_old(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (web / "served").mkdir()
    (web / "served" / "old.js").write_text("old", encoding="utf-8")
    main(web)
    assert {path.name: path.read_bytes() for path in (web / "served").iterdir()} == pack(web)
    assert SCRIPT in capsys.readouterr().out
    (web / "player/register.js").write_text("import * as a from './b.js';\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(web)
    assert "register.js:1" in capsys.readouterr().err
