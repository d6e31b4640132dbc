"""The notebook that measures: its program is the lab's, and it reads what the repository reads."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from coursesite.measured import read_measurement
from coursesite.spill import read_spill
from tests.coursesite.measured_zip import (
    CAPTURE,
    COPY_HLO,
    RUNS,
    V5E_OPS,
    Op,
    Parts,
    program,
    unpack,
)

# jax's reader of profiles registers its types in a way that Python 3.13 dislikes.
pytestmark = pytest.mark.filterwarnings("ignore:builtin type .* has no __module__")

NOTEBOOK = Path(__file__).resolve().parents[2] / "labs" / "gate-02-measure.ipynb"
H100_OPS = (
    Op("jit_naive_attention", "gemm_fusion_dot_general.2", 60.0),
    Op("jit_naive_attention", "triton_softmax.2", 120.0),
    Op("jit_naive_attention", "gemm_fusion_dot.1", 60.0, kernels=2),
    Op("jit_naive_attention", "loop_reduce_fusion", 6.0),
    Op("jit_plain_copy", "copy.1", 110.0),
)


@pytest.fixture(scope="module")
def cell() -> dict[str, Any]:
    """Names that the one code cell binds where there is no chip."""
    pytest.importorskip("jax")
    (source,) = [
        "".join(each["source"])
        for each in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        if each["cell_type"] == "code"
    ]
    names: dict[str, Any] = {}
    exec(compile(source, NOTEBOOK.name, "exec"), names)
    names["RUNS"] = RUNS
    return names


def test_the_notebook_holds_no_outputs_and_stable_ids() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert [each["id"] for each in notebook["cells"]] == ["about", "measure", "hand-in"]
    assert all(not each.get("outputs") for each in notebook["cells"])


def test_its_program_is_the_labs(cell: dict[str, Any]) -> None:
    assert cell["PROGRAM"] == program().source


@pytest.mark.parametrize("folder", sorted(CAPTURE.iterdir()), ids=lambda folder: folder.name)
def test_it_finds_the_same_spill(cell: dict[str, Any], folder: Path) -> None:
    text = (folder / "optimized.hlo").read_text(encoding="utf-8")
    expected = read_spill(text, folder.name.partition("-")[0])
    found = cell["spills"](text)
    assert sum(size * (1 + len(readers)) for size, _, _, readers in found) == (
        expected.round_trip_bytes
    )
    names = {name for _, _, writer, readers in found for name in (writer, *readers)}
    assert names == set(expected.operations)
    assert max((size for size, *_ in found), default=0) == expected.largest_bytes


@pytest.mark.parametrize(
    "parts",
    [
        Parts(ops=V5E_OPS),
        Parts(target="cuda-h100", device_kind="NVIDIA H100 80GB HBM3", ops=H100_OPS),
    ],
    ids=lambda parts: parts.target,
)
def test_jax_reads_the_same_out_of_the_profile(cell: dict[str, Any], parts: Parts) -> None:
    files = parts.made_files()
    times = cell["operation_times"](files["profile.xplane.pb"])
    dump = files["optimized.hlo"].decode()
    measured, bandwidth = cell["measured_bytes"](times, dump, COPY_HLO)
    expected = read_measurement(parts.pack(), "m.zip")
    assert measured == pytest.approx(expected.values["duration"])
    assert bandwidth == pytest.approx(expected.copy_bandwidth)


def test_its_zip_is_taken(
    cell: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the chip: what is packed here is what the repository reads."""
    files = Parts().made_files()
    monkeypatch.setitem(
        cell, "installed", lambda: {"jax": "0.12.0.1", "jaxlib": "0.12.0.1", "libtpu": "1"}
    )
    stated = cell["statement"]("TPU v5 lite", {}, files)
    stated["date"] = "2026-02-03"  # the day of the made-up profile
    monkeypatch.setitem(cell, "statement", lambda *_: stated)
    cell["pack"]("TPU v5 lite", {}, {**files, "counters.csv": None}, tmp_path / "m.zip")
    found = read_measurement((tmp_path / "m.zip").read_bytes(), "m.zip")
    assert found.chip == "tpu-v5e"
    assert stated["sha256"] == {
        name: sha256(data).hexdigest()
        for name, data in unpack((tmp_path / "m.zip").read_bytes()).items()
        if name != "measurement.json"
    }


def test_a_machine_without_a_chip_is_told_so(
    cell: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    source = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"][1]["source"]
    exec("".join(source), {})
    assert capsys.readouterr().out.splitlines() == [
        "This machine has neither a TPU nor a GPU: nothing is measured here.",
        "In Colab: Runtime > Change runtime type > TPU, then run this cell again.",
    ]


def test_a_cpu_profile_is_taken_and_read(cell: dict[str, Any], tmp_path: Path) -> None:
    """The profiler's options and the file's place are as the cell expects them."""
    import jax.numpy as jnp

    from coursesite.profile import read_profile

    array = jnp.ones(8)
    data = cell["take_profile"]([lambda: array + 1, lambda: array * 2], str(tmp_path))
    assert cell["operation_times"](data) == {}  # a CPU has no plane of its own
    profile = read_profile(data)
    assert profile.started is not None
    assert re.match(r"\d+\.\d+", profile.versions["jax"])
