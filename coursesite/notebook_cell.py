"""What a notebook's cells must be before nbformat is asked: the types, each error with its cell.

nbformat repairs some of this silently, and stumbles over the rest without saying where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from coursesite.errors import NotebookError, Where, shorten, suggest

CELL_KINDS = ("code", "markdown", "raw")
SOURCE_HINT = "open it in Jupyter and save it again, or restore it from version control"

# \ud83d, which is half of a character unless \ude00 follows
HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


def check_cells(cells: Sequence[object], name: str) -> None:
    """Raises :class:`NotebookError` for the first cell that is not one.

    Checked are kind, id, metadata, tags, source, attachments, and that outputs are objects.
    """
    for position, cell in enumerate(cells, start=1):
        where = Where(name, cell=position)
        if not isinstance(cell, dict) or not isinstance(cell.get("metadata"), dict):
            message = "is not a cell: an object with metadata is needed"
            raise _error(message, cell, where)
        _check_cell(cell, Where(name, cell=position, cell_id=_shown_id(cell)))
    _check_ids(cells, name)


def check_characters(text: str, raw: Mapping[str, Any], name: str) -> None:
    """Raises for half of a surrogate pair, which no page can hold.

    ``text`` is the file that ``raw`` was read from: JSON can write such a half as an escape only.
    """
    if not HALF_ESCAPE.search(text):
        return
    for position, cell in enumerate(raw["cells"], start=1):
        _check_whole(cell, Where(name, cell=position, cell_id=_shown_id(cell)))
    _check_whole(raw["metadata"], Where(name))


def _check_whole(value: object, where: Where) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        code = f"\\u{ord(error.object[error.start]):04x}"
        message = "holds half of a surrogate pair, which is no character"
        hint = "write the character itself, or delete the escape"
        raise NotebookError(message, where, quote=code, hint=hint) from None


def _shown_id(cell: Mapping[str, Any]) -> str | None:
    """The cell's id where it has one that can be shown."""
    cell_id = cell.get("id")
    return cell_id if isinstance(cell_id, str) else None


def _check_cell(cell: Mapping[str, Any], where: Where) -> None:
    """Raises for the first part of the cell that is of a wrong type."""
    _check_kind(cell.get("cell_type"), where)
    if "id" in cell and not isinstance(cell["id"], str):
        raise _error("has an id that is not text", {"id": cell["id"]}, where)
    tags = cell["metadata"].get("tags", [])
    if not _is_list_of(tags, str):
        hint = 'write "tags": ["site:show"]'
        raise _error("has tags that are not a list of words", {"tags": tags}, where, hint)
    if not _is_text(cell.get("source")):
        found = {"source": cell.get("source")}
        raise _error("has a source that is neither text nor a list of lines", found, where)
    attachments = cell.get("attachments", {})
    if not _is_attachments(attachments):
        found = {"attachments": attachments}
        raise _error("has attachments that are not files by name and type", found, where)
    outputs = cell.get("outputs", [])
    if not _is_list_of(outputs, dict):
        raise _error("has outputs that are not a list of objects", {"outputs": outputs}, where)


def _check_kind(kind: object, where: Where) -> None:
    """Raises for a cell of a type that the format does not have."""
    if kind not in CELL_KINDS:
        message = f"has an unknown cell type '{kind}'"
        hint = suggest(str(kind), CELL_KINDS)
        raise NotebookError(message, where, quote=f'"cell_type": "{kind}"', hint=hint)


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _is_text(value: object) -> bool:
    """Whether it is text as the format has it: a string or a list of strings."""
    return isinstance(value, str) or _is_list_of(value, str)


def _is_attachments(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(bundle, dict) and all(map(_is_text, bundle.values()))
        for bundle in value.values()
    )


def _check_ids(cells: Sequence[Any], name: str) -> None:
    """Raises when two cells have the same id: links and anchors would meet."""
    first: dict[str, int] = {}
    for position, cell_id in _ids(cells):
        if cell_id in first:
            message = f"has the same id as cell {first[cell_id]}"
            hint = "give one of the two another id"
            where = Where(name, cell=position, cell_id=cell_id)
            raise NotebookError(message, where, quote=f'"id": "{cell_id}"', hint=hint)
        first[cell_id] = position


def _ids(cells: Sequence[Any]) -> Iterator[tuple[int, str]]:
    for position, cell in enumerate(cells, start=1):
        if "id" in cell:
            yield position, cell["id"]


def _error(message: str, found: object, where: Where, hint: str = SOURCE_HINT) -> NotebookError:
    quote = shorten(json.dumps(found, ensure_ascii=False))
    return NotebookError(message, where, quote=quote, hint=hint)
