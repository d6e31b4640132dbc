"""Lab notebooks: what they say about themselves, and the cells they show on the page.

A cell is shown when it is tagged ``site:show``, its stored outputs too when it is also tagged
``site:output``. Editors that drop tags keep a directive on the first line instead::

    #| site: show output           in a code cell
    <!-- site: show -->            in a markdown cell
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from coursesite.errors import NotebookError, SiteError, Where, shorten, suggest
from coursesite.lab import LAB_HINT, LabMetadata, read_lab
from coursesite.memo import Memo
from coursesite.source import path_below, read_bytes
from coursesite.weight import check_weight

SITE_TAGS = ("site:show", "site:output")

# #| site: show output
CODE_DIRECTIVE = re.compile(r"#\|[ \t]*site:[ \t]*(?P<words>.*?)[ \t]*(?:\n|\Z)")
# <!-- site: show -->
MARKDOWN_DIRECTIVE = re.compile(r"<!--[ \t]*site:[ \t]*(?P<words>.*?)[ \t]*-->[ \t]*(?:\n|\Z)")

KEPT = "notebook-2"
"""Name of what is kept of a checked notebook; raised when checking or keeping changes."""


class NotebookCellSource(Struct, frozen=True):
    """One cell as it stands in the notebook."""

    kind: str
    """``code``, ``markdown`` or ``raw``."""
    source: str
    """The whole text, the directive included."""
    cell_id: str
    position: int
    """1-based place in the notebook."""
    tags: tuple[str, ...]
    outputs: tuple[Mapping[str, Any], ...] = ()
    """Stored outputs as nbformat has them, strings joined; code cells only."""
    attachments: Mapping[str, Mapping[str, str]] = {}
    """Images pasted into a markdown cell: name, then MIME type, then base64 data."""


class Notebook(Struct, frozen=True):
    """A notebook that nbformat has read and found valid."""

    path: str
    """Below the repository root, with forward slashes."""
    lab: LabMetadata | None
    """Nothing when the notebook is no lab."""
    cells: tuple[NotebookCellSource, ...]
    """All cells, in order."""

    def where(self, cell: NotebookCellSource) -> Where:
        """The cell's place, for an error."""
        return Where(self.path, cell=cell.position, cell_id=cell.cell_id)


class ExtractedCell(Struct, frozen=True):
    """One cell that the page shows."""

    notebook: str
    """Path of the notebook below the repository root."""
    cell_id: str
    position: int
    """1-based place in the notebook."""
    kind: str
    """``code`` or ``markdown``."""
    source: str
    """The text without its directive."""
    outputs: tuple[Mapping[str, Any], ...]
    """Stored outputs to show; empty unless the cell asks for them."""
    attachments: Mapping[str, Mapping[str, str]] = {}
    """Images pasted into a markdown cell."""

    @property
    def where(self) -> Where:
        """The cell's place, for an error."""
        return Where(self.notebook, cell=self.position, cell_id=self.cell_id)


def read_notebook(path: Path, root: Path, memo: Memo | None = None) -> Notebook:
    """The notebook at ``path``, read and validated by nbformat.

    With a ``memo``, a notebook whose bytes nbformat has passed before is not passed again.
    Raises :class:`NotebookError` when the file is missing, is not a notebook of format 4, breaks
    the format's schema, has two cells with one id, or has wrong ``lab`` metadata.
    """
    name = path_below(path, root)
    data = read_bytes(path, root, NotebookError)
    raw = _checked(data, name, memo or Memo())
    cells = tuple(_cell(cell, at) for at, cell in enumerate(raw["cells"], start=1))
    return Notebook(path=name, lab=read_lab(raw["metadata"], name), cells=cells)


def require_lab(notebook: Notebook) -> LabMetadata:
    """The notebook's lab metadata; raises :class:`NotebookError` when it is no lab to be done."""
    if notebook.lab is None:
        message = "is named as a lab but has no lab metadata"
        raise NotebookError(message, Where(notebook.path), hint=LAB_HINT)
    if not notebook.cells:
        hint = "write the lab, or take it out of the stage's labs"
        raise NotebookError("is named as a lab but has no cells", Where(notebook.path), hint=hint)
    return notebook.lab


def check_designators(uses: Iterable[tuple[str, Where]]) -> None:
    """Raises :class:`SiteError` when a designator stands in two places.

    ``uses`` are the designators of the site's labs, exhibits and gates, each with its place.
    """
    first: dict[str, Where] = {}
    for designator, where in uses:
        if designator in first:
            message = f"the designator is already taken by {first[designator]}"
            raise SiteError(message, where, quote=designator, hint="give one of the two another")
        first[designator] = where


def extract_cells(notebook: Notebook) -> tuple[ExtractedCell, ...]:
    """The cells that ask to be shown, in order.

    Raises :class:`NotebookError` for a ``site:`` tag or directive that does not exist.
    """
    shown = (_extract(cell, notebook.where(cell), notebook.path) for cell in notebook.cells)
    return tuple(cell for cell in shown if cell is not None)


