"""A course of one stage and a few notebooks, built as a person builds it, within a second."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from coursesite.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
LAB = "labs/stage-1/lab.ipynb"

SITE = {
    "title": "A small course",
    "tagline": "Small.",
    "description": "For tests.",
    "intro": "Hello.",
    "repository": "o/r",
    "branch": "main",
    "stages": [{"number": 1, "title": "One", "summary": "First."}],
}
STAGE = {
    "number": 1,
    "title": "One",
    "description": "A stage.",
    "artifact": "Something.",
    "labs": {"eyebrow": "e", "heading": "Labs", "notebooks": [LAB]},
    "notebook": {"eyebrow": "e", "heading": "From the notebook"},
}


def markdown(source: object = "Text.", **more: Any) -> dict[str, Any]:
    """A markdown cell that is shown."""
    cell = {"cell_type": "markdown", "metadata": {"tags": ["site:show"]}, "source": source}
    return cell | more


def code(source: object = "x = 1", outputs: Iterable[Any] = (), **more: Any) -> dict[str, Any]:
    """A code cell that is shown with its outputs."""
    tags = {"tags": ["site:show", "site:output"]}
    cell = {"cell_type": "code", "metadata": tags, "source": source, "execution_count": None}
    return cell | {"outputs": list(outputs)} | more


def stream(text: str) -> dict[str, Any]:
    """What a cell printed."""
    return {"output_type": "stream", "name": "stdout", "text": text}


def display(**data: Any) -> dict[str, Any]:
    """A displayed result; keywords are MIME types with ``_`` for ``/`` and ``__`` for ``+``."""
    types = {key.replace("__", "+").replace("_", "/", 1): value for key, value in data.items()}
    return {"output_type": "display_data", "data": types, "metadata": {}}


def notebook(*cells: Any, number: str = "1.1", **more: Any) -> dict[str, Any]:
    """A lab; cells get ids from their places unless they have one."""
    lab = {"designator": f"LAB·{number}", "title": "T", "hours": 1, "hardware": "any"}
    numbered = [
        {"id": f"c{place}"} | cell if isinstance(cell, dict) else cell
        for place, cell in enumerate(cells, start=1)
    ]
    whole = {"cells": numbered, "metadata": {"lab": lab}, "nbformat": 4, "nbformat_minor": 5}
    return whole | more


def as_json(value: object) -> bytes:
    """JSON as Jupyter writes it."""
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Built:
    """What a build said and did."""

    code: int
    said: str
    """What went to standard error."""
    page: str
    """The stage's page; empty when there is none."""


@dataclass(frozen=True, slots=True)
class SmallSite:
    """The course in a folder of its own."""

    root: Path

    @property
    def out(self) -> Path:
        """Where the site is built."""
        return self.root / "_site"

    def write(self, name: str, data: bytes) -> Path:
        """Write one file of the course."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def build(self, *options: str) -> Built:
        """Run the build in this process."""
        fixed = ["--root", str(self.root), "--commit", "0123456", "--date", "2025-01-01"]
        with (
            contextlib.redirect_stderr(io.StringIO()) as said,
            contextlib.redirect_stdout(io.StringIO()),
        ):
            code = main([*fixed, "--quiet", *options])
        page = self.out / "stage-1" / "index.html"
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        return Built(code, said.getvalue(), text)


def make_site(
    root: Path,
    notebooks: Mapping[str, bytes] | None = None,
    stage: Mapping[str, Any] | None = None,
    site: Mapping[str, Any] | None = None,
) -> SmallSite:
    """A course under ``root`` with these notebooks, all of them labs; JSON is YAML."""
    files = {LAB: as_json(notebook(markdown()))} if notebooks is None else notebooks
    labs: dict[str, Any] = {"eyebrow": "e", "heading": "Labs", "notebooks": list(files)}
    small = SmallSite(root)
    small.write("site/site.yml", as_json(SITE | dict(site or {})))
    small.write("site/stage-1/stage.yml", as_json(STAGE | {"labs": labs} | dict(stage or {})))
    for name, data in files.items():
        small.write(name, data)
    (root / "templates").symlink_to(REPOSITORY / "templates")
    return small


VOID = frozenset({"meta", "link", "img", "br", "hr", "input", "source", "wbr", "col"})


class Faults(HTMLParser):
    """Collects what no page may have: equal ids, styles, handlers, scripts of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.found += [f"id twice: {given['id']}"] if given["id"] in self.ids else []
            self.ids.append(given["id"])
        self.found += [f"<{tag} {name}>" for name in given if name == "style" or name[:2] == "on"]
        inline = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if inline or tag in ("style", "iframe", "base", "form", "object", "embed", "math"):
            self.found.append(f"<{tag}>")
        for name in ("href", "src", "action", "data", "xlink:href"):
            scheme = given.get(name, "").strip().lower().partition(":")[0]
            if scheme in ("javascript", "vbscript") or given.get(name, "").startswith("data:text"):
                self.found.append(f"<{tag} {name}={given[name][:40]}>")


def faults(page: str) -> list[str]:
    """What is wrong with a built page; empty when nothing is."""
    watch = Faults()
    watch.feed(page)
    return watch.found
