"""``irxray spills``: what leaves the chip, and what it costs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from irxray.commands.folders import add_folder, is_single, read_captures
from irxray.spills import report_spills, spills_document
from irxray.terminal import byte_text, print_table, time_text

HEADS = ("shape", "bytes", "space", "writer", "readers", "source", "round trip", "time")


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "spills",
        help="intermediates that go to main memory and back, and their cost",
        description="List every intermediate that the compiled program writes to main memory and "
        "reads again: who writes and reads it, the expression it came from, bytes and time.",
    )
    add_folder(parser)
    parser.add_argument("--json", action="store_true", help="as JSON, with buffers kept on chip")


def run(parsed: argparse.Namespace) -> int:
    """Print the spills of one capture, or of each in turn."""
    found = [spills_document(report_spills(each)) for each in read_captures(parsed.folder)]
    if parsed.json:
        print(json.dumps(found[0] if is_single(parsed.folder) else found, indent=2))
        return 0
    for each in found:
        print_spills(each)
    return 0


def print_spills(document: Mapping[str, Any]) -> None:
    """Print the spills of one capture as a table."""
    title = f"{document['program']} on {document['target']}"
    spills = document["spills"]
    if not spills:
        kept = len(document["on_chip"])
        print(f"{title}: nothing spills{f'; {kept} intermediates stay on chip' if kept else ''}\n")
        return
    print_table(title, HEADS, map(_cells, spills))
    time = time_text(document["total_time_s"])
    print(
        f"round trip {byte_text(document['total_round_trip_bytes'])} bytes"
        f"{f', {time} at full bandwidth' if time else ''}; "
        f"temporary memory {byte_text(document['temp_bytes'])} bytes by the compiler's count"
    )
    for note in dict.fromkeys(note for each in spills for note in each["notes"]):
        print(f"note: {note}")
    print()


def _cells(spill: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        spill["shape"],
        byte_text(spill["bytes"]),
        spill["memory_space"],
        spill["writer"],
        ", ".join(spill["readers"]),
        spill["source"],
        byte_text(spill["round_trip_bytes"]),
        time_text(spill["time_s"]),
    )
