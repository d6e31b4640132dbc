"""The real course in a folder of its own, changed, built and read as a person does it."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
SOURCES = ("coursesite", "irxray", "site", "labs", "bench", "templates")

LAB_1 = "labs/stage-2/lab-2.1-lowering-ladder.ipynb"
LAB_2 = "labs/stage-2/lab-2.2-finding-the-spill.ipynb"
LAB_3 = "labs/stage-2/lab-2.3-production-operator.ipynb"
STAGE = "site/stage-2/stage.yml"
STAGE_PAGE = "stage-2/index.html"

REMARK = "This sentence was not here before."

WITHOUT_JAX = '''
"""Imported by every Python before anything else: there is no jax."""
import os, sys, time

class NoJax:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ("jax", "jaxlib"):
            return None
        if "SLOW_JAX" in os.environ:
            with open(os.environ["SLOW_JAX"], "w") as file:
                file.write(str(os.getpid()))
            time.sleep(600)
        raise ImportError("jax is out of reach")

sys.meta_path.insert(0, NoJax())
'''


def clean_environment() -> dict[str, str]:
    """Return the environment of a build: nothing of the test's own Python set-up."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@dataclass(frozen=True, slots=True)
class SiteTree:
    """A copy of the course: its sources, the code that builds it, and ``_site``."""

    root: Path

    @property
    def out(self) -> Path:
        """Where the site is built."""
        return self.root / "_site"

    @property
    def command(self) -> list[str]:
        """The build's command line, without options."""
        return [sys.executable, str(self.root / "build.py")]

    def build(
        self, *options: str, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run ``python build.py`` and return what it said."""
        return subprocess.run(
            [*self.command, *options],
            cwd=self.root,
            env=clean_environment() | dict(env or {}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def without_jax(self) -> dict[str, str]:
        """Return an environment in which ``import jax`` fails, child processes included."""
        folder = self.root / "no-jax"
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(WITHOUT_JAX, encoding="utf-8")
        return {"PYTHONPATH": str(folder)}

    def read(self, name: str) -> str:
        """Return a source file's text."""
        return (self.root / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a source file."""
        (self.root / name).write_text(text, encoding="utf-8")

    def replace(self, name: str, old: str, new: str) -> int:
        """Replace ``old``, which stands in a source once, and return its line."""
        text = self.read(name)
        assert text.count(old) == 1, f"{name} holds {old!r} {text.count(old)} times"
        self.write(name, text.replace(old, new))
        return text[: text.index(old)].count("\n") + 1

    def edit_notebook(self, name: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Apply ``change`` to a notebook's JSON."""
        notebook = json.loads(self.read(name))
        change(notebook)
        self.write(name, json.dumps(notebook, ensure_ascii=False, indent=1))

    def edit_cell(self, name: str, cell_id: str, old: str, new: str) -> int:
        """Replace ``old`` in one cell of a notebook, and return the cell's place from 1."""
        places: list[int] = []

        def change(notebook: dict[str, Any]) -> None:
            for place, cell in enumerate(notebook["cells"], 1):
                if cell["id"] == cell_id:
                    source = "".join(cell["source"])
                    assert source.count(old) == 1, f"cell {cell_id} is {source!r}"
                    cell["source"] = source.replace(old, new)
                    places.append(place)

        self.edit_notebook(name, change)
        assert len(places) == 1, f"{name} has no cell {cell_id}"
        return places[0]

    def lengthen_cell(self, name: str, tags: list[str]) -> int:
        """Add ``REMARK`` to the first markdown cell that has ``tags``; return its place."""
        places: list[int] = []

        def change(notebook: dict[str, Any]) -> None:
            for place, cell in enumerate(notebook["cells"], 1):
                if cell["cell_type"] == "markdown" and cell["metadata"].get("tags", []) == tags:
                    cell["source"] = f"{''.join(cell['source'])}\n\n{REMARK}\n"
                    places.append(place)
                    return

        self.edit_notebook(name, change)
        assert places, f"{name} has no markdown cell with the tags {tags}"
        return places[0]

    def page(self, name: str = STAGE_PAGE) -> str:
        """Return a built page."""
        return (self.out / name).read_text(encoding="utf-8")

    def pane(self, key: str) -> str:
        """Return the text of one pane of the first instrument, as a reader sees it."""
        return pane_text(self.page(), key)


# <li class="ln" data-line="4"><code>    s = <span>q</span></code>
LINE = re.compile(
    r'<li class="ln[ "][^>]*>(?:<span class="lbs">.*?</span>)?<code>(?P<code>.*?)</code>'
)


def pane_text(page: str, key: str) -> str:
    """Return the code in one pane of ``page``, without its markup."""
    pane = page.partition(f'data-pane="{key}"')[2].partition("data-pane=")[0]
    lines = (re.sub(r"<[^>]*>", "", found["code"]) for found in LINE.finditer(pane))
    return "".join(html.unescape(line) + "\n" for line in lines)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return time and bytes of everything below ``folder``: equal only if nobody touched it."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in [folder, *sorted(folder.rglob("*"))]
    }


def file_bytes(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below ``folder``."""
    found = snapshot(folder).items()
    return {name: data for name, (_, data) in found if (folder / name).is_file()}


def copy_course(root: Path) -> SiteTree:
    """Copy what a build reads, and the code that builds, to ``root``."""
    for name in SOURCES:
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copy2(REPOSITORY / "build.py", root)
    return SiteTree(root)
