"""The annotated dump: a program's optimized HLO with every fusion marked and each spill sized."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from coursesite.machine import code, code_list, code_series, tell
from coursesite.quantity import Quantity, format_quantity
from coursesite.tables import check_table, fusion_table, ledger_table, size
from coursesite.view import Table
from coursesite.view_dump import DumpBlock, DumpLine, DumpMark, DumpPart
from irxray.capture import Capture
from irxray.fold import fold_line
from irxray.fusions import Fusion, list_fusions
from irxray.hlo import TABLE
from irxray.layers import Evidence, Layer
from irxray.spills import SpillReport, report_spills
from irxray.target import find_target

Marks = Mapping[int, Sequence[DumpMark]]
"""Remarks by 1-based line."""


class Analysis(Struct, frozen=True):
    """What is known of one capture's memory and fusions."""

    report: SpillReport
    fusions: tuple[Fusion, ...]


def analyse(capture: Capture) -> Analysis:
    """Return the spills and fusions of ``capture``."""
    return Analysis(report_spills(capture), list_fusions(capture))


def dump_tables(analysis: Analysis) -> tuple[Table, ...]:
    """Return the ledger, the checks and the fusions of one capture."""
    tables = [ledger_table(analysis.report)] if analysis.report.spills else []
    return (*tables, check_table(analysis.report), fusion_table(analysis.fusions))


def dump_summary(capture: Capture, analysis: Analysis) -> tuple[Markup, ...]:
    """Return what a reader should know before the first line, a sentence each."""
    return (
        _counts(capture, analysis.fusions),
        *_kernels(analysis.fusions),
        *_spilled(analysis.report),
        *_kept(analysis.report),
        *_caveat(capture),
    )


def dump_lead(capture: Capture) -> Markup:
    """Return what the page holds, in a sentence."""
    return tell(
        "The optimized HLO of {} on {}, compiled for {}: every fusion marked, every spill found "
        "and sized.",
        code(capture.program.function),
        code_list(capture.program.arguments),
        find_target(capture.target).title,
    )


def _counts(capture: Capture, fusions: Sequence[Fusion]) -> Markup:
    equations = len(capture.table.layer(Layer.JAXPR).items)
    fused = sum(each.opcode == "fusion" for each in fusions)
    words = f"{fused} fusion{'' if fused == 1 else 's'}"
    kernels = len(fusions) - fused
    if kernels:
        words += f" and {kernels} kernel{'' if kernels == 1 else 's'}"
    return tell(
        "{} on {} is {} equations; compiled for {}, it runs as {}.",
        code(capture.program.function),
        code_list(capture.program.arguments),
        equations,
        find_target(capture.target).title,
        words,
    )


def _kernels(fusions: Sequence[Fusion]) -> Iterator[Markup]:
    for each in fusions:
        if each.opcode == "custom-call" and len(each.origin.equations) > 1:
            first, last = each.origin.equations[0], each.origin.equations[-1]
            yield tell(
                "The kernel {} replaces equations {} to {}: XLA recognised the chain and put one "
                "kernel in its place.",
                code(each.name),
                first,
                last,
            )


def _spilled(report: SpillReport) -> Iterator[Markup]:
    where = "HBM" if find_target(report.target).chip else "memory"
    if not report.spills:
        yield tell("Nothing is spilled: no intermediate goes to {} and comes back.", where)
        return
    first = report.spills[0]
    source = "; ".join(first.origin.sources)
    yield tell(
        "The largest spill is {}, {}: {} writes it to {}{}, {} {} it back.",
        code(first.shape),
        code(size(first.bytes)),
        code(first.writer),
        where,
        tell(" (from {})", code(source)) if source else "",
        code_series(first.readers),
        "reads" if len(first.readers) == 1 else "read",
    )
    time = report.total_time_s
    count = len(report.spills)
    yield tell(
        "{}, a round trip of {}{}.",
        "It is the only spill" if count == 1 else f"There are {count} spills in all",
        code(size(report.total_round_trip_bytes)),
        tell(", {} at the chip's HBM bandwidth", code(format_quantity(time * 1e3, "ms")))
        if time
        else "",
    )


