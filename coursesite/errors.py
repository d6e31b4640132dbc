"""Everything that can be wrong with what authors write, as one tree.

::

    SiteError
    ├── NotebookError            a notebook cannot be read, or its tags and metadata are wrong
    ├── ContentError             site.yml, stage.yml or a chapter is wrong
    │   └── TemplateValueError   a text names a value or filter that does not exist
    ├── RecordError              a record in bench/records is wrong
    ├── ExhibitError             an exhibit names something that cannot be taken or run
    └── OutputError              the output folder cannot be written

An error names the place, quotes the text found there, and says what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

# ESC [ 2 J clears a terminal; an error is printed to one. Tab and line end stay.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Where(Struct, frozen=True):
    """A place in something that an author wrote."""

    path: str
    """File below the repository root, with forward slashes."""
    line: int | None = None
    """1-based line in the file, or in the cell where one is named."""
    cell: int | None = None
    """1-based place of the cell in its notebook."""
    cell_id: str | None = None
    """The cell's id."""

    def __str__(self) -> str:
        """The place as an error begins: ``labs/x.ipynb, cell 3 (id a1b2)``."""
        parts = [self.path]
        if self.cell is not None:
            parts.append(f"cell {self.cell}" + (f" (id {self.cell_id})" if self.cell_id else ""))
        if self.line is not None:
            parts.append(f"line {self.line}")
        return ", ".join(parts)


class SiteError(Exception):
    """Something an author can put right."""

    def __init__(self, message: str, where: Where, *, quote: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        """What is wrong, in one clause."""
        self.where = where
        """The place."""
        self.quote = quote
        """The text found there; empty when there is none to show."""
        self.hint = hint
        """What to do."""

    def __str__(self) -> str:
        """Place and message, the quoted text after a bar, what to do; safe for a terminal."""
        quoted = [f"  | {line}" for line in self.quote.splitlines()]
        advice = [f"  {line}" for line in self.hint.splitlines()]
        return CONTROL.sub("�", "\n".join([f"{self.where}: {self.message}", *quoted, *advice]))


class NotebookError(SiteError):
    """A notebook cannot be read, or its tags and metadata are wrong."""


class ContentError(SiteError):
    """``site.yml``, ``stage.yml`` or a chapter is wrong."""


class TemplateValueError(ContentError):
    """A text names a value or filter that does not exist, or that does not fit."""


class RecordError(SiteError):
    """A record in ``bench/records`` is wrong."""


class ExhibitError(SiteError):
    """An exhibit names something that cannot be taken or run."""


class OutputError(SiteError):
    """The output folder cannot be written."""


def suggest(word: str, known: Iterable[str], alike: float = 0.7) -> str:
    """A question naming the closest known word, or the list of known ones.

    ``alike`` is how close that word must be, from 0 to 1.
    """
    from difflib import get_close_matches  # only errors need it

    words = sorted(filter(None, known))
    close = get_close_matches(word, words, n=1, cutoff=alike)
    if close:
        return f"did you mean '{close[0]}'?"
    return "known: " + ", ".join(words) if words else "none are known here"


def shorten(text: str, limit: int = 100) -> str:
    """``text`` on one line, cut at ``limit`` characters, fit to be quoted in an error."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def too_deep(name: str, kind: type[SiteError]) -> SiteError:
    """The error for a file whose lists and mappings go too deep to be read."""
    hint = "write plain lists and mappings"
    return kind("is nested too deeply", Where(name), hint=hint)
