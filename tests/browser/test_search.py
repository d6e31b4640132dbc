"""The search of the built course in a browser: what comes first, and what each result says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.coursesite.small_site import LAB, as_json, make_site, markdown, notebook
from tests.site_tree import SiteTree


@pytest.fixture
def search(tab: Page, built_course: SiteTree) -> Page:
    """The page of the search, opened from a file."""
    tab.goto(f"{built_course.out.as_uri()}/search.html")
    return tab


def results(page: Page, words: str) -> Locator:
    page.locator("site-search input").fill(words)
    return page.locator(".search-results li")


def titles(page: Page, words: str) -> list[str]:
    return results(page, words).locator("a").all_text_contents()


CHAPTERS = ("Fusion, and its exact limit", "An algorithm failure")


def test_chapters_stand_before_code_labs_and_records(search: Page) -> None:
    found = titles(search, "spill")
    heads = [each.partition(" · ")[0] for each in found]
    assert heads[0] == "spill"
    assert set(heads[1:3]) == set(CHAPTERS)
    assert max(map(heads.index, CHAPTERS)) < heads.index("From the notebook")
    assert not any("Rudrite Kernels" in each for each in found)


def test_an_open_stage_stands_before_a_planned_one(search: Page) -> None:
    assert titles(search, "online softmax")[0].startswith("An algorithm failure")
    assert any("Stage 3" in each for each in titles(search, "online softmax"))
    assert titles(search, "online-softmax") == titles(search, "online softmax")


@pytest.mark.parametrize("words", ["maxtext remat", "score matrix", "round trip"])
def test_a_result_shows_the_text_around_its_words(search: Page, words: str) -> None:
    first = results(search, words).locator("p").first
    said = (first.text_content() or "").lower()
    assert all(word in said for word in words.split())
    assert not re.search(r"import |def \w+\(|print\(", said)
    assert len(said) < 300


def test_cells_do_not_run_together(search: Page) -> None:
    said = " ".join(results(search, "the Python you write").locator("p").all_text_contents())
    assert "source the Python you write" in said
    assert "sourcethe" not in said


def test_nothing_found_is_a_sentence_that_helps(search: Page) -> None:
    status = search.locator("site-search [role=status]")
    assert titles(search, "qwertz") == []
    expect(status).to_contain_text("Nothing in the course says “qwertz”.")
    assert titles(search, "fusion qwertz")
    expect(status).to_contain_text("No place has all of these words")
    assert titles(search, "q") == []
    expect(status).to_have_text("Type two letters or more.")
    assert titles(search, "") == []
    expect(status).to_have_text("")


def test_a_result_leads_to_its_section(search: Page) -> None:
    results(search, "exact limit").locator("a").first.click()
    expect(search).to_have_url(re.compile(r"/stage-2/index\.html#fusion-and-its-exact-limit$"))


@pytest.mark.parametrize("width", [390, 1600])
def test_the_count_stands_clear_of_the_fields_focus_ring(search: Page, width: int) -> None:
    search.set_viewport_size({"width": width, "height": 800})
    titles(search, "spill")
    field = search.locator("site-search input")
    expect(field).to_be_focused()
    ring = field.evaluate(
        "(e) => { const s = getComputedStyle(e); return e.getBoundingClientRect().bottom"
        " + parseFloat(s.outlineWidth) + parseFloat(s.outlineOffset); }"
    )
    top = search.locator(".search-count").bounding_box()
    assert top is not None
    assert top["y"] - ring >= 6


def test_all_parts_of_the_index_are_searched(
    tab: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coursesite.search.PART_PAGES", 1)
    site = make_site(tmp_path, {LAB: as_json(notebook(markdown("In a *notebook*.")))})
    terms = [{"id": "notebook", "term": "notebook", "text": "Cells."}]
    site.write("site/glossary.yml", as_json({"terms": terms}))
    assert site.build().code == 0
    tab.goto(f"{site.out.as_uri()}/search.html")
    pages = ("stage-1", "front page", "records", "glossary")
    assert tab.locator("script[src*=search-index]").count() == len(pages)
    hrefs = results(tab, "notebook").locator("a").evaluate_all("all => all.map(a => a.pathname)")
    assert {each.rpartition("/_site/")[2] for each in hrefs} == {
        "stage-1/index.html",
        "glossary.html",
    }
