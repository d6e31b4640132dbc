"""``python -m irxray``: the tool on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from irxray.coverage import capture_stats
from irxray.errors import StoreError, XrayError
from irxray.store import DOCUMENT, read_capture


def capture_folders(folder: Path) -> list[Path]:
    """Return the capture folders that ``folder`` is or holds, sorted by name.

    ``folder`` is a target's folder or a program's. Raises ``StoreError`` where there is none.
    """
    if (folder / DOCUMENT).is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob(f"*/{DOCUMENT}"))
    if not found:
        raise StoreError(f"{folder} holds no capture: no {DOCUMENT} in it or one folder down")
    return found


def show_stats(folder: Path) -> None:
    """Print coverage as JSON: one object for a target's folder, a list for a program's."""
    found = [capture_stats(read_capture(each)) for each in capture_folders(folder)]
    single = (folder / DOCUMENT).is_file()
    print(json.dumps(found[0] if single else found, indent=2))


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="irxray", description="What a JAX program becomes, layer by layer, linked."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    stats = commands.add_parser("stats", help="print how much of a stored capture is linked")
    stats.add_argument("folder", type=Path, metavar="DIR", help="a program's or a target's folder")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for bad input, 2 for wrong usage."""
    parsed = build_parser().parse_args(arguments)
    try:
        show_stats(parsed.folder)
    except XrayError as error:
        print(f"irxray: {error}", file=sys.stderr)
        return 1
    return 0
