"""The glossary: what authors write in ``site/glossary.yml``, its page, and links to it from prose.

The first mention of a term in a chapter becomes a link. Headings, code and links are left alone, so
an author writes plain text and never a link to the glossary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from markupsafe import Markup
from msgspec import Struct

from coursesite.content_schema import Slug, Text
from coursesite.errors import ContentError, Where
from coursesite.memo import Memo
from coursesite.render import render_markdown
from coursesite.schema import UNKEPT, decode_yaml
from coursesite.source import read_text
from coursesite.view_page import SiteInfo

FILE = "site/glossary.yml"
PATH = "glossary.html"
TEMPLATE = "layouts/glossary.html.j2"
TITLE = "Glossary"
DESCRIPTION = "The words of the course, each in a sentence or two."

# <a href="x">   </a>   text between tags
PIECE = re.compile(r"<[^>]*>|[^<]+")
# <code class="x">   </h3>
TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-z][a-z0-9-]*)")
QUIET = frozenset({"a", "code", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "svg", "button"})
"""Elements in which nothing becomes a link."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One term."""

    id: Slug
    """Element id on the glossary's page."""
    term: Text
    """Plain text, as it is written in the middle of a sentence."""
    text: Text
    """Markdown."""
    also: Annotated[tuple[Text, ...], msgspec.Meta(description="a list of texts")] = ()
    """Other forms that are linked, such as the plural."""


class GlossaryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``site/glossary.yml``."""

    terms: tuple[Entry, ...]


class Glossary(Struct, frozen=True):
    """All terms, in the order of the alphabet."""

    entries: tuple[Entry, ...] = ()
    lines: tuple[int, ...] = ()
    """1-based line of each entry's text in the file."""


class Term(Struct, frozen=True):
    """One term, ready to print."""

    anchor: str
    term: str
    text: Markup


class GlossaryPage(Struct, frozen=True):
    """The glossary's page."""

    site: SiteInfo
    title: str
    description: str
    terms: tuple[Term, ...]


def read_glossary(root: Path, memo: Memo = UNKEPT) -> Glossary:
    """Return the glossary under ``root``, empty when there is no file.

    Raises a :class:`ContentError` with file and line, also for a word or an id that stands twice.
    """
    path = root / FILE
    if not path.exists():
        return Glossary()
    text = read_text(path, root, ContentError)
    file, lines = decode_yaml(text, GlossaryFile, FILE, ContentError, memo)
    placed = [(each, lines[f"terms[{at}].text"]) for at, each in enumerate(file.terms)]
    _check_once((each.id, line) for each, line in placed)
    _check_once((word.lower(), line) for each, line in placed for word in _forms(each))
    placed.sort(key=lambda pair: pair[0].term.lower())
    return Glossary(tuple(each for each, _ in placed), tuple(line for _, line in placed))


def _check_once(words: Iterable[tuple[str, int]]) -> None:
    seen: set[str] = set()
    for word, line in words:
        if word in seen:
            where = Where(FILE, line=line)
            raise ContentError("is in the glossary twice", where, quote=word, hint="keep one")
        seen.add(word)


def _forms(entry: Entry) -> tuple[str, ...]:
    return (entry.term, *entry.also)


def glossary_page(site: SiteInfo, glossary: Glossary) -> GlossaryPage:
    """Return the glossary's page; terms link to one another, none to itself."""
    terms = tuple(
        Term(each.id, each.term, _linked_text(glossary, each, line))
        for each, line in zip(glossary.entries, glossary.lines, strict=True)
    )
    return GlossaryPage(site, TITLE, DESCRIPTION, terms)


def _linked_text(glossary: Glossary, entry: Entry, line: int) -> Markup:
    html = render_markdown(entry.text, Where(FILE, line=line))
    others = Glossary(tuple(each for each in glossary.entries if each is not entry))
    return link_terms(html, others, "")


def link_terms(html: Markup, glossary: Glossary, page: str) -> Markup:
    """Return ``html`` with the first mention of each term linked to its entry on ``page``.

    ``html`` is well formed, as our renderer makes it.
    """
    targets = {form.lower(): entry.id for entry in glossary.entries for form in _forms(entry)}
    if not targets:
        return html
    words = "|".join(re.escape(form) for form in sorted(targets, key=len, reverse=True))
    # the term as a word of its own: fusion, not confusion
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)
    return Markup("".join(_linked(html, pattern, targets, page)))


def _linked(
    html: str, pattern: re.Pattern[str], targets: dict[str, str], page: str
) -> Iterator[str]:
    """Yield the pieces of ``html``; text outside quiet elements with its first mentions linked."""
    done: set[str] = set()
    depth = 0

    def link(found: re.Match[str]) -> str:
        anchor = targets[found.group().lower()]
        if anchor in done:
            return found.group()
        done.add(anchor)
        return f'<a class="term" href="{page}#{anchor}">{found.group()}</a>'

    for piece in PIECE.findall(html):
        if piece.startswith("<"):
            depth += _step(piece)
            yield piece
        else:
            yield piece if depth else pattern.sub(link, piece)


def _step(tag: str) -> int:
    """How many quiet elements a tag opens or, below zero, closes."""
    found = TAG.match(tag)
    if found is None or found["name"] not in QUIET:
        return 0
    return -1 if found["close"] else 1
