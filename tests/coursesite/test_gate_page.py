"""The gate on the page: what decides apart from what only agrees, TPUs first, notes said once."""

from __future__ import annotations

from markupsafe import Markup

from coursesite import view
from coursesite.gate import gate_result
from coursesite.gate_page import gate_view
from coursesite.record import ValueRecord
from tests.coursesite.test_gate import GATE, NOW, estimate, record


def shown(*records: ValueRecord) -> view.GateView:
    result = gate_result(GATE, records, NOW)
    return gate_view("GATE 02", result, Markup("why"), Markup("within 20 %"))


def on(chip: str) -> ValueRecord:
    return estimate(name=f"estimate-{chip}", target=chip, evidence="hlo-dump")


CHIPS = [on(chip) for chip in ("cuda-a100", "tpu-7x", "tpu-v4")]
GENERAL = estimate(500, "general", evidence="first-principles")


def test_one_row_a_chip_waits_and_tpus_come_first() -> None:
    gate = shown(*CHIPS, GENERAL)
    assert [row.chip for row in gate.decides.rows] == ["TPU v4", "TPU7x", "A100"]
    assert {(row.verdict, row.measured) for row in gate.decides.rows} == {("QUEUED", "")}
    assert [row.verdict for row in gate.aside.rows] == ["DIFFERS"] * 3


def test_what_every_row_says_is_said_once() -> None:
    gate = shown(*CHIPS, GENERAL)
    assert gate.decides.note.endswith("a measurement on real hardware is awaited.")
    assert gate.aside.note == "Computed from sizes alone: it measures nothing."
    assert not any(row.note for row in (*gate.decides.rows, *gate.aside.rows))


def test_rows_that_differ_keep_their_notes() -> None:
    gate = shown(*CHIPS, record("measured", 1000, chip="tpu-v4"))
    first, second, _ = gate.decides.rows
    assert (first.chip, first.verdict, first.ratio) == ("TPU v4", "PASS", "1.00")
    assert first.note == "The measurement agrees with the estimate within the tolerance."
    assert second.note.endswith("is awaited.")
    assert gate.decides.note == ""
    assert gate.aside.rows == ()
