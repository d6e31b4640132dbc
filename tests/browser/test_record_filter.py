"""The page of records in a browser: its links filter, and are addresses without script."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import jinja2
import pytest
from playwright.sync_api import Browser, Page

from coursesite import view_page
from coursesite.record import ValueRecord
from coursesite.record_place import TEMPLATE
from coursesite.records_page import SCRIPT, STYLESHEET, records_page

ROOT = Path(__file__).resolve().parents[2]
SITE = view_page.SiteInfo(
    title="Course", tagline="t", repository_url="https://example.org/r", root="..",
    stylesheets=tuple(f"../assets/css/{name}.css" for name in ("tokens", "page", STYLESHEET)),
    scripts=(f"../assets/js/{SCRIPT}.js",), head_script="../assets/js/theme.js", track=(),
    versions=(), date="", commit="",
)  # fmt: skip


def record(name: str, program: str, chip: str, evidence: str) -> ValueRecord:
    return ValueRecord(
        id=name, program=program, quantity="bytes", unit="B", evidence=evidence,  # type: ignore[arg-type]
        command="x", date=date(2026, 1, 31), chip=chip, value=1,
    )  # fmt: skip


RECORDS = (
    record("a.duration", "alpha", "tpu-v5e", "duration"),
    record("a.dump", "alpha", "tpu-v5e", "hlo-dump"),
    record("b.dump", "beta", "cuda-h100", "hlo-dump"),
    record("b.sizes", "beta", "", "first-principles"),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("records")
    shutil.copytree(ROOT / "templates" / "assets", folder / "assets")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    page = records_page(RECORDS, SITE, lambda path: path, {})
    path = folder / "bench" / "index.html"
    path.parent.mkdir()
    path.write_text(environment.get_template(TEMPLATE).render(page=page), encoding="utf-8")
    return path.as_uri()


def shown(page: Page) -> list[str]:
    return [each.get_attribute("id") or "" for each in page.locator(".record-entry:visible").all()]


def test_filters_narrow_and_are_undone(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(address)
    assert len(shown(page)) == 4
    page.click('[data-key="hlo-dump"]')
    assert shown(page) == ["a.dump", "b.dump"]
    page.click('[data-key="tpu-v5e"]')
    assert shown(page) == ["a.dump"]
    assert page.locator("output").inner_text() == "1 of 4 records"
    assert page.locator('[aria-current="true"]').count() == 2
    page.click('[data-key="hlo-dump"]')
    assert shown(page) == ["a.duration", "a.dump"]
    page.click("[data-clear]")
    assert len(shown(page)) == 4
    page.close()


def test_a_filter_is_an_address(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(f"{address}#chip-any")
    assert shown(page) == ["b.sizes"]
    page.evaluate("location.hash = 'a.dump'")
    page.wait_for_function("document.querySelectorAll('.record-entry[hidden]').length === 0")
    page.close()


def test_filters_work_by_keyboard(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.focus('[data-key="beta"]')
    page.keyboard.press("Enter")
    assert shown(page) == ["b.dump", "b.sizes"]
    page.close()


def test_without_script_the_links_lead_to_indexes(chromium: Browser, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert len(shown(page)) == 4
    assert not page.locator("[data-clear]").is_visible()
    page.click('a[href="#chip-tpu-v5e"]')
    index = page.locator("#chip-tpu-v5e")
    assert index.is_visible()
    assert index.locator("a").count() == 2
    index.locator("a").first.click()
    assert page.url.endswith("#a.duration")
    context.close()
