"""What templates of the pages beside a stage page are given: dumps, one backend's instrument."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from coursesite.view import PageLink, Table
from coursesite.view_page import SiteInfo


class DumpPart(Struct, frozen=True):
    """A stretch of a dump's line."""

    text: str
    fold: str
    """What it is folded to, or empty for text in plain sight."""


class DumpMark(Struct, frozen=True):
    """A remark on a dump's line."""

    kind: str
    """``spill``, ``reader``, ``kept``, ``fusion`` or ``kernel``."""
    text: str


class DumpLine(Struct, frozen=True):
    """One line of an annotated dump."""

    number: int
    """1-based."""
    parts: tuple[DumpPart, ...]
    marks: tuple[DumpMark, ...]


class DumpBlock(Struct, frozen=True):
    """A run of lines, folded away or not."""

    summary: str
    """What is folded, or empty for lines in plain sight."""
    lines: tuple[DumpLine, ...]


class DumpPage(Struct, frozen=True):
    """The annotated dump of one program on one target."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    lead: Markup
    """The description with its machine words set as code."""
    stage_href: str
    summary: tuple[Markup, ...]
    """What a reader should know first, a sentence each."""
    tables: tuple[Table, ...]
    """Spills, the checks against the compiler's figures, fusions."""
    blocks: tuple[DumpBlock, ...]
    raw_href: str
    siblings: tuple[PageLink, ...]
    notices: tuple[str, ...]


class XrayPage(Struct, frozen=True):
    """An instrument on a page of its own."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    lead: Markup
    """The description with its machine words set as code."""
    stage_href: str
    instrument: Markup
    siblings: tuple[PageLink, ...]
    notices: tuple[str, ...]
