"""``irxray targets``: what can be compiled for here, and how to get the rest."""

from __future__ import annotations

import argparse
import json
from typing import Any

from irxray.target import TARGETS, Target, unusable_because
from irxray.terminal import print_table


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "targets",
        help="chips that can be compiled for here, and how to get the others",
        description="List all targets. The chips themselves are not needed: programs are compiled "
        "ahead of time.",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(parsed: argparse.Namespace) -> int:
    """Print all targets."""
    if parsed.json:
        print(json.dumps([_document(each) for each in TARGETS], indent=2))
        return 0
    heads = ("target", "chip", "HBM GB/s", "on chip", "here")
    print_table("", heads, [_cells(each) for each in TARGETS])
    return 0


def _cells(target: Target) -> tuple[str, ...]:
    chip = target.chip
    bandwidth = f"{chip.hbm_bandwidth / 1e9:,.0f}" if chip else ""
    on_chip = f"{chip.on_chip} {chip.on_chip_bytes / 1e6:,.0f} MB" if chip else ""
    return (target.name, target.title, bandwidth, on_chip, unusable_because(target) or "usable")


def _document(target: Target) -> dict[str, Any]:
    reason = unusable_because(target)
    return {
        "target": target.name,
        "title": target.title,
        "platform": target.platform,
        "usable": not reason,
        "reason": reason,
        "hbm_bandwidth": target.chip.hbm_bandwidth if target.chip else None,
    }
