"""Attacks of every kind in a built page, opened in a browser: nothing runs, nothing is asked for.

The page is opened twice: as it is, and without its Content-Security-Policy, so that each of the
two walls is seen to hold by itself. That the watch sees harm at all is tested first.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, expect

from tests.browser.attacked_site import EVIL, Numbers, attacked_site, read_attacks
from tests.coursesite.small_site import faults

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')

BETRAY = "window.ran = number => { console.log(`ran ${number}`); alert(number); };"
"""What ``RUN`` calls, in every frame."""

PROVOKE = """() => {
  const kinds = ["mouseover", "mousemove", "mouseenter", "pointerover", "wheel", "focus", "input",
    "toggle", "error", "load", "animationstart", "begin", "cancel", "beforetoggle", "submit"];
  for (const element of document.querySelectorAll("main *, title, svg *")) {
    for (const kind of kinds) element.dispatchEvent(new Event(kind));
  }
  for (const link of document.querySelectorAll("a, area, button, summary")) {
    if (!["http:", "https:", "mailto:", "file:"].includes(link.protocol)) {
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  }
}"""
"""Tries everything that a reader could do to set an attack off, but following a plain link."""


@dataclass  # playwright keeps what it needs on the object whose methods it calls
class Harm:
    """What a page did that it should not have done."""

    page: Page
    seen: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note dialogs, console lines, requests and pages that open."""
        self.page.add_init_script(BETRAY)
        self.page.on("dialog", self._dialog)
        self.page.on("console", lambda line: self._note("ran", line.text))
        self.page.on("request", lambda request: self._note(EVIL, request.url))
        self.page.on("popup", lambda other: self.seen.append(f"popup {other.url}"))
        self.page.on("download", lambda file: self.seen.append(f"download {file.url}"))
        self.page.context.route(f"{EVIL}**", self._sent)

    def _sent(self, route: Route) -> None:
        """A request that the policy let through: the browser announces also those it stops."""
        self.seen.append(f"sent {route.request.url}")
        route.abort()

    def _dialog(self, dialog: Dialog) -> None:
        self.seen.append("dialog")
        dialog.dismiss()

    def _note(self, sign: str, text: str) -> None:
        self.seen += [text[:200]] if text.startswith(sign) else []

    def provoke(self, address: str) -> list[str]:
        """Open the page, try everything, and return what was seen."""
        self.page.goto(address)
        self.page.evaluate(PROVOKE)
        self.page.wait_for_timeout(500)
        here = self.page.url.partition("#")[0]  # the instrument keeps its state behind a #
        elsewhere = [] if here == address else [f"went to {self.page.url}"]
        return [*self.seen, *elsewhere]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The built site and its attacks."""
    site, attacks = attacked_site(tmp_path_factory.mktemp("attacked") / "course")
    done = site.build()
    assert (done.code, done.said) == (0, "")
    return site.out, attacks


@pytest.fixture
def harm(chromium: Browser) -> Iterator[Harm]:
    """A tab that is watched."""
    context = chromium.new_context()
    watched = Harm(context.new_page())
    watched.watch()
    yield watched
    context.close()


@pytest.mark.parametrize("policy", [True, False], ids=["with policy", "without policy"])
def test_nothing_runs(
    harm: Harm, attacked: tuple[Path, list[str]], tmp_path: Path, policy: bool
) -> None:
    site, attacks = attacked
    assert len(attacks) > 1000
    if not policy:
        site = without_policy(site, tmp_path / "site")
    pages = sorted(site.rglob("*.html"))
    assert {"index.html", "stage-1/index.html"} <= {
        page.relative_to(site).as_posix() for page in pages
    }
    assert [seen for page in pages for seen in harm.provoke(page.as_uri())] == []


def without_policy(site: Path, copy: Path) -> Path:
    """A copy of the site whose pages have no Content-Security-Policy."""
    shutil.copytree(site, copy)
    for page in copy.rglob("*.html"):
        text, found = POLICY.subn("", page.read_text(encoding="utf-8"))
        assert found == 1, page
        page.write_text(text, encoding="utf-8")
    return copy


@pytest.mark.parametrize("name", ["index.html", "stage-1/index.html"])
def test_built_page_has_nothing_that_could_run(attacked: tuple[Path, list[str]], name: str) -> None:
    assert faults((attacked[0] / name).read_text(encoding="utf-8")) == []


def test_scripts_of_the_page_still_work(harm: Harm, attacked: tuple[Path, list[str]]) -> None:
    harm.page.goto((attacked[0] / "stage-1" / "index.html").as_uri())
    harm.page.get_by_role("button", name="Theme").click()
    expect(harm.page.locator("html")).to_have_attribute("data-theme", "dark")
    scope = harm.page.locator("#ex-01 .ln", has_text="</script><script>")
    expect(scope.first).to_be_attached()


def raw_page(attacks: list[str], policy: str) -> str:
    """A page into which attacks were written as they are."""
    numbers = Numbers()
    body = "\n".join(f"<div>{numbers.armed(each)}</div>" for each in attacks)
    return f"<!doctype html><html><head>{policy}<title>t</title></head><body><main>{body}</main>"


RAW = ["<img src=x onerror=RUN>", "<script>RUN</script>", "<svg onload=RUN>", "<img src=EVIL>"]


def test_the_watch_sees_harm(harm: Harm, tmp_path: Path) -> None:
    page = tmp_path / "raw.html"
    page.write_text(raw_page(RAW, ""), encoding="utf-8")
    seen = harm.provoke(page.as_uri())
    assert {"dialog", "ran 0", "ran 1", "ran 2", f"sent {EVIL}3"} <= set(seen)


def test_the_policy_alone_stops_scripts(
    harm: Harm, attacked: tuple[Path, list[str]], tmp_path: Path
) -> None:
    found = POLICY.search((attacked[0] / "index.html").read_text(encoding="utf-8"))
    assert found is not None
    page = tmp_path / "raw.html"
    # A page that leads elsewhere, or swallows the rest as text, would hide the others.
    left = [each for each in read_attacks("html") if not re.search("refresh|plaintext|!--", each)]
    page.write_text(raw_page([*RAW, *left], found.group()), encoding="utf-8")
    seen = harm.provoke(page.as_uri())
    assert [each for each in seen if not each.startswith((EVIL, "went to "))] == []
