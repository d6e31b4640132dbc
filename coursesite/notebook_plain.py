"""The quick way through a notebook of format 4.5 in which nothing is out of the ordinary.

nbformat takes a tenth of a second to import and much of a build's time to validate. What is checked
here is a part of its schema, narrower nowhere than it must be: a notebook that passes is one that
nbformat passes, joined as nbformat joins it. Anything else, be it wrong or only unusual, is left to
nbformat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

MINOR = 5
NOTEBOOK_KEYS = {"cells", "metadata", "nbformat", "nbformat_minor"}
CELL_KEYS = {"id", "cell_type", "metadata", "source"}
CODE_KEYS = CELL_KEYS | {"outputs", "execution_count"}

CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}", re.ASCII)
# image/png   text/html
PLAIN_MIME = re.compile(r"(?!application/)[a-z0-9]+/[a-z0-9.-]+(\+xml)?", re.ASCII)
TAG = re.compile(r"[^,\n]+")

UNUSUAL_IN_NOTEBOOK = {"title", "authors", "orig_nbformat", "signature"}
"""Metadata that the schema says more of; a notebook that has some is not read here."""
UNUSUAL_IN_CELL = {"jupyter", "execution", "collapsed", "scrolled", "format", "name", "trusted"}


def read_plain(raw: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the notebook with its texts joined, or nothing when nbformat has to look at it."""
    if set(raw) != NOTEBOOK_KEYS or raw["nbformat_minor"] != MINOR or raw["nbformat"] != 4:
        return None
    if not _is_plain_metadata(raw["metadata"]):
        return None
    cells = [_plain_cell(each) for each in raw["cells"]]
    ids = {each["id"] for each in cells if each is not None}
    if len(ids) != len(cells):
        return None
    return {**raw, "cells": cells}


def _is_plain_metadata(metadata: Mapping[str, Any]) -> bool:
    if UNUSUAL_IN_NOTEBOOK & set(metadata):
        return False
    kernel = metadata.get("kernelspec", {"name": "", "display_name": ""})
    language = metadata.get("language_info", {"name": ""})
    return (
        isinstance(kernel, dict)
        and all(isinstance(kernel.get(key), str) for key in ("name", "display_name"))
        and isinstance(language, dict)
        and isinstance(language.get("name"), str)
        and isinstance(language.get("codemirror_mode", ""), str | dict)
        and all(
            isinstance(language.get(key, ""), str)
            for key in ("file_extension", "mimetype", "pygments_lexer")
        )
    )


def _plain_cell(cell: Mapping[str, Any]) -> dict[str, Any] | None:
    kind = cell.get("cell_type")
    if set(cell) != (CODE_KEYS if kind == "code" else CELL_KEYS):
        return None
    source = _joined(cell["source"])
    if source is None or not _is_plain_head(cell):
        return None
    plain = {**cell, "source": source}
    if kind != "code":
        return plain if kind in ("markdown", "raw") else None
    outputs = [_plain_output(each) for each in cell["outputs"]]
    if None in outputs or not _is_count(cell["execution_count"]):
        return None
    return plain | {"outputs": outputs}


def _is_plain_head(cell: Mapping[str, Any]) -> bool:
    """Whether id and metadata are as the schema has them."""
    tags = cell["metadata"].get("tags", [])
    return (
        isinstance(cell["id"], str)
        and CELL_ID.fullmatch(cell["id"]) is not None
        and not UNUSUAL_IN_CELL & set(cell["metadata"])
        and isinstance(tags, list)
        and all(isinstance(tag, str) and TAG.fullmatch(tag) for tag in tags)
        and len(set(tags)) == len(tags)
    )


def _plain_output(output: Mapping[str, Any]) -> dict[str, Any] | None:
    make = OUTPUTS.get(str(output.get("output_type")))
    return make(output) if make else None


def _stream(output: Mapping[str, Any]) -> dict[str, Any] | None:
    if set(output) != {"output_type", "name", "text"} or not isinstance(output["name"], str):
        return None
    text = _joined(output["text"])
    return None if text is None else {**output, "text": text}


def _error(output: Mapping[str, Any]) -> dict[str, Any] | None:
    if set(output) != {"output_type", "ename", "evalue", "traceback"}:
        return None
    words = (output["ename"], output["evalue"])
    lines = output["traceback"]
    is_plain = isinstance(lines, list) and all(isinstance(each, str) for each in (*words, *lines))
    return dict(output) if is_plain else None


def _displayed(output: Mapping[str, Any]) -> dict[str, Any] | None:
    """A displayed result: only types whose data are text."""
    more = {"execution_count"} if output["output_type"] == "execute_result" else set()
    if set(output) != {"output_type", "data", "metadata"} | more:
        return None
    data, metadata = output["data"], output["metadata"]
    if not isinstance(data, dict) or not isinstance(metadata, dict):
        return None
    if more and not _is_count(output["execution_count"]):
        return None
    joined = {kind: _joined(value) for kind, value in data.items()}
    if None in joined.values() or not all(PLAIN_MIME.fullmatch(kind) for kind in joined):
        return None
    return {**output, "data": joined}


OUTPUTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any] | None]] = {
    "stream": _stream,
    "error": _error,
    "display_data": _displayed,
    "execute_result": _displayed,
}


def _is_count(value: object) -> bool:
    """Whether it is a prompt's number, or that of a cell that was not run."""
    return value is None or (type(value) is int and value >= 0)


def _joined(text: object) -> str | None:
    """Text as one string, or nothing when it is none."""
    if isinstance(text, str):
        return text
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        return "".join(text)
    return None
