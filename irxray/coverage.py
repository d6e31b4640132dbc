"""How much of a capture is linked, counted by line.

For each layer ``lines = exact + inferred + explained + unexplained``; what is not explained is an
item, and coverage is ``(exact + inferred) / items``. A line reached only through its call site
counts as exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from irxray.capture import Capture
from irxray.layers import LAYERS, Evidence, Layer, LayerText, LinkTable, Status


@dataclass(frozen=True, slots=True)
class Coverage:
    """Lines of one layer, by what is known of them."""

    lines: int
    exact: int
    inferred: int
    explained: int
    unexplained: int

    @property
    def items(self) -> int:
        """Lines that compute."""
        return self.lines - self.explained


def item_evidence(table: LinkTable, layer: Layer) -> list[Evidence | None]:
    """Return the strongest evidence of each item of ``layer``; ``None`` for an unlinked one."""
    position = LAYERS.index(layer)
    found: list[Evidence | None] = [None] * len(table.layer(layer).items)
    order = [Evidence.INFERRED, Evidence.CALL_SITE, Evidence.EXACT]

    def note(item: int, evidence: Evidence) -> None:
        known = found[item]
        if known is None or order.index(evidence) > order.index(known):
            found[item] = evidence

    if position > 0:
        for link in table.links[position - 1]:
            note(link.lower, link.evidence)
    elif table.links:
        for link in table.links[0]:
            note(link.upper, link.evidence)
    return found


def line_status(table: LinkTable, layer: Layer) -> list[Status]:
    """Return the status of each line of ``layer``, first line first."""
    return text_status(table.layer(layer), item_evidence(table, layer))


def text_status(text: LayerText, found: Sequence[Evidence | None]) -> list[Status]:
    """Return the status of each line of ``text``, whose items have the evidence ``found``."""
    best: dict[int, Status] = {}
    for item, evidence in zip(text.items, found, strict=True):
        if evidence is not None:
            status = Status.INFERRED if evidence is Evidence.INFERRED else Status.EXACT
            for span in item.spans:
                if best.get(span.line) is not Status.EXACT:
                    best[span.line] = status
    explained = {line for line, _ in text.reasons}
    return [
        Status.EXPLAINED if line in explained else best.get(line, Status.UNEXPLAINED)
        for line in range(1, text.line_count + 1)
    ]


def measure_coverage(table: LinkTable, layer: Layer) -> Coverage:
    """Return the counts of one layer."""
    return count_lines(line_status(table, layer))


def count_lines(statuses: Iterable[Status]) -> Coverage:
    """Return the counts of lines with these statuses."""
    counts = Counter(statuses)
    return Coverage(
        sum(counts.values()),
        counts[Status.EXACT],
        counts[Status.INFERRED],
        counts[Status.EXPLAINED],
        counts[Status.UNEXPLAINED],
    )


def capture_stats(capture: Capture) -> dict[str, Any]:
    """Return coverage, invariants, oracle and inference of a capture, ready for JSON."""
    layers = {}
    for layer in LAYERS:
        coverage = measure_coverage(capture.table, layer)
        layers[layer.value] = {
            "lines": coverage.lines,
            "items": coverage.items,
            "exact": coverage.exact,
            "inferred": coverage.inferred,
            "explained": coverage.explained,
            "unexplained": coverage.unexplained,
        }
    invariants = capture.invariants
    trial = capture.inference
    return {
        "program": capture.program.name,
        "target": capture.target,
        "jax": capture.version("jax"),
        "layers": layers,
        "invariants": {
            "jaxpr": invariants.jaxpr,
            "stablehlo": invariants.stablehlo,
            "hlo": invariants.hlo,
        },
        "oracle": {"checked": capture.oracle.checked, "wrong": capture.oracle.wrong},
        "inference": {"checked": trial.checked, "right": trial.right},
    }
