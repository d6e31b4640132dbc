"""``irxray kernels``: the Mosaic modules inside a TPU capture's custom calls."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from irxray.capture import Capture
from irxray.commands.folders import add_folder, read_one
from irxray.errors import StoreError, near
from irxray.layers import Layer
from irxray.mosaic import Kernel
from irxray.terminal import print_table

HEADS = ("kernel", "HLO line", "operations", "linked", "most frequent")


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "kernels",
        help="the modules inside a TPU capture's kernels",
        description="List the kernels of a TPU capture: Pallas kernels and those that the compiler "
        "put in the place of operations; with their Mosaic operations and the equations they "
        "come from.",
    )
    add_folder(parser)
    parser.add_argument(
        "--text", metavar="KERNEL", help="print this kernel's module, equations at the right"
    )


def run(parsed: argparse.Namespace) -> int:
    """Print a table of kernels, or one kernel's text."""
    capture = read_one(parsed.folder)
    if parsed.text:
        _print_text(capture, _find(capture, parsed.text))
    elif not capture.kernels:
        print(f"{capture.program.name} on {capture.target}: no kernel")
    else:
        title = f"{capture.program.name} on {capture.target}"
        print_table(title, HEADS, map(_cells, capture.kernels))
    return 0


def _find(capture: Capture, name: str) -> Kernel:
    for kernel in capture.kernels:
        if kernel.instruction == name:
            return kernel
    known = [each.instruction for each in capture.kernels]
    raise StoreError(f"there is no kernel '{name}'; {near(name, known)}")


def _cells(kernel: Kernel) -> tuple[str, ...]:
    common = Counter(each.name for each in kernel.items).most_common(4)
    return (
        kernel.instruction,
        str(kernel.line),
        str(len(kernel.items)),
        str(kernel.linked),
        ", ".join(f"{count} {name}" for name, count in common),
    )


def _print_text(capture: Capture, kernel: Kernel) -> None:
    equations = capture.table.layer(Layer.JAXPR).items
    of_line: dict[int, list[str]] = {}
    for link in kernel.links:
        line = kernel.items[link.lower].spans[0].line
        of_line.setdefault(line, []).append(f"{link.upper + 1} {equations[link.upper].name}")
    for number, text in enumerate(kernel.text.splitlines(), 1):
        mark = f"    // equation {', '.join(of_line[number])}" if number in of_line else ""
        sys.stdout.write(f"{text}{mark}\n")