def _checked(data: bytes, name: str, memo: Memo) -> dict[str, Any]:
    """nbformat's reading of the notebook, as it was kept or made now."""
    kept = memo.kept(KEPT, data)
    if kept is not None:
        known: dict[str, Any] = json.loads(kept)
        return known
    raw = _read_thinly(data, name)
    memo.keep(KEPT, data, json.dumps(raw))
    return raw


def _read_thinly(data: bytes, name: str) -> dict[str, Any]:
    """nbformat's reading, without what nothing will ask for and may be large.

    Left out are outputs and pasted images of cells that do not speak of the site, and metadata such
    as the state of widgets.
    """
    from coursesite.notebook_file import load_notebook  # imported only for a changed notebook

    raw = load_notebook(data, name)
    kept = [cell if "site:" in _asking(cell) else _without_files(cell) for cell in raw["cells"]]
    metadata = {key: raw["metadata"][key] for key in ("lab",) if key in raw["metadata"]}
    return {"cells": kept, "metadata": metadata}


def _asking(cell: Mapping[str, Any]) -> str:
    """Every place in which a cell can ask to be shown, as one text."""
    return " ".join([*cell["metadata"].get("tags", ()), str(cell["source"]).partition("\n")[0]])


def _without_files(cell: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in cell.items() if key not in ("outputs", "attachments")}


def _cell(raw: Mapping[str, Any], position: int) -> NotebookCellSource:
    """One cell of a validated notebook; line ends inside strings made one kind."""
    return NotebookCellSource(
        kind=raw["cell_type"],
        source=raw["source"].replace("\r\n", "\n"),
        cell_id=raw["id"],
        position=position,
        tags=tuple(raw["metadata"].get("tags", ())),
        outputs=tuple(raw.get("outputs", ())),
        attachments=raw.get("attachments", {}),
    )


def _extract(cell: NotebookCellSource, where: Where, notebook: str) -> ExtractedCell | None:
    """The cell as it is shown, or nothing when it does not ask to be."""
    tags, source = _split_directive(cell, where)
    asked = {*(tag for tag in cell.tags if tag.startswith("site:")), *tags}
    _check_tags(asked, cell, where)
    if "site:show" not in asked:
        return None
    outputs = cell.outputs if "site:output" in asked else ()
    check_weight(source, outputs, cell.attachments, where)
    return ExtractedCell(
        notebook=notebook,
        cell_id=cell.cell_id,
        position=cell.position,
        kind=cell.kind,
        source=source,
        outputs=outputs,
        attachments=cell.attachments,
    )


def _split_directive(cell: NotebookCellSource, where: Where) -> tuple[tuple[str, ...], str]:
    """The tags that a directive on the first line stands for, and the text without it."""
    pattern = {"code": CODE_DIRECTIVE, "markdown": MARKDOWN_DIRECTIVE}.get(cell.kind)
    if pattern is None:
        return (), cell.source
    found = pattern.match(cell.source)
    if found is None:
        _check_later_lines(cell.source, pattern, where)
        return (), cell.source
    words = re.split(r"[\s,]+", found["words"]) if found["words"] else []
    _check_words(words, found.group().strip(), where)
    return tuple(f"site:{word}" for word in words), cell.source[found.end() :]


def _check_later_lines(source: str, pattern: re.Pattern[str], where: Where) -> None:
    """Raises when a directive stands where it would go unnoticed."""
    for line in source.splitlines():
        if pattern.fullmatch(line):
            message = "has a site directive that is not on the first line"
            raise NotebookError(message, where, quote=line, hint="move it to the cell's first line")


def _check_words(words: list[str], line: str, where: Where) -> None:
    """Raises unless the directive says only what directives can say."""
    known = [tag.removeprefix("site:") for tag in SITE_TAGS]
    if not words:
        hint = "known: " + ", ".join(known)
        raise NotebookError("has a site directive that says nothing", where, quote=line, hint=hint)
    for word in words:
        if word not in known:
            message = f"has an unknown word '{word}' in its site directive"
            raise NotebookError(message, where, quote=line, hint=suggest(word, known))


def _check_tags(asked: set[str], cell: NotebookCellSource, where: Where) -> None:
    """Raises for a ``site:`` tag that does not exist or cannot be followed."""
    for tag in sorted(asked.difference(SITE_TAGS)):
        message = f"has an unknown tag '{tag}'"
        raise NotebookError(message, where, quote=tag, hint=suggest(tag, SITE_TAGS))
    if "site:output" in asked and "site:show" not in asked:
        hint = "add the tag 'site:show', or remove 'site:output'"
        message = "shows its output but not itself"
        raise NotebookError(message, where, quote="site:output", hint=hint)
    if asked and cell.kind == "raw":
        message = "is a raw cell, which cannot be shown"
        hint = "make it a code or markdown cell, or remove the tag"
        raise NotebookError(message, where, quote=shorten(cell.source), hint=hint)
