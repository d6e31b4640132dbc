"""``python build.py captures``: make every capture current, where its compiler is installed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from coursesite.captures import Found, Wanted, find_captures, wanted_captures
from coursesite.content import read_site, read_stage
from coursesite.errors import SiteError
from coursesite.notebook import read_notebook


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own line."""
    parser = argparse.ArgumentParser(
        prog="build.py captures",
        description="Capture every program of every stage that is not current.",
    )
    here = Path(__file__).parent.parent
    parser.add_argument("--root", type=Path, default=here, metavar="DIR", help="another tree")
    parser.add_argument("--all", action="store_true", help="capture current ones anew too")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Capture and print a line for each; return 1 where one is stale or missing afterwards."""
    parsed = build_parser().parse_args(arguments)
    root = parsed.root.resolve()
    try:
        wanted = all_wanted(root)
        found = find_captures(wanted, lambda words: print(words, flush=True), anew=parsed.all)
    except SiteError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for each in found:
        print(describe(each))
    return int(any(each.state in ("stale", "missing") for each in found))


def all_wanted(root: Path) -> tuple[Wanted, ...]:
    """Return the captures that the stages under ``root`` ask for."""
    stages = [read_stage(root, number) for number in read_site(root).open_stages]
    return tuple(
        each
        for stage in stages
        for each in wanted_captures(stage, lambda path: read_notebook(root / path, root), root)
    )


def describe(found: Found) -> str:
    """Return one line on one capture."""
    reason = f" ({found.reason})" if found.reason else ""
    return f"{found.state:8} {found.wanted.name}{reason}"
