"""The four layers of a program and what can light up in them.

A layer is a text. Its *items* are what computes: an expression of the source, an equation of
the jaxpr, an operation of StableHLO, an instruction of optimized HLO. Lines are 1-based,
columns 0-based and half-open, items are counted from 0 within their layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple


class Layer(StrEnum):
    """From what the author wrote down to what the chip is given."""

    SOURCE = "source"
    JAXPR = "jaxpr"
    STABLEHLO = "stablehlo"
    HLO = "hlo"
    KERNEL = "kernel"
    """The modules inside a TPU program's custom calls, where it has some."""


LAYERS: tuple[Layer, ...] = (Layer.SOURCE, Layer.JAXPR, Layer.STABLEHLO, Layer.HLO)
"""The layers that every capture has, top first."""

LAYER_PAIRS: tuple[tuple[Layer, Layer], ...] = tuple(pairwise(LAYERS))
"""Neighbouring layers, upper first: the pairs between which links are kept."""


class Evidence(StrEnum):
    """How a link is known."""

    EXACT = "exact"
    """The compiler's own metadata names it."""
    CALL_SITE = "call-site"
    """The metadata names it as a caller of, or an enclosure around, the exact one."""
    INFERRED = "inferred"
    """Found through dataflow: the compiler made this item and tagged nothing."""


class Reason(StrEnum):
    """Why a line belongs to no link. The list is closed."""

    STRUCTURE = "structure"
    """Headers, braces, returns, tables, comments, blank lines: text that holds the layer up."""
    PARAMETER = "parameter"
    CONSTANT = "constant"
    TUPLE = "tuple"
    """Packs or unpacks values; nothing is computed."""
    TRACE = "trace"
    """Python that runs while tracing and leaves no equation behind."""


class Status(StrEnum):
    """What is known of one line, as coverage counts it."""

    EXACT = "exact"
    INFERRED = "inferred"
    EXPLAINED = "explained"
    UNEXPLAINED = "unexplained"


class Span(NamedTuple):
    """A stretch of one line."""

    line: int
    """1-based."""
    start: int
    """First column, 0-based."""
    end: int
    """Column after the last."""


class Item(NamedTuple):
    """Something that computes, and where its text stands."""

    name: str
    """Expression text, primitive, operation name or opcode."""
    spans: tuple[Span, ...]
    """In reading order; an equation printed over several lines has several."""


class Link(NamedTuple):
    """One edge between an item of a layer and an item of the layer below it."""

    upper: int
    """Index of the item in the upper layer."""
    lower: int
    """Index of the item in the lower layer."""
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class LayerText:
    """One layer: its text, its items, and a reason for each line that holds none."""

    layer: Layer
    text: str
    items: tuple[Item, ...]
    reasons: tuple[tuple[int, Reason], ...]
    """``(line, reason)`` in line order, for lines that are explained rather than linked."""

    @property
    def line_count(self) -> int:
        """Number of lines of the text."""
        return len(self.text.splitlines())


@dataclass(frozen=True, slots=True)
class LinkTable:
    """All layers of one program on one target, and the links between neighbours."""

    layers: tuple[LayerText, ...]
    """In the order of :data:`LAYERS`."""
    links: tuple[tuple[Link, ...], ...]
    """One tuple for each pair of :data:`LAYER_PAIRS`, sorted."""

    def layer(self, layer: Layer) -> LayerText:
        """Return the text of ``layer``."""
        return self.layers[LAYERS.index(layer)]
