"""``irxray``, or ``python -m irxray``: the tool on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from types import ModuleType

from irxray import show
from irxray.commands import capture, catalog, diff, kernels, map, read, spills, stats, targets
from irxray.errors import XrayError

COMMANDS: dict[str, ModuleType] = {
    "capture": capture,
    "show": show,
    "stats": stats,
    "spills": spills,
    "map": map,
    "catalog": catalog,
    "kernels": kernels,
    "diff": diff,
    "read": read,
    "targets": targets,
}
"""All commands, in the order in which help lists them."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="irxray",
        description="What a JAX program becomes, layer by layer, linked line by line.",
        epilog="'irxray COMMAND --help' says more, with examples.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS.values():
        module.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for bad input, 2 for wrong usage."""
    parsed = build_parser().parse_args(arguments)
    try:
        return int(COMMANDS[parsed.command].run(parsed))
    except XrayError as error:
        print(f"irxray: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has seen enough
        sys.stderr.close()
        return 0
