"""``irxray diff``: two captures beside each other."""

from __future__ import annotations

import argparse
import difflib
import sys
from typing import Any

from irxray.capture import Capture
from irxray.catalog import catalog_table
from irxray.commands.catalog import print_differences
from irxray.commands.folders import add_folder, read_one
from irxray.infer import ENCLOSING_OPCODES, KERNEL_OPCODES
from irxray.layers import LAYERS, Layer
from irxray.spills import report_spills
from irxray.terminal import byte_text, print_table


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "diff",
        help="two captures beside each other",
        description="Compare two captures: how much there is at each layer, fusions, kernels, "
        "spills, and the primitives that one has and the other has not.",
    )
    add_folder(parser, "first")
    add_folder(parser, "second")
    parser.add_argument(
        "--text", choices=[each.value for each in LAYERS], help="this layer's texts, line by line"
    )


def run(parsed: argparse.Namespace) -> int:
    """Print the comparison; return 0 whether or not the captures differ."""
    first, second = read_one(parsed.first), read_one(parsed.second)
    if parsed.text:
        _print_text(first, second, Layer(parsed.text))
        return 0
    names = [f"{each.program.name}/{each.target}" for each in (first, second)]
    one, other = figures(first), figures(second)
    rows = [(key, one[key], other[key]) for key in one if one[key] or other[key]]
    print_table("", ("", *names), rows)
    print()
    catalogs = catalog_table(first.table), catalog_table(second.table)
    print_differences(*catalogs, parsed.first, parsed.second)
    return 0


def figures(capture: Capture) -> dict[str, str]:
    """Return what a capture holds, in numbers for people."""
    table, instructions = capture.table, capture.module.instructions
    report = report_spills(capture)
    return {
        "equations": f"{len(table.layer(Layer.JAXPR).items):,}",
        "StableHLO operations": f"{len(table.layer(Layer.STABLEHLO).items):,}",
        "HLO instructions": f"{len(instructions):,}",
        "fusions": str(sum(each.opcode in ENCLOSING_OPCODES for each in instructions)),
        "custom calls": str(sum(each.opcode in KERNEL_OPCODES for each in instructions)),
        "spills": str(len(report.spills)),
        "round trip, bytes": byte_text(report.total_round_trip_bytes),
        "temporary memory, bytes": byte_text(report.temp_bytes),
        "bytes accessed, cost model": byte_text(report.cost_model_bytes),
    }


def _print_text(first: Capture, second: Capture, layer: Layer) -> None:
    one, other = (each.table.layer(layer).text.splitlines(True) for each in (first, second))
    before, after = (f"{each.program.name}/{each.target}/{layer}" for each in (first, second))
    sys.stdout.writelines(difflib.unified_diff(one, other, before, after))