def _names(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _kept(report: SpillReport) -> Iterator[Markup]:
    if report.on_chip:
        first = report.on_chip[0]
        yield tell(
            "The largest intermediate that stays on the chip is {}, {}, in {}.",
            code(first.shape),
            code(size(first.bytes)),
            first.memory_space.upper(),
        )


def _caveat(capture: Capture) -> Iterator[Markup]:
    target = find_target(capture.target)
    if target.platform == "cuda":
        yield tell(
            "This was compiled without a GPU at hand, so no kernel was tuned by trying: a real {} "
            "may choose another one.",
            target.title,
        )
    elif target.platform == "tpu":
        yield tell(
            "This was compiled ahead of time by the TPU's own compiler, without a TPU at hand."
        )


# -------------------------------------------------------------------- prose


def dump_values(capture: Capture) -> dict[str, object]:
    """Return what prose can name of one dump: its largest spill, and the lines that show it."""
    report = report_spills(capture)
    values: dict[str, object] = {
        "spills": len(report.spills),
        "temp_bytes": Quantity(report.temp_bytes, "B"),
        "round_trip_bytes": Quantity(report.total_round_trip_bytes, "B"),
    }
    if report.spills:
        first = report.spills[0]
        values |= {
            "spilled_bytes": Quantity(first.bytes, "B"),
            "writer": first.writer,
            "reader": first.readers[0],
            "writer_line": quoted_line(capture, first.lines[0]),
            "reader_line": quoted_line(capture, first.lines[1]),
        }
    return values


def quoted_line(capture: Capture, number: int) -> str:
    """Return a line of the dump without its long attributes, layouts kept."""
    text = capture.table.layer(Layer.HLO).text.splitlines()[number - 1]
    kept, at = [], 0
    for fold in fold_line(Layer.HLO, text):
        if text[fold.start] == ",":
            kept.append(text[at : fold.start])
            at = fold.end
    return "".join([*kept, text[at:]]).strip()


# ------------------------------------------------------------------ listing


def dump_blocks(capture: Capture, analysis: Analysis) -> tuple[DumpBlock, ...]:
    """Return the listing: every line, long attributes folded, frame tables folded away."""
    raw = capture.table.layer(Layer.HLO).text.splitlines()
    marks = _marks(analysis)
    lines = [
        DumpLine(number, tuple(_parts(text)), tuple(marks.get(number, ())))
        for number, text in enumerate(raw, 1)
    ]
    table = [number for number, text in enumerate(raw, 1) if TABLE.match(text)]
    if not table:
        return (DumpBlock("", tuple(lines)),)
    first, last = table[0], table[-1]
    return (
        DumpBlock("", tuple(lines[: first - 1])),
        DumpBlock(f"source locations, {last - first + 1} lines", tuple(lines[first - 1 : last])),
        DumpBlock("", tuple(lines[last:])),
    )


def _parts(text: str) -> Iterator[DumpPart]:
    """Yield a line in stretches, those that say little to a reader with what folds them."""
    at = 0
    for fold in fold_line(Layer.HLO, text):
        if fold.start > at:
            yield DumpPart(text[at : fold.start], "")
        yield DumpPart(text[fold.start : fold.end], fold.label)
        at = fold.end
    if at < len(text):
        yield DumpPart(text[at:], "")


def _marks(analysis: Analysis) -> dict[int, list[DumpMark]]:
    marks: dict[int, list[DumpMark]] = {}
    for fusion in analysis.fusions:
        marks.setdefault(fusion.line, []).append(_fusion_mark(fusion))
        if fusion.body_line:
            body = DumpMark("fusion", f"body of {fusion.name}, line {fusion.line}")
            marks.setdefault(fusion.body_line, []).append(body)
    for spill in analysis.report.spills:
        writer, *readers = spill.lines
        written = f"spill: {size(spill.bytes)} to {spill.memory_space.upper()}"
        marks.setdefault(writer, []).append(
            DumpMark("spill", f"{written}, read back by {_names(spill.readers)}")
        )
        for line in readers:
            back = f"reads {spill.shape} back, {size(spill.bytes)}, written by {spill.writer}"
            marks.setdefault(line, []).append(DumpMark("reader", back))
    for kept in analysis.report.on_chip:
        if kept.lines:
            text = f"{kept.shape} stays on the chip, in {kept.memory_space.upper()}"
            marks.setdefault(kept.lines[0], []).append(DumpMark("kept", text))
    return marks


def _fusion_mark(fusion: Fusion) -> DumpMark:
    equations = ", ".join(map(str, fusion.origin.equations)) or "none"
    sources = "; ".join(fusion.origin.sources)
    text = f"equations {equations}" + (f": {sources}" if sources else "")
    if fusion.kept:
        text += f"; keeps {size(fusion.kept_bytes)} on the chip"
    if fusion.origin.evidence is Evidence.INFERRED:
        text += " (inferred)"
    return DumpMark("kernel" if fusion.opcode == "custom-call" else "fusion", text)
