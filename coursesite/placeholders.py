"""Texts of a new stage or lab that nobody has replaced: they build, and would be published.

The texts are those of :mod:`coursesite.scaffold`, and only the very same text counts: a word
changed by an author is the author's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coursesite.content import Site, Stage
from coursesite.errors import Where, shorten
from coursesite.finding import Finding
from coursesite.notebook import Notebook
from coursesite.scaffold import (
    ARTIFACT,
    CHAPTER_TEXT,
    LAB_ABOUT,
    LAB_EXERCISE,
    LAB_PROGRAM,
    LAB_SUMMARY,
    LAB_TITLE,
    SUMMARY,
    default_title,
)

RULE = "placeholders"


def site_placeholders(site: Site) -> Iterator[Finding]:
    """Yield what is left in ``site.yml`` of the entries that new stages begin with."""
    for index, entry in enumerate(site.stages):
        where = f"stages[{index}]"
        if entry.title == default_title(entry.number):
            place = site.where(f"{where}.title")
            yield _left(f"the title of stage {entry.number}", place, "stage", entry.title)
        if entry.summary == SUMMARY:
            place = site.where(f"{where}.summary")
            yield _left(f"the summary of stage {entry.number}", place, "stage", SUMMARY)


def stage_placeholders(stage: Stage, notebooks: Iterable[Notebook]) -> Iterator[Finding]:
    """Yield what is left in a stage, its chapters and ``notebooks`` of what they began with."""
    begun = {"title": default_title(stage.number), "description": SUMMARY, "artifact": ARTIFACT}
    for key, text in begun.items():
        if getattr(stage, key) == text:
            yield _left(f"the {key}", stage.where(key), "stage", text)
    for chapter in stage.chapters:
        for line in _lines(chapter.text, CHAPTER_TEXT):
            where = Where(chapter.path, line=chapter.line + line)
            yield _left("a paragraph", where, "stage", CHAPTER_TEXT)
    for notebook in notebooks:
        yield from _notebook_placeholders(notebook)


def _notebook_placeholders(notebook: Notebook) -> Iterator[Finding]:
    begun = {"title": LAB_TITLE, "summary": LAB_SUMMARY}
    for key, text in begun.items():
        if notebook.lab is not None and getattr(notebook.lab, key) == text:
            yield _left(f"the lab's {key}", Where(notebook.path), "lab", text)
    for cell in notebook.cells:
        if cell.kind == "code" and cell.source == LAB_PROGRAM:
            yield _left("the program", notebook.where(cell), "lab", LAB_PROGRAM)
        for text in (LAB_ABOUT, LAB_EXERCISE) if cell.kind == "markdown" else ():
            for line in _lines(cell.source, text):
                where = Where(notebook.path, line + 1, cell.position, cell.cell_id)
                yield _left("a paragraph", where, "lab", text)


def _lines(text: str, wanted: str) -> Iterator[int]:
    """Indices of the lines that are ``wanted``."""
    return (index for index, line in enumerate(text.split("\n")) if line.strip() == wanted)


def _left(what: str, where: Where, kind: str, quote: str) -> Finding:
    message = f"{what} is still what a new {kind} begins with"
    return Finding(RULE, message, where, shorten(quote), "replace it, or take it out")
