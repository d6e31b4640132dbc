from __future__ import annotations

from pathlib import Path

import pytest

from irxray.compare import Fates, equation_fates, pair_equations
from irxray.facts import ItemFact
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"


def fates(target: str) -> Fates:
    capture = read_capture(CAPTURES / "ex-05" / target)
    return equation_fates(capture.table, capture.module)


def kernels(found: Fates, equation: int) -> list[str]:
    return [found.kernels[index].name for index in found.by_equation[equation]]


EXP = 5


def test_cpu_runs_the_exponential_in_one_fusion():
    found = fates("cpu")
    assert kernels(found, EXP) == ["convert_exponential_fusion"]
    assert EXP not in found.inferred
    fusion = found.kernels[found.by_equation[EXP][0]]
    assert fusion.bytes == 128 * 128 * 4
    assert {4, EXP} <= set(fusion.equations)


def test_tpu_is_inferred_to_run_the_softmax_in_one_kernel():
    found = fates("tpu-v5e")
    assert kernels(found, EXP) == ["online-softmax"]
    assert EXP in found.inferred


def test_what_only_renames_memory_writes_nothing():
    found = fates("tpu-v5e")
    by_name = {kernel.name: kernel.bytes for kernel in found.kernels}
    assert by_name["copy-start"] == 0
    assert by_name["copy-done"] == 128 * 64 * 2


@pytest.mark.parametrize("target", ["cpu", "tpu-v4", "cuda-h100"])
def test_kernels_and_equations_agree(target: str):
    found = fates(target)
    for index, kernel in enumerate(found.kernels):
        for equation in kernel.equations:
            assert index in found.by_equation[equation]
    assert sum(len(each) for each in found.by_equation) == sum(
        len(kernel.equations) for kernel in found.kernels
    )


def facts(*names: str) -> list[ItemFact]:
    return [ItemFact(*name.split(":"), None) for name in names]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        (("sub:f32[2]", "exp:f32[2]"), ("sub:f32[2]", "exp:f32[2]"), [(0, 0), (1, 1)]),
        (("sub:f32[2]", "exp:f32[2]"), ("sub:f32[2]", "exp:bf16[2]"), [(0, 0), (1, 1)]),
        (("sub:a", "exp:a"), ("sub:a", "mul:a", "exp:a"), [(0, 0), (None, 1), (1, 2)]),
        (("sub:a", "mul:a"), ("sub:a",), [(0, 0), (1, None)]),
        (("add:a",), ("mul:a",), [(0, None), (None, 0)]),
    ],
)
def test_equations_of_two_programs_pair_up(
    one: tuple[str, ...], other: tuple[str, ...], pairs: list[tuple[int | None, int | None]]
):
    assert list(pair_equations(facts(*one), facts(*other))) == pairs
