"""The quick way gives what nbformat gives, and takes nothing that nbformat refuses."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat import reader

from coursesite.notebook_plain import read_plain
from tests.coursesite.small_site import REPOSITORY, code, display, markdown, notebook, stream

ERROR = {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["a", "b"]}
RESULT = {"output_type": "execute_result", "data": {"text/plain": ["1", "2"]}, "metadata": {}}
WHOLE = notebook(
    markdown(["# A\n", "b"]),
    code("x", [stream("a"), ERROR, display(image_png="AA=="), RESULT | {"execution_count": 1}]),
    {"cell_type": "raw", "metadata": {}, "source": "r"},
)
VALUES = st.sampled_from(
    [None, True, 0, -1, 2.5, "", "a", "a,b", [], ["a", "a"], [1], {}, {"a": 1}, {"name": 1}]
)


def by_nbformat(raw: dict[str, Any]) -> Any:
    """What nbformat makes of a notebook; nothing when it refuses it."""
    try:
        read = reader.reads(json.dumps(raw))
        nbformat.validate(read)
    except Exception:  # it refuses in many ways
        return None
    return json.loads(json.dumps(read))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path] if path else []
    for key, each in inside:
        is_nested = isinstance(each, dict | list)
        found += places(each, (*path, key)) if is_nested else [(*path, key)]
    return found


PLACES = places(WHOLE)
NEW_KEYS = st.sampled_from(["more", "name", "tags", "jupyter", "title", "application/json", "a/b"])


def test_an_ordinary_notebook_is_read() -> None:
    assert read_plain(WHOLE) == by_nbformat(WHOLE)


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "labs").rglob("*.ipynb")), ids=lambda p: p.name
)
def test_the_labs_are_read_alike(path: Path) -> None:
    raw = json.loads(path.read_bytes())
    quick = read_plain(raw)
    assert quick is None or quick == by_nbformat(raw)


@settings(max_examples=300, deadline=None)
@given(
    changes=st.lists(st.tuples(st.sampled_from(PLACES), VALUES), max_size=2),
    added=st.lists(st.tuples(st.sampled_from(PLACES), NEW_KEYS, VALUES), max_size=1),
    removed=st.lists(st.sampled_from(PLACES), max_size=1),
)
def test_what_is_taken_is_what_nbformat_makes(
    changes: list[Any], added: list[Any], removed: list[Any]
) -> None:
    raw = copy.deepcopy(WHOLE)
    for path, value in changes:
        fresh = copy.deepcopy(value)
        change(raw, path, lambda inside, key, value=fresh: inside.__setitem__(key, value))
    for path, name, value in added:
        fresh = copy.deepcopy(value)
        change(raw, (*path, name), lambda inside, key, value=fresh: put(inside, key, value))
    for path in removed:
        change(raw, path, lambda inside, key: inside.pop(key))
    if not is_asked(raw):
        return
    quick = read_plain(raw)
    assert quick is None or quick == by_nbformat(raw)


def is_asked(raw: dict[str, Any]) -> bool:
    """Whether it has what is checked before: cells with metadata, outputs that are objects."""
    cells = raw.get("cells")
    return (
        isinstance(cells, list)
        and isinstance(raw.get("metadata"), dict)
        and all(isinstance(each, dict) and isinstance(each.get("metadata"), dict) for each in cells)
        and all(
            isinstance(each.get("outputs", []), list)
            and all(isinstance(output, dict) for output in each.get("outputs", []))
            for each in cells
        )
    )


def put(inside: Any, key: Any, value: Any) -> None:
    if isinstance(inside, dict):
        inside[key] = value


def change(raw: Any, path: tuple[Any, ...], act: Any) -> None:
    """Act on the place at ``path``, if an earlier change has left it there."""
    try:
        inside = raw
        for key in path[:-1]:
            inside = inside[key]
        act(inside, path[-1])
    except (KeyError, IndexError, TypeError, AttributeError):
        pass
