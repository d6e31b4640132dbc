"""Instruments as pages of their own, from stored captures."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from irxray.capture import Capture
from irxray.standalone import render_page
from irxray.store import read_capture
from irxray.view import XrayView, view_captures

CAPTURES = Path(__file__).resolve().parents[2] / "bench" / "captures"
TARGETS = ("cpu", "tpu-v5e", "cuda-h100")


def stored(program: str, target: str) -> Capture:
    """The stored capture of a program on a target."""
    return read_capture(CAPTURES / program / target)


def stored_view(program: str, *targets: str) -> XrayView:
    """The view of a program on some targets, under the program's name."""
    return view_captures([stored(program, target) for target in targets], program)


def written_page(folder: Path, view: XrayView) -> str:
    """Write the stand-alone page of ``view``; return its address."""
    path = folder / f"{view.anchor}.html"
    path.write_text(render_page(view, view.function), encoding="utf-8")
    return path.as_uri()


def line_with(page: Page, layer: str, text: str) -> Locator:
    """The line of ``layer``, on the first backend, that holds ``text``."""
    within = "xray-pane:not([data-later])"
    found = page.locator(f'{within} .ln[data-layer="{layer}"]', has_text=text)
    assert found.count() == 1, f"{text!r} stands on {found.count()} lines of {layer}"
    return found


def active(page: Page) -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def expect_said(page: Page, words: str, *, whole: bool = False) -> None:
    """The live region says ``words`` at its start, or nothing but them, once the hand rests."""
    end = "$" if whole else ""
    expect(page.locator(".say")).to_have_text(re.compile(f"^{re.escape(words)}{end}"))


def expect_pinned_said(page: Page) -> None:
    """The live region ends with what says that something is pinned."""
    expect(page.locator(".say")).to_have_text(re.compile(r"\. Pinned\.$"))
