"""``irxray map``: what became of each equation."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from irxray.commands.folders import add_folder, read_one
from irxray.mapping import MappingRow, map_equations, mapping_csv
from irxray.terminal import print_table

HEADS = ("eqn", "primitive", "source", "line", "StableHLO", "HLO", "fate", "evidence")


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "map",
        help="one row for each equation: where it came from, where it went",
        description="List every equation of the jaxpr with its source expression, its lines in "
        "StableHLO and optimized HLO, and its fate: alive, fused, replaced, merged, folded, gone.",
    )
    add_folder(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--csv", action="store_true", help="as CSV")
    kind.add_argument("--json", action="store_true", help="as JSON")


def run(parsed: argparse.Namespace) -> int:
    """Print the mapping of one capture."""
    capture = read_one(parsed.folder)
    rows = map_equations(capture)
    if parsed.csv:
        sys.stdout.write(mapping_csv(rows))
    elif parsed.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print_table(f"{capture.program.name} on {capture.target}", HEADS, map(_cells, rows))
    return 0


def _cells(row: MappingRow) -> tuple[str, ...]:
    return (
        str(row.equation),
        row.primitive,
        row.source,
        str(row.source_line or ""),
        _numbers(row.stablehlo_lines),
        _numbers(row.hlo_lines),
        row.fate,
        row.evidence,
    )


def _numbers(lines: Iterable[int]) -> str:
    return " ".join(map(str, lines))
