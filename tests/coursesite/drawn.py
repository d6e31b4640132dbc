"""A cell as it comes from a notebook, and its outputs as a page shows them."""

from __future__ import annotations

from typing import Any

from coursesite.notebook import ExtractedCell
from coursesite.outputs import render_outputs

PIXEL = "iVBORw0KGgo="


def cell(source: str = "", outputs: tuple[Any, ...] = (), **attachments: str) -> ExtractedCell:
    """A cell with PNG attachments by name."""
    images = {f"{name}.png": {"image/png": data} for name, data in attachments.items()}
    return ExtractedCell("labs/x.ipynb", "a1", 3, "markdown", source, outputs, images)


def drawn(*outputs: dict[str, Any]) -> list[str]:
    """The outputs as HTML."""
    return [str(html) for html in render_outputs(cell(outputs=outputs))]


def result(**data: Any) -> dict[str, Any]:
    """A displayed result; keywords are MIME types with ``_`` for ``/`` and ``__`` for ``+``."""
    types = {key.replace("__", "+").replace("_", "/", 1): value for key, value in data.items()}
    return {"output_type": "display_data", "data": types, "metadata": {}}
