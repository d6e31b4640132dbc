"""The fluency drill in a real browser: by keyboard, right and wrong, kept over a reload."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from markupsafe import Markup
from playwright.sync_api import Browser, Page, expect

from coursesite import view, view_page
from coursesite.drill import read_deck
from coursesite.drill_page import DrillChapter, drill_view
from tests.browser.conftest import ROOT, STYLESHEETS, _site, render_template, stage_page

KEY = "rudrite:drill:stage-2"
SCRIPTS = ("theme-switch", "dot-card", "choice-card", "fluency-drill")


@pytest.fixture(scope="session")
def drill_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The ``file://`` address of a page with the course's own drill."""
    folder = tmp_path_factory.mktemp("drill")
    shutil.copytree(ROOT / "templates" / "assets", folder / "assets")
    deck = read_deck(ROOT, 2)
    assert deck is not None
    body = DrillChapter(Markup("<p>Read them aloud.</p>"), drill_view(deck, 2))
    section = view.Section(
        "the-fluency-drill", "drill", "the chapter", "The fluency drill", "jaxpr", Markup(), body
    )
    page = stage_page((section,))
    site = _with_assets(_site())
    values = {name: getattr(page, name) for name in page.__slots__} | {"site": site}
    target = folder / "stage-2" / "index.html"
    target.parent.mkdir()
    text = render_template("layouts/stage.html.j2", page=view_page.StagePage(**values))
    target.write_text(text, encoding="utf-8")
    return target.as_uri()


def _with_assets(site: view_page.SiteInfo) -> view_page.SiteInfo:
    values = {name: getattr(site, name) for name in site.__slots__}
    values["stylesheets"] = tuple(
        f"../assets/css/{name}.css" for name in (*STYLESHEETS, "drill", "drill-answers")
    )
    values["scripts"] = tuple(f"../assets/js/{name}.js" for name in SCRIPTS)
    return view_page.SiteInfo(**values)


def card(tab: Page) -> dict[str, Any]:
    """The card on the desk, as the page's own JSON has it."""
    cards = json.loads(tab.locator("[data-cards]").text_content() or "")
    shown = tab.locator("[data-slot] > *").get_attribute("data-card")
    return next(each for group in cards.values() for each in group if each["id"] == shown)


def streak(tab: Page) -> str | None:
    return tab.locator("[data-streak]").text_content()


def verdict(tab: Page) -> str:
    return tab.locator("[data-verdict]").text_content() or ""


def answer_dot(tab: Page, *, rightly: bool = True) -> dict[str, Any]:
    """Answer the matmul on the desk from the keyboard, focus being on its first axis."""
    dot = card(tab)
    for side, sizes in enumerate((dot["lhs"], dot["rhs"])):
        for axis in range(len(sizes)):
            if axis in dot["contract"][side]:
                tab.keyboard.press("c")
            elif axis in dot["batch"][side]:
                tab.keyboard.press("b")
            tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Tab")
    shape = dot["out"] if rightly else [*dot["out"], 7]
    tab.keyboard.type(" ".join(map(str, shape)))
    tab.keyboard.press("Enter")
    return dot


def start(tab: Page, skill: str) -> None:
    """Choose a skill and reach the card from the keyboard alone."""
    tab.locator(f'input[value="{skill}"]').focus()
    tab.keyboard.press("Space")
    for _ in range(4):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.closest('[data-slot]') !== null"):
            break
    if tab.evaluate("document.activeElement.tagName") == "PRE":
        tab.keyboard.press("Tab")


