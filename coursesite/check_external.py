"""Links that lead out of the site: asked for, a few at a time, with patience."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from coursesite.check_pages import Written
from coursesite.errors import Where
from coursesite.finding import Finding

AT_ONCE = 8
TIMEOUT_S = 20
AGENT = "Mozilla/5.0 (compatible; course link check)"
GONE = frozenset({404, 410})
"""Answers that say that a page is not there; others may only dislike being asked by a program."""


def check_external(links: Mapping[str, str], root: Path) -> Iterator[Finding]:
    """Yield links that lead nowhere; those that nobody answers for are notes.

    ``links`` are addresses, each with a page that links it.
    """
    written = Written(root)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for (address, page), told in zip(links.items(), pool.map(ask, links), strict=True):
            if told:
                where = written.find(address) or Where(f"_site/{page}")
                message, is_note = told
                hint = "follow it in a browser, then correct or remove it"
                yield Finding("external", message, where, address, hint, is_note)


def ask(address: str) -> tuple[str, bool] | None:
    """Return what is wrong with an address and whether that is only a note, or nothing."""
    request = urllib.request.Request(address, headers={"User-Agent": AGENT})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S):
            return None
    except urllib.error.HTTPError as error:
        error.close()
        return f"links to a page that answers {error.code}", error.code not in GONE
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return f"links to an address that does not answer ({reason})", True
