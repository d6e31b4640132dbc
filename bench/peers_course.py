"""The notebooks that :mod:`bench.peers` builds, and what each generator needs around them."""

from __future__ import annotations

import base64
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parent.parent
CELLS = 30
WORDS = (
    "array",
    "bytes",
    "cache",
    "copy",
    "fusion",
    "kernel",
    "layout",
    "lower",
    "memory",
    "operand",
    "pass",
    "program",
    "read",
    "shape",
    "spill",
    "store",
    "tile",
    "trace",
)


def notebook(number: int, title: str) -> dict[str, Any]:
    """Return a notebook of thirty cells: prose with tables and formulas, code with outputs."""
    chance = random.Random(number)
    cells = [_cell("markdown", 0, f"# {title}\n\n{_prose(chance)}")]
    for at in range(1, CELLS):
        kind = "markdown" if at % 3 == 0 else "code"
        cells.append(MAKERS[kind](at, chance))
    lab = {"designator": f"LAB·{number}.1", "title": title, "hours": 1, "hardware": "any machine"}
    return {"cells": cells, "metadata": {"lab": lab}, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind: str, at: int, source: str, **more: Any) -> dict[str, Any]:
    tags = ["site:show"] if kind == "markdown" else ["site:show", "site:output"]
    return {"cell_type": kind, "id": f"c{at}", "metadata": {"tags": tags}, "source": source} | more


def _prose(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=60)).capitalize() + "."


def _markdown(at: int, chance: random.Random) -> dict[str, Any]:
    table = "| shape | bytes |\n|---|---|\n" + "".join(
        f"| {chance.randrange(4096)} | {chance.randrange(10**9)} |\n" for _ in range(6)
    )
    text = f"## Part {at}\n\n{_prose(chance)}\n\n- one\n- two $x_{at}^2$\n\n{table}"
    return _cell("markdown", at, text)


def _code(at: int, chance: random.Random) -> dict[str, Any]:
    source = "".join(
        f"{word}_{at} = jnp.sum({word} * {chance.randrange(100)})  # {word}\n"
        for word in chance.choices(WORDS, k=12)
    )
    outputs = [next(_outputs(at, chance))]
    return _cell("code", at, source, outputs=outputs, execution_count=at)


def _outputs(at: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield one output of a kind that depends on the place."""
    if at % 5 == 0:
        picture = Image.new("L", (64, 64))
        picture.putdata([255 * chance.randrange(2) for _ in range(64 * 64)])
        data = io.BytesIO()
        picture.save(data, "PNG")
        png = base64.b64encode(data.getvalue()).decode()
        yield {"output_type": "display_data", "data": {"image/png": png}, "metadata": {}}
    text = "".join(f"\x1b[3{at % 8}m{_prose(chance)}\x1b[0m\n" for _ in range(4))
    yield {"output_type": "stream", "name": "stdout", "text": text}


MAKERS: dict[str, Callable[[int, random.Random], dict[str, Any]]] = {
    "markdown": _markdown,
    "code": _code,
}


def _places(folder: Path, count: int, names: Callable[[int], str]) -> list[str]:
    """Write the notebooks into ``folder`` under their names; return the names."""
    for number in range(count):
        path = folder / names(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(notebook(number, f"Notebook {number}"), indent=1)
        path.write_text(text, encoding="utf-8")
    return [names(number) for number in range(count)]


def write_title(folder: Path, number: int, title: str) -> None:
    """Give a notebook another title, as an author does: in its first cell."""
    path = next(folder.rglob(f"nb-{number:03}.ipynb"))
    path.write_text(json.dumps(notebook(number, title), indent=1), encoding="utf-8")


def write_course(folder: Path, count: int) -> None:
    """Write the notebooks as a course, one stage each."""
    names = _places(folder, count, lambda number: f"labs/nb-{number:03}.ipynb")
    stages = [{"number": n, "title": f"Stage {n}", "summary": "One."} for n in range(count)]
    site = {
        "title": "Notebooks", "tagline": "Many.", "description": "Notebooks.", "intro": "Many.",
        "repository": "o/r", "branch": "main", "stages": stages,
    }  # fmt: skip
    _write_json(folder / "site" / "site.yml", site)
    for number, name in enumerate(names):
        head = {"eyebrow": "e", "heading": "Labs"}
        stage = {
            "number": number, "title": f"Stage {number}", "description": "One.",
            "artifact": "One.", "labs": head | {"notebooks": [name]},
            "notebook": head | {"heading": "From the notebook"},
        }  # fmt: skip
        _write_json(folder / "site" / f"stage-{number}" / "stage.yml", stage)
    (folder / "templates").symlink_to(ROOT / "templates")


def _write_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def write_sphinx(folder: Path, count: int) -> None:
    """Write the notebooks as a Sphinx project."""
    names = _places(folder, count, lambda number: f"nb-{number:03}.ipynb")
    conf = 'project = "Notebooks"\nextensions = ["myst_nb"]\nnb_execution_mode = "off"\n'
    conf += 'exclude_patterns = ["_build", "jupyter_execute"]\n'
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    toc = "\n".join(name.removesuffix(".ipynb") for name in names)
    text = f"# Notebooks\n\n```{{toctree}}\n{toc}\n```\n"
    (folder / "index.md").write_text(text, encoding="utf-8")


def write_mkdocs(folder: Path, count: int) -> None:
    """Write the notebooks as an MkDocs project."""
    _places(folder / "docs", count, lambda number: f"nb-{number:03}.ipynb")
    (folder / "docs" / "index.md").write_text("# Notebooks\n", encoding="utf-8")
    config = (
        "site_name: Notebooks\ntheme: material\nplugins:\n- mkdocs-jupyter:\n    execute: false\n"
    )
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
