"""Instruments as pages of their own, from stored captures."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page

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


def said(page: Page) -> str:
    """What the live region says."""
    return page.locator(".say").text_content() or ""
