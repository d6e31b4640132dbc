"""The gate: its verdict, computed from records and from nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from coursesite.content_schema import Gate
from coursesite.errors import RecordError, Where
from coursesite.record import MEASURED, Record, ValueRecord, record_path

QUEUED = "QUEUED"
PASS = "PASS"
FAIL = "FAIL"
STALE = "STALE"
RETRACTED = "RETRACTED"

STATE_ORDER = (FAIL, STALE, PASS, QUEUED, RETRACTED)
"""The first of these that some row has is the gate's state."""

ESTIMATE_ORDER = ("first-principles", "cost-model", "hlo-dump")
"""Evidence of estimates, the strongest last."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row of the gate: one measurement, or the place kept for one."""

    chip: str
    """The chip, or empty while nothing names one."""
    estimate: ValueRecord | None
    measured: ValueRecord | None
    """Nothing while the row waits for a measurement."""
    ratio: float | None
    """measured / estimate; nothing where one of them is absent or the estimate is 0."""
    verdict: str
    """``QUEUED``, ``PASS``, ``FAIL``, ``STALE`` or ``RETRACTED``."""
    note: str
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """The gate with its state."""

    state: str
    """The verdict over all rows."""
    rows: tuple[Verdict, ...]
    """By chip; below a chip's row the measurements that were retracted on it."""


def gate_result(gate: Gate, records: Iterable[Record], program_digest: str | None) -> GateResult:
    """The gate's state and rows.

    For each chip the newest measurement that is not retracted counts. It passes when it differs
    from the estimate by at most ``gate.tolerance`` of the estimate. ``program_digest`` is the
    sha256 of the program as it stands today, or nothing when that is not known: then no
    measurement can be shown to be of it, and none passes.
    Raises :class:`RecordError` when an estimate and a measurement have different units.
    """
    ours = [
        record
        for record in records
        if isinstance(record, ValueRecord)
        and (record.program, record.quantity) == (gate.program, gate.quantity)
    ]
    measured = [record for record in ours if record.evidence in MEASURED]
    estimates = [r for r in ours if r.evidence not in MEASURED and not r.retracted]
    rows = [
        row
        for chip in _chips(estimates, measured)
        for row in _chip_rows(gate, chip, estimates, measured, program_digest)
    ]
    return GateResult(state=_state(rows), rows=tuple(rows))


def _chips(estimates: list[ValueRecord], measured: list[ValueRecord]) -> list[str]:
    """Chips that have a row: those of the records, or one place for a chip yet to come."""
    named = {record.chip for record in [*estimates, *measured]} - {""}
    return sorted(named) or [""]


def _chip_rows(
    gate: Gate,
    chip: str,
    estimates: list[ValueRecord],
    measured: list[ValueRecord],
    program_digest: str | None,
) -> list[Verdict]:
    """The chip's row, then its retracted measurements; these alone when nothing else is there."""
    estimate = _best_estimate(estimates, chip)
    here = sorted((r for r in measured if r.chip == chip), key=_age, reverse=True)
    retracted = [_retracted_row(estimate, record) for record in here if record.retracted]
    counting = [record for record in here if not record.retracted]
    if counting:
        return [_measured_row(gate, estimate, counting[0], program_digest), *retracted]
    return retracted or [_queued_row(chip, estimate)]


def _age(record: ValueRecord) -> tuple[object, ...]:
    """Sorts older records first; the id decides within a day."""
    return (record.date, record.id)


def _best_estimate(estimates: list[ValueRecord], chip: str) -> ValueRecord | None:
    """The estimate for the chip: its own before a general one, then by evidence, then by age."""
    fitting = [record for record in estimates if record.chip in ("", chip)]
    return max(fitting, key=_estimate_rank, default=None)


def _estimate_rank(record: ValueRecord) -> tuple[object, ...]:
    return (record.chip != "", ESTIMATE_ORDER.index(record.evidence), *_age(record))


def _queued_row(chip: str, estimate: ValueRecord | None) -> Verdict:
    """The place kept for a measurement."""
    note = "The estimate is computed; a measurement on real hardware is awaited."
    if estimate is None:
        note = "Neither an estimate nor a measurement is recorded yet."
    return Verdict(chip, estimate, None, None, QUEUED, note)


def _retracted_row(estimate: ValueRecord | None, record: ValueRecord) -> Verdict:
    """A measurement that no longer counts, kept in view with its reason."""
    ratio = _ratio(estimate, record)
    return Verdict(record.chip, estimate, record, ratio, RETRACTED, record.retracted)


def _measured_row(
    gate: Gate, estimate: ValueRecord | None, record: ValueRecord, program_digest: str | None
) -> Verdict:
    """The row of the measurement that counts."""
    ratio = _ratio(estimate, record)
    if estimate is None:
        note = "A measurement is recorded, but no estimate to hold it against."
        return Verdict(record.chip, None, record, None, QUEUED, note)
    if record.program_sha256 != program_digest:
        note = "The program has changed since it was measured."
        return Verdict(record.chip, estimate, record, ratio, STALE, note)
    if _within(estimate.value, record.value, gate.tolerance):
        note = "The measurement agrees with the estimate within the tolerance."
        return Verdict(record.chip, estimate, record, ratio, PASS, note)
    note = "The measurement differs from the estimate by more than the tolerance."
    return Verdict(record.chip, estimate, record, ratio, FAIL, note)


def _ratio(estimate: ValueRecord | None, record: ValueRecord) -> float | None:
    """measured / estimate; raises when their units differ."""
    if estimate is None:
        return None
    if estimate.unit != record.unit:
        message = f"is measured in {record.unit}, but estimated in {estimate.unit}"
        hint = f"record both in one unit; the estimate is {record_path(estimate.id)}"
        raise RecordError(message, Where(record_path(record.id)), quote=record.id, hint=hint)
    return record.value / estimate.value if estimate.value else None


def _within(estimate: float, measured: float, tolerance: float) -> bool:
    """Whether the difference is at most ``tolerance`` of the estimate, the edge included.

    Rounding in the last bits must not decide a verdict at the edge.
    """
    difference = abs(measured - estimate)
    allowed = tolerance * abs(estimate)
    return difference <= allowed or math.isclose(difference, allowed, rel_tol=1e-9)


def _state(rows: list[Verdict]) -> str:
    """The verdict over all rows."""
    verdicts = {row.verdict for row in rows}
    return next(state for state in STATE_ORDER if state in verdicts)
