"""What all pages of a site share: head and footer, style sheets and scripts, the templates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from coursesite import view
from coursesite.content import Site
from coursesite.memo import Memo
from coursesite.page import repository_url, stage_track
from coursesite.write import OutputFile
from irxray.html import SCRIPT, STYLESHEET, shipped_scripts

STYLESHEETS = (
    "tokens",
    "page",
    "masthead",
    "depth-scale",
    "prose",
    "sections",
    "data",
    "labs",
    "self-test",
    "drill",
    "gate",
    "records",
    "dump",
    "code",
    STYLESHEET.stem,
    "print",
)
"""In the order in which pages name them; the last word is print's."""

SCRIPTS = (
    "theme-switch",
    "depth-scale",
    "self-test",
    "code-frames",
    "dot-card",
    "choice-card",
    "fluency-drill",
    "record-filter",
    SCRIPT.stem,
)
"""In the order in which pages load them."""


@dataclass(frozen=True, slots=True)
class Shell:
    """What all pages of one build share."""

    site: Site
    versions: tuple[tuple[str, str], ...]
    date: str
    commit: str

    def info(self, root: str) -> view.SiteInfo:
        """Return what a page is given whose way to the site's root is ``root``."""
        return view.SiteInfo(
            self.site.title,
            self.site.tagline,
            repository_url(self.site),
            root,
            tuple(f"{root}/assets/css/{name}.css" for name in STYLESHEETS),
            tuple(f"{root}/assets/js/{name}.js" for name in SCRIPTS),
            f"{root}/assets/js/theme.js",
            tuple(stage_track(self.site, root)),
            self.versions,
            self.date,
            self.commit,
        )


def template_environment(root: Path, memo: Memo) -> Environment:
    """Return the Jinja environment of the templates under ``root``: strict, escaping by type."""
    cache = None
    if memo.folder is not None:
        memo.folder.mkdir(parents=True, exist_ok=True)
        cache = FileSystemBytecodeCache(str(memo.folder))
    return Environment(
        loader=FileSystemLoader(root / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=cache,
    )


def read_assets(root: Path) -> Iterator[OutputFile]:
    """Yield style sheets, scripts, fonts and pictures of the pages and of the instrument."""
    folder = root / "templates" / "assets"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield OutputFile(f"assets/{path.relative_to(folder).as_posix()}", path.read_bytes())
    yield OutputFile(f"assets/css/{STYLESHEET.name}", STYLESHEET.read_bytes())
    for name, data in shipped_scripts():
        yield OutputFile(f"assets/js/{name}", data)
