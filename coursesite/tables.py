"""Tables of the stage page, made from captures: mapping, spills by chip, fusions, checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from coursesite.machine import code_list, tell
from coursesite.quantity import THIN_SPACE, format_quantity
from coursesite.view import Cell, Column, Table
from irxray.capture import Capture
from irxray.fusions import Fusion
from irxray.layers import Evidence
from irxray.mapping import MappingRow, map_equations, mapping_csv
from irxray.spills import SpillReport, report_spills
from irxray.target import find_target

NONE = "—"

MAPPING_COLUMNS = (
    Column("equation", "figure"),
    Column("primitive", "code"),
    Column("source", "code"),
    Column("StableHLO lines", "figure"),
    Column("HLO lines", "figure"),
    Column("what became of it"),
)

# fused into fusion.3, fusion.5
FATE = re.compile(r"(?P<words>fused into|replaced by kernel|folded into) (?P<names>.+)")
"""Fates that name instructions."""


def size(count: float) -> str:
    """Return bytes as the page prints them."""
    return format_quantity(count, "B")


def share(part: float, whole: float) -> str:
    """Return how far ``part`` is from ``whole``, in percent of ``whole``."""
    if not whole:
        return "equal" if not part else NONE
    off = (part - whole) / whole * 100
    return "equal" if off == 0 else f"{off:+.2f}{THIN_SPACE}%"


# ------------------------------------------------------------------ mapping


def mapping_table(capture: Capture, name: str) -> Table:
    """Return the mapping table of ``capture``; ``name`` is the program's name for people."""
    title = find_target(capture.target).title
    rows = tuple(_mapping_row(row) for row in map_equations(capture))
    base = f"mapping/{capture.program.name}"
    return Table(
        f"{name}: {capture.program.function}, on {title}",
        MAPPING_COLUMNS,
        rows,
        (Cell("CSV", f"{base}.csv"), Cell("JSON", f"{base}.json")),
        narrow="records",
    )


def _mapping_row(row: MappingRow) -> tuple[Cell, ...]:
    place = f"line {row.source_line}, column {row.source_column}" if row.source else ""
    return (
        Cell(str(row.equation)),
        Cell(row.primitive),
        Cell(row.source or NONE, note=place),
        Cell(_lines(row.stablehlo_lines)),
        Cell(_lines(row.hlo_lines)),
        _fate(row.fate, "inferred" if row.evidence == "inferred" else ""),
    )


def _fate(fate: str, note: str) -> Cell:
    found = FATE.fullmatch(fate)
    if found is None:
        return Cell(fate, note=note)
    told = tell("{} {}", found["words"], code_list(found["names"].split(", ")))
    return Cell(fate, note=note, told=told)


def _lines(lines: Sequence[int]) -> str:
    """Return numbers as a reader says them, three and more in a row as ``3–12``."""
    return ", ".join(_runs(lines)) or NONE


