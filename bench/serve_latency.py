"""How long it takes from a save to the new page in an open browser.

    python -m bench.serve_latency            the course itself, its longest page, ten saves

The course is copied, served from the copy, and a chapter of it is saved again and again with a new
sentence. The clock runs from before the save until the sentence stands in the page.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
SOURCES = ("site", "labs", "bench", "templates", "coursesite", "irxray")
CHAPTER = "site/stage-2/what-your-code-becomes.md"


def main() -> None:
    """Measure and print the median and the slowest, in seconds."""
    parser = argparse.ArgumentParser(prog="python -m bench.serve_latency", description=__doc__)
    parser.add_argument("--saves", type=int, default=10, metavar="N")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        for folder in SOURCES:
            shutil.copytree(ROOT / folder, root / folder)
        shutil.copy2(ROOT / "build.py", root)
        times = _served(root, parsed.saves)
    print(
        f"from save to page, {len(times)} saves: median {statistics.median(times):.3f} s, ", end=""
    )
    print(f"slowest {max(times):.3f} s")


def _served(root: Path, saves: int) -> list[float]:
    command = [sys.executable, "-u", str(root / "build.py"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            url = next(line.split()[0] for line in server.stdout if line.startswith("http"))
            return _in_browser(f"{url}stage-2/", root / CHAPTER, saves)
        finally:
            server.terminate()


def _in_browser(url: str, chapter: Path, saves: int) -> list[float]:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    text = chapter.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(url)
        page.wait_for_timeout(1000)
        # The first save of a server warms it up and is not counted.
        times = [
            _save(page, chapter, f"{text}\nSaved {at} times.\n", at) for at in range(saves + 1)
        ]
        browser.close()
    return times[1:]


def _save(page: Page, chapter: Path, text: str, at: int) -> float:
    start = time.perf_counter()
    chapter.write_text(text, encoding="utf-8")
    page.wait_for_function(
        "words => document.body?.textContent.includes(words)", arg=f"Saved {at} times."
    )
    spent = time.perf_counter() - start
    page.wait_for_load_state()
    page.wait_for_timeout(700)
    return spent


if __name__ == "__main__":
    main()
