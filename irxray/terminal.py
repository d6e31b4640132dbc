"""Tables for people: drawn by rich in a terminal, in plain columns anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

NUMBER_START = frozenset("0123456789+-")


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a titled table to standard output; columns of numbers are set to the right."""
    rows = [tuple(row) for row in rows]
    right = [_is_numeric(each[column] for each in rows) for column in range(len(heads))]
    if sys.stdout.isatty():
        _print_rich(title, heads, rows, right)
    else:
        print("\n".join(plain_table(title, heads, rows, right)))


def plain_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
) -> list[str]:
    """Return the lines of a table without any drawing."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        placed = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(placed).rstrip()

    return [*([title] if title else []), line(heads), *map(line, rows)]


def _print_rich(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
) -> None:
    # rich takes longer to import than most commands to run.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for head, to_right in zip(heads, right, strict=True):
        table.add_column(head, justify="right" if to_right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def _is_numeric(cells: Iterable[str]) -> bool:
    found = [cell for cell in cells if cell]
    return bool(found) and all(cell[0] in NUMBER_START for cell in found)


def byte_text(count: float | None) -> str:
    """Return ``134,217,728`` for a count of bytes; empty for ``None``."""
    return "" if count is None else f"{int(count):,}"


def time_text(seconds: float | None) -> str:
    """Return ``327.4 µs`` or ``1.3 ms``; empty for ``None``."""
    if seconds is None:
        return ""
    return f"{seconds * 1e6:.1f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
