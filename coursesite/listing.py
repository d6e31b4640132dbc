"""Adding to a list in a YAML file without touching the rest: comments, order and quotes stay."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Any

import yaml

from coursesite.errors import ContentError, Where
from coursesite.source import path_below, read_text


def add_to_list(path: Path, root: Path, key: str, entry: str) -> str:
    """Return the file's text with ``entry`` at the end of the list at ``key``.

    ``key`` is a path such as ``labs.notebooks``; ``entry`` begins with ``- ``. Raises a
    :class:`ContentError` when the list is written on one line, with what to add by hand.
    """
    text = read_text(path, root, ContentError)
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    for name in key.split("."):
        inside = node.value if isinstance(node, yaml.MappingNode) else ()
        node = next((value for own, value in inside if own.value == name), None)
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not node.value:
        where = Where(path_below(path, root), line=node.start_mark.line + 1 if node else None)
        message = f"'{key}' is not a list with one entry a line, so nothing can be added to it"
        raise ContentError(message, where, hint=f"add by hand:\n{entry.rstrip()}")
    rows = text.split("\n")
    after = _row_after(node, rows)
    column = node.start_mark.column
    return "\n".join([*rows[:after], indent(entry.rstrip("\n"), " " * column), *rows[after:]])


def _row_after(node: yaml.SequenceNode, rows: list[str]) -> int:
    """Index of the row behind the list's last entry; blank rows and comments stay below."""
    mark = node.end_mark
    is_before_row = mark.line >= len(rows) or not rows[mark.line][: mark.column].strip()
    end = mark.line if is_before_row else mark.line + 1
    while end > node.start_mark.line and _is_bare(rows[min(end, len(rows)) - 1]):
        end -= 1
    return end


def _is_bare(row: str) -> bool:
    return not row.strip() or row.lstrip().startswith("#")