def test_whole_drill_by_keyboard(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    start(tab, "dots")
    for number in range(1, 8):
        answer_dot(tab)
        assert verdict(tab).startswith(f"Right. Streak {number}.")
        expect(tab.locator("[data-next]")).to_be_focused()
        tab.keyboard.press("Enter")
    # Five right answers raised the level.
    expect(tab.locator('input[value="2"]')).to_be_checked()
    assert card(tab)["level"] == 2
    for skill in ("operations", "scans"):
        start(tab, skill)
        for number in range(1, 4):
            known = [
                each.get_attribute("data-answer") for each in tab.locator("[data-answer]").all()
            ]
            tab.keyboard.press(str(known.index(card(tab)["answer"]) + 1))
            assert verdict(tab) == f"Right. Streak {number}."
            tab.keyboard.press("Enter")


def test_every_level(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    for level in ("1", "2", "3", "4"):
        tab.locator(f'input[name="drill-level"][value="{level}"]').check()
        for _ in range(3):
            tab.locator("dot-card button.axis").first.focus()
            answer_dot(tab)
            assert verdict(tab).startswith("Right.")
            expect(tab.locator(".drill-shape")).to_have_count(3)
            tab.locator("[data-next]").click()


def test_wrong_answer_explains_and_ends_the_streak(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    start(tab, "dots")
    answer_dot(tab)
    tab.keyboard.press("Enter")
    assert streak(tab) == "1"
    dot = answer_dot(tab, rightly=False)
    result = ", ".join(map(str, dot["out"]))
    assert verdict(tab) == f"Not this time. The result is [{result}], not [{result}, 7]."
    assert streak(tab) == "0"
    assert tab.locator("[data-best]").text_content() == "1"
    assert f'jnp.einsum("{dot["einsum"]}", a, b)' in tab.locator(".drill-same").inner_text()
    chips = tab.locator(".drill-shape .axis").all_text_contents()
    assert len(chips) == len(dot["lhs"] + dot["rhs"] + dot["out"])
    assert sum("contracts" in chip for chip in chips) == 2 * len(dot["contract"][0])


def test_wrong_axes_are_named(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    dot = card(tab)
    tab.locator(".drill-answer input").fill(", ".join(map(str, dot["out"])))
    tab.keyboard.press("Enter")
    axis = dot["contract"][0][0]
    assert f"Contracting: axis {axis} of a," in verdict(tab)
    tab.locator("[data-next]").click()
    tab.locator(".drill-answer input").fill("eight")
    tab.keyboard.press("Enter")
    assert verdict(tab) == ""


def test_wrong_choice(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    tab.locator('input[value="operations"]').check()
    expect(tab.locator("[data-levels]")).to_be_hidden()
    answer = card(tab)["answer"]
    tab.locator(f'[data-answer]:not([data-answer="{answer}"])').click()
    assert verdict(tab) == f"Not this time. The answer is: {answer}."
    expect(tab.locator(".drill-explanation")).to_contain_text(card(tab)["why"])


def test_by_touch(tab: Page, drill_address: str) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.goto(drill_address)
    dot = card(tab)
    axis = dot["contract"][0][0]
    button = tab.locator(f'button.axis[data-side="0"][data-axis="{axis}"]')
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["width"] >= 44
    button.click()
    expect(button).to_have_attribute("data-part", "contracts")
    button.click()
    expect(button).to_have_attribute("data-part", "batch")
    assert tab.evaluate("document.documentElement.scrollWidth") == 390


def test_reload_keeps_the_streak(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    start(tab, "dots")
    for _ in range(2):
        answer_dot(tab)
        tab.keyboard.press("Enter")
    tab.reload()
    assert streak(tab) == "2"
    stored = json.loads(tab.evaluate("key => localStorage.getItem(key)", KEY))
    assert stored["scores"]["dots"] == {"streak": 2, "best": 2}
    tab.get_by_role("button", name="Clear my streaks").click()
    tab.reload()
    assert streak(tab) == "0"


@pytest.mark.parametrize(
    "value",
    ["", "nonsense", "[]", '{"skill":"toString","level":99,"scores":{"dots":{"streak":-1}}}'],
)
def test_storage_may_hold_anything(tab: Page, drill_address: str, value: str) -> None:
    tab.goto(drill_address)
    tab.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, value])
    tab.reload()
    assert streak(tab) == "0"
    assert card(tab)["id"]


def test_streak_without_storage(tab: Page, drill_address: str) -> None:
    tab.add_init_script(
        'Object.defineProperty(window, "localStorage", {get() { throw new Error("off"); }});'
    )
    tab.goto(drill_address)
    start(tab, "dots")
    for _ in range(2):
        answer_dot(tab)
        tab.keyboard.press("Enter")
    assert streak(tab) == "2"


def test_each_card_comes_once_before_any_again(tab: Page, drill_address: str) -> None:
    tab.goto(drill_address)
    tab.locator('input[value="scans"]').check()
    cards = json.loads(tab.locator("[data-cards]").text_content() or "")["scans"]
    seen = []
    for _ in cards:
        seen.append(card(tab)["id"])
        tab.locator("[data-next]").click()
    assert sorted(seen) == sorted(each["id"] for each in cards)


def test_nothing_is_asked_of_the_network(tab: Page, drill_address: str) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(drill_address)
    folder = drill_address.removesuffix("stage-2/index.html")
    assert [url for url in asked if not url.startswith((folder, "data:"))] == []


def test_worked_examples_without_scripts(chromium: Browser, drill_address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(drill_address)
    expect(page.locator(".drill-desk")).to_be_hidden()
    rows = page.locator(".drill-table").first.locator("tbody tr")
    assert rows.count() == 4
    expect(rows.first).to_be_visible()
    expect(rows.first).to_contain_text("1 with 0")
    context.close()


def violations(page: Page) -> list[str]:
    # Preloading would ask for the style sheets again, which the page's own policy forbids.
    options = {"preload": False, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("skill", ["dots", "operations", "scans"])
def test_axe_has_no_objection(tab: Page, drill_address: str, skill: str, scheme: str) -> None:
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    tab.goto(drill_address)
    tab.locator(f'input[value="{skill}"]').check()
    tab.locator(".drill-examples summary").click()
    assert violations(tab) == []
    if skill == "dots":
        tab.locator('input[name="drill-level"][value="3"]').check()
        tab.locator("dot-card button.axis").first.focus()
        answer_dot(tab)
    else:
        tab.locator("[data-answer]").first.click()
    expect(tab.locator(".drill-explanation")).to_be_visible()
    assert violations(tab) == []
