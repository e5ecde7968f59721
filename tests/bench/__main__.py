"""`python -m tests.bench [--json] [GROUP ...]`: measure, and print a table; nothing is asserted."""

from __future__ import annotations

import argparse
import platform
import ssl

import msgspec

from tests.bench.row import Row
from tests.bench.targets import GROUPS


def main() -> None:
    """Measure the groups named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure speed as ratios in one run.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"one of {', '.join(GROUPS)}; all without any")
    parser.add_argument("--json", action="store_true", help="write JSON instead of a table")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.groups if name not in GROUPS]
    if unknown:
        parser.error(f"there is no group {unknown[0]}; there are {', '.join(GROUPS)}")
    versions = f"Python {platform.python_version()}, msgspec {msgspec.__version__}, {ssl.OPENSSL_VERSION}"
    here = f"{versions}, {platform.system()} {platform.machine()}"
    rows: list[tuple[str, Row]] = []
    if not arguments.json:
        print(here)
    for name in arguments.groups or GROUPS:
        for row in GROUPS[name]():
            rows.append((name, row))
            if not arguments.json:
                print(_line(row), flush=True)
    if arguments.json:
        document = {
            "here": here,
            "rows": [{"group": name, "holds": row.holds, **msgspec.to_builtins(row)} for name, row in rows],
        }
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def _line(row: Row) -> str:
    measured = "-" if row.measured is None else f"{row.measured:.3g} {row.unit}"
    target = f"{row.bound} {row.target:g}" if row.target is not None else ""
    verdict = {True: "ok", False: "MISS", None: ""}[row.holds]
    return f"{verdict:5}{measured:>9}  {target:13} {row.what}\n{'':30}{row.note}"


if __name__ == "__main__":
    main()
