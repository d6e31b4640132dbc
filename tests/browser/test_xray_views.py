"""The instrument's views: what a screen reader is told, no script, print, interleaved, compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from irxray.layers import Item, Layer, LayerText, LinkTable, Span
from irxray.view import view_captures, view_pair
from tests.browser.films import (
    TARGETS,
    active,
    expect_pinned_said,
    stored,
    stored_view,
    written_page,
)

VIEWS = ("side", "interleaved", "compare")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("views")


@pytest.fixture(scope="module")
def address(folder: Path) -> str:
    return written_page(folder, stored_view("ex-05", *TARGETS))


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": 1400, "height": 900}, color_scheme=request.param
    )
    yield context.new_page()
    context.close()


def view_of(address: str, view: str, place: str = "hlo@cpu/L94") -> str:
    return f"{address}#ex-05/{place}{'' if view == 'side' else '/' + view}"


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_stands_in_the_way_of_a_reader(themed: Page, address: str, view: str) -> None:
    themed.goto(view_of(address, view))
    expect(themed.locator(f'xray-film[data-view="{view}"]')).to_be_visible()
    assert Axe().run(themed).response["violations"] == []
    themed.keyboard.press("Escape")
    themed.keyboard.press("?")
    if view != "compare":
        expect(themed.get_by_role("dialog")).to_be_visible()
        assert Axe().run(themed).response["violations"] == []


def test_one_pane_on_a_phone_stands_in_nobodys_way(chromium: Browser, address: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    for view in VIEWS:
        page.goto("about:blank")
        page.goto(view_of(address, view))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        assert Axe().run(page).response["violations"] == []
    context.close()


def test_accessibility_tree_names_panes_lines_and_says_what_is_lit(tab: Page, address: str) -> None:
    tab.goto(view_of(address, "side", "source@cpu/L6"))
    expect_pinned_said(tab)
    tree = tab.locator("xray-film").aria_snapshot()
    for name in ("source", "jaxpr", "StableHLO", "optimized HLO"):
        assert f'- region "{name}"' in tree
    assert '- listbox "source, 8 lines"' in tree
    assert '- listbox "HLO CPU, 127 lines"' in tree
    assert '- option "6 5 6 p = jnp.exp(s - m)" [selected]' in tree
    assert '- status: "11 counterparts: jaxpr lines 9 and 10; StableHLO lines 8, 9 and 10' in tree
    expect_pinned_said(tab)
    live = tab.locator(".say")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_have_attribute("role", "status")


def test_interleaved_groups_each_expression_with_its_bytes(tab: Page, address: str) -> None:
    tab.goto(view_of(address, "interleaved", "source@cpu/L6:16"))
    head = tab.locator(".head[data-pinned]")
    expect(head).to_contain_text("s - m")
    expect(head).to_contain_text("1 equation 32.8\u202fkB · 2 operations 65.5\u202fkB")
    rows = head.locator("xpath=following-sibling::li")
    tab.locator(".view-body").evaluate("(body) => body.scrollBy(0, 100)")
    expect(rows.nth(4)).to_be_visible()
    layers = [row.get_attribute("data-layer") for row in rows.all()[:5]]
    assert layers == ["jaxpr", "stablehlo", "stablehlo", "hlo", "hlo"]
    expect(rows.nth(0)).to_have_attribute("data-lit", "exact")
    tab.keyboard.press("ArrowDown")
    expect(rows.nth(0)).to_be_focused()
    tab.locator("xray-list").get_by_label("backend").select_option("hlo@tpu-v5e")
    expect(tab.locator(".view .ln", has_text="%online-softmax").first).to_be_visible()


def test_two_backends_are_compared_by_equation(tab: Page, address: str) -> None:
    tab.goto(view_of(address, "compare", "hlo@cpu"))
    rows = tab.locator(".pair")
    expect(rows).to_have_count(12)
    exponential = rows.filter(has_text="exp bf16[128,128]")
    cells = exponential.locator(".told").all_text_contents()
    assert cells[:2] == [
        "65.5\u202fkB, %convert_exponential_fusion",
        "16.4\u202fkB, inferred, %online-softmax",
    ]
    assert cells[2] == "fused differently, 49.2\u202fkB less"
    expect(rows.nth(0)).to_contain_text("appeared")
    exponential.click()
    expect_pinned_said(tab)
    tab.get_by_label("with").select_option("hlo@cuda-h100")
    expect(rows.filter(has_text="exp bf16[128,128]")).to_contain_text("%triton_softmax.2")


def test_two_captures_are_compared_and_linked(tab: Page, folder: Path) -> None:
    small, large = stored("ex-05", "cpu"), stored("naive-attention-8192", "cpu")
    tab.goto(written_page(folder, view_pair(small, large, "pair", ("small", "large"))))
    rows = tab.locator(".pair")
    expect(rows).to_have_count(12)
    expect(rows.filter(has_text="transpose")).to_contain_text("same")
    tab.get_by_role("button", name="side by side").click()
    tab.locator('[data-pane="jaxpr"] .ln', has_text="= exp ").hover()
    other = tab.locator('[data-pane="before:jaxpr"] .ln', has_text="= exp ")
    expect(other).to_have_attribute("data-lit", "exact")
    expect(other).to_have_attribute("data-side", "before")


# ------------------------------------------------------------ without a script


def test_labels_lead_round_a_group_without_a_script(chromium: Browser, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".ln", has_text="backend_config").first).to_be_visible()
    stops = []
    page.locator('[id="ex-05/source/L6"] a', has_text="6").click()
    for _ in range(6):
        stops.append(page.evaluate("decodeURIComponent(location.hash.slice(1))"))
        page.locator(f'[id="{stops[-1]}"]').get_by_text("6", exact=True).last.click()
    assert [stop.split("/")[1] for stop in stops[:2]] == ["jaxpr", "stablehlo"]
    assert {stop.split("/")[1] for stop in stops[2:5]} == {f"hlo@{name}" for name in TARGETS}
    assert stops[5] == "ex-05/source/L6"
    context.close()


def test_print_is_a_listing_of_all_that_is_shown(tab: Page, address: str) -> None:
    tab.goto(view_of(address, "interleaved"))
    tab.emulate_media(media="print")
    for selector in (".bar", ".strip", ".view", ".pane-tools"):
        expect(tab.locator(selector).first).to_be_hidden()
    for pane in ("source", "jaxpr", "stablehlo", "hlo@cpu"):
        lines = tab.locator(f'[data-pane="{pane}"] .ln')
        assert lines.count() == lines.locator("visible=true").count() > 0
    expect(tab.locator('[id="ex-05/source/L6"] .lbs')).to_have_text("5 6")


def test_markup_in_a_program_is_shown_and_never_run(tab: Page, folder: Path) -> None:
    hostile = 's = \'</script><img src=x onerror="document.title=1">" & <!--\' # \u2028 </style>'
    capture = stored("ex-05", "cpu")
    source = capture.table.layer(Layer.SOURCE)
    text = source.text.replace("    s = q @ k.T", "    " + hostile.replace("\u2028", ""))
    items = (Item(hostile, (Span(4, 4, 40),)), *source.items[1:])
    layers = (LayerText(Layer.SOURCE, text, items, source.reasons), *capture.table.layers[1:])
    program = replace(capture.program, function=hostile, source=text)
    changed = replace(capture, program=program, table=LinkTable(layers, capture.table.links))
    tab.goto(written_page(folder, view_captures([changed], "hostile")))
    tab.locator('[id="hostile/source/L4"]').click()
    expect(tab.locator(".sentence")).to_contain_text('</script><img src=x onerror="document')
    expect(tab.locator('[id="hostile/source/L4"] code')).to_have_text(text.splitlines()[3].strip())
    assert tab.locator("img").count() == 0
    assert tab.title() == hostile
    assert active(tab) == "hostile/source/L4"
