"""``irxray stats``: how much of a capture is linked."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from irxray.commands.folders import add_folder, is_single, read_captures
from irxray.coverage import capture_stats
from irxray.terminal import print_table

COUNTS = ("lines", "items", "exact", "inferred", "explained", "unexplained")


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "stats",
        help="how much of a capture is linked",
        description="Count, for each layer, the lines that are linked exactly, by inference, or "
        "not at all; and what was checked. JSON, unless standard output is a terminal.",
    )
    add_folder(parser)
    parser.add_argument("--json", action="store_true", help="JSON in a terminal, too")
    parser.add_argument("--table", action="store_true", help="a table, also into a pipe")


def run(parsed: argparse.Namespace) -> int:
    """Print coverage: one object for a target's folder, a list for a program's."""
    import sys

    found = [capture_stats(each) for each in read_captures(parsed.folder)]
    if parsed.table or (sys.stdout.isatty() and not parsed.json):
        for each in found:
            _print(each)
    else:
        print(json.dumps(found[0] if is_single(parsed.folder) else found, indent=2))
    return 0


def _print(stats: dict[str, Any]) -> None:
    rows = [
        (layer, *(str(counts[name]) for name in COUNTS), _percent(counts))
        for layer, counts in stats["layers"].items()
    ]
    title = f"{stats['program']} on {stats['target']}, jax {stats['jax']}"
    print_table(title, ("layer", *COUNTS, "linked"), rows)
    print(f"tags changed: {', '.join(_changed(stats['invariants'])) or 'nothing'}")
    oracle, trial = stats["oracle"], stats["inference"]
    print(f"exact links that the plain compile contradicts: {oracle['wrong']}/{oracle['checked']}")
    print(f"hidden links that inference finds: {trial['right']}/{trial['checked']}\n")


def _changed(invariants: dict[str, bool | None]) -> Iterable[str]:
    words = {False: "", None: " (not verified)"}
    return (f"{name}{words[held]}" for name, held in invariants.items() if not held)


def _percent(counts: dict[str, int]) -> str:
    linked = counts["exact"] + counts["inferred"]
    return f"{linked / counts['items']:.1%}" if counts["items"] else ""
