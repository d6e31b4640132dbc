"""Kernels of a capture on disk: ``kernel-1.mlir`` and so on, described in ``capture.json``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from irxray.errors import StoreError
from irxray.layers import Evidence, Item, Link, Reason, Span
from irxray.mosaic import Kernel

FILE = "kernel-{}.mlir"
"""Numbered from 1, in the order of optimized HLO."""


def write_kernels(kernels: Iterable[Kernel], folder: Path) -> None:
    """Write the text of each kernel into ``folder``."""
    for number, kernel in enumerate(kernels, 1):
        (folder / FILE.format(number)).write_bytes(kernel.text.encode())


def kernel_documents(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """Return all of each kernel but its text, ready for JSON."""
    return [
        {
            "instruction": kernel.instruction,
            "line": kernel.line,
            "sha256": _digest(kernel.text),
            "items": [[each.name, *_span(each.spans[0])] for each in kernel.items],
            "reasons": [[line, reason.value] for line, reason in kernel.reasons],
            "links": [[each.upper, each.lower, each.evidence.value] for each in kernel.links],
        }
        for kernel in kernels
    ]


def read_kernel_files(documents: Sequence[Mapping[str, Any]], folder: Path) -> tuple[Kernel, ...]:
    """Return the kernels that ``documents`` describe.

    Raises ``StoreError`` where a text is missing or was changed; ``KeyError``, ``TypeError`` or
    ``ValueError`` for damaged documents.
    """
    return tuple(
        _kernel(each, _text(folder / FILE.format(number), each["sha256"]))
        for number, each in enumerate(documents, 1)
    )


def _kernel(document: Mapping[str, Any], text: str) -> Kernel:
    return Kernel(
        document["instruction"],
        document["line"],
        text,
        tuple(Item(name, (Span(*span),)) for name, *span in document["items"]),
        tuple((line, Reason(name)) for line, name in document["reasons"]),
        tuple(Link(upper, lower, Evidence(name)) for upper, lower, name in document["links"]),
    )


def _text(path: Path, digest: str) -> str:
    try:
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from None
    if _digest(text) != digest:
        raise StoreError(f"{path} is not what was captured; capture it anew")
    return text


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _span(span: Span) -> tuple[int, int, int]:
    return (span.line, span.start, span.end)
