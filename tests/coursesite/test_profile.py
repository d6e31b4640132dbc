"""Profiles: a real one from four TPUs, the same through xprof, and made-up ones of each kind."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursesite.chip import chip_name, is_profiled_as
from coursesite.gate import gate_result
from coursesite.profile import Figure, Profile, read_profile
from coursesite.wire import WireError, read_fields
from tests.coursesite.measured_zip import RUNS, Op, Parts, PlaneWriter, event, item, varint
from tests.coursesite.test_gate import GATE, NOW, estimate, record

# Beside the checkout on the machines that have it; it is not part of the project.
REAL = Path(__file__).resolve().parents[3] / "shared/data/profiles/tpu-v6e-inference.xplane.pb"
ADD = "broadcast_add_fusion.1"


@pytest.fixture(scope="module")
def real() -> Profile:
    if not REAL.is_file():
        pytest.skip("the real TPU profile is not on this machine")
    return read_profile(REAL.read_bytes())


def test_bytes_of_a_real_profile_are_the_cost_models(real: Profile) -> None:
    found = real.find(ADD)
    assert found is not None
    assert found.model_bytes == Figure(10_737_418_240, "B", "cost-model")
    assert (found.read_bytes, found.written_bytes) == (5_368_709_120, 5_368_709_120)


def test_time_of_a_real_profile_is_measured(real: Profile) -> None:
    found = real.find(ADD)
    assert found is not None
    assert found.occurrences == 400
    assert found.duration.evidence == "duration"
    assert (found.duration.unit, round(found.duration.value)) == ("us", 8155)


@pytest.mark.parametrize(
    ("bandwidth", "says"),
    [(1.3e12, "It agrees with what was measured."), (1.64e12, "It agrees with what was measured."),
     (1.0e12, "It disagrees with what was measured.")],
)  # fmt: skip
def test_the_gate_says_whether_model_and_measurement_agree(
    real: Profile, bandwidth: float, says: str
) -> None:
    """Measured bytes are time at a copy's bandwidth, which this profile lacks: it is assumed."""
    found = real.find(ADD)
    assert found is not None
    assert found.model_bytes is not None
    measured = found.duration.value / 1e6 * bandwidth
    records = [
        record("m", measured, evidence="duration", chip="tpu-v6e"),
        record("c", found.model_bytes.value, evidence="cost-model", chip="tpu-v6e"),
        estimate(2 * 4 * 5 * 1024 * 1024 * 256),
    ]
    row = gate_result(GATE, records, NOW).rows[1]
    assert row.measured is records[1]
    assert row.verdict == "AGREES"
    assert row.note.endswith(says)


def test_real_profile_names_chips_programs_and_day(real: Profile) -> None:
    assert [chip.name for chip in real.chips] == [f"/device:TPU:{n}" for n in range(4)]
    assert all(is_profiled_as("tpu-v6e", chip.facts) for chip in real.chips)
    assert not any(is_profiled_as("tpu-v5e", chip.facts) for chip in real.chips)
    assert {o.program for o in real.chips[0].operations} >= {"jit_f", "jit__psum"}
    assert real.started == date(2025, 3, 11)


def test_xprof_reads_the_same(real: Profile, tmp_path: Path) -> None:
    convert = pytest.importorskip(
        "xprof.convert.raw_to_tool_data", reason="xprof is not installed: the extra [profile]"
    )
    copied = tmp_path / "host.xplane.pb"  # xprof writes beside what it reads
    shutil.copyfile(REAL, copied)
    data, _ = convert.xspace_to_tool_data([str(copied)], "hlo_stats", {})
    table = json.loads(data)
    columns = [column["id"] for column in table["cols"]]
    rows = [dict(zip(columns, (c.get("v") for c in r["c"]), strict=True)) for r in table["rows"]]
    (row,) = [each for each in rows if each["hlo_op_name"] == ADD]
    found = real.find(ADD)
    assert found is not None
    assert found.model_bytes is not None
    assert row["occurrences"] == found.occurrences
    assert row["avg_time"] == pytest.approx(found.duration.value)
    moved = row["hbm_bw"] * (1 << 30) * row["avg_time"] / 1e6
    assert moved == pytest.approx(found.model_bytes.value)


