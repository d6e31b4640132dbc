"""``python -m irxray show DIR -o FILE``: a stored capture as one page that opens from disk."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from irxray.capture import Capture
from irxray.commands.folders import add_folder, read_captures
from irxray.errors import StoreError, XrayError
from irxray.standalone import render_page
from irxray.target import TARGETS, find_target
from irxray.view import XrayView, view_captures, view_pair


def add_parser(commands: Any) -> None:
    """Add the command's parser to ``commands``, the subparsers of the tool."""
    parser = commands.add_parser(
        "show",
        help="write a capture as a page that opens from disk",
        description="Write the instrument as one file that asks for nothing: all layers of a "
        "program linked, for every backend in the folder.",
        epilog="irxray show captures/f -o f.html     irxray show new -o f.html --against old",
    )
    add_folder(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", required=True, help="where to write the page"
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="DIR",
        help="an earlier capture to compare with: before an edit, or of another jax",
    )
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Write the page; return 0, or 1 for a capture that cannot be read or a file not written."""
    try:
        view, title = _view(parsed.folder, parsed.against)
        parsed.output.write_text(render_page(view, title), encoding="utf-8")
    except (XrayError, OSError) as error:
        print(f"irxray: {error}", file=sys.stderr)
        return 1
    return 0


def _view(folder: Path, against: Path | None) -> tuple[XrayView, str]:
    captures = _in_order(read_captures(folder))
    name = captures[0].program.name
    if against is None:
        return view_captures(captures, name), f"{name}: {captures[0].program.function}"
    after, before = _same_target(captures, read_captures(against))
    title = f"{name}: {before.program.function}, before and after"
    return view_pair(before, after, name, _titles(before, after)), title


def _in_order(captures: list[Capture]) -> list[Capture]:
    """Return captures in the order of the targets."""
    order = [target.name for target in TARGETS]
    return sorted(captures, key=lambda capture: order.index(capture.target))


def _same_target(after: list[Capture], before: list[Capture]) -> tuple[Capture, Capture]:
    """Return one capture of each side: of a target that both have, where there is one."""
    if len(after) == len(before) == 1:
        return after[0], before[0]
    for one in after:
        for other in before:
            if one.target == other.target:
                return one, other
    raise StoreError("the two folders have no target in common; name a target's folder of each")


def _titles(before: Capture, after: Capture) -> tuple[str, str]:
    """Return what tells two captures apart: their jax, their target, or their time."""
    versions = before.version("jax"), after.version("jax")
    if versions[0] != versions[1]:
        return f"jax {versions[0]}", f"jax {versions[1]}"
    if before.target != after.target:
        return find_target(before.target).title, find_target(after.target).title
    return "before", "after"
