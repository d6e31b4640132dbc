"""The built pages as HTML: sections, links, ids, and what a strict policy forbids."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from urllib.parse import SplitResult, unquote, urlsplit

import pytest

from tests.html_page import REFERENCES, HtmlPage
from tests.site_tree import STAGE_PAGE, SiteTree, file_bytes

TEXTS = {
    "source": "source.py",
    "jaxpr": "jaxpr.txt",
    "stablehlo": "stablehlo.mlir",
    "hlo": "optimized.hlo",
}
"""Where the text of each layer is stored."""
SECTIONS = [
    "what-your-code-becomes",
    "fusion-and-its-exact-limit",
    "an-algorithm-failure",
    "the-fluency-drill",
    "ex-05",
    "what-gets-built",
    "readings",
    "the-work",
    "labs",
    "from-the-notebook",
    "can-you",
    "the-gate",
]


@pytest.fixture(scope="module")
def pages(built_course: SiteTree) -> dict[str, HtmlPage]:
    """Every page of the built site, by its name."""
    return read_pages(built_course)


def read_pages(course: SiteTree) -> dict[str, HtmlPage]:
    names = [name for name in file_bytes(course.out) if name.endswith(".html")]
    return {name: HtmlPage.read(course.page(name)) for name in names}


def test_index_and_stage_are_there(pages: dict[str, HtmlPage]) -> None:
    assert {"index.html", STAGE_PAGE} <= set(pages)


def test_sections_stand_in_their_order(pages: dict[str, HtmlPage]) -> None:
    tags = pages[STAGE_PAGE].tags
    found = [given["id"] for tag, given in tags if "section" in given.get("class", "").split()]
    assert found == SECTIONS


def test_contents_lead_to_every_section(pages: dict[str, HtmlPage]) -> None:
    links = [given.get("href") for tag, given in pages[STAGE_PAGE].tags if tag == "a"]
    assert [f"#{each}" for each in SECTIONS if f"#{each}" not in links] == []


def test_ids_are_unique(pages: dict[str, HtmlPage]) -> None:
    twice = [
        f"{name}: {each}"
        for name, page in pages.items()
        for each, count in Counter(page.ids).items()
        if count > 1
    ]
    assert twice == []


def test_references_lead_to_ids_of_their_page(pages: dict[str, HtmlPage]) -> None:
    lost = [
        f"{name}: {word}"
        for name, page in pages.items()
        for value in page.values(*REFERENCES)
        for word in value.split()
        if word not in page.ids
    ]
    assert lost == []


def test_tags_are_nested_as_they_should_be(pages: dict[str, HtmlPage]) -> None:
    assert {name: page.misnested for name, page in pages.items() if page.misnested} == {}
    assert {name: page.open_tags for name, page in pages.items() if page.open_tags} == {}


def lost_links(course: SiteTree, pages: dict[str, HtmlPage]) -> list[str]:
    """Links inside the site that lead nowhere, as ``page: address``."""
    files = file_bytes(course.out)
    return [
        f"{name}: {address}"
        for name, page in pages.items()
        for address in page.values("href", "src")
        if not _leads_somewhere(name, urlsplit(address), files, pages)
    ]


def _leads_somewhere(
    page: str, address: SplitResult, files: dict[str, bytes], pages: dict[str, HtmlPage]
) -> bool:
    if address.scheme or address.netloc:
        return True
    target = _target(page, unquote(address.path))
    if target not in files:
        return False
    return not address.fragment or unquote(address.fragment) in pages[target].ids


def _target(page: str, path: str) -> str:
    """The file that ``path`` on ``page`` leads to, below the site's root."""
    if not path:
        return page
    steps: list[str] = list(PurePosixPath(page).parent.parts)
    for step in PurePosixPath(path).parts:
        if step == "..":
            assert steps, f"{page}: {path} leaves the site"
            steps.pop()
        else:
            steps.append(step)
    return "/".join(steps)


def test_links_inside_the_site_lead_somewhere(
    built_course: SiteTree, pages: dict[str, HtmlPage]
) -> None:
    assert lost_links(built_course, pages) == []


def test_a_lost_link_is_noticed(course: SiteTree) -> None:
    course.replace("site/stage-2/stage.yml", "[LAB·2.1](#labs)", "[LAB·2.1](#lab)")
    assert course.build("--quiet").returncode == 0
    assert lost_links(course, read_pages(course)) == ["stage-2/index.html: #lab"]


