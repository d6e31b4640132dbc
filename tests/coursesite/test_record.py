"""Records: what is read, what is refused, and that the committed files are what is computed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from bench import first_principles
from coursesite.dump_file import captured_dump, print_dump, read_dump
from coursesite.errors import RecordError, SiteError
from coursesite.estimate import estimates, write_estimate
from coursesite.record import (
    Point,
    Series,
    SeriesRecord,
    ValueRecord,
    encode_record,
    read_records,
    record_schema,
)

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
ROOT = FIXTURES.parents[1]
BAD = sorted((FIXTURES / "records").glob("*.json"))


@pytest.mark.parametrize("fixture", BAD, ids=lambda path: path.stem)
def test_bad_record(
    fixture: Path,
    place: Callable[[Path, str], Path],
    tmp_path: Path,
    expect_message: Callable[[Path, SiteError], None],
) -> None:
    place(fixture, f"bench/records/{fixture.name}")
    raw = tmp_path / "bench" / "raw" / "profile.txt"
    raw.parent.mkdir(parents=True)
    raw.write_bytes(b"a profile\n")
    with pytest.raises(RecordError) as caught:
        read_records(tmp_path)
    expect_message(fixture, caught.value)


def dump_record(root: Path, **changes: object) -> dict[str, object]:
    """A record of a kept dump, as the command writes it, with changes; its raw file is written."""
    (root / "bench" / "captures").mkdir(parents=True, exist_ok=True)
    captured = ROOT / "bench" / "captures" / "naive-attention-8192" / "tpu-v5e"
    shutil.copytree(captured, root / "bench" / "captures" / "p" / "tpu-v5e")
    (made,) = estimates(root, "p", date(2026, 1, 31), "")
    write_estimate(root, made)
    text = (root / "bench" / "records" / f"{made.record.id}.json").read_text()
    return {**json.loads(text), **changes}


def test_what_a_dump_says_is_read_again(tmp_path: Path) -> None:
    record = dump_record(tmp_path)
    (found,) = read_records(tmp_path)
    assert isinstance(found, ValueRecord)
    assert (found.value, found.target, found.dtype) == (268_435_456, "tpu-v5e", "bf16")
    assert found.shapes == dict.fromkeys("qkv", (8192, 128))
    assert sha256((tmp_path / found.raw).read_bytes()).hexdigest() == record["sha256"]


@pytest.mark.parametrize(
    ("key", "value", "read"),
    [
        ("value", 268_435_457, "268435456"),
        ("unit", "FLOP", "B"),
        ("quantity", "spill", "spill-round-trip"),
        ("chip", "tpu-v6e", "tpu-v5e"),
        ("program", "other", "naive-attention-8192"),
        ("dtype", "f32", "bf16"),
    ],
)
def test_a_record_that_its_dump_does_not_bear_out(
    tmp_path: Path, key: str, value: object, read: str
) -> None:
    record = dump_record(tmp_path, **{key: value})
    write_record(tmp_path, record)
    with pytest.raises(RecordError) as caught:
        read_records(tmp_path)
    assert str(caught.value) == (
        f"bench/records/{record['id']}.json: the record's {key} is not what its raw file says\n"
        f"  | stated {value}, read {read}\n"
        f"  make the record again from {record['raw']} instead of writing it by hand"
    )


def test_a_file_that_nothing_reads(tmp_path: Path) -> None:
    record = dump_record(tmp_path, evidence="cost-model")
    write_record(tmp_path, record)
    with pytest.raises(RecordError, match="nothing here reads evidence 'cost-model'"):
        read_records(tmp_path)


def test_a_dump_without_its_head(tmp_path: Path) -> None:
    record = dump_record(tmp_path)
    raw = tmp_path / str(record["raw"])
    text = raw.read_text()
    raw.write_text(text[text.index("HloModule") :])
    write_record(tmp_path, record | {"sha256": sha256(raw.read_bytes()).hexdigest()})
    with pytest.raises(RecordError, match="its head does not say what it was compiled from"):
        read_records(tmp_path)


def test_a_kept_dump_is_the_capture() -> None:
    for folder in sorted((ROOT / "bench" / "captures" / "naive-attention-8192").iterdir()):
        dump = captured_dump(folder)
        assert read_dump(print_dump(dump)) == dump


def test_a_sweep_is_read_again(tmp_path: Path) -> None:
    points = [
        {"chip": chip, "length": length, "temp_bytes": 4 * length, "score": "hbm", "extra": 1}
        for chip in ("tpu-v5e", "cuda-h100")
        for length in (1, 2)
    ]
    raw = tmp_path / "bench" / "raw" / "sweep.json"
    raw.parent.mkdir(parents=True)
    raw.write_text(json.dumps(points))
    record = {
        "kind": "series", "id": "sweep", "program": "p", "quantity": "temporary-bytes",
        "unit": "B", "evidence": "hlo-dump", "command": "x", "date": "2026-01-31",
        "versions": {"jax": "1"}, "program_sha256": "a" * 64, "raw": "bench/raw/sweep.json",
        "sha256": sha256(raw.read_bytes()).hexdigest(), "axis": "sequence length",
        "axis_unit": "1",
        "series": [
            {"chip": chip, "points": [{"at": n, "value": 4 * n, "why": "hbm"} for n in (1, 2)]}
            for chip in ("tpu-v5e", "cuda-h100")
        ],
    }  # fmt: skip
    write_record(tmp_path, record)
    assert read_records(tmp_path)[0].id == "sweep"
    record["series"][1]["points"][0]["value"] = 5  # type: ignore[index]
    write_record(tmp_path, record)
    with pytest.raises(RecordError, match="the record's series is not what its raw file says"):
        read_records(tmp_path)


def test_raw_path_cannot_leave_its_folder(tmp_path: Path) -> None:
    record = json.loads((FIXTURES / "records" / "raw-missing.json").read_text())
    (tmp_path / "bench" / "raw" / "a").mkdir(parents=True)
    (tmp_path / "secret").write_bytes(b"x")
    path = "bench/raw/a/../../../secret"
    write_record(tmp_path, record | {"raw": path, "sha256": sha256(b"x").hexdigest()})
    with pytest.raises(RecordError, match="the raw file is not there"):
        read_records(tmp_path)


def test_series(tmp_path: Path) -> None:
    series = SeriesRecord(
        id="s", program="toy", quantity="time", unit="ms", evidence="first-principles",
        command="x", date=date(2026, 1, 31), axis="length", axis_unit="1",
        series=(Series(chip="tpu-v5e", points=(Point(1, 2.5), Point(2, 5, "in HBM"))),),
    )  # fmt: skip
    (tmp_path / "bench" / "records").mkdir(parents=True)
    (tmp_path / "bench" / "records" / "s.json").write_text(encode_record(series))
    assert read_records(tmp_path) == (series,)


def test_no_records_at_all(tmp_path: Path) -> None:
    assert read_records(tmp_path) == ()


def test_committed_schema_is_current() -> None:
    committed = (ROOT / "bench" / "record.schema.json").read_text(encoding="utf-8")
    assert committed == record_schema(), "run: python -m coursesite.record bench/record.schema.json"


def test_committed_records_follow_the_schema() -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads((ROOT / "bench" / "record.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    for path in sorted((ROOT / "bench" / "records").glob("*.json")):
        validator.validate(json.loads(path.read_text(encoding="utf-8")))
    bad = json.loads((FIXTURES / "records" / "unknown-unit.json").read_text(encoding="utf-8"))
    assert not validator.is_valid(bad)


def test_committed_records_are_what_is_computed(capsys: pytest.CaptureFixture[str]) -> None:
    assert first_principles.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_check_sees_a_changed_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "bench" / "records", tmp_path / "bench" / "records")
    name = "naive-attention-8192.score-bytes.first-principles"
    path = tmp_path / "bench" / "records" / f"{name}.json"
    right = path.read_text()
    path.write_text(right.replace("134217728", "134217729"))
    assert first_principles.main(["--check", "--root", str(tmp_path)]) == 1
    assert capsys.readouterr().out == (
        f"bench/records/{name}.json is not what python -m bench.first_principles computes\n"
    )
    assert first_principles.main(["--root", str(tmp_path)]) == 0
    assert json.loads(path.read_text())["value"] == 134217728


def test_an_unchanged_record_keeps_its_date(tmp_path: Path) -> None:
    first_principles.main(["--root", str(tmp_path)])
    path = next((tmp_path / "bench" / "records").glob("*.json"))
    path.write_text(path.read_text().replace(str(date.today()), "2020-02-02"))
    first_principles.main(["--root", str(tmp_path)])
    assert json.loads(path.read_text())["date"] == "2020-02-02"


def test_the_figures_of_the_spill() -> None:
    values = {
        record.name: record.value for record in first_principles.computed_records(date.today())
    }
    assert values["spill.score_bytes"] == 134_217_728
    assert values["spill.round_trip_bytes"] == 268_435_456
    assert values["chip.v5e_bandwidth"] == 8.2e11
    assert round(values["spill.v5e_round_trip_ms"], 4) == 0.3274


def write_record(root: Path, record: dict[str, object]) -> None:
    path = root / "bench" / "records" / f"{record['id']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record))
