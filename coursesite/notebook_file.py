"""A notebook file as nbformat reads it: checked, with whole strings and an id for every cell.

What an editor leaves out and every reader supplies (a byte order mark, CRLF, ids before format
4.5, the empty outputs of a code cell) is supplied here quietly. What nbformat would repair at
random, such as two cells with one id, is an error instead: two builds must give the same bytes.
"""

from __future__ import annotations

import json
import re
from typing import Any

from coursesite.errors import NotebookError, SiteError, Where, shorten
from coursesite.notebook_cell import SOURCE_HINT, check_cells, check_characters
from coursesite.notebook_plain import read_plain
from coursesite.source import check_merged, decode_text

# {"cells": [],}
TRAILING_COMMA = re.compile(r",\s*[\]}]")

# uXy3_bQ-7fZk
COLAB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


def load_notebook(data: bytes, name: str) -> dict[str, Any]:
    """The notebook in ``data``, validated; raises :class:`NotebookError` for anything else.

    Every cell of the result has ``id``, ``metadata`` and one string as ``source``; every code
    cell has ``outputs``. ``name`` is the path that errors show.
    """
    text = decode_text(data, name, NotebookError)
    raw = _parse_json(text, name)
    _check_version(raw, name)
    cells = _raw_cells(raw, name)
    check_cells(cells, name)
    check_characters(text, raw, name)
    # Ids belong to the format since 4.5; older schemas refuse them.
    minor = max(raw["nbformat_minor"], 5)
    completed = raw | {"cells": _completed(cells), "nbformat_minor": minor}
    quick = read_plain(completed)
    if quick is not None:
        return quick
    plain: dict[str, Any] = _plain(_validated(completed, name))
    return plain


def _parse_json(text: str, name: str) -> dict[str, Any]:
    """The file's JSON object."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise _json_error(text, error, name) from None
    except RecursionError:
        raise NotebookError("is nested too deeply", Where(name), hint=SOURCE_HINT) from None
    except ValueError:
        # Python reads no number of more than some thousand digits.
        message = "holds a number too long to be read"
        raise NotebookError(message, Where(name), hint=SOURCE_HINT) from None
    if not isinstance(raw, dict):
        message = "is JSON, but not a notebook: the outermost value is not an object"
        raise NotebookError(message, Where(name), quote=shorten(text, 60), hint=SOURCE_HINT)
    return raw


def _json_error(text: str, error: json.JSONDecodeError, name: str) -> SiteError:
    """Why the text is not JSON, in words that do not depend on Python's version."""
    if not text.strip():
        return NotebookError("is empty", Where(name), hint=SOURCE_HINT)
    try:
        check_merged(text, name, NotebookError)
    except SiteError as conflict:
        return conflict
    comma = _comma_before(text, error.pos)
    if comma is not None:
        return _at(text, comma, name, "has a comma before a closing bracket", "delete the comma")
    message = f"is not JSON: reading stopped in column {error.colno}"
    return _at(text, error.pos, name, message, SOURCE_HINT)


def _comma_before(text: str, offset: int) -> int | None:
    """Offset of a comma that closes a list or object, when that is what stopped the reader.

    Python 3.13 stops at the comma, earlier versions at the bracket behind it.
    """
    comma = text.rfind(",", 0, offset + 1)
    found = TRAILING_COMMA.match(text, comma) if comma >= 0 else None
    return comma if found and found.end() > offset else None


def _at(text: str, offset: int, name: str, message: str, hint: str) -> NotebookError:
    """An error at ``offset``, quoting its line."""
    line = text.count("\n", 0, offset) + 1
    quote = shorten(text.split("\n")[line - 1])
    return NotebookError(message, Where(name, line=line), quote=quote, hint=hint)


