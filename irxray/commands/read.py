"""``irxray read``: an optimized-HLO dump from somewhere else, without its program."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from irxray.dump import Dump, describe_dump, dump_document, read_dump
from irxray.errors import HloTextError, StoreError
from irxray.terminal import byte_text, print_table


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "read",
        help="read an optimized-HLO dump made elsewhere",
        description="Read a text dump of optimized HLO (such as --xla_dump_to writes, the file "
        "that ends in after_optimizations.txt): its fusions and kernels, where their source "
        "lines are known, and its spills.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the dump")
    parser.add_argument(
        "--platform",
        choices=("cpu", "tpu", "cuda"),
        help="what it was compiled for, where the text does not tell",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(parsed: argparse.Namespace) -> int:
    """Print what the dump says."""
    try:
        dump = describe_dump(read_dump(parsed.file), parsed.platform or "")
    except HloTextError as error:
        raise StoreError(f"{parsed.file} is not optimized HLO: {error}") from None
    if parsed.json:
        print(json.dumps(dump_document(dump), indent=2))
    else:
        _print(dump, parsed.file.name)
    return 0


def _print(dump: Dump, name: str) -> None:
    print(f"{name}: module {dump.name}, {dump.platform}, {dump.instructions:,} instructions\n")
    if dump.kernels:
        rows = [
            (each.name, each.kind, str(each.line), each.shape, str(each.inside), each.source)
            for each in dump.kernels
        ]
        print_table("", ("instruction", "kind", "line", "shape", "inside", "source"), rows)
    if dump.spills is None:
        print("\nthe module is not scheduled: what spills cannot be told from it")
    elif not dump.spills:
        print("\nnothing spills")
    else:
        rows = [
            (each.shape, byte_text(each.bytes), each.writer, ", ".join(each.readers), each.source,
             byte_text(each.round_trip_bytes))
            for each in dump.spills
        ]  # fmt: skip
        print()
        print_table("", ("spill", "bytes", "writer", "readers", "source", "round trip"), rows)
