from __future__ import annotations

from pathlib import Path

import pytest

from irxray.fold import find_bodies, fold_line
from irxray.layers import Layer
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
STORED = sorted(path.parent for path in CAPTURES.glob("*/*/capture.json"))


@pytest.mark.parametrize(
    ("layer", "line", "folded"),
    [
        (
            Layer.HLO,
            "  %a = bf16[8,4]{1,0:T(8,128)(2,1)S(1)} add(%b, %c)",
            [("S(1)", "{1,0:T(8,128)(2,1)S(1)}")],
        ),
        (
            Layer.HLO,
            '  %a = f32[2]{0} exponential(%b), metadata={op_name="f/exp}\\"" stack_frame_id=1}',
            [("{}", "{0}"), ("metadata", ', metadata={op_name="f/exp}\\"" stack_frame_id=1}')],
        ),
        (
            Layer.HLO,
            '  %a = f32[] copy(%b), backend_config={"k":{"x":[1]}}',
            [("config", ', backend_config={"k":{"x":[1]}}')],
        ),
        (
            Layer.HLO,
            "HloModule jit_f, is_scheduled=true, entry_computation_layout={(f32[]{:T(8)})}",
            [("module", ", is_scheduled=true, entry_computation_layout={(f32[]{:T(8)})}")],
        ),
        (Layer.HLO, "  %a = s32[3]{0} constant({1, 2, 3})", [("{}", "{0}")]),
        (
            Layer.HLO,
            "  %a = s32[99] constant({" + "1, " * 40 + "1})",
            [("constant", "{" + "1, " * 40 + "1}")],
        ),
        (
            Layer.STABLEHLO,
            f'    %cst = stablehlo.constant dense<"0x{"AB" * 40}"> : tensor<40xi8>',
            [("constant", f'"0x{"AB" * 40}"')],
        ),
        (Layer.STABLEHLO, "    %cst = stablehlo.constant dense<0.0> : tensor<f32>", []),
        (Layer.JAXPR, "    a:f32[2] = exp b", []),
    ],
)
def test_folds(layer: Layer, line: str, folded: list[tuple[str, str]]):
    found = fold_line(layer, line)
    assert [(fold.label, line[fold.start : fold.end]) for fold in found] == folded


@pytest.mark.parametrize("folder", STORED, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_each_computation_folds_under_what_calls_it(folder: Path):
    capture = read_capture(folder)
    lines = capture.table.layer(Layer.HLO).text.splitlines()
    bodies = find_bodies(capture.module, lines)
    called = [body for body in bodies if body.label != "source locations"]
    assert len(called) == len(capture.module.computations) - 1
    for body in called:
        assert lines[body.first - 1].startswith(f"%{body.label} (")
        assert lines[body.last - 1].startswith("}")
        for caller in body.callers:
            assert f"%{body.label}" in lines[caller - 1]
        assert body.is_reducer == all("to_apply=" in lines[caller - 1] for caller in body.callers)
