"""How a measurement is filed: it turns the gate, once, and nothing can be typed in its place."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from coursesite import measurement
from coursesite.content_schema import Gate
from coursesite.errors import RecordError
from coursesite.gate import gate_result
from coursesite.measured import read_measurement
from coursesite.measurement import LabProgram, add_measurement, check_program
from coursesite.record import read_records
from irxray.program import Program
from tests.coursesite.measured_zip import (
    CAPTURE,
    DAY,
    SCORE_BYTES,
    V5E_OPS,
    Parts,
    pack,
    program,
    unpack,
)

GATE = Gate(
    eyebrow="e", heading="h", designator="GATE 02", program="naive-attention-8192",
    quantity="spill-round-trip", criterion="c", tolerance=0.2, text="t",
)  # fmt: skip


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose lab has the program, with one commit."""
    lab = LabProgram(program(), "labs/lab.ipynb")
    monkeypatch.setattr(measurement, "find_program", lambda name, root, zip_name: lab)
    (tmp_path / "labs").mkdir()
    (tmp_path / "labs" / "lab.ipynb").write_text("{}")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    return tmp_path


def put(folder: Path, parts: Parts) -> Path:
    path = folder / "download.zip"
    path.write_bytes(parts.pack())
    return path


def verdicts(root: Path, digest: str) -> tuple[str, Mapping[str, str]]:
    result = gate_result(GATE, read_records(root), digest)
    return result.state, {r.measured.evidence: r.verdict for r in result.rows if r.measured}


def test_filing_turns_the_gate(tree: Path) -> None:
    records = add_measurement(put(tree, Parts()), tree)
    stem = "naive-attention-8192.spill-round-trip.tpu-v5e.2026-02-03-01"
    assert [each.id for each in records] == [
        f"{stem}.hlo-dump", f"{stem}.duration", f"{stem}.cost-model",
    ]  # fmt: skip
    assert records[0].raw == f"bench/raw/{stem}.zip"
    assert read_records(tree) == tuple(sorted(records, key=lambda r: r.id))
    assert verdicts(tree, program().digest()) == (
        "PASS",
        {"duration": "PASS", "cost-model": "AGREES"},
    )
    assert verdicts(tree, "0" * 64)[0] == "STALE"


@pytest.mark.parametrize(
    ("softmax_us", "state"),
    [(300.0, "PASS"), (300.1, "FAIL"), (140.0, "PASS"), (139.9, "FAIL")],
)
def test_time_decides(tree: Path, softmax_us: float, state: str) -> None:
    """The fusion takes 180 of the copy's 400 µs: 480 and 320 in all are the edges of 20 %."""
    fusion, softmax, copy = V5E_OPS
    timed = replace(softmax, microseconds=softmax_us)
    add_measurement(put(tree, Parts(ops=(fusion, timed, copy))), tree)
    assert verdicts(tree, program().digest())[0] == state


def test_the_same_zip_is_not_filed_twice(tree: Path) -> None:
    add_measurement(put(tree, Parts()), tree)
    with pytest.raises(RecordError, match="was filed before"):
        add_measurement(tree / "download.zip", tree)


def test_a_second_measurement_of_the_day_gets_a_number(tree: Path) -> None:
    add_measurement(put(tree, Parts()), tree)
    again = Parts(started=DAY + timedelta(minutes=5))
    assert ".2026-02-03-02." in add_measurement(put(tree, again), tree)[0].id


def test_the_future_is_refused(tree: Path) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    parts = Parts(started=tomorrow, stated={"date": tomorrow.date().isoformat()})
    with pytest.raises(RecordError, match="was measured on a day that is yet to come"):
        add_measurement(put(tree, parts), tree)
    assert not (tree / "bench").exists()


def test_another_program_is_refused() -> None:
    source = program().source.replace("(p / l) @ v", "(p @ v) / l").encode()
    found = read_measurement(Parts(files={"program.py": source}).pack(), "m.zip")
    lab = LabProgram(program(), "labs/lab.ipynb")
    with pytest.raises(RecordError) as caught:
        check_program(found, lab, "m.zip")
    assert str(caught.value) == (
        "m.zip: the program is not the one in labs/lab.ipynb\n"
        "  | measured: return (p @ v) / l\n"
        "  | lab:      return (p / l) @ v\n"
        "  run labs/gate-02-measure.ipynb again and use the zip as it was downloaded"
    )


def test_another_call_is_refused() -> None:
    ours = program()
    other = Program(ours.name, ours.function, ours.source, ("bf16[2048,128]",) * 3)
    found = read_measurement(Parts().pack(), "m.zip")
    with pytest.raises(RecordError, match="was called otherwise than the lab's"):
        check_program(found, LabProgram(other, "labs/lab.ipynb"), "m.zip")


def test_without_git_nothing_is_filed(tree: Path) -> None:
    (tree / ".git").rename(tree / "no-git")
    with pytest.raises(RecordError, match="git does not know the commit"):
        add_measurement(put(tree, Parts()), tree)
    assert not (tree / "bench").exists()


def test_a_program_that_no_stage_has() -> None:
    root = CAPTURE.parents[2]
    with pytest.raises(RecordError, match="did you mean 'naive-attention-8192'"):
        measurement.find_program("naive-attention-8129", root, "m.zip")


def test_the_course_has_the_program_that_is_measured() -> None:
    found = measurement.find_program("naive-attention-8192", CAPTURE.parents[2], "m.zip")
    assert (found.program.function, found.program.source) == (
        "naive_attention",
        program().source,
    )


# ---------------------------------------------------- typed instead of measured

LIES: dict[str, tuple[str, object, str]] = {
    "value": ("value", 268_435_456.0, "value"),
    "day": ("date", "2026-03-01", "date"),
    "chip": ("chip", "tpu-v6e", "chip"),
    "program": ("program_sha256", "a" * 64, "program_sha256"),
    "versions": ("versions", {"jax": "9"}, "versions"),
    "evidence": ("evidence", "hardware-counter", "holds nothing for evidence"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_record_cannot_be_typed(tree: Path, lie: str) -> None:
    key, value, reason = LIES[lie]
    records = add_measurement(put(tree, Parts()), tree)
    path = tree / "bench" / "records" / f"{records[1].id}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(RecordError, match=reason):
        read_records(tree)


def test_a_raw_file_cannot_be_typed(tree: Path) -> None:
    records = add_measurement(put(tree, Parts()), tree)
    content = unpack((tree / records[0].raw).read_bytes())
    statement = json.loads(content["measurement.json"])
    statement["values"] = {"duration": 2 * SCORE_BYTES}
    data = pack({**content, "measurement.json": json.dumps(statement).encode()})
    (tree / records[0].raw).write_bytes(data)
    with pytest.raises(RecordError, match="the raw file is not the one that was recorded"):
        read_records(tree)


def test_dates_are_compared_by_day() -> None:
    measurement.check_date(date(2026, 2, 3), date(2026, 2, 3), "m.zip")
    with pytest.raises(RecordError):
        measurement.check_date(date(2026, 2, 4), date(2026, 2, 3), "m.zip")
