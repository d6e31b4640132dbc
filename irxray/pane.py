"""One layer as a reader sees it: its lines cut into pieces, what folds, what each item is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from irxray.capture import Capture
from irxray.coverage import Coverage, count_lines, item_evidence, text_status
from irxray.facts import ItemFact, item_facts
from irxray.fold import Body, Fold, find_bodies, fold_line
from irxray.hlo import HloModule
from irxray.labels import equation_labels
from irxray.layers import Evidence, Item, Layer, LayerText, Reason, Span, Status
from irxray.lexers import lex_lines

TITLES = {
    Layer.SOURCE: "source",
    Layer.JAXPR: "jaxpr",
    Layer.STABLEHLO: "StableHLO",
    Layer.HLO: "optimized HLO",
    Layer.KERNEL: "Mosaic kernel",
}

FILE_NAMES = {
    Layer.SOURCE: "source.py",
    Layer.JAXPR: "jaxpr.txt",
    Layer.STABLEHLO: "stablehlo.mlir",
    Layer.HLO: "optimized.hlo",
    Layer.KERNEL: "kernel.mlir",
}

WINDOW_LINES = 5000
"""Above this many lines a pane is windowed: the script draws the lines in sight."""

TAB_STOP_LINES = 60
"""Up to this many lines every linked line is a Tab stop."""

# ENTRY %main.3 (q.1: bf16[128,64]) -> bf16[128,64] {
ENTRY = re.compile(r"^ENTRY ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line in one colour and one set of items."""

    text: str
    token: str
    """Syntax class, or empty."""
    items: tuple[int, ...]
    """Items that hold this piece, innermost first; empty where the line's items say it all."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pieces in a row that are in plain sight, or fold to a chip together."""

    label: str
    """What the chip says; empty for pieces in plain sight."""
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of a pane."""

    number: int
    """1-based."""
    stretches: tuple[Stretch, ...]
    items: tuple[int, ...]
    """All linked items on the line, in reading order."""
    labels: tuple[int, ...]
    """Equations the line belongs to, 1-based: the group labels."""
    status: Status
    reason: Reason | None
    """Why it is explained, where it is."""
    is_start: bool
    """Where a reader should begin: the entry computation's head."""

    @property
    def text(self) -> str:
        """The line as the layer has it."""
        return "".join(piece.text for part in self.stretches for piece in part.pieces)


@dataclass(frozen=True, slots=True)
class Pane:
    """One layer's text."""

    key: str
    """``source``, ``jaxpr``, ``stablehlo`` or ``hlo@cpu``; ``before:source`` on another side."""
    layer: Layer
    target: str
    """Target name of an HLO or kernel pane, else empty."""
    side: str
    """Which of two captures it belongs to; empty where there is one program."""
    title: str
    lines: tuple[LineView, ...]
    spans: tuple[tuple[Span, ...], ...]
    """Where each item stands."""
    facts: tuple[ItemFact, ...]
    """What each item is."""
    bodies: tuple[Body, ...]
    """What folds under what."""
    coverage: Coverage
    explained: tuple[tuple[str, int], ...]
    """``(reason, lines)`` pairs, most first."""
    file_name: str
    """Name the raw text is offered under."""

    @property
    def slot(self) -> str:
        """Name of the place it can stand in: panes of one slot take turns."""
        name = self.key if self.layer is Layer.KERNEL else str(self.layer)
        return f"{self.side}:{name}" if self.side and self.layer is not Layer.KERNEL else name

    @property
    def is_windowed(self) -> bool:
        """Whether the script draws the lines in sight, instead of the page holding them all."""
        return len(self.lines) > WINDOW_LINES

    @property
    def tab_stops(self) -> bool:
        """Whether every linked line is a Tab stop, or one for the whole pane."""
        return len(self.lines) <= TAB_STOP_LINES


def view_pane(capture: Capture, layer: Layer, side: str = "") -> Pane:
    """Return the pane of one layer of ``capture``."""
    text = capture.table.layer(layer)
    return text_pane(
        text,
        capture.target if layer is Layer.HLO else "",
        side,
        item_evidence(capture.table, layer),
        equation_labels(capture.table, layer),
        item_facts(text, capture.module),
        _bodies(text, capture.module),
    )