def test_operations_of_one_name_are_told_apart_by_their_program() -> None:
    ops = (Op("jit_f", "copy.1", 10.0, 7, 9), Op("jit_g", "copy.1", 30.0, 1, 2))
    profile = read_profile(Parts(ops=ops).made_files()["profile.xplane.pb"])
    first, second = profile.find("copy.1", "jit_f"), profile.find("copy.1", "jit_g")
    assert first is not None
    assert second is not None
    assert (first.duration.value, second.duration.value) == (10, 30)
    assert (first.model_bytes, second.model_bytes) == (
        Figure(16, "B", "cost-model"),
        Figure(3, "B", "cost-model"),
    )
    assert profile.find("copy.1", "jit_h") is None
    assert profile.find("copy.2") is None


def test_gpu_kernels_are_counted_by_the_operation_that_launched_them() -> None:
    ops = (Op("jit_f", "dot.1", 30.0, kernels=3),)
    parts = Parts(target="cuda-h100", ops=ops)
    found = read_profile(parts.made_files()["profile.xplane.pb"]).find("dot.1", "jit_f")
    assert found is not None
    assert (found.occurrences, found.total_ps) == (3 * RUNS, RUNS * 30_000_000)
    assert found.model_bytes is None


def test_a_chips_own_clock_counts() -> None:
    plane = PlaneWriter("/device:TPU:0")
    kind = plane.kind("%a = f32[] b()", "a", {})
    stats = plane.stats(4, {"device_duration_ps": 2_000_000})
    line = item(2, "XLA Ops") + item(4, event(kind, 0, 3, stats))
    found = read_profile(plane.write([line], {})).find("a")
    assert found is not None
    assert found.duration.value == 2


def test_versions_and_day_of_a_profile() -> None:
    profile = read_profile(Parts().made_files()["profile.xplane.pb"])
    assert (profile.started, profile.versions) == (
        date(2026, 2, 3),
        {"jax": "0.12.0.1", "jaxlib": "0.12.0.1"},
    )
    assert read_profile(b"").started is None


@pytest.mark.parametrize(
    "data",
    [
        item(1, "a plane")[:-1],
        b"\x0a",
        b"\x80" * 11,
        b"\x0b",  # a group begins: no profile has one
        varint(1 << 3) + varint(5),  # a plane that is a number
        item(1, item(2, "/device:TPU:0") + item(3, item(4, item(1, 7)))),  # of no known kind
    ],
    ids=["cut short", "no length", "endless number", "group", "number", "unknown kind"],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        read_profile(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        list(read_fields(data))
        read_profile(data)
    except WireError:
        pass


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("TPU v5 lite", "tpu-v5e"),
        ("TPU v5e", "tpu-v5e"),
        ("TPU v5", "tpu-v5p"),
        ("TPU v5p", "tpu-v5p"),
        ("TPU v6 Lite", "tpu-v6e"),
        ("TPU7x", "tpu-7x"),
        ("TPU v4", "tpu-v4"),
        ("TPU v4 lite", ""),
        ("TPU v2", "tpu-v2"),
        ("NVIDIA H100 80GB HBM3", "cuda-h100"),
        ("NVIDIA H200", "cuda-h200"),
        ("NVIDIA A100-SXM4-40GB", "cuda-a100"),
        ("NVIDIA B200", "cuda-b200"),
        ("Tesla T4", "cuda-t4"),
        ("NVIDIA GeForce RTX 4090", ""),
        ("cpu", ""),
        ("", ""),
    ],
)
def test_chips_by_the_names_that_jax_has_for_them(kind: str, name: str) -> None:
    assert chip_name(kind) == name
