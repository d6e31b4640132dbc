"""How the instrument holds up in a real Chromium: print a table of medians and 95th percentiles.

    python -m bench.xray_viewer [--lines 50000] [--times 120] [--site _site]

Work is what the main thread computes for one interaction, from the event to the painted frame
(script, style, layout, paint), in milliseconds of its own processor time as Chromium's trace has
it. A hover moves a real pointer to the next line of a pane, an arrow is a real key; every tenth
one starts from a place of the module that was not in sight.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import random
import shutil
import statistics
import tempfile
import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.synthetic import synthetic_capture
from irxray.standalone import render_page
from irxray.view import view_captures

REST_MS = 250
"""Time between two interactions: what is put off until the hand is at rest is done then."""

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

FOCUS = """(line) => {
  const film = document.querySelector("xray-film");
  film.focusLine({ pane: 3, line: film.layers[3].step(line, 1) });
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


LARGEST_PAINT = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
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


CATEGORIES = ["devtools.timeline", "toplevel"]
"""What the work is read from and no more: to write a trace takes the main thread time, too."""

TASK = "ThreadControllerImpl::RunTask"

Event = dict[str, Any]


def read_work(trace: bytes, kind: str) -> list[float]:
    """Return the main thread's milliseconds for each ``kind`` of event in a Chromium trace.

    They are those of the task that handled the event, and of the task that painted the next
    frame where that is another one.
    """
    events: list[Event] = [e for e in json.loads(trace)["traceEvents"] if "tdur" in e]
    handled = [e for e in events if e["name"] == "EventDispatch" and _kind(e) == kind]
    thread = Counter((e["pid"], e["tid"]) for e in handled).most_common(1)[0][0]
    mine = sorted((e for e in events if (e["pid"], e["tid"]) == thread), key=lambda e: e["ts"])
    tasks = [e for e in mine if e["name"] == TASK]
    starts = [e["ts"] for e in tasks]
    paints = [bisect_right(starts, e["ts"]) - 1 for e in mine if e["name"] == "PrePaint"]
    work = []
    for event in handled:
        if (event["pid"], event["tid"]) != thread:
            continue
        task = bisect_right(starts, event["ts"]) - 1
        frame = next((paint for paint in paints if paint >= task), task)
        work.append(sum(float(tasks[each]["tdur"]) for each in {task, frame}) / 1000)
    return work


def _kind(event: Event) -> str:
    return str(event["args"].get("data", {}).get("type", ""))


def traced(browser: Browser, page: Page, kind: str, act: Callable[[], None]) -> list[float]:
    """Return the work of each ``kind`` of event that ``act`` brings about."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    return read_work(browser.stop_tracing(), kind)


def hover(page: Page, lines: int, times: int) -> None:
    """Move the pointer from line to line."""
    for index in range(times):
        if index % JUMP_EVERY == 0:
            page.mouse.move(5, 5)
            page.evaluate(JUMP, random.randrange(lines // 2))
            page.wait_for_timeout(REST_MS)
        page.mouse.move(*page.evaluate(VISIBLE, index % JUMP_EVERY + 2))
        page.wait_for_timeout(REST_MS)


def press_arrows(page: Page, lines: int, times: int) -> None:
    """Walk from line to line by key."""
    for index in range(times):
        if index % JUMP_EVERY == 0:
            page.evaluate(FOCUS, random.randrange(lines // 2))
            page.wait_for_timeout(REST_MS)
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(REST_MS)


def measure_load(browser: Browser, address: str, times: int) -> Iterator[float]:
    """Yield milliseconds from navigation to the first frame after the instrument is live."""
    for _ in range(times):
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.goto(address, wait_until="commit")
        yield float(page.evaluate(READY))
        page.close()


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve ``folder`` from this machine and give the address."""
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def measure_paint(browser: Browser, address: str, times: int) -> Iterator[float]:
    """Yield milliseconds from navigation to the largest contentful paint, nothing being cached."""
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1600, "height": 1000})
        page = context.new_page()
        page.goto(address, wait_until="networkidle")
        yield float(page.evaluate(LARGEST_PAINT))
        context.close()


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
    work = traced(browser, page, "pointerover", lambda: hover(page, lines, times))
    yield Row(f"work of a hover, {lines:,} lines", tuple(work), "ms", "p95 at most 8")
    work = traced(browser, page, "keydown", lambda: press_arrows(page, lines, times))
    yield Row(f"work of an arrow, {lines:,} lines", tuple(work), "ms", "p95 at most 8")
    frames = tuple(float(page.evaluate(LIT_NEXT_FRAME)) for _ in range(times))
    yield Row("counterparts lit in the next frame", frames, "", "always 1")
    stage = site / "stage-2" / "index.html"
    if stage.exists():
        loads = tuple(measure_load(browser, stage.resolve().as_uri(), 9))
        yield Row("stage page, usable", loads, "ms", "at most 1,000")
        with served(site) as address:
            paints = tuple(measure_paint(browser, f"{address}/stage-2/", 5))
        yield Row("stage page, largest contentful paint", paints, "ms", "at most 1,000")


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
