"""The spill cliff as a chart: one row of bars for each chip, one bar for each sequence length.

Bars are on a logarithmic scale, since temporary memory runs from nothing to gigabytes; a length at
which nothing leaves the chip has a mark on the baseline instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from coursesite.quantity import format_quantity
from coursesite.record import Point, SeriesRecord
from coursesite.view import Bar, Cell, Chart, ChartRow, Column, Table, Tick
from irxray.target import find_target

WIDTH = 720.0
LEFT = 92.0
RIGHT = 12.0
TOP = 26.0
ROW = 46.0
BAR = 26.0
HIGHEST = 30.0
"""Height of the highest bar, in the chart's units."""
LEAST_BYTES = 1e5
"""Where the logarithmic scale begins."""

KINDS = {
    "spilled": "score matrix in HBM",
    "other": "HBM used, score matrix on the chip or never made",
    "none": "no temporary HBM",
}

PLACES = {
    "hbm": "in HBM",
    "vmem": "in VMEM, S(1)",
    "cmem": "in CMEM, S(3)",
    "nowhere": "never a buffer of its own",
}


def cliff_chart(record: SeriesRecord) -> Chart:
    """Return the chart of a sweep over sequence lengths."""
    lengths = sorted({point.at for series in record.series for point in series.points})
    step = (WIDTH - LEFT - RIGHT) / len(lengths)
    place = {length: LEFT + step * (at + 0.5) for at, length in enumerate(lengths)}
    most = max(point.value for series in record.series for point in series.points)
    rows = tuple(
        ChartRow(
            find_target(series.chip).title,
            TOP + ROW * (at + 1) - 6,
            tuple(_bars(series.points, place, TOP + ROW * (at + 1) - 6, most)),
        )
        for at, series in enumerate(record.series)
    )
    kinds = {bar.kind for row in rows for bar in row.bars}
    return Chart(
        "Temporary HBM by sequence length",
        _description(record),
        WIDTH,
        TOP + ROW * len(rows) + 34,
        BAR,
        "sequence length",
        tuple(Tick(place[length], f"{length:,}") for length in lengths),
        rows,
        tuple((kind, words) for kind, words in KINDS.items() if kind in kinds),
    )


def _bars(
    points: Sequence[Point], place: dict[float, float], base: float, most: float
) -> list[Bar]:
    bars = []
    labelled = False
    for point in points:
        height = _height(point.value, most)
        kind = "none" if not point.value else "spilled" if point.why == "hbm" else "other"
        first_spill = kind == "spilled" and not labelled
        labelled = labelled or first_spill
        bars.append(
            Bar(
                place[point.at] - BAR / 2,
                base - height,
                height,
                format_quantity(point.value, "B") if first_spill else "",
                f"{point.at:,}: {format_quantity(point.value, 'B')}, "
                f"score matrix {PLACES.get(point.why, point.why)}",
                kind,
            )
        )
    return bars


def _height(count: float, most: float) -> float:
    if count <= 0:
        return 0.0
    scale = math.log10(most / LEAST_BYTES)
    return round(max(2.0, HIGHEST * math.log10(max(count, LEAST_BYTES) / LEAST_BYTES) / scale), 1)


def _description(record: SeriesRecord) -> str:
    """Return where each chip's score matrix first goes to HBM, in words."""
    parts = []
    for series in record.series:
        first = next((point.at for point in series.points if point.why == "hbm"), None)
        title = find_target(series.chip).title
        parts.append(f"{title} from {first:,}" if first else f"{title} never")
    return f"Sequence length from which the score matrix lies in HBM: {', '.join(parts)}."


def cliff_table(record: SeriesRecord) -> Table:
    """Return the chart's values, each with the decision that explains it."""
    lengths = sorted({point.at for series in record.series for point in series.points})
    columns = (Column("chip"), *(Column(f"{length:,}", "figure") for length in lengths))
    rows = tuple(
        (
            Cell(find_target(series.chip).title),
            *(
                Cell(format_quantity(point.value, "B"), note=PLACES.get(point.why, point.why))
                for point in series.points
            ),
        )
        for series in record.series
    )
    return Table(
        "Temporary HBM by chip and sequence length; below each value, where the score matrix lies",
        columns,
        rows,
        note="A chip's own compiler decides; the same program text was given to all of them.",
    )