def text_pane(
    text: LayerText,
    target: str,
    side: str,
    evidence: Sequence[Evidence | None],
    labels: Sequence[set[int]],
    facts: tuple[ItemFact, ...],
    bodies: tuple[Body, ...] = (),
) -> Pane:
    """Return the pane that shows ``text``.

    ``evidence`` and ``labels`` say how each item is linked, and with which equations, from 1.
    """
    statuses = text_status(text, evidence)
    reasons = Counter(reason.value for _, reason in text.reasons)
    return Pane(
        pane_key(text.layer, target, side),
        text.layer,
        target,
        side,
        TITLES[text.layer],
        tuple(_lines(text, evidence, labels, statuses)),
        tuple(item.spans for item in text.items),
        facts,
        bodies,
        count_lines(statuses),
        tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        FILE_NAMES[text.layer],
    )


def pane_key(layer: Layer, target: str, side: str) -> str:
    """Return a pane's key, as addresses and data have it."""
    name = f"{layer}@{target}" if target else str(layer)
    return f"{side}:{name}" if side else name


def _bodies(text: LayerText, module: HloModule) -> tuple[Body, ...]:
    if text.layer is not Layer.HLO:
        return ()
    return find_bodies(module, text.text.splitlines())


def _lines(
    text: LayerText,
    evidence: Sequence[Evidence | None],
    labels: Sequence[set[int]],
    statuses: Sequence[Status],
) -> Iterable[LineView]:
    on_line: dict[int, list[int]] = {}
    for index, item in enumerate(text.items):
        if evidence[index] is not None:
            for span in item.spans:
                on_line.setdefault(span.line, []).append(index)
    reasons = dict(text.reasons)
    whole = text.line_count > WINDOW_LINES
    for number, tokens in enumerate(_tokens(text, whole), 1):
        items = tuple(dict.fromkeys(on_line.get(number, ())))
        raw = "".join(value for value, _ in tokens)
        yield LineView(
            number,
            (Stretch("", (Piece(raw, "", ()),)),)
            if whole
            else _cut_line(text, number, tokens, items),
            items,
            tuple(sorted({label for item in items for label in labels[item]})),
            statuses[number - 1],
            reasons.get(number),
            text.layer is Layer.HLO and bool(ENTRY.match(raw)),
        )


def _cut_line(
    text: LayerText, number: int, tokens: Sequence[tuple[str, str]], items: Sequence[int]
) -> tuple[Stretch, ...]:
    raw = "".join(value for value, _ in tokens)
    pieces = _pieces(tokens, [(index, text.items[index]) for index in items], number)
    return tuple(_stretches(pieces, fold_line(text.layer, raw)))


def _tokens(text: LayerText, whole: bool) -> list[list[tuple[str, str]]]:
    """Return each line's tokens; lines that the script will draw are left whole."""
    if whole:
        return [[(line, "")] for line in text.text.splitlines()]
    return lex_lines(text.layer, text.text)


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
        for start, end in _cut(column, column + len(value), cuts):
            holding = tuple(i for s, e, i in spans if s <= start < e) if not alone else ()
            yield Piece(value[start - column : end - column], token, holding)
        column += len(value)


def _cut(start: int, end: int, cuts: Iterable[int]) -> Iterable[tuple[int, int]]:
    return pairwise(sorted({start, end, *(each for each in cuts if start < each < end)}))


def _stretches(pieces: Iterable[Piece], folds: Sequence[Fold]) -> Iterable[Stretch]:
    """Gather pieces into stretches, cutting them where a fold begins or ends."""
    edges = {edge for fold in folds for edge in (fold.start, fold.end)}
    gathered: list[Piece] = []
    label = current = ""
    column = 0
    for piece in pieces:
        for start, end in _cut(column, column + len(piece.text), edges):
            label = next((f.label for f in folds if f.start <= start < f.end), "")
            if gathered and (label != current or start in edges):
                yield Stretch(current, tuple(gathered))
                gathered = []
            current = label
            text = piece.text[start - column : end - column]
            gathered.append(Piece(text, piece.token, piece.items))
        column += len(piece.text)
    if gathered:
        yield Stretch(current, tuple(gathered))
