"""How much one cell may bring onto a page: readers download all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from coursesite.errors import NotebookError, Where

LIMIT_BYTES = 2_000_000
"""Most that a cell's text, shown outputs and pasted images may have together."""

SHOWN_TYPES = ("text/", "image/")
"""Beginnings of the types that a page can show; no others count."""


def check_weight(
    source: str,
    outputs: Sequence[Mapping[str, Any]],
    attachments: Mapping[str, Mapping[str, Any]],
    where: Where,
) -> None:
    """Raises :class:`NotebookError` when the cell is too heavy to be shown."""
    parts = {
        "text": len(source),
        "output": sum(map(_output_size, outputs)),
        "pasted images": sum(map(_bundle_size, attachments.values())),
    }
    if sum(parts.values()) <= LIMIT_BYTES:
        return
    what = max(parts, key=lambda name: parts[name])
    found, most = _megabytes(parts[what]), _megabytes(LIMIT_BYTES)
    message = f"shows {found} of {what}; a cell may bring {most} in all"
    hint = "show less: print a part, draw a picture, or do not tag the cell"
    raise NotebookError(message, where, hint=hint)


def _output_size(output: Mapping[str, Any]) -> int:
    """Characters of an output in all forms that could be shown."""
    traceback = "".join(map(str, output.get("traceback", ())))
    return len(str(output.get("text", ""))) + len(traceback) + _bundle_size(output.get("data", {}))


def _bundle_size(bundle: Mapping[str, Any]) -> int:
    return sum(map(len, _shown_forms(bundle)))


def _shown_forms(bundle: Mapping[str, Any]) -> Iterator[str]:
    for media_type, value in bundle.items():
        if media_type.startswith(SHOWN_TYPES):
            yield "".join(value) if isinstance(value, list) else str(value)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
