"""How the instrument holds up in a real Chromium: print a table of medians and 95th percentiles.

    python -m bench.xray_viewer [--lines 50000] [--times 120] [--site _site]

Work is what the main thread computes for one interaction (script, style, layout, paint), in
milliseconds of its own processor time, so that other work on the machine does not count. A hover
moves a real pointer to the next line of a pane, an arrow is a real key; every tenth one starts
from a place of the module that was not in sight.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.synthetic import synthetic_capture
from irxray.standalone import render_page
from irxray.view import view_captures

SETTLE_MS = 30
"""Time given to an interaction: two frames. What is put off until the hand is at rest (rows around
a counterpart far away, their colours, the sentence) begins later."""

REST_MS = 150
"""Time between two interactions: what was put off is done then."""

JUMP_EVERY = 10

LIT_NEXT_FRAME = """() => new Promise((done) => {
  const film = document.querySelector("xray-film");
  const pane = film.panes[3];
  const line = film.layers[3].step(pane.stop || 1, 1);
  const li = pane.reveal(line);
  li.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  requestAnimationFrame(() => done(film.panes.every((each) => {
    const frame = each.querySelector(".pane-body").getBoundingClientRect();
    return [...each.querySelectorAll(".ln[data-lit]")].some((lit) => {
      const box = lit.getBoundingClientRect();
      return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    });
  })));
})"""

JUMP = """(line) => {
  const film = document.querySelector("xray-film");
  film.dim();
  film.panes[3].reveal(film.layers[3].step(line, 1));
}"""

VISIBLE = """(at) => {
  const pane = document.querySelector("xray-film").panes[3];
  const frame = pane.querySelector(".pane-body").getBoundingClientRect();
  const shown = [...pane.querySelectorAll(".ln.on")].filter((li) => {
    const box = li.getBoundingClientRect();
    return box.top >= frame.top && box.bottom <= frame.bottom;
  });
  const box = shown[at % shown.length].getBoundingClientRect();
  return [frame.left + 60, box.top + box.height / 2];
}"""

READY = """() => new Promise((done) => {
  const told = () => document.querySelector(".xray.live")
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(told);
  told();
})"""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    values: tuple[float, ...]
    unit: str
    limit: str
    """What it should be, in words."""

    def text(self) -> str:
        """Return the line as it is printed."""
        ordered = sorted(self.values)
        p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        median = statistics.median(ordered)
        count = len(ordered)
        return f"{self.what:<46}{count:>5}{median:>10.1f}{p95:>10.1f} {self.unit:<4}{self.limit}"


class Clock:
    """The main thread's own time in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.idle_ms = 0.0
        self.idle_ms = statistics.median(self.time(lambda: None) for _ in range(10))

    def _now_ms(self) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration") * 1000

    def time(self, act: Callable[[], object]) -> float:
        """Return the milliseconds that ``act`` costs, those of an idle page taken off."""
        start = self._now_ms()
        act()
        self.page.wait_for_timeout(SETTLE_MS)
        spent = self._now_ms() - start - self.idle_ms
        self.page.wait_for_timeout(REST_MS)
        return max(0.0, spent)


def measure_hovers(page: Page, clock: Clock, lines: int, times: int) -> Iterator[float]:
    """Yield the work of each hover."""
    for index in range(times):
        if index % JUMP_EVERY == 0:
            page.evaluate(JUMP, random.randrange(lines // 2))
            page.wait_for_timeout(400)
        x, y = page.evaluate(VISIBLE, index % JUMP_EVERY + 2)
        yield clock.time(lambda x=x, y=y: page.mouse.move(x, y))  # type: ignore[misc]


def measure_arrows(page: Page, clock: Clock, lines: int, times: int) -> Iterator[float]:
    """Yield the work of each arrow key."""
    focus = "(line) => { const f = document.querySelector('xray-film');"
    focus += "f.focusLine({ pane: 3, line: f.layers[3].step(line, 1) }); }"
    for index in range(times):
        if index % JUMP_EVERY == 0:
            page.evaluate(focus, random.randrange(lines // 2))
            page.wait_for_timeout(400)
        yield clock.time(lambda: page.keyboard.press("ArrowDown"))


def measure_load(browser: Browser, address: str, times: int) -> Iterator[float]:
    """Yield milliseconds from navigation to the first frame after the instrument is live."""
    for _ in range(times):
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.goto(address, wait_until="commit")
        yield float(page.evaluate(READY))
        page.close()


def measure(browser: Browser, lines: int, times: int, site: Path, folder: Path) -> Iterator[Row]:
    """Yield the rows of the table."""
    path = folder / "synthetic.html"
    view = view_captures([synthetic_capture(lines)], "synthetic")
    path.write_text(render_page(view, "synthetic"), encoding="utf-8")
    yield Row(
        f"stand-alone file, {lines:,} lines, usable",
        tuple(measure_load(browser, path.as_uri(), 5)),
        "ms",
        "at most 3,000",
    )
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.goto(path.as_uri())
    page.evaluate(READY)
    clock = Clock(page)
    hovers = tuple(measure_hovers(page, clock, lines, times))
    yield Row(f"work of a hover, {lines:,} lines", hovers, "ms", "p95 at most 8")
    arrows = tuple(measure_arrows(page, clock, lines, times))
    yield Row(f"work of an arrow, {lines:,} lines", arrows, "ms", "p95 at most 8")
    frames = tuple(float(page.evaluate(LIT_NEXT_FRAME)) for _ in range(times))
    yield Row("counterparts lit in the next frame", frames, "", "always 1")
    stage = site / "stage-2" / "index.html"
    if stage.exists():
        loads = tuple(measure_load(browser, stage.resolve().as_uri(), 9))
        yield Row("stage page, usable", loads, "ms", "at most 1,000")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--times", type=int, default=120)
    parser.add_argument("--site", type=Path, default=Path("_site"))
    options = parser.parse_args()
    random.seed(0)
    print(f"{'':<46}{'n':>5}{'median':>10}{'p95':>10}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        found = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        rows = measure(browser, options.lines, options.times, options.site, Path(folder))
        for row in rows:
            print(row.text(), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
