"""What the template of a chart is given."""

from __future__ import annotations

from msgspec import Struct


class Dot(Struct, frozen=True):
    """One dot of a chart."""

    x: float
    """In percent of the chart's width, as every place along the axis is."""
    title: str
    """The value in words, for whoever asks."""
    kind: str
    """``spilled``, ``other`` or ``none``."""


class Span(Struct, frozen=True):
    """The line between two neighbouring dots of one kind."""

    start: float
    end: float
    kind: str


class ChartLabel(Struct, frozen=True):
    """Words below a row's dots."""

    x: float
    text: str
    anchor: str
    """Which end of the words stands at ``x``: ``start`` or ``end``."""
    kind: str
    """Of the dots that the words are about."""


class ChartRow(Struct, frozen=True):
    """One row of dots: one chip. Heights are in pixels from the top of the chart."""

    name: str
    name_y: float
    y: float
    """Of the dots' middle."""
    label_y: float
    dots: tuple[Dot, ...]
    spans: tuple[Span, ...]
    labels: tuple[ChartLabel, ...]


class Tick(Struct, frozen=True):
    """One mark of an axis."""

    x: float
    label: str
    shown: str
    """In which windows its label has room: ``always``, ``middle``, ``wide`` or ``never``."""


class Chart(Struct, frozen=True):
    """A chart of dots: one row for each chip, one dot for each size."""

    title: str
    description: str
    """What it shows, dot for dot, for whoever cannot see it."""
    finding: str
    """The one thing to take from it, in a sentence: its caption."""
    height: float
    axis_y: float
    """Where the rows end and the axis begins."""
    axis: str
    """Name, unit and scale of the horizontal axis."""
    ticks: tuple[Tick, ...]
    rows: tuple[ChartRow, ...]
