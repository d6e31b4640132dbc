"""What a browser has to fetch before a stage page is there."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from local_server import serve
from playwright.sync_api import Page, Response, expect

from tests.site_tree import STAGE_PAGE, SiteTree

LIMIT = 150_000
PACKED = (".woff2", ".png")
"""Endings of files that are packed as they are."""


def weight(answer: Response) -> tuple[str, int]:
    """The ending of what was fetched, and its bytes on a host that packs what can be packed."""
    ending = PurePosixPath(urlsplit(answer.url).path).suffix
    data = answer.body()
    return ending, len(data) if ending in PACKED else len(gzip.compress(data, 9))


def test_stage_page_is_light(tab: Page, built_course: SiteTree) -> None:
    answers: list[Response] = []
    tab.on("response", lambda answer: answers.append(answer))
    with serve(built_course.out) as address:
        tab.set_viewport_size({"width": 1600, "height": 1000})
        tab.goto(f"{address}/{STAGE_PAGE}", wait_until="networkidle")
        expect(tab.locator(".xray.live").first).to_be_visible()
        tab.mouse.wheel(0, 100_000)
        tab.evaluate("document.fonts.ready")
        tab.wait_for_load_state("networkidle")
        parts: Counter[str] = Counter()
        for answer in answers:
            ending, size = weight(answer)
            parts[ending] += size
    assert {".html", ".css", ".js", ".woff2"} <= set(parts)
    assert parts.total() <= LIMIT, dict(parts)


def test_usual_page_fetches_no_font_for_rare_characters(tab: Page, built_course: SiteTree) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((built_course.out / STAGE_PAGE).as_uri())
    tab.evaluate("document.fonts.ready")
    assert [url for url in asked if "-all." in url] == []
    tab.locator("h2").first.evaluate("heading => { heading.textContent = 'Größe'; }")
    tab.evaluate("document.fonts.ready")
    assert [url for url in asked if "-all." in url and "rudrite-serif-all" not in url] == []
    assert any("rudrite-serif-all" in url for url in asked)
