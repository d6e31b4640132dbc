"""The gate's verdict for every kind of records there can be."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from coursesite.content_schema import Gate
from coursesite.errors import RecordError
from coursesite.gate import gate_result
from coursesite.record import ValueRecord

GATE = Gate(
    eyebrow="e", heading="h", designator="GATE 02", program="toy", quantity="bytes",
    criterion="c", tolerance=0.2, text="t",
)  # fmt: skip
NOW = "a" * 64
BEFORE = "b" * 64


def record(name: str, value: float, **changes: Any) -> ValueRecord:
    """A measurement of 2026-01-31 on a v5e, with changes."""
    measured = ValueRecord(
        id=name, program="toy", quantity="bytes", unit="B", evidence="hardware-counter",
        command="x", date=date(2026, 1, 31), chip="tpu-v5e", program_sha256=NOW, value=value,
    )  # fmt: skip
    return msgspec.structs.replace(measured, **changes)


def estimate(value: float = 1000, name: str = "estimate", **changes: Any) -> ValueRecord:
    """An estimate that holds for any chip, with changes."""
    defaults: dict[str, Any] = {"evidence": "first-principles", "chip": "", "program_sha256": ""}
    return record(name, value, **(defaults | changes))


OLDER = date(2026, 1, 1)
NEWER = date(2026, 2, 1)

CASES: dict[str, tuple[list[ValueRecord], str, list[str]]] = {
    "nothing": ([], "QUEUED", ["QUEUED"]),
    "estimate only": ([estimate()], "QUEUED", ["QUEUED"]),
    "measurement only": ([record("m", 1000)], "QUEUED", ["QUEUED"]),
    "equal": ([estimate(), record("m", 1000)], "PASS", ["PASS"]),
    "upper edge": ([estimate(), record("m", 1200)], "PASS", ["PASS"]),
    "lower edge": ([estimate(), record("m", 800)], "PASS", ["PASS"]),
    "upper edge in bytes": ([estimate(268435456), record("m", 322122547.2)], "PASS", ["PASS"]),
    "above the edge": ([estimate(), record("m", 1200.01)], "FAIL", ["FAIL"]),
    "below the edge": ([estimate(), record("m", 799.99)], "FAIL", ["FAIL"]),
    "measured time": ([estimate(), record("m", 1000, evidence="duration")], "PASS", ["PASS"]),
    "a dump measures nothing": (
        [estimate(), estimate(1000, "d", evidence="hlo-dump", chip="tpu-v5e")],
        "QUEUED",
        ["QUEUED", "AGREES"],
    ),
    "a cost model measures nothing": (
        [estimate(), estimate(1000, "d", evidence="cost-model", chip="tpu-v5e")],
        "QUEUED",
        ["QUEUED", "AGREES"],
    ),
    "a cost model far off fails nothing": (
        [estimate(), estimate(5000, "c", evidence="cost-model", chip="tpu-v5e"), record("m", 1000)],
        "PASS",
        ["PASS", "DIFFERS"],
    ),
    "a cost model at the upper edge": (
        [estimate(), estimate(1200, "c", evidence="cost-model", chip="tpu-v5e")],
        "QUEUED",
        ["QUEUED", "AGREES"],
    ),
    "a cost model above the edge": (
        [estimate(), estimate(1201, "c", evidence="cost-model", chip="tpu-v5e")],
        "QUEUED",
        ["QUEUED", "DIFFERS"],
    ),
    "time, counters and model": (
        [
            estimate(),
            estimate(700, "c", evidence="cost-model", chip="tpu-v5e"),
            record("t", 1100, evidence="duration"),
            record("h", 900),
        ],
        "PASS",
        ["PASS", "PASS", "DIFFERS"],
    ),
    "time fails, counters pass": (
        [estimate(), record("t", 1300, evidence="duration"), record("h", 900)],
        "FAIL",
        ["PASS", "FAIL"],
    ),
    "an older kind does not decide": (
        [estimate(), record("h", 5000, date=OLDER), record("t", 1000, evidence="duration")],
        "PASS",
        ["DIFFERS", "PASS"],
    ),
    "dump against first principles": (
        [estimate(), estimate(2000, "d", evidence="hlo-dump", chip="tpu-v5e"), record("m", 2000)],
        "PASS",
        ["PASS", "DIFFERS"],
    ),
    "a dump of the target is the chip's": (
        [estimate(), estimate(2000, "d", evidence="hlo-dump", target="tpu-v5e"), record("m", 2000)],
        "PASS",
        ["PASS", "DIFFERS"],
    ),
    "a dump of an earlier program is no estimate": (
        [
            estimate(),
            estimate(9000, "d", evidence="hlo-dump", chip="tpu-v5e", program_sha256=BEFORE),
            record("m", 1000),
        ],
        "PASS",
        ["PASS"],
    ),
    "nothing but an earlier program": (
        [
            estimate(1000, "d", evidence="hlo-dump", chip="tpu-v5e", program_sha256=BEFORE),
            record("m", 1000, program_sha256=BEFORE),
        ],
        "STALE",
        ["STALE"],
    ),
    "program changed": (
        [estimate(), record("m", 1000, program_sha256=BEFORE)],
        "STALE",
        ["STALE"],
    ),
    "program changed, and it had failed": (
        [estimate(), record("m", 5000, program_sha256=BEFORE)],
        "STALE",
        ["STALE"],
    ),
    "retracted": (
        [estimate(), record("m", 1000, retracted="clock was off")],
        "RETRACTED",
        ["RETRACTED"],
    ),
    "retracted, then measured again": (
        [estimate(), record("m", 5000, retracted="off"), record("n", 1000, date=NEWER)],
        "PASS",
        ["PASS", "RETRACTED"],
    ),
    "the newer was retracted": (
        [estimate(), record("m", 1000), record("n", 5000, date=NEWER, retracted="off")],
        "PASS",
        ["PASS", "RETRACTED"],
    ),
    "newest counts, pass": (
        [estimate(), record("m", 5000, date=OLDER), record("n", 1000)],
        "PASS",
        ["PASS"],
    ),
    "newest counts, fail": (
        [estimate(), record("n", 5000), record("m", 1000, date=OLDER)],
        "FAIL",
        ["FAIL"],
    ),
    "any failure fails": (
        [estimate(), record("m", 1000), record("n", 5000, chip="tpu-v6e")],
        "FAIL",
        ["PASS", "FAIL"],
    ),
    "another chip is stale": (
        [estimate(), record("m", 1000), record("n", 1000, chip="tpu-v6e", program_sha256=BEFORE)],
        "STALE",
        ["PASS", "STALE"],
    ),
    "one chip fails, another is stale": (
        [estimate(), record("m", 5000), record("n", 1000, chip="tpu-v6e", program_sha256=BEFORE)],
        "FAIL",
        ["FAIL", "STALE"],
    ),
    "another chip waits": (
        [estimate(), estimate(900, "e6", chip="tpu-v6e"), record("m", 1000)],
        "PASS",
        ["PASS", "QUEUED"],
    ),
    "retracted estimate": (
        [estimate(retracted="wrong dtype"), record("m", 1000)],
        "QUEUED",
        ["QUEUED"],
    ),
    "other program": ([estimate(), record("m", 1000, program="other")], "QUEUED", ["QUEUED"]),
    "other quantity": ([estimate(), record("m", 1000, quantity="time")], "QUEUED", ["QUEUED"]),
    "estimate of nothing": ([estimate(0), record("m", 1)], "FAIL", ["FAIL"]),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(case: str) -> None:
    records, state, verdicts = CASES[case]
    for order in (records, records[::-1]):
        result = gate_result(GATE, order, NOW)
        assert (result.state, [row.verdict for row in result.rows]) == (state, verdicts)


def test_unknown_program_passes_nothing() -> None:
    assert gate_result(GATE, [estimate(), record("m", 1000)], None).state == "STALE"


def test_row_carries_its_records_and_ratio() -> None:
    (row,) = gate_result(GATE, [estimate(), record("m", 1100)], NOW).rows
    assert row.estimate
    assert row.measured
    assert (row.chip, row.estimate.id, row.measured.id, row.ratio) == (
        "tpu-v5e",
        "estimate",
        "m",
        1.1,
    )
    assert row.note == "The measurement agrees with the estimate within the tolerance."


@pytest.mark.parametrize(
    ("model", "says"),
    [(1320, "It agrees with what was measured."), (1321, "It disagrees with what was measured.")],
)
def test_the_cost_model_is_held_against_the_measurement(model: float, says: str) -> None:
    records = [estimate(), record("m", 1100), estimate(model, "c", evidence="cost-model")]
    row = gate_result(GATE, records, NOW).rows[1]
    assert row.measured is records[2]
    assert row.note == (
        f"The compiler's own figure, written into the profile: it measures nothing. {says}"
    )


def test_an_older_kind_says_so() -> None:
    records = [estimate(), record("h", 1000, date=OLDER), record("t", 1000, evidence="duration")]
    assert gate_result(GATE, records, NOW).rows[0].note == (
        "An older measurement; the newest decides."
    )


def test_retraction_is_shown_with_its_reason() -> None:
    (row,) = gate_result(GATE, [estimate(), record("m", 1, retracted="clock was off")], NOW).rows
    assert row.note == "clock was off"


@pytest.mark.parametrize(
    ("others", "chosen"),
    [
        ([estimate(1, "dump", evidence="hlo-dump")], "dump"),
        ([estimate(1, "own", chip="tpu-v5e"), estimate(1, "dump", evidence="hlo-dump")], "own"),
        ([estimate(1, "other", chip="tpu-v6e", evidence="hlo-dump")], "estimate"),
        ([estimate(1, "newer", date=NEWER)], "newer"),
        ([estimate(1, "gone", date=NEWER, retracted="wrong")], "estimate"),
    ],
)
def test_which_estimate_counts(others: list[ValueRecord], chosen: str) -> None:
    rows = gate_result(GATE, [estimate(), record("m", 1000), *others], NOW).rows
    here = [row.estimate for row in rows if row.chip == "tpu-v5e"]
    assert {each.id for each in here if each} == {chosen}


def test_units_must_agree() -> None:
    with pytest.raises(RecordError) as caught:
        gate_result(GATE, [estimate(), record("m", 1000, unit="ms")], NOW)
    assert str(caught.value) == (
        "bench/records/m.json: is measured in ms, but estimated in B\n"
        "  | m\n"
        "  record both in one unit; the estimate is bench/records/estimate.json"
    )
