"""Names of labs, exhibits and gates: written in one way, and only those that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from coursesite.check_sources import Sources
from coursesite.errors import Where, suggest
from coursesite.finding import Finding
from coursesite.source import path_below

SEPARATORS = {"LAB": "·", "EX": "·", "GATE": " "}
"""What stands between the word and the number: LAB·2.1, EX·05, GATE 02."""

# LAB·2.1   Lab 2.1   LAB-2.1   EX 05   Gate·02
NAME = re.compile(
    r"(?<![\w#/.-])(?P<kind>LAB|Lab|EX|Ex|GATE|Gate)(?P<between>[ ·.:_-]?)"
    r"(?P<number>\d+(?:\.\d+)*)(?![\w-])"
)


def check_names(root: Path, sources: Sources) -> Iterator[Finding]:
    """Yield names in prose that are written in another way, or that nothing has."""
    known = set(_known(sources))
    for path in sorted((root / "site").rglob("*")):
        if path.suffix in (".md", ".yml") and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            for line, row in enumerate(text.splitlines(), start=1):
                yield from _found(row, Where(path_below(path, root), line=line), known)
    for notebook in sources.notebooks.values():
        for cell in notebook.cells:
            if cell.kind == "markdown":
                yield from _found(cell.source, notebook.where(cell), known)


def _known(sources: Sources) -> Iterator[str]:
    for notebook in sources.notebooks.values():
        if notebook.lab is not None:
            yield notebook.lab.designator
    for stage in sources.stages:
        yield from (exhibit.designator for exhibit in stage.exhibits)
        if stage.gate:
            yield stage.gate.designator


def _found(text: str, where: Where, known: Iterable[str]) -> Iterator[Finding]:
    for match in NAME.finditer(text):
        kind = match["kind"].upper()
        right = f"{kind}{SEPARATORS[kind]}{match['number']}"
        if right not in known:
            message = f"names {right}, which does not exist"
            yield Finding("names", message, where, match.group(), suggest(right, known))
        elif match.group() != right:
            hint = f"write {right}"
            yield Finding("names", "writes a name in another way", where, match.group(), hint)
