"""Checks of what authors write, each file by itself, so that one fault does not hide another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from coursesite.captures import Wanted, wanted_captures
from coursesite.content import Site, Stage, read_site, read_stage
from coursesite.errors import SiteError, Where
from coursesite.finding import Finding, from_error
from coursesite.glossary import read_glossary
from coursesite.memo import Memo
from coursesite.notebook import Notebook, extract_cells, read_notebook, require_lab
from coursesite.placeholders import site_placeholders, stage_placeholders
from coursesite.record import Record, read_record
from coursesite.source import path_below
from irxray.store import read_current
from irxray.target import unusable_because

T = TypeVar("T")

SHOWS_OUTPUT = "site:output"
QUIET_KERNEL = "--log-level=ERROR"
"""Else it warns on the terminal of how it is reached, about which an author can do nothing."""


class Sources(Struct):
    """Everything that could be read, and what is wrong with the rest."""

    site: Site | None = None
    stages: list[Stage] = []
    notebooks: dict[str, Notebook] = {}
    """By path; all below ``labs/``."""
    records: list[Record] = []
    findings: list[Finding] = []

    def attempt(self, rule: str, read: Callable[[], T]) -> T | None:
        """Return what ``read`` returns; an error becomes a finding."""
        try:
            return read()
        except SiteError as error:
            self.findings.append(from_error(rule, error))
            return None


def read_sources(root: Path, memo: Memo) -> Sources:
    """Read everything under ``root`` that an author writes."""
    sources = Sources()
    sources.site = sources.attempt("content", lambda: read_site(root))
    for number in sources.site.open_stages if sources.site else ():
        stage = sources.attempt("content", partial(read_stage, root, number))
        sources.stages += [stage] if stage else []
    sources.attempt("content", lambda: read_glossary(root))
    for path in sorted((root / "labs").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            _read_notebook(sources, path, root, memo)
    for path in sorted((root / "bench" / "records").glob("*.json")):
        record: Record | None = sources.attempt("records", partial(read_record, path, root))
        sources.records += [record] if record else []
    return sources


def _read_notebook(sources: Sources, path: Path, root: Path, memo: Memo) -> None:
    notebook = sources.attempt("notebooks", lambda: read_notebook(path, root, memo))
    if notebook is not None:
        sources.notebooks[notebook.path] = notebook
        sources.attempt("notebooks", lambda: extract_cells(notebook))


# --------------------------------------------------------------- notebooks


def check_labs(sources: Sources) -> Iterator[Finding]:
    """Yield what is wrong with the notebooks that stages name as labs."""
    for stage in sources.stages:
        for index, path in enumerate(stage.labs.notebooks if stage.labs else ()):
            notebook = sources.notebooks.get(path)
            if notebook is None:
                if not any(each.where.path == path for each in sources.findings):
                    where = stage.where(f"labs.notebooks[{index}]")
                    hint = "check the name, or add the notebook: build.py new lab"
                    yield Finding("notebooks", "names a lab that does not exist", where, path, hint)
                continue
            try:
                require_lab(notebook)
            except SiteError as error:
                yield from_error("notebooks", error)


def check_placeholders(sources: Sources) -> Iterator[Finding]:
    """Yield texts that a new stage or lab begins with and that nobody has replaced."""
    if sources.site is not None:
        yield from site_placeholders(sources.site)
    for stage in sources.stages:
        paths = stage.labs.notebooks if stage.labs else ()
        labs = [sources.notebooks[path] for path in paths if path in sources.notebooks]
        yield from stage_placeholders(stage, labs)


def check_outputs(root: Path, sources: Sources) -> Iterator[Finding]:
    """Yield cells with stored outputs that the page does not show: they only make diffs large."""
    for path, notebook in sources.notebooks.items():
        raw = json.loads((root / path).read_bytes())
        for cell, given in zip(notebook.cells, raw.get("cells", ()), strict=False):
            if given.get("outputs") and not _shows_output(cell.tags, cell.source):
                where = Where(path, cell=cell.position, cell_id=cell.cell_id)
                hint = "clear the cell's output, or show it with the tags site:show and site:output"
                yield Finding("outputs", "stores an output that no page shows", where, hint=hint)


def _shows_output(tags: Iterable[str], source: str) -> bool:
    first = source.partition("\n")[0]
    return SHOWS_OUTPUT in tags or (first.startswith("#|") and "output" in first)


def check_execution(root: Path, sources: Sources, say: Callable[[str], None]) -> Iterator[Finding]:
    """Run each notebook from top to bottom in its folder; yield the cell that fails.

    ``say`` is told which one is running.
    """
    try:
        import nbclient
        import nbformat
    except ModuleNotFoundError as error:
        message = f"notebooks cannot be run without the package '{error.name}'"
        yield Finding("execution", message, Where("labs"), hint="run `make test` once")
        return
    for path in sources.notebooks:
        say(f"running {path}")
        notebook: Any = nbformat.read(root / path, as_version=4)
        resources = {"metadata": {"path": str((root / path).parent)}}
        client = nbclient.NotebookClient(
            notebook, timeout=900, resources=resources, extra_arguments=[QUIET_KERNEL]
        )
        try:
            client.execute()
        except nbclient.exceptions.CellExecutionError as error:
            yield _failed_cell(path, notebook, error)
        except Exception as error:  # a kernel that dies or never starts
            yield Finding("execution", f"cannot be run: {error}", Where(path))


def _failed_cell(path: str, notebook: Any, error: Any) -> Finding:
    """The finding for the first cell that stored an error."""
    place = next(
        (
            at
            for at, cell in enumerate(notebook["cells"], start=1)
            if any(each["output_type"] == "error" for each in cell.get("outputs", ()))
        ),
        None,
    )
    cell_id = notebook["cells"][place - 1].get("id") if place else None
    quote = f"{error.ename}: {error.evalue}"
    hint = "mend the cell, or an earlier one that it rests on"
    where = Where(path, cell=place, cell_id=cell_id)
    return Finding("execution", "fails when the notebook is run", where, quote, hint)


# ---------------------------------------------------------------- captures


def check_captures(root: Path, sources: Sources) -> Iterator[Finding]:
    """Yield captures that are missing or of an earlier text; none is made."""
    for stage in sources.stages:
        try:
            wanted = wanted_captures(stage, lambda path: _notebook(sources, path), root)
        except SiteError as error:
            yield from_error("captures", error)
            continue
        for each in wanted:
            if read_current(each.folder, each.program, each.target.name) is None:
                yield _not_current(each, root)


def _notebook(sources: Sources, path: str) -> Notebook:
    if path not in sources.notebooks:
        hint = "check the name, or add the notebook"
        raise SiteError("no such notebook, or it cannot be read", Where(path), hint=hint)
    return sources.notebooks[path]


def _not_current(wanted: Wanted, root: Path) -> Finding:
    folder = path_below(wanted.folder, root)
    is_there = (wanted.folder / "capture.json").is_file()
    message = (
        f"capture {wanted.name} is of an earlier text of the program"
        if is_there
        else f"capture {wanted.name} is missing"
    )
    reason = unusable_because(wanted.target)
    hint = f"run `make captures` (here: {reason})" if reason else "run `make captures`"
    return Finding("captures", message, wanted.where, folder, hint)