def _runs(lines: Sequence[int]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end = at
        while end + 1 < len(lines) and lines[end + 1] == lines[end] + 1:
            end += 1
        if end - at < 2:
            end = at
        yield f"{lines[at]}–{lines[end]}" if end > at else str(lines[at])
        at = end + 1


def mapping_files(capture: Capture) -> tuple[tuple[str, str], ...]:
    """Return the mapping as files: ``(name, text)`` of a CSV and a JSON file."""
    rows = map_equations(capture)
    document = {
        "program": capture.program.name,
        "target": capture.target,
        "rows": [asdict(row) for row in rows],
    }
    name = capture.program.name
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    return ((f"{name}.csv", mapping_csv(rows)), (f"{name}.json", text))


# ------------------------------------------------------------------- spills

SPILL_COLUMNS = (
    Column("chip"),
    Column("predicted", "figure"),
    Column("found in the dump", "figure"),
    Column("ratio", "figure"),
    Column("time at HBM bandwidth", "figure"),
    Column("spilled", "code"),
)


def spill_table(captures: Sequence[Capture], predicted: float, dumps: str, record: str) -> Table:
    """Return predicted and found round trips, one row for each chip.

    ``dumps`` is the way to the annotated dumps, ``record`` that to the prediction's record.
    """
    rows = tuple(
        _spill_row(report_spills(each), predicted, dumps, record)
        for each in captures
        if find_target(each.target).chip is not None
    )
    return Table("Spill round trip, predicted and found", SPILL_COLUMNS, rows, narrow="records")


def _spill_row(report: SpillReport, predicted: float, dumps: str, record: str) -> tuple[Cell, ...]:
    found = report.total_round_trip_bytes
    what = ", ".join(each.shape for each in report.spills) or NONE
    time = format_quantity(report.total_time_s * 1e3, "ms") if report.total_time_s else NONE
    return (
        Cell(find_target(report.target).title, f"{dumps}{report.target}.html"),
        Cell(size(predicted), record),
        Cell(size(found)),
        Cell(f"{found / predicted:.2f}"),
        Cell(time),
        Cell(what),
    )


LEDGER_COLUMNS = (
    Column("spilled", "code"),
    Column("bytes", "figure"),
    Column("written by", "code"),
    Column("from", "code"),
    Column("read by", "code"),
    Column("round trip", "figure"),
    Column("time", "figure"),
)


def ledger_table(report: SpillReport) -> Table:
    """Return the ledger of one capture."""
    rows = tuple(
        (
            Cell(each.shape, note=each.memory_space.upper()),
            Cell(size(each.bytes), note=_padding(each.bytes, each.padded_bytes)),
            Cell(each.writer, f"#L{each.lines[0]}" if each.lines else ""),
            Cell("; ".join(each.origin.sources) or NONE),
            Cell(", ".join(each.readers)),
            Cell(size(each.round_trip_bytes)),
            Cell(format_quantity(each.time_s * 1e6, "us") if each.time_s else NONE),
        )
        for each in report.spills
    )
    notes = dict.fromkeys(note for each in report.spills for note in each.notes)
    return Table(
        "What leaves the chip", LEDGER_COLUMNS, rows, note=" ".join(notes), narrow="records"
    )


def _padding(plain: int, padded: int) -> str:
    return f"{size(padded)} with padding" if padded != plain else ""


CHECK_COLUMNS = (
    Column("figure"),
    Column("from the ledger", "figure"),
    Column("the compiler's own", "figure"),
    Column("difference", "figure"),
)


def check_table(report: SpillReport) -> Table:
    """Return the ledger's sums beside the compiler's figures, with what explains a difference."""
    rows = [
        (
            Cell("most temporary memory at one time"),
            Cell(size(report.peak_bytes)),
            Cell(size(report.temp_bytes)),
            Cell(share(report.peak_bytes, report.temp_bytes)),
        )
    ]
    if report.cost_model_bytes is not None:
        rows.append(
            (
                Cell("bytes read and written by all instructions"),
                Cell(size(report.accessed_bytes)),
                Cell(size(report.cost_model_bytes)),
                Cell(share(report.accessed_bytes, report.cost_model_bytes)),
            )
        )
    note = (
        "The compiler's temporary memory also holds what has no buffer in the dump, such as a "
        "kernel's own scratch space. Its bytes accessed come from a cost model, which does not "
        "look into a kernel and counts what a fusion reads again."
    )
    return Table(
        "Checked against the compiler's own figures",
        CHECK_COLUMNS,
        tuple(rows),
        note=note,
        narrow="records",
    )


FUSION_COLUMNS = (
    Column("fusion or kernel", "code"),
    Column("equations", "figure"),
    Column("from", "code"),
    Column("result", "code"),
    Column("kept on the chip", "figure"),
)


def fusion_table(fusions: Sequence[Fusion]) -> Table:
    """Return what went into each fusion and what it kept."""
    rows = tuple(
        (
            Cell(each.name, f"#L{each.line}", each.opcode if each.opcode != "fusion" else ""),
            Cell(_lines(each.origin.equations)),
            Cell("; ".join(each.origin.sources) or NONE, note=_inferred(each)),
            Cell(each.shape),
            Cell(size(each.kept_bytes) if each.kept else NONE, note=_largest(each)),
        )
        for each in fusions
    )
    return Table(
        "Fusions and kernels, in the order in which they run",
        FUSION_COLUMNS,
        rows,
        narrow="records",
    )


def _inferred(fusion: Fusion) -> str:
    return "inferred" if fusion.origin.evidence is Evidence.INFERRED else ""


def _largest(fusion: Fusion) -> str:
    if not fusion.kept:
        return ""
    count = len(fusion.kept)
    values = f"{count} values" if count > 1 else "1 value"
    return f"{values}, the largest {fusion.kept[0][0]}"
