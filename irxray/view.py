"""What the instrument shows, as values without markup.

An ``XrayView`` is one program: panes for source, jaxpr and StableHLO, one HLO pane for each
target, and the links between neighbouring panes. Templates and scripts read nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from irxray.capture import Capture
from irxray.coverage import Coverage, item_evidence, line_status, measure_coverage
from irxray.errors import StoreError
from irxray.hlo import TABLE
from irxray.layers import LAYERS, Evidence, Item, Layer, LayerText, Link, LinkTable, Reason, Status
from irxray.lexers import lex_lines
from irxray.target import find_target

TITLES = {
    Layer.SOURCE: "source",
    Layer.JAXPR: "jaxpr",
    Layer.STABLEHLO: "StableHLO",
    Layer.HLO: "optimized HLO",
}

# ENTRY %main.3 (q.1: bf16[128,64]) -> bf16[128,64] {
ENTRY = re.compile(r"^ENTRY ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line in one colour and one set of items."""

    text: str
    token: str
    """Syntax class, or empty."""
    items: tuple[int, ...]
    """Items that hold this stretch, innermost first; empty where the line's items say it all."""


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of a pane."""

    number: int
    """1-based."""
    pieces: tuple[Piece, ...]
    items: tuple[int, ...]
    """All linked items on the line, in reading order."""
    labels: tuple[int, ...]
    """Equations the line belongs to, 1-based: the group labels."""
    status: Status
    reason: Reason | None
    """Why it is explained, where it is."""
    is_start: bool
    """Where a reader should begin: the entry computation's head."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines, folded away or not."""

    summary: str
    """What is folded, or empty for lines in plain sight."""
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class Pane:
    """One layer's text."""

    key: str
    """``source``, ``jaxpr``, ``stablehlo`` or ``hlo@cpu``."""
    layer: Layer
    target: str
    """Target name of an HLO pane, else empty."""
    title: str
    blocks: tuple[Block, ...]
    coverage: Coverage
    explained: tuple[tuple[str, int], ...]
    """``(reason, lines)`` pairs, most first."""
    file_name: str
    """Name the raw text is offered under."""
    tab_stops: bool
    """Whether every linked line is a Tab stop (short panes), or only one."""

    @property
    def lines(self) -> tuple[LineView, ...]:
        """All lines, folded ones too."""
        return tuple(line for block in self.blocks for line in block.lines)


@dataclass(frozen=True, slots=True)
class PaneLinks:
    """Links between two panes."""

    upper: str
    """Key of the upper pane."""
    lower: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class XrayView:
    """The whole instrument."""

    anchor: str
    """Element id, such as ``ex-05``."""
    function: str
    arguments: tuple[str, ...]
    jax: str
    """Version of jax at capture."""
    targets: tuple[tuple[str, str], ...]
    """``(name, title)`` of the backends shown."""
    same_above: bool
    """Whether jaxpr and StableHLO were found equal for every backend shown."""
    panes: tuple[Pane, ...]
    links: tuple[PaneLinks, ...]
    trial: tuple[int, int]
    """Inference tried on hidden tags: ``(right, checked)`` over all targets."""
    oracle: tuple[int, int]
    """Exact links checked against plain locations: ``(wrong, checked)`` over all targets."""


TAB_STOP_LINES = 60
"""Up to this many lines every linked line is a Tab stop."""


def view_captures(captures: Sequence[Capture], anchor: str) -> XrayView:
    """Return the view of one program captured on one or more targets.

    Raises ``StoreError`` where the captures are not of one program, or differ above HLO.
    """
    first = captures[0]
    for other in captures[1:]:
        if other.program.source != first.program.source:
            raise StoreError(f"{first.target} and {other.target} hold different programs")
    same = all(_same_above(first.table, other.table) for other in captures)
    if not same:
        raise StoreError("the captures differ in jaxpr or StableHLO; they need panes of their own")
    upper = [_pane(first, layer, "") for layer in LAYERS[:-1]]
    lower = [_pane(each, Layer.HLO, each.target) for each in captures]
    links = [
        PaneLinks(a.key, b.key, first.table.links[index])
        for index, (a, b) in enumerate(pairwise(upper))
    ]
    links += [
        PaneLinks(upper[-1].key, pane.key, each.table.links[-1])
        for pane, each in zip(lower, captures, strict=True)
    ]
    return XrayView(
        anchor,
        first.program.function,
        first.program.arguments,
        first.version("jax"),
        tuple((each.target, find_target(each.target).title) for each in captures),
        same,
        tuple(upper + lower),
        tuple(links),
        (sum(c.inference.right for c in captures), sum(c.inference.checked for c in captures)),
        (sum(c.oracle.wrong for c in captures), sum(c.oracle.checked for c in captures)),
    )


def _same_above(one: LinkTable, other: LinkTable) -> bool:
    return one.layers[:-1] == other.layers[:-1] and one.links[:-1] == other.links[:-1]


