"""One capture of the corpus as a row of its table, and the sums of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bench.corpus_list import Entry
from irxray.capture import Capture
from irxray.coverage import capture_stats, item_evidence
from irxray.layers import LAYERS, Layer

Row = dict[str, Any]
"""Ready for JSON: ``irxray stats`` with equations, time and what is unexplained added; a program
that was not captured has ``left_out`` or ``failure`` and nothing else."""


def captured_row(entry: Entry, capture: Capture, wall_ms: int) -> Row:
    """Return the row of a capture that took ``wall_ms``, its process and verifying included."""
    stats = capture_stats(capture)
    equations = capture.table.layer(Layer.JAXPR).items
    return {
        **_head(entry),
        "equations": len(equations),
        "tagged": sum(bool(each.spans) for each in equations),
        **{key: stats[key] for key in ("layers", "invariants", "oracle", "inference")},
        "unexplained": _unexplained(capture),
        "note": dict(entry.note),
        "wall_ms": wall_ms,
    }


def left_out_row(entry: Entry, reason: str) -> Row:
    """Return the row of a program that is not captured for this target."""
    return {**_head(entry), "left_out": reason}


def failed_row(entry: Entry, message: str) -> Row:
    """Return the row of a program whose capture failed: the last line of what was said."""
    return {**_head(entry), "failure": message.strip().splitlines()[-1]}


def _head(entry: Entry) -> Row:
    program = entry.program
    return {
        "name": program.name,
        "package": entry.package,
        "function": program.function,
        "arguments": list(program.arguments),
    }


def _unexplained(capture: Capture) -> dict[str, dict[str, int]]:
    """Return how many items have no link, by layer and name; those with a reason do not count."""
    found: dict[str, dict[str, int]] = {}
    for layer in LAYERS:
        text = capture.table.layer(layer)
        explained = {line for line, _ in text.reasons}
        names = Counter(
            item.name
            for item, how in zip(text.items, item_evidence(capture.table, layer), strict=True)
            if how is None and item.spans and item.spans[0].line not in explained
        )
        if names:
            found[layer.value] = dict(names.most_common())
    return found


def total(rows: Iterable[Row]) -> Row:
    """Return the sums over all captured rows, with the shares that are promised."""
    captured = [row for row in rows if "layers" in row]
    layers = {
        layer.value: dict(sum((Counter(row["layers"][layer.value]) for row in captured), Counter()))
        for layer in LAYERS
    }
    oracle = sum((Counter(row["oracle"]) for row in captured), Counter())
    inference = sum((Counter(row["inference"]) for row in captured), Counter())
    return {
        "programs": len(captured),
        "equations": sum(row["equations"] for row in captured),
        "tagged": sum(row["tagged"] for row in captured),
        "layers": layers,
        "oracle": {key: oracle[key] for key in ("checked", "wrong")},
        "inference": {key: inference[key] for key in ("checked", "right")},
        "wall_ms": sum(row["wall_ms"] for row in captured),
    }


def exact_share(layer: Mapping[str, int]) -> float:
    """Return the share of a layer's items that have an exact link."""
    return layer.get("exact", 0) / layer["items"] if layer.get("items") else 1.0


def linked_share(layer: Mapping[str, int]) -> float:
    """Return the share of a layer's items that have any link."""
    linked = layer.get("exact", 0) + layer.get("inferred", 0)
    return linked / layer["items"] if layer.get("items") else 1.0
