"""Checks of the pages as they were built: every link inside the site leads somewhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from coursesite.errors import Where, suggest
from coursesite.finding import Finding
from coursesite.output_file import OutputFile
from coursesite.source import line_at, path_below

HELD = ("href", "src", "poster", "data")
"""Attributes that name another file."""


class PageFacts(Struct):
    """What one page holds."""

    ids: list[str] = []
    links: list[tuple[str, int]] = []
    """Addresses, each with the page's line."""
    faults: list[tuple[str, str, int]] = []
    """What no page may have: message, quoted text, line."""


class _Reader(HTMLParser):
    """Collects what a page holds."""

    def __init__(self) -> None:
        super().__init__()
        self.facts = PageFacts()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links and faults."""
        given = {name: value or "" for name, value in attrs}
        line = self.getpos()[0]
        if tag != "base":  # where relative links begin on a host, and no link itself
            self.facts.links += [(given[name], line) for name in HELD if given.get(name)]
        if "id" in given:
            if given["id"] in self.facts.ids:
                self._fault("has an id twice", given["id"])
            self.facts.ids.append(given["id"])
        if "style" in given:
            self._fault("has a style attribute, which the policy forbids", given["style"])
        if tag == "img" and "alt" not in given:
            self._fault("has a picture without a text for those who cannot see it", tag)
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self._fault("has a script in the page, which the policy forbids", tag)

    def _fault(self, message: str, quote: str) -> None:
        self.facts.faults.append((message, quote, self.getpos()[0]))


def read_page(data: bytes) -> PageFacts:
    """Return what a page holds."""
    reader = _Reader()
    reader.feed(data.decode())
    reader.close()
    return reader.facts


def check_pages(files: Iterable[OutputFile], root: Path, base_url: str = "") -> Iterator[Finding]:
    """Yield links that lead nowhere, and what no page may have.

    A finding names the line of the source that the address is written in, else the page's own.
    ``base_url`` is the address that absolute links of the site begin with.
    """
    data = {each.path: each.data for each in files}
    pages = {path: read_page(data[path]) for path in data if path.endswith(".html")}
    written = Written(root)
    for path, facts in sorted(pages.items()):
        for message, quote, line in facts.faults:
            yield Finding("html", message, Where(f"_site/{path}", line=line), quote, MEND)
        for address, line in facts.links:
            found = _lead(path, address, data, pages, base_url)
            if found is not None:
                where = written.find(address) or Where(f"_site/{path}", line=line)
                yield Finding("links", found[0], where, address, found[1])


MEND = "correct the template or the text that it comes from"


def _lead(
    page: str,
    address: str,
    data: Mapping[str, bytes],
    pages: Mapping[str, PageFacts],
    base_url: str,
) -> tuple[str, str] | None:
    """What is wrong with an address, and what to do; nothing when it leads somewhere or away."""
    if base_url and address.startswith(f"{base_url}/"):
        address, page = address.removeprefix(f"{base_url}/"), "index.html"
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    target = page
    if parts.path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
        if parts.path.endswith("/"):
            target = posixpath.normpath(f"{target}/index.html")
    if target not in data:
        near = [name for name in data if name.rpartition("/")[2] == target.rpartition("/")[2]]
        return "links to a page that does not exist", suggest(target, near or pages)
    anchor = unquote(parts.fragment)
    if anchor and target in pages and not _leads_to(anchor, pages[target]):
        return f"links to a place that {target} does not have", suggest(anchor, pages[target].ids)
    return None


def _leads_to(anchor: str, facts: PageFacts) -> bool:
    """Whether an anchor is an id of the page, or a place in an instrument of the page.

    ``ex-05/hlo@tpu-v5e/L12`` is read by the instrument ``ex-05``, and ``q=spill`` by the search.
    """
    return anchor in facts.ids or anchor.partition("/")[0] in facts.ids or "=" in anchor


class Written:
    """Where authors wrote what pages hold."""

    def __init__(self, root: Path) -> None:
        self._texts = {
            path_below(path, root): path.read_text(encoding="utf-8", errors="replace")
            for folder in ("site", "labs")
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in (".md", ".yml", ".ipynb") and path.is_file()
        }

    def find(self, text: str) -> Where | None:
        """Return the first place at which ``text`` stands as a word of its own."""
        pattern = re.compile(rf"(?<![\w./#-]){re.escape(text)}(?![\w/-])")
        for path, written in self._texts.items():
            if text in written and (found := pattern.search(written)):
                return Where(path, line=line_at(written, found.start()))
        return None


def external_links(files: Iterable[OutputFile]) -> dict[str, str]:
    """Return every address outside the site that a page links, with a page that does."""
    found: dict[str, str] = {}
    for each in files:
        if each.path.endswith(".html"):
            for address, _ in read_page(each.data).links:
                if urlsplit(address).scheme in ("http", "https"):
                    found.setdefault(urlsplit(address)._replace(fragment="").geturl(), each.path)
    return found
