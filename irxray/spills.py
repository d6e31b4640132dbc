"""The spills of a capture: what leaves the chip, from which expression, and what it costs.

The memory model finds buffers (:mod:`irxray.memory`), the links say which equations and source
expressions they come from, and two of the compiler's own figures are set against the result: the
temporary memory it reports, and its cost model's bytes accessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irxray.capture import Capture
from irxray.layers import Layer
from irxray.memory.buffer import Buffer
from irxray.memory.ledger import LedgerLine, ledger
from irxray.memory.report import MemoryReport, analyse_memory
from irxray.provenance import Origin, Provenance
from irxray.target import find_target


@dataclass(frozen=True, slots=True)
class Spill:
    """One intermediate that lies in main memory."""

    shape: str
    """Without layout, such as ``bf16[8192,8192]``."""
    bytes: int
    padded_bytes: int
    memory_space: str
    writer: str
    readers: tuple[str, ...]
    lines: tuple[int, ...]
    """1-based lines of writers and readers in the dump."""
    origin: Origin
    written_bytes: int
    read_bytes: tuple[tuple[str, int], ...]
    """``(reader, bytes)``."""
    round_trip_bytes: int
    time_s: float | None
    """At the chip's bandwidth, padding included; ``None`` for the machine itself."""
    notes: tuple[str, ...]
    """What the figures leave open."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One intermediate that stays on the chip."""

    shape: str
    bytes: int
    memory_space: str
    writer: str
    lines: tuple[int, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class SpillReport:
    """All spills of one capture, with the compiler's figures beside."""

    program: str
    target: str
    spills: tuple[Spill, ...]
    """The largest first."""
    on_chip: tuple[Kept, ...]
    """The largest first."""
    total_round_trip_bytes: int
    total_time_s: float | None
    peak_bytes: int
    """Most bytes, padding included, that temporary buffers take at one time."""
    temp_bytes: int
    """Temporary memory as the compiler reports it."""
    accessed_bytes: int
    """Bytes that scheduled instructions read and write, counted as the cost model counts."""
    cost_model_bytes: float | None
    """The cost model's own figure, where the backend reports one."""


def report_spills(capture: Capture) -> SpillReport:
    """Return the spills of ``capture``.

    Raises ``HloTextError`` where the stored text is not scheduled HLO.
    """
    target = find_target(capture.target)
    memory = capture_memory(capture)
    costs = ledger(memory, target.chip.hbm_bandwidth if target.chip else None)
    provenance = Provenance(capture)
    return SpillReport(
        capture.program.name,
        capture.target,
        tuple(_spill(each, provenance) for each in costs.lines),
        tuple(_kept(each, provenance) for each in memory.on_chip),
        costs.total_round_trip_bytes,
        costs.total_time_s,
        memory.peak_temporary_bytes,
        dict(capture.memory).get("temp_bytes", 0),
        memory.accessed_bytes,
        capture.bytes_accessed,
    )


def capture_memory(capture: Capture) -> MemoryReport:
    """Return all buffers of ``capture``."""
    text = capture.table.layer(Layer.HLO).text
    return analyse_memory(capture.module, text, find_target(capture.target).platform)


def spills_document(report: SpillReport) -> dict[str, Any]:
    """Return the report as JSON has it."""
    return {
        "program": report.program,
        "target": report.target,
        "temp_bytes": report.temp_bytes,
        "peak_bytes": report.peak_bytes,
        "accessed_bytes": report.accessed_bytes,
        "cost_model_bytes": report.cost_model_bytes,
        "total_round_trip_bytes": report.total_round_trip_bytes,
        "total_time_s": report.total_time_s,
        "spills": [
            {
                "shape": each.shape,
                "bytes": each.bytes,
                "padded_bytes": each.padded_bytes,
                "memory_space": each.memory_space,
                "writer": each.writer,
                "readers": list(each.readers),
                "source": "; ".join(each.origin.sources),
                "equations": list(each.origin.equations),
                "round_trip_bytes": each.round_trip_bytes,
                "time_s": each.time_s,
                "notes": list(each.notes),
            }
            for each in report.spills
        ],
        "on_chip": [
            {
                "shape": each.shape,
                "bytes": each.bytes,
                "memory_space": each.memory_space,
                "writer": each.writer,
                "source": "; ".join(each.origin.sources),
            }
            for each in report.on_chip
        ],
    }


def _spill(line: LedgerLine, provenance: Provenance) -> Spill:
    buffer = line.buffer
    return Spill(
        buffer.shape.text,
        buffer.bytes,
        buffer.padded_bytes,
        buffer.memory_space,
        buffer.writer,
        tuple(dict.fromkeys(each.instruction for each in buffer.readers)),
        _lines(buffer),
        _origin(buffer, provenance),
        line.written_bytes,
        line.read_bytes,
        line.round_trip_bytes,
        line.time_s,
        line.notes,
    )


def _kept(buffer: Buffer, provenance: Provenance) -> Kept:
    return Kept(
        buffer.shape.text,
        buffer.bytes,
        buffer.memory_space,
        buffer.writer,
        _lines(buffer),
        _origin(buffer, provenance),
    )


def _origin(buffer: Buffer, provenance: Provenance) -> Origin:
    return provenance.own(each.line for each in buffer.writers)


def _lines(buffer: Buffer) -> tuple[int, ...]:
    return tuple(dict.fromkeys(each.line for each in (*buffer.writers, *buffer.readers)))
