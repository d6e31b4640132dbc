"""The page's own scripts: theme, self-test, depth scale, anchors, code frames."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

STORAGE_OFF = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("storage is off", "SecurityError"); },
});
"""
STORAGE_FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
KEY = "rudrite:self-test:stage-2"


def stored(tab: Page, key: str) -> str | None:
    return tab.evaluate("key => localStorage.getItem(key)", key)


def store(tab: Page, key: str, value: str) -> None:
    tab.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])


def tick(tab: Page, key: str) -> None:
    tab.locator(f'[data-check="{key}"]').check()


def count(tab: Page) -> str | None:
    return tab.locator("self-test output").text_content()


def theme(tab: Page) -> str | None:
    return tab.locator("html").get_attribute("data-theme")


def test_self_test_survives_reload(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    assert count(tab) == "0/3"
    tick(tab, "size")
    assert count(tab) == "1/3"
    tab.reload()
    assert count(tab) == "1/3"
    expect(tab.locator('[data-check="size"]')).to_be_checked()
    assert stored(tab, KEY) == '{"size":true}'


def test_self_test_is_ticked_from_the_keyboard(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    tab.locator('[data-check="decode"]').focus()
    tab.keyboard.press("Space")
    assert count(tab) == "1/3"


def test_self_test_keeps_ticks_of_items_that_are_gone(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    store(tab, KEY, '{"withdrawn":true,"map":true}')
    tab.reload()
    assert count(tab) == "1/3"
    tick(tab, "decode")
    assert stored(tab, KEY) == '{"withdrawn":true,"map":true,"decode":true}'


@pytest.mark.parametrize("value", ["not json", "null", "[1]", '"text"', '{"map":"yes"}'])
def test_self_test_takes_foreign_values_as_nothing(
    tab: Page, stage_address: str, value: str
) -> None:
    tab.goto(stage_address)
    store(tab, KEY, value)
    tab.reload()
    assert count(tab) == "0/3"
    tick(tab, "size")
    assert count(tab) == "1/3"


@pytest.mark.parametrize("hindrance", [STORAGE_OFF, STORAGE_FULL], ids=["off", "full"])
def test_self_test_counts_without_storage(tab: Page, stage_address: str, hindrance: str) -> None:
    tab.add_init_script(hindrance)
    tab.goto(stage_address)
    tick(tab, "decode")
    tick(tab, "map")
    assert count(tab) == "2/3"
    expect(tab.locator("self-test [role=status]")).to_contain_text("keeps no storage")
    tab.get_by_role("button", name="Clear my ticks").click()
    assert count(tab) == "0/3"


def test_reset_clears_the_ticks_for_good(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    tick(tab, "decode")
    tab.get_by_role("button", name="Clear my ticks").click()
    assert count(tab) == "0/3"
    tab.reload()
    assert count(tab) == "0/3"


def test_two_tabs_do_not_undo_each_other(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    other = tab.context.new_page()
    other.goto(stage_address)
    tick(other, "map")
    expect(tab.locator("self-test output")).to_have_text("1/3")
    tick(tab, "size")
    expect(other.locator("self-test output")).to_have_text("2/3")


def test_theme_goes_round_and_survives_reload(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    button = tab.get_by_role("button", name="Theme")
    assert theme(tab) == "light"
    button.click()
    assert theme(tab) == "dark"
    tab.reload()
    assert theme(tab) == "dark"
    expect(button).to_have_text("Theme: dark")
    button.click()
    assert (theme(tab), stored(tab, "rudrite:theme")) == ("light", "light")
    button.click()
    expect(button).to_have_text("Theme: auto")
    assert stored(tab, "rudrite:theme") is None


def test_theme_follows_the_system_while_auto(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    tab.emulate_media(color_scheme="dark")
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("hindrance", [STORAGE_OFF, STORAGE_FULL], ids=["off", "full"])
def test_theme_changes_without_storage(tab: Page, stage_address: str, hindrance: str) -> None:
    tab.add_init_script(hindrance)
    tab.goto(stage_address)
    tab.get_by_role("button", name="Theme").click()
    assert theme(tab) == "dark"


def test_paper_and_ink_change_with_the_theme(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(ground)
    tab.get_by_role("button", name="Theme").click()
    assert tab.evaluate(ground) != light


def test_heading_anchor_shows_on_hover_and_focus(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    anchor = tab.get_by_role("link", name="Link to “What it becomes”")
    expect(anchor).to_have_css("opacity", "0")
    tab.get_by_role("heading", name="What it becomes").hover()
    expect(anchor).to_have_css("opacity", "1")
    tab.mouse.move(0, 0)
    expect(anchor).to_have_css("opacity", "0")
    anchor.focus()
    expect(anchor).to_have_css("opacity", "1")
    tab.keyboard.press("Enter")
    assert tab.evaluate("location.hash") == "#what"


def test_depth_scale_marks_the_section_being_read(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    tab.locator("#what .prose p").nth(10).scroll_into_view_if_needed()
    tab.mouse.wheel(0, 400)
    contents = tab.locator(".contents")
    expect(contents.locator("[aria-current]")).to_have_text("What it becomes")
    expect(tab.locator(".strata .is-here")).to_have_text("jaxpr")
    contents.get_by_role("link", name="Can you").click()
    expect(contents.locator("[aria-current]")).to_have_text("Can you")
    expect(tab.locator(".strata .is-here")).to_have_count(0)


def test_contents_fold_on_a_narrow_screen(tab: Page, stage_address: str) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.goto(stage_address)
    toggle = tab.get_by_role("button", name="contents")
    link = tab.locator(".contents").get_by_role("link", name="Can you")
    expect(link).to_be_hidden()
    toggle.click()
    expect(link).to_be_visible()
    tab.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(toggle).to_be_focused()
    toggle.click()
    link.click()
    expect(link).to_be_hidden()
    expect(tab.locator("#can-you-heading")).to_be_in_viewport()


def test_only_code_that_scrolls_is_a_keyboard_stop(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    block = tab.locator("pre.code")
    expect(block).not_to_have_attribute("tabindex", "0")
    tab.set_viewport_size({"width": 390, "height": 800})
    block.locator("code").evaluate("code => { code.textContent = 'x'.repeat(200); }")
    tab.set_viewport_size({"width": 380, "height": 800})
    expect(block).to_have_attribute("tabindex", "0")


def test_copying_code_copies_code(tab: Page, stage_address: str) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.goto(stage_address)
    button = tab.get_by_role("button", name="copy")
    button.focus()
    tab.keyboard.press("Enter")
    expect(tab.locator(".copy-button")).to_have_text("copied")
    assert tab.evaluate("navigator.clipboard.readText()") == "y = x @ w + b\n"


@pytest.mark.parametrize("width", [320, 390, 600, 1024, 1600])
def test_nothing_scrolls_sideways(tab: Page, stage_address: str, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(stage_address)
    assert tab.evaluate("document.documentElement.scrollWidth") == width


def test_first_tab_stop_skips_to_the_text(tab: Page, stage_address: str) -> None:
    tab.goto(stage_address)
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("link", name="Skip to the text")).to_be_in_viewport()
    tab.keyboard.press("Enter")
    expect(tab.locator("main")).to_be_focused()


def test_page_is_readable_without_scripts(chromium: Browser, stage_address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(stage_address)
    expect(tab.locator(".contents a")).to_have_count(2)
    expect(tab.locator("[data-check]").first).to_be_visible()
    for control in ("theme-switch", "self-test output", ".depth-toggle", "[data-reset]"):
        expect(tab.locator(control)).to_be_hidden()
    context.close()


def test_page_asks_nothing_of_the_network(tab: Page, stage_address: str) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(stage_address)
    tab.evaluate("document.fonts.ready")
    assert [url for url in asked if not url.startswith("file://")] == []
