"""``irxray catalog``: what a jaxpr contains, by category; what one has that another has not."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from irxray.catalog import Catalog, Category, Entry, catalog_table, compare_catalogs
from irxray.commands.folders import add_folder, capture_folders
from irxray.store import read_capture
from irxray.terminal import print_table


def add_parser(commands: Any) -> None:
    """Add the command to the tool's parser."""
    parser = commands.add_parser(
        "catalog",
        help="what a jaxpr contains, by category",
        description="List the primitives of a captured jaxpr by category: compute, bookkeeping, "
        "casts, rematerialisation, sharding, control flow, custom derivatives, calls, kernels.",
    )
    add_folder(parser)
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="show only what differs from this capture"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, every equation")


def run(parsed: argparse.Namespace) -> int:
    """Print a catalogue or the difference of two."""
    catalog = read_catalog(parsed.folder)
    if parsed.against:
        print_differences(catalog, read_catalog(parsed.against), parsed.folder, parsed.against)
    elif parsed.json:
        print(json.dumps(_document(catalog), indent=2))
    else:
        _print(catalog)
    return 0


def read_catalog(folder: Path) -> Catalog:
    """Return the catalogue of the jaxpr stored in ``folder``, which all targets share."""
    return catalog_table(read_capture(capture_folders(folder)[0]).table)


def _print(catalog: Catalog) -> None:
    rows = [
        (kind.category.value, kind.primitive, kind.detail, str(len(entries)), _lines(entries))
        for kind, entries in catalog.kinds().items()
    ]
    print_table("", ("category", "primitive", "detail", "count", "jaxpr lines"), rows)
    print(", ".join(f"{count} {name}" for name, count in catalog.counts().items() if count))


def print_differences(first: Catalog, second: Catalog, one: Path, other: Path) -> None:
    """Print the kinds of equation that two catalogues do not have equally often."""
    rows = [
        (
            each.kind.category.value,
            each.kind.primitive,
            each.kind.detail,
            str(len(each.first)),
            str(len(each.second)),
            _lines(each.second or each.first),
        )
        for each in compare_catalogs(first, second)
    ]
    if not rows:
        print("both jaxprs hold the same primitives equally often")
        return
    heads = ("category", "primitive", "detail", str(one), str(other), "jaxpr lines")
    print_table("", heads, rows)


SHOWN_LINES = 8


def _lines(entries: Sequence[Entry]) -> str:
    shown = " ".join(str(each.line) for each in entries[:SHOWN_LINES])
    return shown + (" ..." if len(entries) > SHOWN_LINES else "")


def _document(catalog: Catalog) -> dict[str, Any]:
    return {
        "counts": {category.value: catalog.counts()[category] for category in Category},
        "equations": [asdict(each) for each in catalog.entries],
    }
