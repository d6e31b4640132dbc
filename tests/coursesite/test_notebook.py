"""Notebooks: what is read quietly, what is shown, and the message for everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from coursesite.errors import NotebookError, SiteError, Where
from coursesite.memo import Memo
from coursesite.notebook import (
    ExtractedCell,
    LabMetadata,
    Notebook,
    check_designators,
    extract_cells,
    read_notebook,
    require_lab,
)

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
GOOD = FIXTURES / "notebooks" / "good"
BAD = sorted((FIXTURES / "notebooks" / "bad").glob("*.ipynb"))


def extracted(data: bytes, root: Path) -> tuple[ExtractedCell, ...]:
    """Cells shown of a notebook with these bytes."""
    path = root / "labs" / "x.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return extract_cells(read_notebook(path, root))


def read_whole_lab(path: Path, root: Path) -> tuple[ExtractedCell, ...]:
    """Everything that a stage asks of a lab."""
    notebook = read_notebook(path, root)
    require_lab(notebook)
    return extract_cells(notebook)


def test_lab_is_read() -> None:
    notebook = read_notebook(GOOD / "lab.ipynb", GOOD)
    assert notebook.path == "lab.ipynb"
    assert notebook.lab == LabMetadata("LAB·9.1", "A small lab", 1.5, "any machine")
    assert [cell.kind for cell in notebook.cells] == ["markdown", "code", "markdown"] + ["code"] * 4
    assert notebook.cells[0].source == "# A small lab\n\nPredict first."
    assert notebook.cells[1].tags == ("keep", "site:show")


def test_shown_cells_in_order_without_their_directives() -> None:
    cells = extract_cells(read_notebook(GOOD / "lab.ipynb", GOOD))
    assert [(cell.position, cell.cell_id, cell.kind) for cell in cells] == [
        (2, "imports", "code"),
        (3, "why", "markdown"),
        (4, "print", "code"),
        (5, "sum", "code"),
        (6, "quiet", "code"),
    ]
    assert cells[1].source == "The sum is $1 + 1$.\n"
    assert cells[2].source == "print('hi')\n"


def test_outputs_only_where_asked_for() -> None:
    cells = extract_cells(read_notebook(GOOD / "lab.ipynb", GOOD))
    shown = {cell.cell_id: cell.outputs for cell in cells}
    assert shown["print"][0]["text"] == "hi\nthere\n"
    assert shown["sum"][0]["data"] == {"text/plain": "2"}
    assert shown["quiet"] == ()


def test_colab_notebook_is_read_like_any_other() -> None:
    notebook = read_notebook(GOOD / "colab.ipynb", GOOD)
    assert [cell.cell_id for cell in notebook.cells] == ["uXy3_bQ-7fZk", "AbC1", "cell-3"]
    assert [cell.source for cell in extract_cells(notebook)] == ["x = 1\ny = 2", "x + y"]
    assert notebook.lab is None


@pytest.mark.parametrize("minor", [0, 1, 2, 3, 4, 5])
def test_every_minor_format_gives_the_same_cells(minor: int, tmp_path: Path) -> None:
    raw = json.loads((GOOD / "colab.ipynb").read_bytes()) | {"nbformat_minor": minor}
    expected = extract_cells(read_notebook(GOOD / "colab.ipynb", GOOD))
    found = extracted(json.dumps(raw).encode(), tmp_path)
    assert [(c.cell_id, c.source) for c in found] == [(c.cell_id, c.source) for c in expected]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(rb"\n", rb"\r\n"),
    ],
    ids=["byte order mark", "CRLF in the file", "CRLF in the sources"],
)
def test_editor_traces_change_nothing(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    data = (GOOD / "lab.ipynb").read_bytes()
    plain = extracted(data, tmp_path)
    assert change(data) != data
    found = extracted(change(data), tmp_path)
    assert [cell.source for cell in found] == [cell.source for cell in plain]


def test_reading_twice_gives_equal_values() -> None:
    first, second = (read_notebook(GOOD / "colab.ipynb", GOOD) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("fixture", BAD, ids=lambda path: path.stem)
def test_bad_notebook(
    fixture: Path,
    place: Callable[[Path, str], Path],
    tmp_path: Path,
    expect_message: Callable[[Path, SiteError], None],
) -> None:
    path = place(fixture, "labs/x.ipynb")
    with pytest.raises(NotebookError) as caught:
        read_whole_lab(path, tmp_path)
    expect_message(fixture, caught.value)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    data = (GOOD / "lab.ipynb").read_text(encoding="utf-8").encode(encoding)
    with pytest.raises(NotebookError) as caught:
        extracted(data, tmp_path)
    assert str(caught.value) == (
        "labs/x.ipynb: is encoded as UTF-16 or UTF-32, not as UTF-8\n  save the file as UTF-8"
    )


def test_latin_1_names_the_byte(tmp_path: Path) -> None:
    with pytest.raises(NotebookError) as caught:
        extracted(b'{\n "cells": ["caf\xe9"]\n}', tmp_path)
    assert str(caught.value) == (
        "labs/x.ipynb, line 2: is not UTF-8: byte 0xe9 in column 16\n"
        '  | "cells": ["caf�"]\n'
        "  save the file as UTF-8"
    )


def test_missing_notebook(tmp_path: Path) -> None:
    with pytest.raises(NotebookError) as caught:
        read_notebook(tmp_path / "labs" / "gone.ipynb", tmp_path)
    assert str(caught.value) == ("labs/gone.ipynb: no such file\n  check the name, or add the file")


def test_deep_nesting_is_an_error_not_a_crash(tmp_path: Path) -> None:
    with pytest.raises(NotebookError):
        extracted(b"[" * 200_000, tmp_path)


def test_designator_used_twice() -> None:
    first = Where("labs/a.ipynb")
    second = Where("labs/b.ipynb")
    check_designators([("LAB·1", first), ("LAB·2", second)])
    with pytest.raises(SiteError) as caught:
        check_designators([("LAB·1", first), ("LAB·1", second)])
    assert str(caught.value) == (
        "labs/b.ipynb: the designator is already taken by labs/a.ipynb\n"
        "  | LAB·1\n"
        "  give one of the two another"
    )


def test_memo_spares_nbformat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memo = Memo(tmp_path / "memo", salt="1")
    first = read_notebook(GOOD / "lab.ipynb", GOOD, memo)
    monkeypatch.setattr("coursesite.notebook._read_thinly", _never)
    assert read_notebook(GOOD / "lab.ipynb", GOOD, memo) == first
    with pytest.raises(AssertionError):
        read_notebook(GOOD / "lab.ipynb", GOOD, Memo(tmp_path / "memo", salt="2"))
    with pytest.raises(AssertionError):
        read_notebook(GOOD / "colab.ipynb", GOOD, memo)


def _never(data: bytes, name: str) -> str:
    raise AssertionError("nbformat was asked again")


def test_real_labs_are_read() -> None:
    root = FIXTURES.parent.parent
    labs = [read_notebook(path, root) for path in sorted(root.glob("labs/*/*.ipynb"))]
    assert labs, "the course has labs"
    check_designators((require_lab(lab).designator, Where(lab.path)) for lab in labs)
    assert all(_shows_something(lab) for lab in labs)


def _shows_something(notebook: Notebook) -> bool:
    return len(extract_cells(notebook)) > 0
