"""The gate as a stage's page shows it: what decides in one table, what only agrees in another."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from msgspec.structs import replace

from coursesite import view
from coursesite.chip import chip_title
from coursesite.gate import GateResult, Verdict
from coursesite.quantity import format_quantity
from coursesite.record import EVIDENCE_WORDS, MEASURED, ValueRecord
from coursesite.record_place import record_href

ABSENT = "—"


def gate_view(
    designator: str, result: GateResult, explanation: Markup, criterion: Markup
) -> view.GateView:
    """Return the gate, its rows parted by whether what they hold the estimate against measures."""
    return view.GateView(
        designator,
        result.state,
        explanation,
        criterion,
        _table(row for row in result.rows if _is_measurement(row)),
        _table(row for row in result.rows if not _is_measurement(row)),
    )


def _is_measurement(row: Verdict) -> bool:
    """Whether the row is of a measurement, or waits for one."""
    return row.measured is None or row.measured.evidence in MEASURED


def _table(verdicts: Iterable[Verdict]) -> view.GateTable:
    """Return the rows; a note that several share and no other contradicts is said once."""
    rows = tuple(map(_row, verdicts))
    notes = {row.note for row in rows}
    if len(rows) < 2 or len(notes) > 1:
        return view.GateTable(rows, "")
    return view.GateTable(tuple(replace(row, note="") for row in rows), rows[0].note)


def _row(row: Verdict) -> view.GateRow:
    decided = row.measured or row.estimate
    return view.GateRow(
        chip_title(row.chip) if row.chip else "",
        _figure(row.estimate) or ABSENT,
        _evidence(row.estimate),
        _record_href(row.estimate),
        _figure(row.measured),
        _evidence(row.measured),
        f"{row.ratio:.2f}" if row.ratio is not None else "",
        row.verdict,
        row.note,
        decided.id if decided else "",
        _record_href(decided),
    )


def _record_href(record: ValueRecord | None) -> str:
    """Return where the record stands on the page of records."""
    return record_href(record.id, "..") if record else ""


def _figure(record: ValueRecord | None) -> str:
    return format_quantity(record.value, record.unit) if record else ""


def _evidence(record: ValueRecord | None) -> str:
    return EVIDENCE_WORDS[record.evidence] if record else ""
