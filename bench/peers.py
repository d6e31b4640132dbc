"""The same notebooks built by this generator and by two others, in one run, on this machine.

    python -m bench.peers                 20 and 200 notebooks, three times each
    python -m bench.peers --sizes 20 --repeats 1

The others get a virtual environment of their own under ``.cache``, from the pins below. No tool
executes a notebook; outputs are stored. Each build is a process, timed from start to end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bench.peers_course import write_course, write_mkdocs, write_sphinx, write_title
from coursesite.tree import read_tree

ROOT = Path(__file__).parent.parent
VENV = ROOT / ".cache" / "peers"
PINS = (
    "sphinx==9.2.0",
    "myst-nb==1.4.0",
    "myst-parser==5.2.0",
    "mkdocs==1.6.1",
    "mkdocs-jupyter==0.27.0",
    "mkdocs-material==9.8.2",
)
OURS = "this generator"
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
OLD, NEW = "A title as it was", "A title as it is now"


@dataclass(frozen=True, slots=True)
class Tool:
    """One generator."""

    name: str
    write: Callable[[Path, int], None]
    """Writes the sources of so many notebooks into a folder."""
    command: Callable[[Path], Sequence[str]]
    """Builds the sources in a folder."""
    output: str
    """Folder of the built site, below the sources' folder."""
    kept: tuple[str, ...]
    """What a cold build does not have."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one generator did at one size."""

    tool: str
    notebooks: int
    cold_s: float
    unchanged_s: float
    edit_s: float
    page_bytes: int
    """Median over the pages of the notebooks, the HTML alone."""
    stale_pages: int
    """Pages that show a notebook's old title after it was edited."""
    hash_s: float
    """What it takes to list and hash the folder with all sources and the built site, each file."""


def tools(python: Path) -> tuple[Tool, ...]:
    """Return the generators; ``python`` is that of the others' environment."""
    sphinx = [str(python), "-m", "sphinx", "-q", "-b", "html"]
    return (
        Tool(
            OURS,
            write_course,
            lambda at: [sys.executable, str(ROOT / "build.py"), "--root", str(at), "--quiet"],
            "_site",
            ("_site", ".cache"),
        ),
        Tool(
            "sphinx + myst-nb",
            write_sphinx,
            lambda at: [*sphinx, str(at), str(at / "_build" / "html")],
            "_build/html",
            ("_build",),
        ),
        Tool(
            "mkdocs-jupyter",
            write_mkdocs,
            lambda at: [str(python), "-m", "mkdocs", "build", "-q", "-f", str(at / "mkdocs.yml")],
            "site",
            ("site", ".cache"),
        ),
    )


def measure(tool: Tool, notebooks: int, repeats: int) -> Row:
    """Build the same sources again and again, and return the medians in seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        tool.write(folder, notebooks)
        cold = [_timed(tool, folder, cold=True) for _ in range(repeats)]
        unchanged = [_timed(tool, folder) for _ in range(repeats)]
        edits = []
        for at in range(repeats):
            write_title(folder, notebooks // 2, f"{NEW} {at}" if at % 2 else f"{OLD} {at}")
            edits.append(_timed(tool, folder))
        write_title(folder, notebooks // 2, OLD)
        _timed(tool, folder)
        write_title(folder, notebooks // 2, NEW)
        _timed(tool, folder)
        pages = sorted((folder / tool.output).rglob("*.html"))
        stale = sum(OLD in page.read_text(encoding="utf-8") for page in pages)
        sizes = [page.stat().st_size for page in pages if _is_of_notebook(page)]
        hashed = [_hashing(folder) for _ in range(repeats)]
        return Row(
            tool.name,
            notebooks,
            statistics.median(cold),
            statistics.median(unchanged),
            statistics.median(edits),
            int(statistics.median(sizes)),
            stale,
            statistics.median(hashed),
        )


def _hashing(folder: Path) -> float:
    """Seconds to list and hash what lies in a folder, but not what a tool keeps for itself."""
    start = time.perf_counter()
    read_tree(folder, without=(".cache", "__pycache__"))
    return time.perf_counter() - start


def _is_of_notebook(page: Path) -> bool:
    """Whether a page shows a notebook: ``stage-3/index.html``, ``nb-003.html``, ``nb-003/…``."""
    return page.stem.startswith("nb-") or page.parent.name.startswith(("nb-", "stage-"))


def _timed(tool: Tool, folder: Path, *, cold: bool = False) -> float:
    """Seconds that one build takes; raises with what it said when it fails."""
    for name in tool.kept if cold else ():
        shutil.rmtree(folder / name, ignore_errors=True)
    # Bytecode is kept, as it is unless somebody says otherwise: it would be compiled each time.
    environment = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    start = time.perf_counter()
    done = subprocess.run(
        tool.command(folder),
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    spent = time.perf_counter() - start
    if done.returncode != 0:
        raise SystemExit(f"{tool.name} failed:\n{done.stdout}\n{done.stderr}")
    return spent


def make_environment(folder: Path) -> Path:
    """Return the Python of the others' environment, which is made when it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"installing {', '.join(PINS)} into {folder} …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([str(python), *install, *PINS], check=True)
    return python


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of the table."""
    heads = ("", "notebooks", "cold", "unchanged", "one edit", "page", "stale pages")
    yield "{:18} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11}".format(*heads)
    for row in rows:
        yield (
            f"{row.tool:18} {row.notebooks:9} {row.cold_s:7.2f} s {row.unchanged_s:7.2f} s "
            f"{row.edit_s:7.2f} s {row.page_bytes / 1000:6.0f} kB {row.stale_pages:11}"
        )


def ratios(rows: Sequence[Row]) -> Iterator[str]:
    """Yield, for each size, how many times faster the first tool is than the best of the others."""
    for size in dict.fromkeys(row.notebooks for row in rows):
        ours, *others = (row for row in rows if row.notebooks == size)
        parts = [
            f"{name} {min(getattr(each, key) for each in others) / getattr(ours, key):.1f}x"
            for name, key in (("cold", "cold_s"), ("unchanged", "unchanged_s"), ("edit", "edit_s"))
        ]
        yield f"{size} notebooks, against the fastest of the others: {', '.join(parts)}"


def growth(rows: Sequence[Row]) -> Iterator[str]:
    """Yield by how much longer our builds take after an edit of one notebook among more, and what
    it would take to list and hash all files."""
    ours = [row for row in rows if row.tool == OURS]
    for few, many in pairwise(ours):
        edit_ms, hash_ms = (
            1000 * (getattr(many, key) - getattr(few, key)) for key in ("edit_s", "hash_s")
        )
        yield (
            f"{few.notebooks} to {many.notebooks} notebooks: one edit takes {edit_ms:.0f} ms more; "
            f"to list and hash every file would take {hash_ms:.0f} ms more"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 200], metavar="N")
    parser.add_argument("--repeats", type=int, default=3, metavar="N")
    parser.add_argument("--environment", type=Path, default=VENV, metavar="DIR")
    parsed = parser.parse_args()
    python = make_environment(parsed.environment)
    rows = []
    for size in parsed.sizes:
        for tool in tools(python):
            rows.append(measure(tool, size, parsed.repeats))
            print(list(table(rows))[-1], flush=True)
    print("", *table(rows), "", *ratios(rows), *growth(rows), sep="\n")


if __name__ == "__main__":
    main()