def test_nothing_is_fetched_from_elsewhere(pages: dict[str, HtmlPage]) -> None:
    for name, page in pages.items():
        fetched = page.fetched()
        assert len(fetched) > 3, name
        foreign = [each for each in fetched if urlsplit(each).scheme not in ("", "data")]
        assert (name, foreign) == (name, [])
        assert (name, [each for each in fetched if each.startswith("//")]) == (name, [])


def test_style_sheets_fetch_nothing_from_elsewhere(built_course: SiteTree) -> None:
    sheets = {
        name: data.decode()
        for name, data in file_bytes(built_course.out).items()
        if name.endswith(".css")
    }
    assert len(sheets) == 1
    addresses = [
        address for text in sheets.values() for address in re.findall(r"url\(([^)]*)\)", text)
    ]
    assert [each for each in addresses if ":" in each or each.startswith("//")] == []
    assert [name for name, text in sheets.items() if "@import" in text] == []


def test_policy_has_nothing_to_block(pages: dict[str, HtmlPage]) -> None:
    for name, page in pages.items():
        assert [tag for tag, given in page.tags if "style" in given or tag == "style"] == [], name
        attributes = {attribute for _, given in page.tags for attribute in given}
        assert {each for each in attributes if each.startswith("on")} == set(), name
        inline = [given.get("type") for given, text in page.scripts if text.strip()]
        assert set(inline) <= {"application/json"}, name
        assert "module" not in [given.get("type") for given, _ in page.scripts], name


def test_policy_forbids_what_a_page_does_not_need(pages: dict[str, HtmlPage]) -> None:
    for name, page in pages.items():
        policy = [
            given["content"]
            for _, given in page.tags
            if given.get("http-equiv") == "Content-Security-Policy"
        ]
        assert len(policy) == 1, name
        assert "default-src 'none'" in policy[0]
        assert "unsafe" not in policy[0]


def test_ir_lines_carry_their_place(pages: dict[str, HtmlPage], built_course: SiteTree) -> None:
    found: dict[tuple[str, str], list[int]] = {}
    for _, given in pages[STAGE_PAGE].tags:
        if "data-line" in given:
            place = given["data-layer"], given.get("data-target", "")
            found.setdefault(place, []).append(int(given["data-line"]))
    assert {place for place in found if not place[1]} == {
        ("source", ""),
        ("jaxpr", ""),
        ("stablehlo", ""),
    }
    stored = built_course.root / "bench/captures/ex-05"
    for (layer, target), lines in found.items():
        name = TEXTS.get(layer, "kernel-1.mlir")
        text = (stored / (target or "cpu") / name).read_text(encoding="utf-8")
        assert lines == list(range(1, len(text.splitlines()) + 1))
    assert ("hlo", "cpu") in found


@pytest.mark.parametrize(("layer", "name"), TEXTS.items())
def test_pane_and_download_are_the_stored_text(
    built_course: SiteTree, layer: str, name: str
) -> None:
    stored = (built_course.root / "bench/captures/ex-05/cpu" / name).read_text(encoding="utf-8")
    assert built_course.page(f"stage-2/raw/ex-05/cpu/{name}") == stored
    assert built_course.pane("hlo@cpu" if layer == "hlo" else layer) == stored


def test_a_kernel_can_be_downloaded(built_course: SiteTree) -> None:
    stored = built_course.root / "bench/captures/ex-05/tpu-v5e/kernel-1.mlir"
    there = "raw/ex-05/tpu-v5e/kernel.mlir"
    assert built_course.page(f"stage-2/{there}") == stored.read_text(encoding="utf-8")
    assert f'href="{there}"' in built_course.page(STAGE_PAGE)


def test_planned_stages_are_listed_as_planned(built_course: SiteTree) -> None:
    index = built_course.page("index.html")
    rows = re.findall(r'<li class="is-(open|planned)">(.*?)</li>', index, re.DOTALL)
    assert [state for state, _ in rows] == ["planned"] * 2 + ["open"] + ["planned"] * 3
    assert ["is-planned" in row or "state-planned" in row for _, row in rows] == [
        state == "planned" for state, _ in rows
    ]
    assert all("<a " in row for _, row in rows)
