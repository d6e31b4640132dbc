"""A module of many lines: what is drawn, what is found, where the focus goes, what prints."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bench.synthetic import synthetic_capture
from irxray.view import XrayView, view_captures
from tests.browser.films import expect_said, written_page

HLO = 'xray-pane[data-layer="hlo"]'


@pytest.fixture(scope="module")
def view() -> XrayView:
    return view_captures([synthetic_capture(12_000)], "long")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, view: XrayView) -> str:
    return written_page(tmp_path_factory.mktemp("long"), view)


@pytest.fixture
def film(tab: Page, address: str) -> Page:
    tab.set_viewport_size({"width": 1600, "height": 900})
    tab.goto(address)
    return tab


def test_only_lines_in_sight_are_in_the_page(film: Page, view: XrayView) -> None:
    assert [pane.is_windowed for pane in view.panes] == [False, True, True, True]
    for layer in ("jaxpr", "stablehlo", "hlo"):
        assert 20 < film.locator(f'.ln[data-layer="{layer}"]').count() < 80
    last = len(view.panes[1].lines)
    film.evaluate("document.querySelector('[data-pane=jaxpr] .pane-body').scrollTop = 1e9")
    expect(film.locator(f'.ln[data-layer="jaxpr"][data-line="{last}"]')).to_be_visible()
    drawn = film.locator(f'.ln[data-layer="jaxpr"][data-line="{last}"]')
    expect(drawn).to_have_attribute("aria-setsize", str(last))
    expect(drawn).to_have_attribute("aria-posinset", str(last))


def test_far_counterparts_are_lit_and_in_sight(film: Page, address: str) -> None:
    film.goto("about:blank")
    film.goto(address + "#long/jaxpr@tpu-v5e/L5000")
    expect(film.locator("[data-pinned]")).to_have_attribute("data-line", "5000")
    for layer in ("source", "stablehlo", "hlo"):
        lit = film.locator(f'.ln[data-layer="{layer}"][data-lit="exact"], .bd.lit').first
        expect(lit).to_be_in_viewport()
    gutter = film.locator('.ln[data-layer="stablehlo"][data-line="5001"] .lbs')
    expect(gutter).to_have_text(re.compile(r"^\s*5001\s+4999\s*$"))
    # The lit row comes first, those around it a moment later, all in their order.
    expect(film.locator('.ln[data-layer="stablehlo"]').nth(20)).to_be_attached()
    expect(film.locator('.ln[style*="absolute"]')).to_have_count(0)
    expect_said(
        film,
        "3 counterparts: source line 201; StableHLO line 5001; HLO TPU v5e line 7499. Pinned.",
        whole=True,
    )
    film.keyboard.press("ArrowRight")
    film.keyboard.press("ArrowRight")
    expect(film.locator(f"{HLO} .ln:focus")).to_have_attribute("data-line", "7499")
    expect(film.locator(f"{HLO} .ln:focus .v").first).to_have_text("%op.4998")


def test_focus_outlives_scrolling_away(film: Page) -> None:
    film.locator('.ln[data-layer="jaxpr"][data-line="4"]').click()
    film.evaluate("document.querySelector('[data-pane=jaxpr] .pane-body').scrollTop = 60000")
    expect(film.locator('.ln[data-layer="jaxpr"][data-line="3002"]')).to_be_visible()
    focused = film.locator('.ln[data-layer="jaxpr"]:focus')
    expect(focused).to_have_attribute("data-line", "4")
    film.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("data-line", "5")
    expect(focused).to_be_in_viewport()


def test_search_reaches_lines_that_are_not_drawn(film: Page) -> None:
    film.locator("xray-search input").fill("%op.6000 ")
    film.keyboard.press("Enter")
    expect(film.locator("xray-search output")).to_have_text("1 of 2")
    expect(film.locator(f"{HLO} .ln[data-hit]").first).to_be_visible()
    expect(film.locator(f"{HLO} .ln[data-lit]").first).to_contain_text("%op.6000")


def test_drawn_lines_get_their_colours_and_chips(film: Page) -> None:
    line = film.locator(f"{HLO} .ln.on").first
    expect(line.locator(".f")).to_have_text("fusion")
    expect(line.locator(".fd").first).to_have_attribute("data-chip", "S(1)")
    chip = line.locator(".bd")
    expect(chip).to_have_text("▸")
    chip.click()
    expect(film.locator(f"{HLO} .ln", has_text="ROOT %op.7 ")).to_be_visible()


def test_one_tab_stop_a_pane(film: Page) -> None:
    for layer in ("source", "jaxpr", "stablehlo", "hlo"):
        pane = film.locator(f'xray-pane[data-layer="{layer}"] .pane-body')
        expect(pane.locator('[tabindex="0"]')).to_have_count(1)


def test_interleaved_view_holds_all_lines(film: Page) -> None:
    film.get_by_role("button", name="interleaved").click()
    head = film.locator(".head").first
    expect(head).to_contain_text("x + y")
    assert film.locator(".view .ln").count() < 100


def test_print_and_no_script_get_the_listing(film: Page, view: XrayView) -> None:
    listing = film.locator(f"{HLO} .listing")
    expect(listing).to_be_hidden()
    film.emulate_media(media="print")
    expect(listing).to_be_visible()
    assert (listing.text_content() or "").count("\n") == len(view.panes[-1].lines) - 1
    expect(film.locator(f"{HLO} xray-rows")).to_be_hidden()


def test_around_a_row_that_came_into_sight_the_others_follow(film: Page) -> None:
    body = film.locator('[data-pane="jaxpr"] .pane-body')
    body.evaluate("(body) => { body.scrollTop = 60000; }")
    film.locator('.ln[data-layer="jaxpr"][data-line="3002"]').hover()
    rows = film.locator('.ln[data-layer="stablehlo"]')
    expect(film.locator('.ln[data-layer="stablehlo"][data-lit="exact"]')).to_be_in_viewport()
    expect(film.locator('.ln[style*="absolute"]')).to_have_count(0)
    assert rows.count() > 20


def test_a_phone_shows_the_lines_of_a_long_pane(film: Page, address: str) -> None:
    film.set_viewport_size({"width": 390, "height": 844})
    film.goto("about:blank")
    film.goto(address + "#long/jaxpr@tpu-v5e/L5000")
    line = film.locator('.ln[data-layer="jaxpr"][data-line="5000"]')
    expect(line).to_be_in_viewport()
    body = film.locator('[data-pane="jaxpr"] .pane-body').bounding_box() or {}
    assert body["height"] > 200
    assert film.evaluate("document.documentElement.scrollWidth") == 390
