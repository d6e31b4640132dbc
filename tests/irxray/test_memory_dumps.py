"""The memory model on the compiler's own dumps; `tests/fixtures/hlo/README.md` says how made."""

from __future__ import annotations

import pytest

from irxray.memory.buffer import Role
from irxray.memory.ledger import ledger
from tests.irxray.hlo_reports import compiler_figures, dump_report, flow

SCORES = 8192 * 8192 * 2
"""Bytes of the score matrix at S = 8192 in bf16."""

ONE_KERNEL = ["tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x"]
"""Chips on which the softmax chain becomes one kernel."""


@pytest.mark.parametrize("target", ONE_KERNEL)
def test_the_score_matrix_is_the_one_spill(target: str) -> None:
    report = dump_report(f"attention-8192.{target}")
    assert SCORES == 134_217_728
    assert [flow(each) for each in report.spills] == [
        ("bf16[8192,8192]", ["fusion"], ["online-softmax"])
    ]
    (line,) = ledger(report, 8.2e11).lines
    assert (line.buffer.bytes, line.buffer.padded_bytes) == (SCORES, SCORES)
    assert line.buffer.memory_space == "hbm"
    assert line.round_trip_bytes == line.moved_bytes == 268_435_456
    assert line.time_s == pytest.approx(268_435_456 / 8.2e11)


def test_on_v4_two_fusions_read_the_score_matrix() -> None:
    report = dump_report("attention-8192.tpu-v4")
    assert [flow(each) for each in report.spills] == [
        ("bf16[8192,8192]", ["fusion.5"], ["fusion.2", "fusion"])
    ]
    # written once, read twice
    assert ledger(report, None).total_round_trip_bytes == 3 * SCORES
    # row maximum and row sum stay in CMEM; q, and v in four slices, are fetched there
    assert [flow(each) for each in report.on_chip] == [
        ("bf16[8192]", ["fusion.5"], ["fusion.2", "fusion"]),
        ("bf16[8192]", ["fusion.2"], ["fusion"]),
    ]
    assert {each.memory_space for each in report.on_chip} == {"cmem"}
    assert [len(each.writers) for each in report.prefetches] == [1, 4]


def test_on_h100_the_scores_and_the_weights_are_spilled() -> None:
    report = dump_report("attention-8192.cuda-h100")
    assert [(flow(each), each.bytes) for each in report.spills] == [
        (("bf16[8192,8192]", ["gemm_fusion_dot_general.2"], ["triton_softmax.2"]), SCORES),
        (("bf16[8192,8192]", ["triton_softmax.2"], ["gemm_fusion_dot.1"]), SCORES),
        # the second matmul is split in two along its sum, in f32
        (("f32[2,8192,128]", ["gemm_fusion_dot.1"], ["loop_reduce_fusion"]), 8_388_608),
    ]
    assert report.on_chip == ()


def test_on_cpu_one_fusion_holds_everything() -> None:
    report = dump_report("attention-8192.cpu")
    assert report.spills == ()
    assert {each.memory_space for each in report.buffers} == {"memory"}


def test_at_2048_nothing_is_spilled_and_the_scores_stay_on_the_chip() -> None:
    report = dump_report("attention-2048.tpu-v5e")
    assert report.spills == ()
    assert [(flow(each), each.memory_space) for each in report.on_chip] == [
        (("bf16[2048,2048]", ["fusion"], ["online-softmax"]), "vmem")
    ]
    assert [flow(each) for each in report.prefetches] == [
        ("bf16[2048,128]", ["copy-start"], ["fusion"]),
        ("bf16[2048,128]", ["copy-start.1"], ["online-softmax"]),
    ]


def test_at_128_the_layout_copies_stay_on_the_chip() -> None:
    report = dump_report("attention-128.tpu-v5e")
    assert report.spills == ()
    assert [each.writer for each in report.on_chip] == ["fusion", "online-softmax"]
    # v is fetched, then turned on the chip: both are copies of the parameter
    assert [each.writer for each in report.prefetches] == ["copy-start", "copy-start.1", "copy"]


@pytest.mark.parametrize(
    "name",
    [
        *(f"attention-8192.{target}" for target in ("tpu-v4", *ONE_KERNEL, "cuda-h100", "cpu")),
        "attention-2048.tpu-v5e",
        "attention-128.cuda-h100",
        "counted.tpu-v5e",
        "counted.cuda-h100",
        "until.tpu-v5e",
        "until.cuda-h100",
        "branch.tpu-v5e",
        "scan.cpu",
        "scan.tpu-v5p",
        "scan.cuda-h100",
        "ranked.tpu-v5e",
        "ranked.cpu",
    ],
)
def test_the_peak_is_what_the_compiler_sets_aside(name: str) -> None:
    temp = compiler_figures(name)["temp_bytes"]
    assert temp is not None
    assert dump_report(name).peak_spilled_bytes == pytest.approx(temp, rel=0.01)


@pytest.mark.parametrize(
    "name", ["attention-8192.cpu", "scan.cpu", "scan.tpu-v5e", "scan.tpu-v5p", "ranked.cpu"]
)
def test_accesses_are_what_the_cost_model_counts(name: str) -> None:
    counted = compiler_figures(name)["bytes_accessed"]
    assert counted is not None
    assert dump_report(name).accessed_bytes == pytest.approx(counted, rel=1e-4)


@pytest.mark.parametrize(("target", "trips"), [("tpu-v5e", 12), ("cuda-h100", 12)])
def test_a_spill_in_a_loop_counts_every_trip(target: str, trips: int) -> None:
    report = dump_report(f"counted.{target}")
    line = ledger(report, None).lines[0]
    assert {each.trips for each in (*line.buffer.writers, *line.buffer.readers)} == {trips}
    assert line.round_trip_bytes == trips * SCORES * (1 + len(line.buffer.readers))
    assert line.notes == ()


@pytest.mark.parametrize(("target", "loop"), [("tpu-v5e", "while.1"), ("cuda-h100", "while.4")])
def test_a_spill_in_a_loop_of_unknown_count_says_so(target: str, loop: str) -> None:
    line = ledger(dump_report(f"until.{target}"), None).lines[0]
    assert line.round_trip_bytes == SCORES * (1 + len(line.buffer.readers))
    assert line.notes == (f"how often '{loop}' runs is not known: one trip is counted",)


def test_a_spill_in_a_branch_says_so() -> None:
    line = ledger(dump_report("branch.tpu-v5e"), None).lines[0]
    assert line.round_trip_bytes == 3 * SCORES
    assert line.notes == (
        "a branch of 'cond.3.clone' may not be taken: it is counted as taken once each time",
    )


def test_a_scan_reads_one_slice_of_its_inputs_in_each_trip() -> None:
    report = dump_report("scan.tpu-v5e")
    weights = next(e for e in report.of_role(Role.PARAMETER) if e.shape.dims == (24, 512, 512))
    assert [(each.bytes, each.trips) for each in weights.readers] == [(512 * 512 * 2, 24)]
    rows = next(e for e in report.of_role(Role.OUTPUT) if e.shape.dims == (24, 4096))
    assert [(each.bytes, each.trips) for each in rows.writers] == [(4096 * 2, 24)]


def test_a_sort_leaves_one_result_unread() -> None:
    report = dump_report("ranked.tpu-v5e")
    assert [flow(each) for each in report.of_role(Role.UNREAD)] == [
        ("bf16[8192,8192]", ["sort.0"], [])
    ]
    scores = next(each for each in report.spills if each.shape.text == "bf16[8192,8192]")
    assert flow(scores)[1:] == (["fusion"], ["fusion.1", "sort.0"])
