"""The built pages in a browser: from a file and from a server, with and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from local_server import serve
from playwright.sync_api import Browser, Page, expect

from tests.golden.make import build_golden
from tests.site_tree import SiteTree

PAGES = ("index.html", "stage-2/index.html")
PANES = {
    "source": "source.py",
    "jaxpr": "jaxpr.txt",
    "stablehlo": "stablehlo.mlir",
    "hlo@cpu": "optimized.hlo",
}
"""The four layers as they are on the machine that makes the captures, and where they are stored."""


@pytest.fixture(scope="session")
def served(built_course: SiteTree) -> Iterator[str]:
    """The built site's address on a server of this machine."""
    with serve(built_course.out) as address:
        yield address


@pytest.fixture(params=["file", "server"])
def site(request: pytest.FixtureRequest, built_course: SiteTree) -> str:
    """The built site's address, once as files and once from a server."""
    if request.param == "server":
        return str(request.getfixturevalue("served"))
    return built_course.out.as_uri()


@pytest.mark.parametrize("name", PAGES)
def test_page_works_and_asks_only_its_own_site(tab: Page, site: str, name: str) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    answers: list[tuple[int, str]] = []
    tab.on("response", lambda answer: answers.append((answer.status, answer.url)))
    tab.goto(f"{site}/{name}")
    tab.evaluate("document.fonts.ready")
    expect(tab.locator("theme-switch")).to_be_visible()
    assert len(asked) > 7
    assert [url for url in asked if not url.startswith((f"{site}/", "data:"))] == []
    assert [answer for answer in answers if answer[0] >= 400] == []


def test_instrument_lights_up_wherever_the_page_comes_from(tab: Page, site: str) -> None:
    tab.goto(f"{site}/stage-2/index.html")
    tab.locator('.pane[data-pane="jaxpr"] .ln', has_text="= exp ").hover()
    for pane in PANES:
        expect(tab.locator(f'.pane[data-pane="{pane}"] .ln[data-lit]').first).to_be_visible()


def test_what_is_compared_stands_in_its_row(tab: Page, site: str) -> None:
    """The instrument's class names are its own: a style of the page must not reach its cells."""
    tab.set_viewport_size({"width": 1600, "height": 1000})
    tab.goto(f"{site}/stage-2/index.html#ex-05/hlo@cpu/compare")
    rows = tab.locator("#ex-05-instrument .pair")
    expect(rows).to_have_count(12)
    outside = rows.evaluate_all(
        """(rows) => rows.flatMap((row) => [...row.querySelectorAll(".told")].filter((cell) =>
          cell.getBoundingClientRect().top < row.getBoundingClientRect().top - 1 ||
          cell.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1).map(
            (cell) => cell.textContent))"""
    )
    assert outside == []


def test_ticks_of_the_self_test_survive_a_reload(tab: Page, site: str) -> None:
    tab.goto(f"{site}/stage-2/index.html")
    count = tab.locator("self-test output")
    expect(count).to_have_text("0/7")
    tab.locator("[data-check]").nth(2).check()
    tab.reload()
    expect(count).to_have_text("1/7")
    expect(tab.locator("[data-check]").nth(2)).to_be_checked()


def test_stage_is_one_click_from_the_index(tab: Page, site: str) -> None:
    tab.goto(f"{site}/index.html")
    tab.get_by_role("heading", name="The IR stack").get_by_role("link").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("The IR stack")
    tab.get_by_role("link", name="Rudrite Kernels", exact=True).click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Rudrite Kernels")


def test_raw_text_can_be_downloaded(tab: Page, served: str, built_course: SiteTree) -> None:
    tab.goto(f"{served}/stage-2/index.html")
    with tab.expect_download() as download:
        tab.locator('.pane[data-pane="hlo@cpu"] .pane-tools a').click()
    assert download.value.suggested_filename == "ex-05-cpu-optimized.hlo"
    stored = built_course.root / "bench/captures/ex-05/cpu/optimized.hlo"
    assert download.value.path().read_bytes() == stored.read_bytes()


