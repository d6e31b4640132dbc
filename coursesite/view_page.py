"""What templates of whole pages are given, and what all pages share."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from coursesite.view import PageLink, Section, Table


class TocEntry(Struct, frozen=True):
    """One step of the depth scale: a section of the page."""

    anchor: str
    """Section id, without ``#``."""
    heading: str
    """The section's heading as plain text."""
    layer: str
    """Layer this section is about: ``source``, ``jaxpr``, ``stablehlo``, ``hlo`` or empty."""


class StageLink(Struct, frozen=True):
    """A stage in the track, as the index and the header list it."""

    number: int
    title: str
    summary: str
    state: str
    """``open`` or ``planned``."""
    href: str
    """Relative to the page shown; empty where there is no page."""
    storage_key: str = ""
    """Under which a reader's ticks of its self-test are kept; empty where it has none."""
    checks: tuple[str, ...] = ()
    """Keys of its self-test."""


class SiteInfo(Struct, frozen=True):
    """What every page shares."""

    title: str
    tagline: str
    repository_url: str
    root: str
    """Relative path from the page to the site's root: ``.`` or ``..``."""
    stylesheets: tuple[str, ...]
    """Relative addresses, in order."""
    scripts: tuple[str, ...]
    """Relative addresses of deferred classic scripts, in order."""
    head_script: str
    """Relative address of the small script that sets the theme before first paint."""
    track: tuple[StageLink, ...]
    versions: tuple[tuple[str, str], ...]
    """``(name, version)`` pairs for the footer: jax, jaxlib, libtpu where they are known."""
    date: str
    """ISO date of the build's commit (an input of the build)."""
    commit: str
    """Short commit hash (an input of the build)."""
    icon: str = ""
    """Relative address of the site's icon, or empty."""
    pages: tuple[tuple[str, str], ...] = ()
    """``(title, relative address)`` of the pages that belong to no stage."""


class Card(Struct, frozen=True):
    """What a chat window shows of a page, by absolute addresses."""

    url: str
    image: str
    alt: str
    """The picture in words."""


class StagePage(Struct, frozen=True):
    """The stage page."""

    site: SiteInfo
    number: int
    title: str
    description: str
    """One sentence for search engines and chat windows."""
    artifact: Markup
    """The stage's public artifact in one line, for the footer."""
    toc: tuple[TocEntry, ...]
    sections: tuple[Section, ...]
    notices: tuple[str, ...]
    """Things the reader must know, such as a stale capture; plain sentences."""
    state: str = "open"
    """``open`` or ``planned``."""
    previous: StageLink | None = None
    next: StageLink | None = None
    card: Card | None = None
    """Nothing where nobody has said where the site is published."""


class IndexPage(Struct, frozen=True):
    """The site's front page."""

    site: SiteInfo
    description: str
    intro: Markup
    card: Card | None = None


class PlainPage(Struct, frozen=True):
    """A page that holds nothing of its own: the search, the page for addresses that are not."""

    site: SiteInfo
    title: str
    description: str
    index: tuple[str, ...] = ()
    """Of the search: addresses of the scripts of its index."""
    script: str = ""
    """Of the search: address of its script."""
    base: str = ""
    """Path, below the host, that relative links begin at; empty for the page's own folder."""


class ArticleSection(Struct, frozen=True):
    """One section of a page beside a stage."""

    anchor: str
    heading: str
    text: Markup
    tables: tuple[Table, ...] = ()
    instrument: Markup | None = None


class ArticlePage(Struct, frozen=True):
    """A page of sections: text, tables, an instrument."""

    site: SiteInfo
    number: int
    """Of the stage."""
    title: str
    description: str
    stage_href: str
    sections: tuple[ArticleSection, ...]
    siblings: tuple[PageLink, ...] = ()
    notices: tuple[str, ...] = ()
