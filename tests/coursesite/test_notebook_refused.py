"""Notebooks that people meet and that no page can be made of: one message with file and cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coursesite.refused import GOOD, assert_refused, made_before
from tests.coursesite.small_site import (
    LAB,
    as_json,
    code,
    display,
    markdown,
    notebook,
    stream,
)

REPAIR = "open it in Jupyter and save it again, or restore it from version control"
BULK = "x" * 99 + "\n"

HALF_MERGED = GOOD.replace(b' "nbformat": 4', b'<<<<<<< HEAD\n "nbformat": 4')
MARKER_LINE = HALF_MERGED.split(b"<<<<<<<")[0].count(b"\n") + 1


def old_format(major: int) -> bytes:
    return as_json({"nbformat": major, "nbformat_minor": 0, "metadata": {}, "worksheets": []})


# ------------------------------------------------------------------- refused

REFUSED: dict[str, tuple[bytes, str]] = {
    "not JSON": (
        b"# Lab\n",
        f"error: {LAB}, line 1: is not JSON: reading stopped in column 1\n  | # Lab\n  {REPAIR}\n",
    ),
    "empty file": (b"", f"error: {LAB}: is empty\n  {REPAIR}\n"),
    "UTF-16": (
        GOOD.decode().encode("utf-16"),
        f"error: {LAB}: is encoded as UTF-16 or UTF-32, not as UTF-8\n  save the file as UTF-8\n",
    ),
    "UTF-16 without a mark": (
        GOOD.decode().encode("utf-16-le"),
        f"error: {LAB}: is encoded as UTF-16 or UTF-32, not as UTF-8\n  save the file as UTF-8\n",
    ),
    "Latin-1": (
        '{"a": "café"}'.encode("latin-1"),
        f"error: {LAB}, line 1: is not UTF-8: byte 0xe9 in column 11\n",
    ),
    "merge conflict": (
        HALF_MERGED,
        f"error: {LAB}, line {MARKER_LINE}: holds merge conflict markers\n  | <<<<<<< HEAD\n",
    ),
    "trailing comma": (
        b'{\n "cells": [1,]\n}',
        f'error: {LAB}, line 2: has a comma before a closing bracket\n  | "cells": [1,]\n',
    ),
    "cut short": (GOOD[:-20], f"error: {LAB}, line "),
    "format 2": (
        old_format(2),
        f'error: {LAB}: is in notebook format 2; format 4 is needed\n  | "nbformat": 2\n',
    ),
    "format 3": (
        old_format(3),
        f'error: {LAB}: is in notebook format 3; format 4 is needed\n  | "nbformat": 3\n',
    ),
    "no format": (
        as_json({"cells": [], "metadata": {}}),
        f"error: {LAB}: does not say that it is notebook format 4\n",
    ),
    "format 4.0 as a fraction": (
        as_json(notebook(nbformat=4.0)),
        f"error: {LAB}: does not say that it is notebook format 4\n",
    ),
    "no metadata": (
        as_json({"cells": [], "nbformat": 4, "nbformat_minor": 5}),
        f"error: {LAB}: has no metadata\n",
    ),
    "no cells": (as_json(notebook()), f"error: {LAB}: is named as a lab but has no cells\n"),
    "cell that is a list": (
        as_json(notebook(markdown(), [1])),
        f"error: {LAB}, cell 2: is not a cell: an object with metadata is needed\n  | [1]\n",
    ),
    "duplicate ids": (
        as_json(notebook(markdown(id="a"), markdown(id="b"), markdown(id="a"))),
        f'error: {LAB}, cell 3 (id a): has the same id as cell 1\n  | "id": "a"\n',
    ),
    "copied cells": (
        as_json(notebook(*[markdown("# One", id="a1b2")] * 2)),
        f"error: {LAB}, cell 2 (id a1b2): has the same id as cell 1\n",
    ),
    "id with spaces": (
        as_json(notebook(markdown(id="a b"))),
        f"error: {LAB}, cell 1 (id a b): breaks the notebook format: 'a b' does not match ",
    ),
    "id that is a list": (
        as_json(notebook(markdown(id=[1]))),
        f'error: {LAB}, cell 1: has an id that is not text\n  | {{"id": [1]}}\n',
    ),
    "unknown cell type": (
        as_json(notebook(markdown(), markdown(cell_type="heading", level=1))),
        f"error: {LAB}, cell 2 (id c2): has an unknown cell type 'heading'\n",
    ),
    "tags as text": (
        as_json(notebook(markdown(metadata={"tags": "site:show"}))),
        f"error: {LAB}, cell 1 (id c1): has tags that are not a list of words\n"
        '  | {"tags": "site:show"}\n  write "tags": ["site:show"]\n',
    ),
    "tags as numbers": (
        as_json(notebook(markdown(metadata={"tags": [1]}))),
        f"error: {LAB}, cell 1 (id c1): has tags that are not a list of words\n",
    ),
    "tags as an object": (
        as_json(notebook(markdown(metadata={"tags": {"site:show": True}}))),
        f"error: {LAB}, cell 1 (id c1): has tags that are not a list of words\n",
    ),
    "source as a number": (
        as_json(notebook(markdown(5))),
        f"error: {LAB}, cell 1 (id c1): has a source that is neither text nor a list of lines\n",
    ),
    "source as a list of numbers": (
        as_json(notebook(code([1, "x"]))),
        f"error: {LAB}, cell 1 (id c1): has a source that is neither text nor a list of lines\n",
    ),
    "outputs as an object": (
        as_json(notebook(code(outputs={"a": 1}))),
        f"error: {LAB}, cell 1 (id c1): has outputs that are not a list of objects\n",
    ),
    "output of an old format": (
        as_json(notebook(markdown(), code(outputs=[{"output_type": "pyout", "text": "1"}]))),
        f"error: {LAB}, cell 2 (id c2): breaks the notebook format: ",
    ),
    "output without data": (
        as_json(notebook(code(outputs=[display() | {"data": None}]))),
        f"error: {LAB}, cell 1 (id c1): breaks the notebook format: ",
    ),
    "attachments as a list": (
        as_json(notebook(markdown(attachments=[1]))),
        f"error: {LAB}, cell 1 (id c1): has attachments that are not files by name and type\n",
    ),
    "attachment that is not there": (
        as_json(notebook(markdown("![a](attachment:gone.png)"))),
        f"error: {LAB}, cell 1 (id c1): shows an attachment that the cell does not have\n"
        "  | attachment:gone.png\n",
    ),
    "attachment that is not base64": (
        as_json(
            notebook(markdown("![a](attachment:a.png)", attachments={"a.png": {"image/png": "<b"}}))
        ),
        f"error: {LAB}, cell 1 (id c1): has an attachment of type image/png that is not base64\n",
    ),
    "50 MB of shown output": (
        as_json(notebook(code(outputs=[stream(BULK * 500_000)]))),
        f"error: {LAB}, cell 1 (id c1): shows 50.0 MB of output; a cell may bring 2.0 MB in all\n"
        "  show less: print a part, draw a picture, or do not tag the cell\n",
    ),
    "3 MB picture": (
        as_json(notebook(code(outputs=[display(image_png="A" * 3_000_000)]))),
        f"error: {LAB}, cell 1 (id c1): shows 3.0 MB of output; a cell may bring 2.0 MB in all\n",
    ),
    "half of a character": (
        GOOD.replace(b"Fine.", rb"Not \ud83d fine."),
        f"error: {LAB}, cell 1 (id c1): holds half of a surrogate pair, which is no character\n"
        "  | \\ud83d\n",
    ),
    "endless number": (
        GOOD.replace(b'"nbformat": 4', b'"nbformat": ' + b"4" * 5000),
        f"error: {LAB}: holds a number too long to be read\n",
    ),
    "deep nesting": (b"[" * 200_000, f"error: {LAB}: is nested too deeply\n"),
    "raw cell that is shown": (
        as_json(notebook(markdown(), markdown(cell_type="raw"))),
        f"error: {LAB}, cell 2 (id c2): is a raw cell, which cannot be shown\n",
    ),
    "designator of its own kind": (
        GOOD.replace("LAB·1.1".encode(), b"the-gate"),
        f"error: {LAB}: metadata 'lab' has a designator unlike LAB·2.1\n",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind: str, tmp_path: Path) -> None:
    data, message = REFUSED[kind]
    site = made_before(tmp_path)
    site.write(LAB, data)
    assert_refused(site, message)