def _check_version(raw: dict[str, Any], name: str) -> None:
    """Raises unless the notebook says that it is format 4."""
    major, minor = raw.get("nbformat"), raw.get("nbformat_minor")
    if _is_count(major) and major in (1, 2, 3):
        hint = f"convert it: jupyter nbconvert --to notebook --nbformat 4 --inplace {name}"
        message = f"is in notebook format {major}; format 4 is needed"
        raise NotebookError(message, Where(name), quote=f'"nbformat": {major}', hint=hint)
    if not _is_count(minor) or not _is_count(major) or major != 4:
        found = f'"nbformat": {json.dumps(major)}, "nbformat_minor": {json.dumps(minor)}'
        message = "does not say that it is notebook format 4"
        raise NotebookError(message, Where(name), quote=shorten(found), hint=SOURCE_HINT)


def _is_count(value: object) -> bool:
    """Whether it is a whole number from 0; JSON's ``true`` and ``4.0`` are none."""
    return type(value) is int and value >= 0


def _raw_cells(raw: dict[str, Any], name: str) -> list[Any]:
    """The list of cells; the notebook must have metadata beside it."""
    if not isinstance(raw.get("metadata"), dict):
        raise NotebookError("has no metadata", Where(name), hint=SOURCE_HINT)
    cells = raw.get("cells")
    if not isinstance(cells, list):
        raise NotebookError("has no list of cells", Where(name), hint=SOURCE_HINT)
    return cells


def _completed(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells with what some tools leave out: ids, and the empty outputs of code cells."""
    ids = _cell_ids(cells)
    blank: dict[str, Any] = {"outputs": [], "execution_count": None}
    return [
        (blank if cell.get("cell_type") == "code" else {}) | cell | {"id": cell_id}
        for cell, cell_id in zip(cells, ids, strict=True)
    ]


def _cell_ids(cells: list[dict[str, Any]]) -> list[object]:
    """An id for each cell: its own, else Colab's in the metadata, else one from its place."""
    taken = {cell.get("id") for cell in cells if "id" in cell}
    ids: list[object] = []
    for position, cell in enumerate(cells, start=1):
        ids.append(cell["id"] if "id" in cell else _free_id(cell, position, taken))
        taken.add(ids[-1])
    return ids


def _free_id(cell: dict[str, Any], position: int, taken: set[object]) -> str:
    """An id for a cell that has none."""
    wish = cell["metadata"].get("id")
    if isinstance(wish, str) and COLAB_ID.match(wish) and wish not in taken:
        return wish
    chosen = f"cell-{position}"
    while chosen in taken:
        chosen += "x"
    return chosen


def _validated(raw: dict[str, Any], name: str) -> Any:
    """What nbformat makes of ``raw``."""
    try:
        return _read(raw)
    except Exception as error:  # whatever a library does with a strange file, it is the file's
        message = str(getattr(error, "message", "")) or str(error)
        instance = getattr(error, "instance", None)
        quote = shorten(json.dumps(instance, default=repr)) if instance else ""
        raise NotebookError(
            f"breaks the notebook format: {shorten(message)}",
            _culprit(raw, name),
            quote=quote,
            hint=SOURCE_HINT,
        ) from None


def _read(raw: dict[str, Any]) -> Any:
    """nbformat's notebook; raises whatever nbformat raises."""
    import nbformat  # a tenth of a second; an unchanged notebook is remembered without it
    from nbformat import reader

    reads: Any = reader.reads  # it has no types
    notebook = reads(json.dumps(raw))
    nbformat.validate(notebook)
    return notebook


def _culprit(raw: dict[str, Any], name: str) -> Where:
    """The first cell that nbformat does not take by itself, else the whole notebook."""
    for position, cell in enumerate(raw["cells"], start=1):
        # A fault outside the cells is none of theirs.
        if not _is_read({**raw, "cells": [cell], "metadata": {}}):
            return Where(name, cell=position, cell_id=cell["id"])
    return Where(name)


def _is_read(raw: dict[str, Any]) -> bool:
    try:
        _read(raw)
    except Exception:  # as above
        return False
    return True


def _plain(node: Any) -> Any:
    """nbformat's attribute dictionaries as plain dictionaries."""
    if isinstance(node, dict):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return node
