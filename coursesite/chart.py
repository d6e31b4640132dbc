"""The spill cliff as a chart: one row of dots for each chip, one dot for each sequence length.

Lengths double from step to step, so they stand on a logarithmic axis. A dot says which side of the
cliff a compile fell on and nothing else: amounts run from nothing to gigabytes and are told by the
table below, and by one label where each chip's cliff begins.

Places along the axis are in percent of the chart's width, heights in CSS pixels. So a narrow window
brings the dots closer together and leaves the letters as large as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from coursesite.quantity import format_quantity
from coursesite.record import Point, Series, SeriesRecord
from coursesite.view import Cell, Column, Table
from coursesite.view_chart import Chart, ChartLabel, ChartRow, Dot, Span, Tick
from irxray.target import find_target

FIRST, LAST = 4.0, 93.0
"""Places of the least and of the greatest length; the last tick's label has room beside it."""
TOP = 0.0
ROW = 58.0
NAME, DOTS, LABEL = 16.0, 32.0, 52.0
"""Below the top of a row: baselines of the chip's name and of labels, and the dots' middle."""
AXIS = 52.0
"""Room for the ticks and the name of the axis."""
BESIDE = 24.0
"""Percent that the words below a row need on a phone."""
TICK_ROOM = ((24.0, "always"), (12.0, "middle"), (5.0, "wide"))
"""Percent to the nearest label that a tick's own label needs, and the width that shows it then."""

KINDS = {
    "spilled": "in HBM",
    "other": "HBM used for something else",
    "none": "on the chip",
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
    place = _places(lengths)
    rows = tuple(_row(series, place, TOP + ROW * at) for at, series in enumerate(record.series))
    bottom = TOP + ROW * len(rows)
    return Chart(
        "Where the score matrix goes, by sequence length",
        _description(record),
        _finding(record),
        bottom + AXIS,
        bottom,
        _axis(record),
        tuple(_ticks(lengths, place)),
        rows,
    )


def _axis(record: SeriesRecord) -> str:
    unit = "a count" if record.axis_unit == "1" else f"in {record.axis_unit}"
    return f"{record.axis} ({unit}), log scale"


def _places(lengths: Sequence[float]) -> Mapping[float, float]:
    """Return where each length stands, in percent of the chart's width."""
    low, high = math.log2(lengths[0]), math.log2(lengths[-1])
    scale = (LAST - FIRST) / ((high - low) or 1.0)
    return {each: round(FIRST + (math.log2(each) - low) * scale, 2) for each in lengths}


def _row(series: Series, place: Mapping[float, float], top: float) -> ChartRow:
    dots = tuple(
        Dot(
            place[point.at],
            f"{point.at:,}: {format_quantity(point.value, 'B')}, score matrix {_place(point)}",
            _kind(point),
        )
        for point in series.points
    )
    return ChartRow(
        find_target(series.chip).title,
        top + NAME,
        top + DOTS,
        top + LABEL,
        dots,
        tuple(Span(a.x, b.x, a.kind) for a, b in pairwise(dots) if a.kind == b.kind != "none"),
        tuple(_labels(series.points, place)),
    )


def _kind(point: Point) -> str:
    if point.why == "hbm":
        return "spilled"
    return "other" if point.value else "none"


def _place(point: Point) -> str:
    return PLACES.get(point.why, point.why)


def _labels(points: Sequence[Point], place: Mapping[float, float]) -> Iterator[ChartLabel]:
    """Yield what stands below a row: where each run of equal dots begins, what it means."""
    starts = [points[0]] if points else []
    starts += [b for a, b in pairwise(points) if _kind(a) != _kind(b)]
    ends = [*(place[each.at] for each in starts[1:]), 100.0]
    for point, end in zip(starts, ends, strict=True):
        x, kind = place[point.at], _kind(point)
        words = KINDS[kind]
        if kind != "none":
            words = f"{format_quantity(point.value, 'B')} {words}"
        if end == 100.0 and x > 100 - 2 * BESIDE and len(starts) == 1:
            yield ChartLabel(x, words, "end", kind)
        elif end - x >= BESIDE:
            yield ChartLabel(x, words, "start", kind)
        elif end == 100.0:
            yield ChartLabel(end, words, "end", kind)


def _ticks(lengths: Sequence[float], place: Mapping[float, float]) -> Iterator[Tick]:
    """Yield a tick for each length; the closer its neighbours, the wider a window labels it.

    Labels are given in rounds, the sparsest first, so that those of a phone are evenly apart.
    """
    shown: dict[float, str] = {}
    for room, width in TICK_ROOM:
        for each in lengths:
            if each not in shown and all(abs(place[each] - place[o]) >= room for o in shown):
                shown[each] = width
    for each in lengths:
        yield Tick(place[each], f"{each:,}", shown.get(each, "never"))


def _firsts(record: SeriesRecord) -> list[tuple[str, float | None]]:
    """Return each chip's title, and from which length its score matrix lies in HBM."""
    return [
        (
            find_target(series.chip).title,
            next((point.at for point in series.points if point.why == "hbm"), None),
        )
        for series in record.series
    ]


def _description(record: SeriesRecord) -> str:
    """Return where each chip's score matrix first goes to HBM, in words."""
    parts = [
        f"{title} from {first:,}" if first else f"{title} never" for title, first in _firsts(record)
    ]
    return f"Sequence length from which the score matrix lies in HBM: {', '.join(parts)}."


def _finding(record: SeriesRecord) -> str:
    """Return the one thing that the chart shows: how far apart the chips' cliffs are."""
    firsts = _firsts(record)
    reached = sorted({first for _, first in firsts if first})
    never = [title for title, first in firsts if not first]
    if not reached:
        return "The score matrix stays on every chip at every length shown."

    def at(length: float) -> str:
        return f"{length:,} on {_listed([title for title, first in firsts if first == length])}"

    if never:
        rest = f", and at no length shown on {_listed(never)}"
    elif len(reached) > 1:
        rest = f", and only from {at(reached[-1])}"
    else:
        return f"The score matrix goes to HBM from sequence length {reached[0]:,} on every chip."
    return f"The chip decides: the score matrix goes to HBM from length {at(reached[0])}{rest}."


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def cliff_table(record: SeriesRecord) -> Table:
    """Return the chart's values, each with the decision that explains it."""
    lengths = sorted({point.at for series in record.series for point in series.points})
    columns = (Column("chip"), *(Column(f"{length:,}", "figure") for length in lengths))
    rows = tuple(
        (
            Cell(find_target(series.chip).title),
            *(
                Cell(format_quantity(point.value, "B"), note=_place(point).removeprefix("in "))
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
