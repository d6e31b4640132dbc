"""The gate: its verdict, computed from records and from nothing else.

For each chip the rows hold the estimate against each kind of evidence that exists. Only what was
measured on the chip decides; the rest is shown as agreeing with the estimate or differing from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec import Struct

from coursesite.chip import chip_order
from coursesite.content_schema import Gate
from coursesite.errors import RecordError, Where
from coursesite.record import MEASURED, Record, ValueRecord, record_path

QUEUED = "QUEUED"
PASS = "PASS"
FAIL = "FAIL"
STALE = "STALE"
RETRACTED = "RETRACTED"
AGREES = "AGREES"
DIFFERS = "DIFFERS"
"""The last two are said of what does not decide."""

STATE_ORDER = (FAIL, STALE, PASS, QUEUED, RETRACTED)
"""The first of these that some row has is the gate's state."""

ESTIMATES = ("first-principles", "hlo-dump")
"""Evidence of estimates, the stronger last."""

COMPARED = ("hardware-counter", "duration", "cost-model", "first-principles")
"""Evidence that the estimate is held against, in the order of the rows."""

WHY = {
    PASS: "The measurement agrees with the estimate within the tolerance.",
    FAIL: "The measurement differs from the estimate by more than the tolerance.",
    STALE: "The program has changed since it was measured.",
}
OLDER = "An older measurement; the newest decides."
NOT_MEASURED = {
    "cost-model": "The compiler's own figure, written into the profile: it measures nothing.",
    "first-principles": "Computed from sizes alone: it measures nothing.",
}
MODEL_AND_MEASUREMENT = {
    True: "It agrees with what was measured.",
    False: "It disagrees with what was measured.",
}


class Verdict(Struct, frozen=True):
    """One row of the gate: the estimate against one record, or against a measurement to come."""

    chip: str
    """The chip, or empty while nothing names one."""
    estimate: ValueRecord | None
    measured: ValueRecord | None
    """What the estimate is held against; nothing while the row waits for a measurement."""
    ratio: float | None
    """measured / estimate; nothing where one of them is absent or the estimate is 0."""
    verdict: str
    """``QUEUED``, ``PASS``, ``FAIL``, ``STALE``, ``RETRACTED``, ``AGREES`` or ``DIFFERS``."""
    note: str
    """Why, in one sentence."""


class GateResult(Struct, frozen=True):
    """The gate with its state."""

    state: str
    """The verdict over all rows that decide."""
    rows: tuple[Verdict, ...]
    """By chip: what was measured, what was not, and the measurements that were retracted."""


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
        and (record.evidence in MEASURED or _holds_today(record, program_digest))
    ]
    rows = [row for chip in _chips(ours) for row in _Chip(gate, chip, ours, program_digest).rows()]
    return GateResult(state=_state(rows), rows=tuple(rows))


def record_chip(record: Record) -> str:
    """The chip that the record is of: where it was measured, or what its dump is for."""
    return record.chip or record.target


def _holds_today(record: ValueRecord, program_digest: str | None) -> bool:
    """Whether a computed figure is of today's program and not retracted."""
    return not record.retracted and record.program_sha256 in ("", program_digest)


def _chips(records: Iterable[ValueRecord]) -> list[str]:
    """Chips that have a row: those of the records, or one place for a chip yet to come."""
    return sorted({record_chip(record) for record in records} - {""}, key=chip_order) or [""]


def _age(record: ValueRecord) -> tuple[object, ...]:
    """Sorts older records first; the id decides within a day."""
    return (record.date, record.id)


def _estimate_rank(record: ValueRecord) -> tuple[object, ...]:
    """An estimate for the chip stands above a general one; then evidence decides, then age."""
    return (record_chip(record) != "", ESTIMATES.index(record.evidence), *_age(record))


