"""JSON as it is kept beside a capture: a diff of it can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def format_document(document: Mapping[str, Any]) -> str:
    """Return JSON with one entry a line down to the second level, so that a diff can be read."""
    lines = []
    for name, value in document.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"  {json.dumps(k)}: {_compact(v)}" for k, v in value.items())
            lines.append(f" {json.dumps(name)}: {{\n{inner}\n }}")
        else:
            lines.append(f" {json.dumps(name)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