FILE_NAMES = {
    Layer.SOURCE: "source.py",
    Layer.JAXPR: "jaxpr.txt",
    Layer.STABLEHLO: "stablehlo.mlir",
    Layer.HLO: "optimized.hlo",
}


def _pane(capture: Capture, layer: Layer, target: str) -> Pane:
    text = capture.table.layer(layer)
    lines = _lines(capture.table, text)
    counts: dict[str, int] = {}
    for _, reason in text.reasons:
        counts[reason.value] = counts.get(reason.value, 0) + 1
    return Pane(
        f"{layer}@{target}" if target else str(layer),
        layer,
        target,
        TITLES[layer],
        _blocks(layer, text, lines),
        measure_coverage(capture.table, layer),
        tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        FILE_NAMES[layer],
        text.line_count <= TAB_STOP_LINES,
    )


def _lines(table: LinkTable, text: LayerText) -> list[LineView]:
    evidence = item_evidence(table, text.layer)
    on_line: dict[int, list[int]] = {}
    for index, item in enumerate(text.items):
        if evidence[index] is not None:
            for span in item.spans:
                on_line.setdefault(span.line, []).append(index)
    labels = equation_labels(table, text.layer)
    reasons = dict(text.reasons)
    statuses = line_status(table, text.layer)
    shown = []
    for number, tokens in enumerate(lex_lines(text.layer, text.text), 1):
        items = tuple(dict.fromkeys(on_line.get(number, ())))
        raw = "".join(value for value, _ in tokens)
        shown.append(
            LineView(
                number,
                tuple(_pieces(tokens, [(i, text.items[i]) for i in items], number)),
                items,
                tuple(sorted({label for item in items for label in labels[item]})),
                statuses[number - 1],
                reasons.get(number),
                text.layer is Layer.HLO and bool(ENTRY.match(raw)),
            )
        )
    return shown


def _pieces(
    tokens: Sequence[tuple[str, str]], items: Sequence[tuple[int, Item]], line: int
) -> Iterable[Piece]:
    """Cut a line where its colours or its items change."""
    spans = [(s.start, s.end, i) for i, item in items for s in item.spans if s.line == line]
    spans.sort(key=lambda span: span[1] - span[0])
    alone = len(spans) == 1 and len(items) == 1
    cuts = {edge for start, end, _ in spans for edge in (start, end)} if not alone else set()
    column = 0
    for value, token in tokens:
        edges = sorted({0, len(value), *(c - column for c in cuts if 0 < c - column < len(value))})
        for start, end in pairwise(edges):
            at = column + start
            holding = tuple(i for s, e, i in spans if s <= at < e) if not alone else ()
            yield Piece(value[start:end], token, holding)
        column += len(value)


def _blocks(layer: Layer, text: LayerText, lines: Sequence[LineView]) -> tuple[Block, ...]:
    """Fold the frame tables of HLO away; everything else stays in plain sight."""
    if layer is not Layer.HLO:
        return (Block("", tuple(lines)),)
    raw = text.text.splitlines()
    table = [number for number, line in enumerate(raw, 1) if TABLE.match(line)]
    if not table:
        return (Block("", tuple(lines)),)
    first, last = table[0], table[-1]
    folded = tuple(lines[first - 1 : last])
    return (
        Block("", tuple(lines[: first - 1])),
        Block(f"source locations, {len(folded)} lines", folded),
        Block("", tuple(lines[last:])),
    )


def equation_labels(table: LinkTable, layer: Layer) -> list[set[int]]:
    """Return for each item of ``layer`` the equations it belongs to, numbered from 1."""
    source_jaxpr, jaxpr_stablehlo, stablehlo_hlo = table.links
    if layer is Layer.JAXPR:
        return [{index + 1} for index in range(len(table.layer(layer).items))]
    if layer is Layer.SOURCE:
        pairs = ((link.upper, link.lower + 1) for link in source_jaxpr)
        return _gather(len(table.layer(layer).items), pairs)
    count = len(table.layer(Layer.STABLEHLO).items)
    operations = _gather(count, ((k.lower, k.upper + 1) for k in _direct(jaxpr_stablehlo)))
    if layer is Layer.STABLEHLO:
        return operations
    return _gather(
        len(table.layer(layer).items),
        ((k.lower, label) for k in _direct(stablehlo_hlo) for label in operations[k.upper]),
    )


def _direct(links: Sequence[Link]) -> Iterable[Link]:
    """Yield links but call-site ones where the lower item has a better one."""
    better = {link.lower for link in links if link.evidence is not Evidence.CALL_SITE}
    for link in links:
        if link.evidence is not Evidence.CALL_SITE or link.lower not in better:
            yield link


def _gather(count: int, pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(count)]
    for item, label in pairs:
        found[item].add(label)
    return found
