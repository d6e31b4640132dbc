"""Spills of committed captures, against first principles and the compiler's own figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from irxray.coverage import capture_stats
from irxray.fusions import list_fusions
from irxray.layers import LAYERS
from irxray.spills import report_spills, spills_document
from irxray.store import read_capture, read_document
from irxray.target import TARGETS

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
LONG = CAPTURES / "naive-attention-8192"
SCORE_BYTES = 8192 * 8192 * 2
TPUS = [target.name for target in TARGETS if target.platform == "tpu"]
GPUS = [target.name for target in TARGETS if target.platform == "cuda"]


@pytest.mark.parametrize("program", ["ex-05", "naive-attention-8192"])
@pytest.mark.parametrize("target", [target.name for target in TARGETS])
def test_every_target_is_captured_and_fully_linked(program: str, target: str):
    stats = capture_stats(read_capture(CAPTURES / program / target))
    for layer in LAYERS:
        assert stats["layers"][layer]["unexplained"] == 0, layer
    assert stats["invariants"] == {"jaxpr": True, "stablehlo": True, "hlo": True}
    assert stats["oracle"]["checked"] > 0
    assert stats["oracle"]["wrong"] == 0


@pytest.mark.parametrize("program", ["ex-05", "naive-attention-8192"])
def test_all_targets_share_their_upper_layers(program: str):
    tables = [read_capture(CAPTURES / program / target.name).table for target in TARGETS]
    for table in tables[1:]:
        assert table.layers[:-1] == tables[0].layers[:-1]
        assert table.links[:-1] == tables[0].links[:-1]


@pytest.mark.parametrize("target", [name for name in TPUS if name != "tpu-v4"])
def test_on_tpu_one_spill_written_by_the_first_matmul(target: str):
    report = report_spills(read_capture(LONG / target))
    (spill,) = report.spills
    assert spill.shape == "bf16[8192,8192]"
    assert spill.bytes == spill.padded_bytes == SCORE_BYTES
    assert spill.memory_space == "hbm"
    assert spill.writer == "fusion"
    assert spill.readers == ("online-softmax",)
    assert spill.origin.sources == ("q @ k.T",)
    assert spill.round_trip_bytes == report.total_round_trip_bytes == 2 * SCORE_BYTES


def test_v4_reads_the_score_matrix_twice():
    report = report_spills(read_capture(LONG / "tpu-v4"))
    (spill,) = report.spills
    assert spill.origin.sources == ("q @ k.T",)
    assert len(spill.readers) == 2
    assert report.total_round_trip_bytes == 3 * SCORE_BYTES


@pytest.mark.parametrize("target", TPUS)
def test_padded_bytes_are_the_temporary_memory_the_tpu_compiler_reports(target: str):
    report = report_spills(read_capture(LONG / target))
    assert report.peak_bytes == pytest.approx(report.temp_bytes, rel=0.01)


@pytest.mark.parametrize("target", GPUS)
def test_on_gpu_scores_and_softmax_both_spill(target: str):
    report = report_spills(read_capture(LONG / target))
    found = {spill.origin.sources: spill.bytes for spill in report.spills}
    assert found["q @ k.T",] == SCORE_BYTES
    assert found["p / l",] == SCORE_BYTES
    assert report.peak_bytes == report.temp_bytes


def test_a_shorter_sequence_stays_on_the_chip():
    report = report_spills(read_capture(CAPTURES / "naive-attention-2048" / "tpu-v5e"))
    assert report.spills == ()
    kept = report.on_chip[0]
    assert (kept.shape, kept.memory_space) == ("bf16[2048,2048]", "vmem")
    assert kept.origin.sources == ("q @ k.T",)


def test_time_is_padded_traffic_at_the_chips_bandwidth():
    report = report_spills(read_capture(LONG / "tpu-v5e"))
    assert report.total_time_s == pytest.approx(2 * SCORE_BYTES / 8.2e11)


@pytest.mark.parametrize("target", ["cpu", "tpu-v5e", "cuda-h100"])
def test_the_ledger_is_stored_with_the_capture(target: str):
    folder = LONG / target
    stored = read_document(folder)["spills"]
    computed = spills_document(report_spills(read_capture(folder)))
    assert stored == json.loads(json.dumps(computed))


def test_fusions_say_what_went_in_and_what_stayed():
    fusions = {each.name: each for each in list_fusions(read_capture(LONG / "cuda-h100"))}
    softmax = next(each for name, each in fusions.items() if name.startswith("triton_softmax"))
    assert {"s - m", "jnp.exp(s - m)", "p / l"} <= set(softmax.origin.sources)
    assert max(size for _, size in softmax.kept) == 8192 * 8192 * 4
    kernels = [each for each in list_fusions(read_capture(LONG / "tpu-v5e")) if not each.body_line]
    (kernel,) = kernels
    assert kernel.name == "online-softmax"
    assert kernel.origin.equations == tuple(range(3, 13))
    assert kernel.origin.evidence == "inferred"
