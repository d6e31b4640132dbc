"""Every key of the instrument, its address, its search, what it copies."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.films import (
    CAPTURES,
    TARGETS,
    active,
    expect_pinned_said,
    expect_said,
    line_with,
    stored_view,
    written_page,
)

SOURCE = "ex-05/source/L{}"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written_page(tmp_path_factory.mktemp("keys"), stored_view("ex-05", *TARGETS))


@pytest.fixture
def film(tab: Page, address: str) -> Page:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.set_viewport_size({"width": 1600, "height": 1000})
    tab.goto(address)
    tab.locator(f'[id="{SOURCE.format(4)}"]').focus()
    return tab


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_tab_reaches_every_linked_line_of_a_short_pane(film: Page) -> None:
    press(film, "Tab")
    assert active(film) == SOURCE.format(5)
    expect_said(film, "10 counterparts: jaxpr lines 7 and 8")


def test_long_pane_has_one_tab_stop(film: Page) -> None:
    stops = film.locator('xray-pane[data-pane="hlo@cpu"] [tabindex="0"]')
    expect(stops).to_have_count(1)
    line_with(film, "hlo", " exponential(").click()
    expect(stops).to_have_count(1)


def test_arrows_walk_lines_and_panes(film: Page) -> None:
    walk = [
        ("ArrowDown", "ex-05/source/L5"),
        ("ArrowUp", "ex-05/source/L4"),
        ("End", "ex-05/source/L8"),
        ("ArrowDown", "ex-05/source/L8"),
        ("Home", "ex-05/source/L4"),
        ("ArrowUp", "ex-05/source/L4"),
        ("ArrowLeft", "ex-05/source/L4"),
        ("ArrowRight", "ex-05/jaxpr/L2"),
        ("ArrowRight", "ex-05/stablehlo/L3"),
    ]
    for key, stop in walk:
        press(film, key)
        assert active(film) == stop, key
        expect(film.locator(f'[id="{stop}"]')).to_have_attribute("data-lit", "exact")
    press(film, "ArrowRight")
    assert active(film).startswith("ex-05/hlo@cpu/L")
    press(film, "ArrowLeft")
    assert active(film).startswith("ex-05/stablehlo/L")


@pytest.mark.parametrize("key", ["Enter", " "])
def test_enter_and_space_pin_and_escape_lets_go(film: Page, key: str) -> None:
    press(film, key)
    expect(film.locator("[data-pinned]")).to_have_count(1)
    expect_pinned_said(film)
    press(film, "ArrowDown")
    expect(film.locator(f'[id="{SOURCE.format(4)}"]')).to_have_attribute("data-lit", "exact")
    press(film, "Escape")
    expect(film.locator("[data-pinned]")).to_have_count(0)
    expect(film.locator(f'[id="{SOURCE.format(5)}"]')).to_have_attribute("data-lit", "exact")


def test_n_and_p_walk_the_counterparts_all_round(film: Page) -> None:
    press(film, "ArrowDown", "ArrowDown", "n")
    expect(film.locator("[data-pinned]")).to_have_attribute("data-line", "6")
    stops = [active(film)]
    while stops[-1] != SOURCE.format(6):
        press(film, "n")
        stops.append(active(film))
    lit = film.locator("xray-pane:not([data-later]) .ln[data-lit]").count()
    assert len(stops) == lit
    assert {stop.split("/")[1] for stop in stops} == {"source", "jaxpr", "stablehlo", "hlo@cpu"}
    press(film, "p")
    assert active(film) == stops[-2]


def test_question_mark_lists_the_keys(film: Page) -> None:
    press(film, "?")
    keys = film.get_by_role("dialog")
    expect(keys).to_be_visible()
    for key in ("Enter", "Escape", "n", "p", "/", "o", "f", "c", "C", "w", "?"):
        expect(keys.locator("kbd", has_text=key).first).to_be_visible()
    press(film, "Escape")
    expect(keys).not_to_be_visible()
    assert active(film) == SOURCE.format(4)


def test_w_wraps_long_lines(film: Page) -> None:
    line = film.locator('[id="ex-05/stablehlo/L4"]')
    height = (line.bounding_box() or {})["height"]
    press(film, "w")
    assert (line.bounding_box() or {})["height"] > height
    press(film, "w")
    assert (line.bounding_box() or {})["height"] == height


def test_o_closes_and_opens_a_body(film: Page) -> None:
    root = line_with(film, "hlo", " exponential(")
    fusion = film.locator(".ln", has_text="%convert_exponential_fusion =").first
    fusion.focus()
    press(film, "o")
    expect(root).to_be_hidden()
    expect_said(film, "fused_computation.6 is closed.", whole=True)
    line_with(film, "source", "jnp.exp").hover()
    expect(fusion.locator(".bd")).to_have_class("bd lit")
    fusion.focus()
    press(film, "o")
    expect(root).to_be_visible()


def test_f_shows_a_line_in_full(film: Page) -> None:
    line = line_with(film, "hlo", " exponential(")
    expect(line.get_by_text("op_name", exact=False)).to_be_hidden()
    line.focus()
    press(film, "f")
    expect(line.get_by_text("op_name", exact=False)).to_be_visible()


def test_copying_gives_the_original_text(film: Page) -> None:
    text = (CAPTURES / "ex-05/cpu/optimized.hlo").read_text(encoding="utf-8")
    line = line_with(film, "hlo", " exponential(")
    line.focus()
    press(film, "c")
    clip = "navigator.clipboard.readText()"
    assert film.evaluate(clip) == text.splitlines()[int(line.get_attribute("data-line") or 0) - 1]
    press(film, "C")
    film.wait_for_function(f"{clip}.then((text) => text.includes('HloModule'))")
    assert film.evaluate(clip) == text
    expect_said(film, "Copied the layer, unfolded.", whole=True)
    copied = film.evaluate(
        """(line) => {
          const data = new DataTransfer();
          getSelection().selectAllChildren(line);
          line.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }));
          return data.getData("text/plain");
        }""",
        line.element_handle(),
    )
    assert copied in text.splitlines()


# ------------------------------------------------------------------ the search


def search(page: Page, query: str) -> str:
    press(page, "/")
    page.keyboard.insert_text(query)
    page.wait_for_timeout(200)
    return page.locator("xray-search output").text_content() or ""


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("jnp.exp", "source 1"),
        ("stablehlo.reduce", "StableHLO 2"),
        ("exponential", "StableHLO 1, HLO CPU 4"),
        ("bf16[128,1]", "jaxpr 2, StableHLO 2"),
        (">=65536", "jaxpr 1, StableHLO 1, HLO CPU 11"),
        (">1MB", "nothing found"),
        ("no such thing", "nothing found"),
    ],
)
def test_search_finds_text_opcode_shape_and_size(film: Page, query: str, found: str) -> None:
    assert search(film, query) == found


def test_enter_in_the_search_goes_on_and_escape_returns_to_the_line(film: Page) -> None:
    search(film, "exponential")
    press(film, "Enter")
    assert film.locator("xray-search output").text_content() == "1 of 5"
    expect(film.locator('[id="ex-05/stablehlo/L10"]')).to_have_attribute("data-lit", "exact")
    press(film, "Escape")
    assert active(film) == "ex-05/stablehlo/L10"


# ----------------------------------------------------------------- the address


def test_pin_stands_in_the_address_and_relights(film: Page, address: str) -> None:
    line_with(film, "source", "jnp.exp").get_by_text("-", exact=True).click()
    hash_ = film.evaluate("location.hash")
    assert hash_ == "#ex-05/source@cpu/L6:16"
    film.goto("about:blank")
    film.goto(address + hash_)
    expect(film.locator("[data-pinned]")).to_have_attribute("data-line", "6")
    assert "".join(film.locator("[data-pinned] .lit").all_text_contents()) == "s - m"


def test_address_names_pane_line_and_backend(film: Page, address: str) -> None:
    film.goto("about:blank")
    film.goto(address + "#ex-05/hlo@tpu-v5e/L44")
    expect(film.locator('xray-pane[data-pane="hlo@tpu-v5e"]')).to_be_visible()
    expect(film.locator('xray-pane[data-pane="hlo@cpu"]')).to_be_hidden()
    line = film.locator('.ln[data-layer="hlo"][data-target="tpu-v5e"][data-line="44"]')
    expect(line).to_have_attribute("data-pinned", "")
    expect(line).to_be_focused()
    for layer in ("source", "jaxpr", "stablehlo"):
        expect(film.locator(f'.ln[data-layer="{layer}"][data-lit]').first).to_be_visible()
    sentence = film.locator(".sentence")
    expect(sentence).to_contain_text("custom-call calls a kernel of the compiler's library by name")
    expect(sentence).to_contain_text("bf16[128,64]")
    expect(sentence).to_contain_text("16.4\u202fkB")


def test_address_of_a_kernels_line(film: Page, address: str) -> None:
    film.goto("about:blank")
    film.goto(address + "#ex-05/kernel@tpu-v5e/L35")
    line = film.locator('.ln[data-layer="kernel"][data-line="35"]')
    expect(line).to_be_focused()
    expect(line).to_have_attribute("data-pinned", "")
    caller = film.locator('.ln[data-layer="hlo"][data-lit="call-site"]')
    expect(caller).to_contain_text("%online-softmax")
    expect(film.locator('button[data-slot="kernel@tpu-v5e"]')).to_have_attribute(
        "aria-pressed", "true"
    )


def test_changed_address_is_followed(film: Page) -> None:
    film.evaluate("location.hash = '#ex-05/jaxpr@cuda-h100/L9'")
    expect(film.locator("[data-pinned]")).to_have_attribute("data-line", "9")
    expect(film.locator('xray-pane[data-pane="hlo@cuda-h100"]')).to_be_visible()


def test_backend_is_switched_where_it_stands(film: Page) -> None:
    film.locator('xray-pane[data-pane="hlo@cpu"] select').select_option("tpu-v5e")
    expect(film.locator('xray-pane[data-pane="hlo@tpu-v5e"]')).to_be_visible()
    assert film.evaluate("location.hash") == "#ex-05/hlo@tpu-v5e"


def test_two_to_four_panes(film: Page) -> None:
    film.get_by_role("button", name="second HLO").click()
    expect_said(film, "Four panes at most: first take one away.", whole=True)
    film.get_by_role("button", name="StableHLO", exact=True).click()
    film.get_by_role("button", name="second HLO").click()
    shown = film.locator("xray-pane:visible")
    panes = [pane.get_attribute("data-pane") for pane in shown.all()]
    assert panes == ["source", "jaxpr", "hlo@cpu", "hlo@tpu-v5e"]
    for name in ("source", "jaxpr"):
        film.get_by_role("button", name=name, exact=True).click()
    film.get_by_role("button", name="HLO", exact=True).click()
    expect_said(film, "Two panes at least: first show another.", whole=True)


def test_standalone_page_asks_for_nothing(tab: Page, address: str, tmp_path: Path) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(address)
    assert asked == [address]
