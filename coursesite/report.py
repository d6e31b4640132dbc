"""What a build is asked for, and what it says of itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from coursesite.memo import Memo


class BuildOptions(Struct, frozen=True):
    """What a build is asked for, besides the tree."""

    root: Path
    """Folder that holds ``site/``, ``labs/``, ``bench/`` and ``templates/``."""
    commit: str
    """Shown on every page; empty where there is none."""
    date: str
    """ISO date, shown on every page; empty where there is none."""
    memo: Memo
    say: Callable[[str], None]
    """Told of work that takes long."""
    make_captures: bool = True
    """Whether captures that are not current are made; else their absence is an error."""
    base_url: str = ""
    """Address of the site's root without a slash at its end, or empty where nobody knows it."""


class BuildLog(Struct):
    """What happened, filled in as the build goes along."""

    wall_ms: dict[str, float] = {}
    """Milliseconds by stage of the build, in order."""
    pages: list[str] = []
    notebooks: list[str] = []
    cells: int = 0
    reused: list[str] = []
    """Captures taken from disk, as ``ex-05/cpu``."""
    made: list[str] = []
    stale: list[str] = []
    coverage: dict[str, Any] = {}
    """Coverage by capture and layer."""
    warnings: list[str] = []

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to ``stage``."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - start) * 1000
            self.wall_ms[stage] = round(self.wall_ms.get(stage, 0.0) + spent, 1)

    def report(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        return {
            "pages": self.pages,
            "notebooks": self.notebooks,
            "cells": self.cells,
            "captures": {"reused": self.reused, "made": self.made, "stale": self.stale},
            "coverage": self.coverage,
            "warnings": self.warnings,
            "wall_ms": self.wall_ms,
        }


def read_log(report: Mapping[str, Any], wall_ms: dict[str, float]) -> BuildLog:
    """Return the log of a build that had nothing to do, from the report of the one before."""
    captures = report["captures"]
    return BuildLog(
        wall_ms,
        report["pages"],
        report["notebooks"],
        report["cells"],
        reused=sorted(captures["reused"] + captures["made"]),
        stale=captures["stale"],
        coverage=report["coverage"],
        warnings=report["warnings"],
    )


def summary(log: BuildLog, out: Path, changed: bool) -> str:
    """Return the build's summary for a person."""
    lines = [
        f"{_count(log.pages, 'page')}, {_count(log.notebooks, 'notebook')}, "
        f"{log.cells} cells shown; captures: {len(log.reused)} reused, {len(log.made)} made, "
        f"{len(log.stale)} stale"
    ]
    for name in log.made:
        parts = (
            f"{layer} {each['exact'] + each['inferred']}/{each['items']}"
            for layer, each in log.coverage[name].items()
        )
        lines.append(f"  captured {name}: linked {', '.join(parts)}")
    spent = "  ".join(f"{stage} {ms:.0f}" for stage, ms in log.wall_ms.items() if stage != "total")
    lines.append(f"  ms: {spent}")
    written = "wrote" if changed else "unchanged:"
    lines.append(f"{written} {_near(out)} in {log.wall_ms['total'] / 1000:.2f} s")
    return "\n".join(lines)


def _count(names: Sequence[str], word: str) -> str:
    return f"{len(names)} {word}{'' if len(names) == 1 else 's'}"


def _near(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
