"""Addresses outside the site, and the way to each stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from coursesite import view_page
from coursesite.content import Site
from coursesite.known import Summary


def repository_url(site: Site) -> str:
    """Return the address of the repository."""
    return f"https://github.com/{site.repository}"


def file_url(site: Site, path: str) -> str:
    """Return the address at which a file of the repository can be read."""
    return f"{repository_url(site)}/blob/{site.branch}/{quote(path)}"


def colab_url(site: Site, path: str) -> str:
    """Return the address that opens a notebook of the repository in Colab."""
    return f"https://colab.research.google.com/github/{site.repository}/blob/{site.branch}/{quote(path)}"


def stage_track(
    site: Site, summaries: Mapping[int, Summary], root: str
) -> Iterator[view_page.StageLink]:
    """Yield the stages of the track, with links from a page whose way to the root is ``root``."""
    for entry in site.stages:
        number = entry.number
        known = summaries.get(number)
        if known is None:
            yield view_page.StageLink(number, entry.title, entry.summary, "planned", "")
            continue
        href = f"{root}/stage-{number}/index.html"
        key = f"rudrite:self-test:stage-{number}" if known.checks else ""
        yield view_page.StageLink(
            number, entry.title, entry.summary, known.state, href, key, known.checks
        )