class _Chip(Struct, frozen=True):
    """One chip of the gate."""

    gate: Gate
    chip: str
    records: list[ValueRecord]
    """Of all chips."""
    program_digest: str | None

    def rows(self) -> list[Verdict]:
        """The chip's rows."""
        compared = [self._compared_row(each) for each in self._compared()]
        retracted = [self._row(each, RETRACTED, each.retracted) for each in self._measured(False)]
        if self._measured(True):
            return [*self._measured_rows(), *compared, *retracted]
        return [*(retracted or [self._queued_row()]), *compared]

    def _here(self, *evidence: str) -> list[ValueRecord]:
        """Records of that evidence that hold for the chip, the newest first."""
        fitting = (r for r in self.records if record_chip(r) in ("", self.chip))
        return sorted((r for r in fitting if r.evidence in evidence), key=_age, reverse=True)

    def _measured(self, counting: bool) -> list[ValueRecord]:
        """Measurements on the chip that count, or those that were retracted."""
        return [r for r in self._here(*MEASURED) if r.chip and bool(r.retracted) != counting]

    def _estimate(self) -> ValueRecord | None:
        """The estimate for the chip."""
        return max(self._here(*ESTIMATES), key=_estimate_rank, default=None)

    def _compared(self) -> Iterator[ValueRecord]:
        """The newest of each kind that was not measured and is not the estimate itself."""
        estimate = self._estimate()
        for evidence in COMPARED:
            if evidence not in MEASURED and (found := self._here(evidence)):
                best = max(found, key=lambda r: (record_chip(r) != "", *_age(r)))
                if estimate is not None and best is not estimate:
                    yield best

    def _measured_rows(self) -> Iterator[Verdict]:
        """The newest measurement of each kind; those of the newest day decide."""
        counting = self._measured(True)
        for evidence in COMPARED:
            newest = next((r for r in counting if r.evidence == evidence), None)
            if newest is not None and newest.date == counting[0].date:
                yield self._deciding_row(newest)
            elif newest is not None:
                verdict = AGREES if self._agrees(newest) else DIFFERS
                yield self._row(newest, verdict, OLDER)

    def _deciding_row(self, record: ValueRecord) -> Verdict:
        """The row of a measurement that counts."""
        if record.program_sha256 != self.program_digest:
            return self._row(record, STALE, WHY[STALE])
        if self._estimate() is None:
            note = "A measurement is recorded, but no estimate to hold it against."
            return self._row(record, QUEUED, note)
        verdict = PASS if self._agrees(record) else FAIL
        return self._row(record, verdict, WHY[verdict])

    def _compared_row(self, record: ValueRecord) -> Verdict:
        """The row of a figure that measures nothing, held against the measurement as well."""
        verdict = AGREES if self._agrees(record) else DIFFERS
        note = NOT_MEASURED[record.evidence]
        if record.evidence == "cost-model" and (measured := self._measured(True)):
            same = _within(measured[0].value, record.value, self.gate.tolerance)
            note += f" {MODEL_AND_MEASUREMENT[same]}"
        return self._row(record, verdict, note)

    def _queued_row(self) -> Verdict:
        """The place kept for a measurement."""
        estimate = self._estimate()
        note = "The estimate is computed; a measurement on real hardware is awaited."
        if estimate is None:
            note = "Neither an estimate nor a measurement is recorded yet."
        return Verdict(self.chip, estimate, None, None, QUEUED, note)

    def _row(self, record: ValueRecord, verdict: str, note: str) -> Verdict:
        estimate = self._estimate()
        ratio = _ratio(estimate, record)
        return Verdict(self.chip, estimate, record, ratio, verdict, note)

    def _agrees(self, record: ValueRecord) -> bool:
        """Whether the record is within the tolerance; not without an estimate."""
        estimate = self._estimate()
        return estimate is not None and _within(estimate.value, record.value, self.gate.tolerance)


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
    """The verdict over all rows that decide."""
    verdicts = {row.verdict for row in rows}
    return next(state for state in STATE_ORDER if state in verdicts)
