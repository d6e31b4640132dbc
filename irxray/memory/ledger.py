"""What the spills cost: bytes written, bytes read by each reader, the round trip, the time.

round trip = bytes of each writer x its trips + bytes of each reader x its trips
"""

from __future__ import annotations

from dataclasses import dataclass

from irxray.memory.buffer import Access, Buffer
from irxray.memory.report import MemoryReport


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """The cost of one spill."""

    buffer: Buffer
    written_bytes: int
    """By all writers, over all trips."""
    read_bytes: tuple[tuple[str, int], ...]
    """``(reader, bytes over all trips)``, in the order of the schedule."""
    round_trip_bytes: int
    """Written and read, of the elements alone: what first principles predict."""
    moved_bytes: int
    """The same with the padding that moves along."""
    time_s: float | None
    """``moved_bytes`` at the bandwidth; ``None`` where none was given."""
    notes: tuple[str, ...]
    """What the figures leave open: loops of unknown count, branches that may not be taken."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The cost of all spills of a module."""

    lines: tuple[LedgerLine, ...]
    """The largest buffer first."""
    bandwidth: float | None
    """In bytes per second."""
    total_round_trip_bytes: int
    total_moved_bytes: int
    total_time_s: float | None


def ledger(report: MemoryReport, bandwidth: float | None) -> Ledger:
    """Return what the spills of ``report`` cost at ``bandwidth``, in bytes per second."""
    lines = tuple(_line(each, bandwidth) for each in report.spills)
    moved = sum(each.moved_bytes for each in lines)
    return Ledger(
        lines,
        bandwidth,
        sum(each.round_trip_bytes for each in lines),
        moved,
        moved / bandwidth if bandwidth else None,
    )


def _line(buffer: Buffer, bandwidth: float | None) -> LedgerLine:
    accesses = (*buffer.writers, *buffer.readers)
    moved = sum(each.total_padded_bytes for each in accesses)
    return LedgerLine(
        buffer,
        sum(each.total_bytes for each in buffer.writers),
        tuple((each.instruction, each.total_bytes) for each in buffer.readers),
        sum(each.total_bytes for each in accesses),
        moved,
        moved / bandwidth if bandwidth else None,
        tuple(dict.fromkeys(note for each in accesses for note in _notes(each))),
    )


def _notes(access: Access) -> list[str]:
    loops = [
        f"how often '{loop}' runs is not known: one trip is counted"
        for loop in access.unknown_loops
    ]
    return loops + [
        f"a branch of '{branch}' may not be taken: it is counted as taken once each time"
        for branch in access.branches
    ]
