"""What all pages of a site share: head and footer, style sheets and scripts."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from coursesite import view_page
from coursesite.address import repository_url, stage_track
from coursesite.assets import Assets, read_assets
from coursesite.content import Site
from coursesite.glossary import Glossary
from coursesite.known import Summary
from coursesite.sitemap import page_url
from irxray.assets import SCRIPT, shipped_scripts, shipped_style

STYLESHEETS = (
    "tokens",
    "page",
    "masthead",
    "colophon",
    "depth-scale",
    "prose",
    "sections",
    "data",
    "labs",
    "self-test",
    "drill",
    "drill-answers",
    "gate",
    "course",
    "records",
    "dump",
    "code",
    "xray",
    "print",
)
"""In the order in which they are joined; the last word is print's."""

SCRIPTS = (
    "theme-switch",
    "depth-scale",
    "self-test",
    "stage-progress",
    "code-frames",
    "dot-card",
    "choice-card",
    "fluency-drill",
    "record-filter",
)
"""In the order in which they are joined."""

SITE_SHEET, SITE_SCRIPT = "css/site.css", "js/site.js"
"""What is made of them: pages load these two and the instrument's script."""


class Shell(Struct, frozen=True):
    """What all pages of one build share."""

    site: Site
    versions: tuple[tuple[str, str], ...]
    date: str
    commit: str
    base_url: str
    """Without a slash at its end, or empty."""
    summaries: tuple[tuple[int, Summary], ...]
    """Of each stage that has a page."""
    glossary: Glossary
    assets: Assets
    pages: tuple[tuple[str, str], ...] = ()
    """``(title, path)`` of the pages that belong to no stage and are linked from every page."""

    def info(self, root: str) -> view_page.SiteInfo:
        """Return what a page is given whose way to the site's root is ``root``."""
        return view_page.SiteInfo(
            self.site.title,
            self.site.tagline,
            repository_url(self.site),
            root,
            (self.assets.address(SITE_SHEET, root),),
            tuple(self.assets.address(name, root) for name in (SITE_SCRIPT, f"js/{SCRIPT.name}")),
            self.assets.address("js/theme.js", root),
            tuple(stage_track(self.site, dict(self.summaries), root)),
            self.versions,
            self.date,
            self.commit,
            self.assets.address("img/icon.svg", root),
            tuple((title, f"{root}/{path}") for title, path in self.pages),
        )

    def shared(self) -> str:
        """Return what stands for everything that goes into every page."""
        names = (self.assets.names, self.base_url, self.summaries, self.glossary, self.pages)
        return repr((self.site, self.versions, self.date, self.commit, *names))

    def card(self, path: str, picture: str, alt: str) -> view_page.Card | None:
        """Return what a chat window shows of the page at ``path``, where its address is known."""
        if not self.base_url:
            return None
        return view_page.Card(page_url(self.base_url, path), f"{self.base_url}/{picture}", alt)


def shell_assets(root: Path) -> Assets:
    """Return style sheets, scripts, fonts and pictures of the pages and of the instrument."""
    instrument = {"css/xray.css": shipped_style().encode()}
    instrument |= {f"js/{name}": data for name, data in shipped_scripts()}
    joined = {
        SITE_SHEET: [f"css/{name}.css" for name in STYLESHEETS],
        SITE_SCRIPT: [f"js/{name}.js" for name in SCRIPTS],
    }
    return read_assets(root / "templates" / "assets", instrument, joined)
