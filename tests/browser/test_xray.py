"""The instrument in a browser: what lights up, where focus goes, what stays put."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.film_links import FilmLinks, Lit
from tests.browser.films import (
    TARGETS,
    active,
    expect_said,
    line_with,
    stored,
    stored_view,
    written_page,
)

PANES = ("source", "jaxpr", "stablehlo", "hlo@cpu")
"""The panes that are shown at first."""

KERNEL = "kernel@tpu-v5e"
"""What the compiler's own kernel holds has links of its own: irxray's tests try them."""

HINT = "Point at a line, or move to one"

SHOWN_LIT = """() => {
  const lit = {};
  for (const line of document.querySelectorAll(".ln[data-lit]")) {
    const { line: number, lit: evidence } = line.dataset;
    (lit[line.closest(".pane").dataset.pane] ??= {})[number] = evidence;
  }
  return lit;
}"""
TOUCH_ALL = """(shown) => {
  const found = [];
  // Words follow once the hand rests; here it does so at once.
  window.setTimeout = (act) => (act(), 0);
  for (const line of document.querySelectorAll(".ln.on")) {
    line.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    const said = document.querySelector(".say").textContent;
    const { pane } = line.closest(".pane").dataset;
    found.push([pane, Number(line.dataset.line), eval(shown)(), said]);
  }
  return found;
}"""
IN_SIGHT = """() => [...document.querySelectorAll("xray-pane:not([hidden])")].map((pane) => {
  const frame = pane.querySelector(".pane-body").getBoundingClientRect();
  return [...pane.querySelectorAll(".ln[data-lit]")].some((line) => {
    const box = line.getBoundingClientRect();
    return box.height && box.top >= frame.top && box.bottom <= frame.bottom;
  });
})"""
FOCUS_IN_SIGHT = """() => {
  const frame = document.activeElement.closest(".pane-body").getBoundingClientRect();
  const box = document.activeElement.getBoundingClientRect();
  return box.top >= frame.top && box.bottom <= frame.bottom;
}"""
SCROLL_PANES = """(share) => {
  for (const body of document.querySelectorAll(".pane-body")) {
    body.scrollTop = share * body.scrollHeight;
  }
}"""


@pytest.fixture(scope="session")
def film_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written_page(tmp_path_factory.mktemp("film"), stored_view("ex-05", *TARGETS))


@pytest.fixture
def film(tab: Page, film_address: str) -> Page:
    """A tab that shows EX·05 on three backends."""
    tab.set_viewport_size({"width": 1600, "height": 1000})
    tab.goto(film_address)
    tab.mouse.move(0, 0)
    return tab


def shown_lit(page: Page) -> Lit:
    found = page.evaluate(SHOWN_LIT)
    return {
        layer: {int(number): evidence for number, evidence in lines.items()}
        for layer, lines in found.items()
    }


def numbers(*lines: Locator) -> set[int]:
    return {int(line.get_attribute("data-line") or 0) for line in lines}


def test_every_line_lights_what_the_stored_links_say(film: Page) -> None:
    links = FilmLinks({target: stored("ex-05", target).table for target in TARGETS})
    touched = [each for each in film.evaluate(TOUCH_ALL, SHOWN_LIT) if each[0] != KERNEL]
    assert {pane for pane, *_ in touched} == {*PANES, *(f"hlo@{target}" for target in TARGETS)}
    seen = set()
    for pane, line, lit, words in touched:
        found = {
            name: {int(n): how for n, how in lines.items()}
            for name, lines in lit.items()
            if name != KERNEL
        }
        assert (pane, line, found, words) == (pane, line, *links.touch(pane, line))
        seen |= {how for lines in found.values() for how in lines.values()}
    assert seen == {"exact", "inferred", "call-site"}


# ---------------------------------------------------------------- the pointer


def test_hover_lights_the_same_computation_at_every_layer(film: Page) -> None:
    exponential = {
        "source": line_with(film, "source", "jnp.exp"),
        "jaxpr": line_with(film, "jaxpr", "= exp "),
        "stablehlo": line_with(film, "stablehlo", "stablehlo.exponential "),
        "hlo@cpu": line_with(film, "hlo", " exponential("),
    }
    for pane, line in exponential.items():
        line.hover(position={"x": 4, "y": 4})
        lit = shown_lit(film)
        for other, there in exponential.items():
            assert numbers(there) <= set(lit[other]), f"{pane} does not light {other}"
            expect(there).to_have_attribute("data-lit", "exact")


def test_leaving_puts_the_light_out(film: Page) -> None:
    line_with(film, "jaxpr", "= exp ").hover()
    assert shown_lit(film) != {}
    expect_said(film, "4 counterparts")
    film.mouse.move(0, 0)
    assert shown_lit(film) == {}
    expect_said(film, HINT)


def test_expression_within_a_line_lights_only_its_own(film: Page) -> None:
    line = line_with(film, "source", "p / l")
    line.get_by_text("/", exact=True).hover()
    assert "".join(line.locator(".lit").all_text_contents()) == "p / l"
    lit = shown_lit(film)
    assert set(lit["source"]) == numbers(line)
    assert set(lit["jaxpr"]) == numbers(line_with(film, "jaxpr", "= div "))
    matmul = film.locator('.ln[data-layer="stablehlo"]', has_text="stablehlo.dot_general").last
    expect(matmul).not_to_have_attribute("data-lit", "exact")

    line.get_by_text("@", exact=True).hover()
    assert "".join(line.locator(".lit").all_text_contents()) == "(p / l) @ v"
    expect(line_with(film, "jaxpr", "= div ")).not_to_have_attribute("data-lit", "exact")
    expect(matmul).to_have_attribute("data-lit", "exact")


def test_instruction_lights_its_expression_within_the_line(film: Page) -> None:
    line_with(film, "hlo", " exponential(").hover(position={"x": 4, "y": 4})
    lit = line_with(film, "source", "jnp.exp").locator(".lit")
    assert "".join(lit.all_text_contents()) == "jnp.exp(s - m)"


def test_line_without_a_link_says_why(film: Page) -> None:
    line = line_with(film, "source", "def naive_attention")
    line.hover()
    expect_said(film, f"source line {line.get_attribute('data-line')}: structure", whole=True)
    assert shown_lit(film) == {}


@pytest.mark.parametrize("share", [0, 1], ids=["from-the-top", "from-the-end"])
def test_counterparts_are_scrolled_to_inside_their_pane(film: Page, share: int) -> None:
    film.set_viewport_size({"width": 1600, "height": 420})
    for text in ("q @ k.T", "jnp.max", "jnp.exp", "jnp.sum", "p / l"):
        film.mouse.move(0, 0)
        film.evaluate(SCROLL_PANES, share)
        line = line_with(film, "source", text)
        line.scroll_into_view_if_needed()
        before = film.evaluate("scrollY")
        line.hover()
        assert film.evaluate(IN_SIGHT) == [True] * 4, text
        assert film.evaluate("scrollY") == before


def test_click_pins_and_a_second_click_lets_go(film: Page) -> None:
    line = line_with(film, "jaxpr", "= exp ")
    line.click()
    expect(line).to_have_attribute("data-pinned", "")
    expect(line).to_have_attribute("aria-selected", "true")
    lit = shown_lit(film)
    line_with(film, "source", "jnp.max").hover()
    assert shown_lit(film) == lit
    line.click()
    expect(film.locator("[data-pinned]")).to_have_count(0)


def test_tap_lights_and_pins_and_counterparts_are_one_tap_away(
    chromium: Browser, film_address: str
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(film_address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator("xray-pane:visible")).to_have_count(1)
    line = line_with(page, "source", "jnp.max")
    line.tap()
    expect(line).to_have_attribute("data-pinned", "")
    page.get_by_role("button", name="go to StableHLO").tap()
    expect(page.locator("xray-pane:visible")).to_have_attribute("data-pane", "stablehlo")
    assert page.evaluate("document.activeElement.dataset.lit") == "exact"
    assert page.evaluate(FOCUS_IN_SIGHT)
    context.close()


def test_walking_leaves_the_page_where_it_is(film: Page) -> None:
    film.set_viewport_size({"width": 1600, "height": 420})
    line_with(film, "hlo", " exponential(").focus()
    before = film.evaluate("scrollY")
    for key in ("Home", "End", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"):
        film.keyboard.press(key)
        assert film.evaluate("scrollY") == before, key
        assert film.evaluate(FOCUS_IN_SIGHT), key


def test_keys_outside_the_instrument_are_left_alone(film: Page) -> None:
    line_with(film, "source", "jnp.exp").click()
    film.evaluate("document.activeElement.blur()")
    film.keyboard.press("Escape")
    expect(film.locator("[data-pinned]")).to_have_count(1)
    film.keyboard.press("?")
    expect(film.get_by_role("dialog")).to_have_count(0)


def test_keys_with_a_modifier_are_left_alone(film: Page) -> None:
    film.locator('[id="ex-05/source/L4"]').focus()
    film.keyboard.press("Control+ArrowDown")
    assert active(film) == "ex-05/source/L4"