def test_raw_text_opens_from_a_file(tab: Page, built_course: SiteTree) -> None:
    """From ``file://`` a browser shows the text instead of saving it."""
    tab.goto((built_course.out / "stage-2/index.html").as_uri())
    tab.locator('.pane[data-layer="jaxpr"] .pane-tools a').click()
    expect(tab.locator("pre")).to_contain_text("{ lambda ; a:bf16[128,64]")


# --------------------------------------------------------------- for everyone


REPEATED = ".ln:nth-child(n+25):not([data-lit])"
"""Lines that look like the ones above them in the same listing; axe-core takes its time."""


def violations(page: Page) -> list[str]:
    """What axe-core objects to, one line for each element."""
    # Preloading would fetch the style sheets a second time, which the page's policy forbids.
    options = {"preload": False, "resultTypes": ["violations"]}
    result = Axe().run(page, context={"exclude": [[REPEATED]]}, options=options).response
    found: list[dict[str, Any]] = result["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_has_no_objection(
    tab: Page, built_course: SiteTree, name: str, scheme: Literal["light", "dark"]
) -> None:
    tab.emulate_media(color_scheme=scheme)
    tab.goto((built_course.out / name).as_uri())
    expect(tab.locator("html")).to_have_attribute("data-theme", scheme)
    if name == "stage-2/index.html":
        tab.locator('.pane[data-pane="source"] .ln', has_text="jnp.exp").click()
        expect(tab.locator(".ln[data-lit]").nth(3)).to_be_visible()
    assert violations(tab) == []


def test_axe_does_notice(tab: Page, built_course: SiteTree) -> None:
    tab.goto((built_course.out / "index.html").as_uri())
    tab.evaluate("document.querySelector('html').removeAttribute('lang')")
    assert [each.partition(":")[0] for each in violations(tab)] == ["html-has-lang"]


@pytest.mark.parametrize("width", [320, 390, 1024, 1600])
@pytest.mark.parametrize("name", PAGES)
def test_page_does_not_scroll_sideways(
    tab: Page, built_course: SiteTree, name: str, width: int
) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto((built_course.out / name).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == width


def test_layers_are_readable_without_scripts(chromium: Browser, built_course: SiteTree) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((built_course.out / "stage-2/index.html").as_uri())
    stored = built_course.root / "bench/captures/ex-05/cpu"
    for key, name in PANES.items():
        pane = page.locator(f'.pane[data-pane="{key}"]')
        expect(pane).to_be_visible()
        lines = [f"{line}\n" for line in pane.locator(".ln code").all_text_contents()]
        assert "".join(lines) == (stored / name).read_text(encoding="utf-8")
        linked = pane.locator(".ln.on")
        assert linked.filter(has=page.locator(".lb")).count() == linked.count() > 0
        labels = linked.locator(".lb").all_text_contents()
        assert all(label.lstrip("+").isdecimal() for label in labels)
        expect(linked.locator(".lb").first).to_be_visible()
    context.close()


# ------------------------------------------------------------ hostile strings


def test_strings_of_a_program_are_text_and_run_nothing(chromium: Browser, tmp_path: Path) -> None:
    """The golden tree's program and cells hold ``</script>``, quotes and event handlers."""
    built = build_golden(tmp_path)
    # Without the page's own policy, so that nothing but the escaping is in the way.
    context = chromium.new_context(bypass_csp=True)
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.goto((built.out / "stage-1/index.html").as_uri())
    stored = built.root / "bench/captures/ex-01/cpu"
    for layer, name in (("source", "source.py"), ("hlo", "optimized.hlo")):
        text = (stored / name).read_text(encoding="utf-8")
        assert "</script><script>" in text
        # A fusion's body stands below the fusion on the page, so lines are in another order.
        shown = page.locator(f'.ln[data-layer="{layer}"] code').all_text_contents()
        assert sorted(shown) == sorted(text.splitlines())
    page.locator(".ln", has_text="= mul ").hover()
    expect(page.locator('.ln[data-layer="hlo"][data-lit]').first).to_be_visible()
    for bold in page.locator("#from-the-notebook b").all():
        bold.click()
    expect(page).to_have_title("One program · Stage 1 · A small course")
    assert said == []
    context.close()
