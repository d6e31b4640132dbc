"""The corpus: programs that nobody here wrote, as ``tests/corpus/corpus.toml`` lists them."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from irxray.capture import Capture, capture_program
from irxray.program import Program, slice_program
from irxray.target import Target

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "corpus"


@dataclass(frozen=True, slots=True)
class Entry:
    """One program of the corpus."""

    program: Program
    package: str
    """Whose code runs; what has to be installed."""
    without: Mapping[str, str]
    """Targets it is not captured for, each with the reason."""
    note: Mapping[str, str]
    """What is known of a capture that falls short, by invariant."""
    tested: bool
    """Whether the tests capture it, too."""


def read_corpus(folder: Path = FOLDER) -> tuple[Entry, ...]:
    """Return all programs in the order of the list.

    Raises ``ProgramError`` for a function that is not in its file, or arguments that do not parse.
    """
    listed = tomllib.loads((folder / "corpus.toml").read_text(encoding="utf-8"))["program"]
    return tuple(_read_entry(each, folder) for each in listed)


def _read_entry(listed: Mapping[str, Any], folder: Path) -> Entry:
    source = (folder / listed["file"]).read_text(encoding="utf-8")
    return Entry(
        slice_program([source], listed["function"], listed["arguments"], listed["name"]),
        listed["package"],
        listed.get("without", {}),
        listed.get("note", {}),
        listed.get("tested", False),
    )


def left_out_because(entry: Entry, target: Target) -> str:
    """Return why ``entry`` is not captured for ``target`` here; empty where it is."""
    if target.name in entry.without:
        return entry.without[target.name]
    if importlib.util.find_spec(entry.package) is None:
        return f"{entry.package} is not installed: pip install -r tests/corpus/requirements.txt"
    return ""


def capture_entry(entry: Entry, target: Target) -> Capture:
    """Return ``entry`` captured on ``target``, verified, in a process of its own.

    Raises ``CaptureError`` with what the process said.
    """
    return capture_program(entry.program, target)
