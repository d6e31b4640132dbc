"""The built site where people put it: below a path of a host, and as files on a disk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from local_server import QuietHandler, serve
from playwright.sync_api import Page, expect

from tests.site_tree import STAGE_PAGE, SiteTree, copy_course

BELOW = "courses/kernels"
LOST = f"/{BELOW}/stage-9/deep/down.html"
PAGES = (
    "index.html",
    STAGE_PAGE,
    "stage-2/dumps/cpu.html",
    "stage-2/production.html",
    "bench/index.html",
    "search.html",
    "glossary.html",
)

FONTS = "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)"
STYLE = "getComputedStyle(document.body).fontFamily"


class Host(QuietHandler):
    """Shows ``404.html`` at one lost address, as hosts do; only the status is not theirs.

    A browser reports a page with the status 404 on its console, and the tests want that empty.
    """

    def translate_path(self, path: str) -> str:
        return super().translate_path(f"/{BELOW}/404.html" if path == LOST else path)


@pytest.fixture(scope="module")
def below_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site on a host where it has a path of its own, and nothing else is."""
    root = tmp_path_factory.mktemp("host")
    with serve(root / "served", Host) as host:
        address = f"{host}/{BELOW}"
        course = copy_course(root / "course")
        done = course.build("--quiet", "--base-url", address)
        assert done.returncode == 0, done.stderr
        target = root / "served" / BELOW
        target.parent.mkdir(parents=True)
        course.out.rename(target)
        yield address


@pytest.fixture(params=["path", "file"])
def site(request: pytest.FixtureRequest, built_course: SiteTree) -> str:
    """The site's address: below a path of a host, and on the disk."""
    if request.param == "path":
        return str(request.getfixturevalue("below_path"))
    return built_course.out.as_uri()


def visit(tab: Page, address: str) -> None:
    """Open a page, which must come with all that belongs to it and look as it should."""
    answers: list[tuple[int, str]] = []
    tab.on("response", lambda answer: answers.append((answer.status, answer.url)))
    tab.goto(address)
    tab.evaluate("document.fonts.ready")
    assert [answer for answer in answers if answer[0] >= 400] == []
    assert tab.evaluate(STYLE).startswith('"Rudrite Serif"')
    assert {"Rudrite Serif", "Rudrite Mono"} <= {each.strip('"') for each in tab.evaluate(FONTS)}
    expect(tab.locator("theme-switch")).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_complete(tab: Page, site: str, name: str) -> None:
    visit(tab, f"{site}/{name}")


def test_instrument_comes_alive(tab: Page, site: str) -> None:
    visit(tab, f"{site}/{STAGE_PAGE}")
    expect(tab.locator(".xray.live").first).to_be_visible()


def test_search_leads_to_a_place_of_the_site(tab: Page, site: str) -> None:
    visit(tab, f"{site}/search.html")
    tab.get_by_label("Words to look for").fill("fusion")
    tab.locator(".search-results a").first.click()
    expect(tab).not_to_have_title("Search · Rudrite Kernels")
    assert tab.url.startswith(f"{site}/")
    expect(tab.locator("h1")).to_be_visible()


def test_address_of_a_folder_is_a_page(tab: Page, below_path: str) -> None:
    visit(tab, f"{below_path}/stage-2/")
    visit(tab, f"{below_path}/")


def test_lost_address_leads_back(tab: Page, below_path: str) -> None:
    visit(tab, below_path.removesuffix(f"/{BELOW}") + LOST)
    tab.get_by_role("link", name="at the front page").click()
    expect(tab).to_have_url(f"{below_path}/index.html")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Rudrite Kernels")


def test_machines_are_told_the_path_too(below_path: str, tab: Page) -> None:
    for name in ("sitemap.xml", "feed.xml", "robots.txt"):
        answer = tab.request.get(f"{below_path}/{name}")
        assert answer.ok, name
        assert f"{below_path}/" in answer.text(), name
    tab.goto(f"{below_path}/{STAGE_PAGE}")
    picture = tab.locator('meta[property="og:image"]').get_attribute("content")
    assert picture == f"{below_path}/stage-2/picture.png"
    assert tab.request.get(picture).ok
