"""Generated notebooks: each is built, or refused with one message; never a traceback.

``RUDRITE_SLOW=1`` makes 10,000 of them instead of a few hundred.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coursesite.errors import NotebookError
from coursesite.notebook import extract_cells, read_notebook, require_lab
from coursesite.outputs import render_outputs
from coursesite.render import highlight_code, render_markdown_cell
from tests.coursesite.small_site import as_json, code, display, faults, markdown, notebook, stream

COUNT = 10_000 if os.environ.get("RUDRITE_SLOW") == "1" else 300
ATTACKS = Path(__file__).resolve().parents[1] / "fixtures" / "attacks"
PIECES = (
    "<div>", "</div>", "<svg>", "</svg>", "<style>", "<!--", "-->", "<![CDATA[", "]]>", "$", "$$",
    "`", "```", "~~~", "|", "\n", "\n\n", "> ", "- ", "# ", "[", "](", ")", "![", "attachment:",
    "\\",
    "{", "}", "^", "_", "\\frac", "\\begin", "&lt;", "&#0;", "&#xD800;", "\x00", "\x1b[", "38;5;",
    "m", "\x1b]8;;", "\x08", "\r", "\r\n", "\u2028", "\ufeff", "\ufffe", "é", "😀", "#| site: show",
    "<!-- site: show output -->", "%matplotlib", "!ls", "def f():", "'''", "x" * 200, " " * 50,
    "data:image/png;base64,", "javascript:", "../", "//[", "https://[", "url(", "<use href=#a>",
)  # fmt: skip
ODD = (
    None, True, False, 0, -1, 1e308, 10**30, "", "x", "\ud800", "site:show", "site:output", [],
    {}, [[]], {"a": {}}, ["a", 1], [None], "code", "markdown", "raw", "heading", "stream",
    "display_data", "execute_result", "error", "pyout", 4, 5, 3, "a b", "c1",
)  # fmt: skip

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=12).map("".join)
lines = st.one_of(texts, st.lists(texts, max_size=3))
odd = st.one_of(st.sampled_from(ODD), texts, st.integers(), st.floats())
bundles = st.dictionaries(
    st.sampled_from(
        ["text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml", "image/png",
         "application/json", "application/javascript", "text/x"]
    ),
    lines,
    max_size=3,
)  # fmt: skip
outputs = st.one_of(
    texts.map(stream),
    bundles.map(lambda data: display() | {"data": data}),
    st.lists(texts, max_size=3).map(
        lambda rows: {"output_type": "error", "ename": "E", "evalue": "v", "traceback": rows}
    ),
)
attachments = st.dictionaries(texts, st.dictionaries(st.just("image/png"), lines), max_size=2)
cells = st.one_of(
    st.builds(code, lines, st.lists(outputs, max_size=3)),
    st.builds(lambda source, files: markdown(source, attachments=files), lines, attachments),
)


def shown(data: bytes, root: Path) -> Iterator[str]:
    """Everything that a page shows of a notebook with these bytes."""
    path = root / "x.ipynb"
    path.write_bytes(data)
    found = read_notebook(path, root)
    require_lab(found)
    for cell in extract_cells(found):
        is_code = cell.kind == "code"
        yield str(
            highlight_code(cell.source) if is_code else render_markdown_cell(cell, "https://e.x/")
        )
        yield from map(str, render_outputs(cell))


def assert_no_traceback(data: bytes, root: Path) -> None:
    """The notebook becomes sound HTML, or one message that names the file."""
    try:
        html = "\n".join(shown(data, root))
    except NotebookError as error:
        message, html = str(error), ""
    else:
        message = "x.ipynb"
    assert message.startswith("x.ipynb")
    assert len(message) < 700
    html.encode()
    assert "\x00" not in html
    assert "\x1b" not in html
    assert faults(html) == []


def changed(value: Any, chance: random.Random, new: Any) -> Any:
    """``value`` with something inside it replaced, added or taken away."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        rest = {name: each for name, each in value.items() if name != key}
        kept = {} if chance.random() < 0.1 else {key: changed(value[key], chance, new)}
        return rest | kept | ({str(new): new} if chance.random() < 0.1 else {})
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        twice = [value[at]] if chance.random() < 0.2 else []
        return [*value[:at], changed(value[at], chance, new), *twice, *value[at + 1 :]]
    return new


quiet = settings(
    max_examples=COUNT // 3,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("generated")


@quiet
@given(st.lists(cells, max_size=4))
def test_any_text_in_any_cell(root: Path, made: list[Any]) -> None:
    assert_no_traceback(as_escaped(notebook(*made)), root)


@quiet
@given(st.lists(cells, min_size=1, max_size=3), st.lists(odd, min_size=1, max_size=3), st.randoms())
def test_any_value_in_any_place(
    root: Path, made: list[Any], values: list[Any], chance: random.Random
) -> None:
    raw: Any = notebook(*made)
    for value in values:
        raw = changed(raw, chance, value)
    assert_no_traceback(as_escaped(raw), root)


@quiet
@given(st.lists(cells, max_size=2), st.randoms(), st.binary(max_size=6))
def test_any_bytes_in_any_place(
    root: Path, made: list[Any], chance: random.Random, piece: bytes
) -> None:
    data = as_json(notebook(*made))
    start = chance.randrange(len(data))
    end = chance.choice([start, start + 1, start + chance.randrange(200), len(data)])
    assert_no_traceback(data[:start] + piece + data[end:], root)


def as_escaped(value: object) -> bytes:
    """JSON in ASCII: escapes can write halves of characters, which UTF-8 cannot."""
    return json.dumps(value).encode()
