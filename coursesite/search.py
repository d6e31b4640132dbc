"""The search index: what each section of each page says, as classic scripts.

A page opened from ``file://`` can neither fetch nor import, but it can load scripts that fill a
variable. The index is made from the pages as they were rendered, so it cannot differ from them.
What kind of section a text stands in is its weight there: whoever looks for a word wants the
chapter that explains it before the code and the records in which it occurs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from coursesite.assets import fingerprinted
from coursesite.kept_file import made_file
from coursesite.memo import Memo
from coursesite.output_file import OldSite, OutputFile
from coursesite.record_place import PATH as RECORDS
from coursesite.search_text import PAGE, TERM, Section, page_sections

NAME = "search-index.js"
START, END = "(window.rudriteSearch ??= []).push(\n", "\n);\n"
STEP, PART_STEP = "search", "search-part"
"""Names of what is kept of a page and of a part."""

PART_PAGES = 16
"""Pages in one script: an edit renews that of its page, and browsers keep the others."""

SEARCHED = frozenset({"index.html", "glossary.html", "links.html"})

WEIGHTS = {"chapter": 3.0, "drill": 3.0, TERM: 3.0, PAGE: 2.0, "labs": 1.0, "notebook": 0.75}
"""By the kind of a section, as its class or :mod:`coursesite.search_text` names it."""
REST_WEIGHT = 1.5
RECORDS_WEIGHT = 0.5
PLANNED_SHARE = 0.4
"""What is left of a weight where the stage teaches nothing yet."""


class SearchIndex(Struct, frozen=True):
    """Makes the index of a site."""

    memo: Memo
    """Keeps what each page says."""
    site_title: str
    """Ends the title of every page, and is left out."""
    planned: frozenset[str]
    """Paths of pages that count for less."""

    def read(self, files: Iterable[OutputFile]) -> None:
        """Read what these pages say, to be kept."""
        for each in filter(_is_searched, files):
            self._entries(each)

    def parts(self, files: Iterable[OutputFile], old: OldSite) -> Iterator[OutputFile]:
        """Yield the scripts of the index over all pages among ``files`` that are read rather than
        looked up in."""
        pages = list(filter(_is_searched, files))
        for at in range(0, len(pages), PART_PAGES):
            yield self._part(pages[at : at + PART_PAGES], old)

    def _part(self, pages: Sequence[OutputFile], old: OldSite) -> OutputFile:
        def make() -> bytes:
            lines = b",\n".join(filter(None, map(self._entries, pages)))
            return b"".join([START.encode(), lines, END.encode()])

        stated = "\0".join(map(self._stated, pages)).encode()
        return made_file(PART_STEP, stated, _address, make, self.memo, old)

    def _stated(self, page: OutputFile) -> str:
        """Everything that a page's entries depend on."""
        return "\0".join([page.path, page.digest, self.site_title, str(page.path in self.planned)])

    def _entries(self, page: OutputFile) -> bytes:
        """The sections of a page as the script reads them, one a line."""
        stated = self._stated(page).encode()
        kept = self.memo.kept_bytes(STEP, stated)
        if kept is not None:
            return kept
        entries = (
            _entry(page.path, section, self.site_title, page.path in self.planned)
            for section in page_sections(page.data)
        )
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
        self.memo.keep(STEP, stated, lines)
        return lines.encode()


def _is_searched(file: OutputFile) -> bool:
    return file.path.rpartition("/")[2] in SEARCHED


def _address(digest: str) -> str:
    return f"assets/{fingerprinted(NAME, digest)}"


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
