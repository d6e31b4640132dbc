"""The server in a browser: a save shows in the open page, an error over it, the place stays."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.coursesite.small_site import REPOSITORY, SmallSite, make_site
from tests.site_tree import clean_environment

pytest.importorskip("watchfiles")

CHAPTER = "site/stage-1/a-long-chapter.md"
HEAD = "---\nheading: A long chapter\neyebrow: the chapter\n---\n\n"
PARAGRAPHS = "\n\n".join(f"### Part {at}\n\nSentence number {at}." for at in range(120))


@dataclass(frozen=True, slots=True)
class Served:
    """A small course and the server that shows it."""

    site: SmallSite
    url: str
    process: subprocess.Popen[str]

    def save(self, text: str) -> None:
        """Save the chapter, as an editor does."""
        self.site.write(CHAPTER, (HEAD + text).encode())


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """The server over a small course, ended as a person ends it."""
    published = {"base_url": "https://example.org/courses/kernels"}
    site = make_site(tmp_path, site=published, stage={"chapters": ["a-long-chapter.md"]})
    site.write(CHAPTER, (HEAD + PARAGRAPHS).encode())
    command = [sys.executable, str(REPOSITORY / "build.py"), "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--root", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        encoding="utf-8",
    )
    assert process.stdout is not None
    said = ""
    while not (found := re.search(r"http://\S+/", said)):
        line = process.stdout.readline()
        assert line, said
        said += line
    yield Served(site, found.group(), process)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    process.stdout.close()


@pytest.fixture
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    """The stage's page, open."""
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.goto(f"{served.url}stage-1/")
    yield page
    context.close()


def test_a_save_shows_in_the_open_page_which_keeps_its_place(served: Served, page: Page) -> None:
    page.locator("#content").get_by_text("Sentence number 80.").scroll_into_view_if_needed()
    before = page.get_by_text("Sentence number 80.").bounding_box()
    served.save(f"A new paragraph.\n\n{PARAGRAPHS}")
    start = time.perf_counter()
    page.get_by_text("A new paragraph.").wait_for(timeout=20_000)
    spent = time.perf_counter() - start
    if os.environ.get("RUDRITE_SHOW_TIMES") == "1":
        print(f"from save to page {spent:.3f} s")
    after = page.get_by_text("Sentence number 80.").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 4


def test_an_error_stands_over_the_last_good_page(served: Served, page: Page) -> None:
    served.save("A text that names {{ nothing.known }}.")
    failure = page.get_by_role("alert")
    failure.wait_for(timeout=20_000)
    told = failure.inner_text()
    assert f"{CHAPTER}, line 6" in told
    assert "nothing.known" in told
    assert page.get_by_text("Sentence number 80.").count() == 1
    page.reload()
    page.get_by_role("alert").wait_for()
    served.save("All is well again.")
    page.get_by_text("All is well again.").wait_for(timeout=20_000)
    assert page.get_by_role("alert").count() == 0


def test_a_broken_notebook_is_named_with_its_cell(served: Served, page: Page) -> None:
    path = served.site.root / "labs" / "stage-1" / "lab.ipynb"
    notebook = json.loads(path.read_bytes())
    notebook["cells"][0]["metadata"]["tags"] = ["site:shwo"]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    page.get_by_role("alert").wait_for(timeout=20_000)
    assert "labs/stage-1/lab.ipynb, cell 1 (id c1)" in page.get_by_role("alert").inner_text()


def test_a_long_failure_scrolls_in_its_box(served: Served, page: Page) -> None:
    served.save("A text that names {{ nothing.known }}.")
    failure = page.get_by_role("alert")
    failure.wait_for(timeout=20_000)
    failure.locator("p").last.evaluate("(hint) => { hint.textContent = 'a hint\\n'.repeat(200); }")
    measured = failure.evaluate("(box) => [box.offsetHeight, box.scrollHeight, innerHeight]")
    assert measured[0] <= 0.6 * measured[2] < measured[1]
    failure.hover()
    page.mouse.wheel(0, 10_000)
    page.wait_for_timeout(300)
    assert failure.evaluate("(box) => box.scrollTop") > 0
    assert page.evaluate("window.scrollY") == 0


def test_only_this_machine_is_answered(served: Served) -> None:
    request = urllib.request.Request(served.url, headers={"Host": "course.example:80"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10)
    with caught.value as refused:
        assert refused.code == 403


def test_a_lost_address_looks_as_it_should(served: Served, page: Page) -> None:
    """Once published, its links begin at the course's path; here, at the root."""
    page.goto(f"{served.url}nothing/here")
    sheets = page.evaluate("[...document.styleSheets].map((each) => each.cssRules.length)")
    assert sheets
    assert all(sheets)
    page.get_by_role("link", name="at the front page").click()
    expect(page).to_have_url(f"{served.url}index.html")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_site_on_disk_holds_nothing_of_the_server(served: Served, page: Page) -> None:
    with urllib.request.urlopen(served.url, timeout=10) as answer:
        assert b"_serve" in answer.read()
    deadline = time.monotonic() + 10
    index = served.site.out / "stage-1" / "index.html"
    while not index.is_file() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert b"_serve" not in index.read_bytes()
    assert page.evaluate("typeof window.rudriteServe") == "function"


def test_another_heading_reloads_the_whole_page(served: Served, page: Page) -> None:
    page.get_by_text("Sentence number 80.").scroll_into_view_if_needed()
    before = page.get_by_text("Sentence number 80.").bounding_box()
    head = HEAD.replace("A long chapter", "Another heading")
    served.site.write(CHAPTER, f"{head}One more.\n\n{PARAGRAPHS}".encode())
    page.get_by_role("heading", name="Another heading").wait_for(timeout=20_000)
    page.wait_for_load_state()
    after = page.get_by_text("Sentence number 80.").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 4
