"""JSON as it is kept beside a capture: a diff of it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def format_document(document: Mapping[str, Any]) -> str:
    """Return JSON with one entry a line down to the second level, so that a diff can be read."""
    lines = []
    for name, value in document.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"  {_compact(k)}: {_compact(v)}" for k, v in value.items())
            lines.append(f" {_compact(name)}: {{\n{inner}\n }}")
        else:
            lines.append(f" {_compact(name)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()
