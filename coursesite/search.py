"""The search index: what each section of each page says, as a classic script.

A page opened from ``file://`` can neither fetch nor import, but it can load a script that sets a
variable. The index is made from the pages as they were rendered, so it cannot differ from them.
What kind of section a text stands in is its weight there: whoever looks for a word wants the
chapter that explains it before the code and the records in which it occurs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from coursesite.assets import fingerprinted
from coursesite.memo import Memo
from coursesite.output_file import OutputFile
from coursesite.record_place import PATH as RECORDS
from coursesite.search_text import PAGE, TERM, Section, page_sections
from coursesite.tree import bytes_digest

NAME = "search-index.js"
VARIABLE = "rudriteSearch"
STEP = "search"
"""Name of what is kept of a page."""

SEARCHED = frozenset({"index.html", "glossary.html", "links.html"})

WEIGHTS = {"chapter": 3.0, "drill": 3.0, TERM: 3.0, PAGE: 2.0, "labs": 1.0, "notebook": 0.75}
"""By the kind of a section, as its class or :mod:`coursesite.search_text` names it."""
REST_WEIGHT = 1.5
RECORDS_WEIGHT = 0.5
PLANNED_SHARE = 0.4
"""What is left of a weight where the stage teaches nothing yet."""


def search_index(
    files: Iterable[OutputFile], memo: Memo, site_title: str, planned: Collection[str] = ()
) -> OutputFile:
    """Return the index over all pages among ``files`` that are read rather than looked up in.

    Pages whose path is in ``planned`` count for less. The site's title, which ends the title of
    every page, is left out.
    """
    parts = [
        _entries(each, memo, site_title, each.path in planned)
        for each in files
        if _is_searched(each.path)
    ]
    lines = b",\n".join(filter(None, parts))
    data = b"".join([f"window.{VARIABLE} = [\n".encode(), lines, b"\n];\n"])
    digest = bytes_digest(data)
    return OutputFile(f"assets/{fingerprinted(NAME, digest)}", digest, lambda: data)


def _is_searched(path: str) -> bool:
    return path.rpartition("/")[2] in SEARCHED


def _entries(page: OutputFile, memo: Memo, site_title: str, is_planned: bool) -> bytes:
    """The sections of a page as the script reads them, one a line."""
    stated = "\0".join([page.path, page.digest, site_title, str(is_planned)])

    kept = memo.kept_bytes(STEP, stated.encode())
    if kept is not None:
        return kept
    entries = (
        _entry(page.path, section, site_title, is_planned) for section in page_sections(page.data)
    )
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
    memo.keep(STEP, stated.encode(), lines)
    return lines.encode()


def _entry(path: str, section: Section, site_title: str, is_planned: bool) -> list[object]:
    """A section as the script reads it: its kind has become a weight."""
    anchor, page, heading, kind, prose, code = section
    weight = RECORDS_WEIGHT if path == RECORDS else WEIGHTS.get(kind, REST_WEIGHT)
    weight = round(weight * PLANNED_SHARE, 2) if is_planned else weight
    page, heading = (_without_site(each, site_title) for each in (page, heading))
    return [path, anchor, page, heading, weight, prose, code]


def _without_site(title: str, site_title: str) -> str:
    """``The IR stack · Stage 2 · The course`` without its end, ``The course: a line`` without its
    beginning."""
    return title.removesuffix(f" · {site_title}").removeprefix(f"{site_title}: ")
