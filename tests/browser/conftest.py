"""A browser, and a stage page rendered from the templates with small view values."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import jinja2
import pytest
from markupsafe import Markup
from playwright.sync_api import Browser, Page, Request, sync_playwright

from coursesite import view, view_page

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
STYLESHEETS = tuple(path.stem for path in sorted((ROOT / "templates/assets/css").glob("*.css")))
SCRIPTS = ("theme-switch", "depth-scale", "self-test", "code-frames")


def _browser_path(own_path: str) -> str | None:
    """Path of a Chromium: the system's, else the one that playwright has downloaded."""
    on_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    return on_path or (own_path if Path(own_path).exists() else None)


def _without_browser() -> None:
    sentence = "no Chromium found: the browser tests did not run (install chromium)"
    if os.environ.get("RUDRITE_REQUIRE_BROWSER") == "1":
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running Chromium. Without one the test is skipped, or fails where one is required."""
    with sync_playwright() as playwright:
        path = _browser_path(playwright.chromium.executable_path)
        if path is None:
            _without_browser()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def _site() -> view_page.SiteInfo:
    return view_page.SiteInfo(
        title="Rudrite Kernels",
        tagline="From the line you write to the instruction that runs.",
        repository_url="https://example.org/kernels",
        root="..",
        stylesheets=tuple(f"../assets/css/{name}.css" for name in STYLESHEETS),
        scripts=tuple(f"../assets/js/{name}.js" for name in SCRIPTS),
        head_script="../assets/js/theme.js",
        track=(
            view_page.StageLink(
                2, "The IR stack", "Read every layer.", "open", "../stage-2/index.html"
            ),
            view_page.StageLink(3, "Online softmax", "The theorem.", "planned", ""),
        ),
        versions=(("jax", "0.0.0"),),
        date="2025-01-01",
        commit="0000000",
    )


def _check(key: str, sentence: str) -> view.Check:
    return view.Check(key, Markup.escape(sentence))


def _sections() -> tuple[view.Section, ...]:
    chapter = (
        Markup("<p>Trace it.</p><h3>A detail</h3><p>More.</p>")
        + Markup('<pre class="code"><code>y = x @ w + b\n</code></pre>')
        + Markup("<p>A line of prose.</p>") * 40
    )
    checks = (_check("decode", "decode"), _check("size", "size"), _check("map", "map"))
    empty = Markup("")
    return (
        view.Section("what", "chapter", "the chapter", "What it becomes", "jaxpr", empty, chapter),
        view.Section("can-you", "self_test", "the self-test", "Can you", "", empty, checks),
    )


def stage_page(sections: tuple[view.Section, ...]) -> view_page.StagePage:
    """A small stage page of these sections."""
    return view_page.StagePage(
        site=_site(),
        number=2,
        title="The IR stack",
        description="Read every layer.",
        artifact=Markup("<p>One program, read at every layer.</p>"),
        toc=tuple(view_page.TocEntry(part.anchor, part.heading, part.layer) for part in sections),
        sections=sections,
        notices=(),
    )


def render_template(name: str, **values: object) -> str:
    """The template's text, under the settings that the site is rendered with."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name).render(**values)


@pytest.fixture(scope="session")
def stage_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The ``file://`` address of a small stage page with its assets beside it."""
    folder = tmp_path_factory.mktemp("rendered")
    shutil.copytree(ROOT / "templates" / "assets", folder / "assets")
    target = folder / "stage-2" / "index.html"
    target.parent.mkdir()
    text = render_template("layouts/stage.html.j2", page=stage_page(_sections()))
    target.write_text(text, encoding="utf-8")
    return target.as_uri()


def _failure(request: Request) -> list[str]:
    """What failed; nothing for a request that a reload cut short."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"failed: {request.url}"]


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A fresh tab with storage of its own, which must end without a word on the console."""
    context = chromium.new_context(viewport={"width": 1200, "height": 800}, color_scheme="light")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.extend(_failure(request)))
    yield page
    context.close()
    assert said == []
