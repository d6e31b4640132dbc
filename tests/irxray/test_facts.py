from __future__ import annotations

from pathlib import Path

import pytest

from irxray.facts import item_facts, jaxpr_shape, stablehlo_shape
from irxray.glossary import explain
from irxray.layers import LAYERS, Layer
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
STORED = sorted(path.parent for path in CAPTURES.glob("*/*/capture.json"))


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("    h:bf16[128,128] = sub e g", "bf16[128,128]"),
        ("    a:i32[] b:bool[3] = while[", "(s32[], pred[3])"),
        ("      preferred_element_type=bfloat16", ""),
        ("    a:key<fry>[] = random_wrap b", ""),
    ],
)
def test_shape_of_an_equation(line: str, shape: str):
    assert jaxpr_shape(line) == shape


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("%0 = stablehlo.add %1, %2 : tensor<128x64xbf16>", "bf16[128,64]"),
        ("%0 = stablehlo.convert %1 : (tensor<4xbf16>) -> tensor<4xf32>", "f32[4]"),
        ("%0 = stablehlo.select %1, %2, %3 : tensor<4xi1>, tensor<4xui8>", "u8[4]"),
        ("%0:2 = stablehlo.while(%a = %b) : tensor<i32>, tensor<2xf32>", "(s32[], f32[2])"),
        ("%0:2 = call @f(%1) : (tensor<2xi1>) -> (tensor<i32>, tensor<f32>)", "(s32[], f32[])"),
        ("%cst = stablehlo.constant dense<1> : tensor<2x2xi64>", "s64[2,2]"),
        ("}", ""),
    ],
)
def test_shape_of_an_operation(line: str, shape: str):
    assert stablehlo_shape(line) == shape


def test_bytes_of_items():
    capture = read_capture(CAPTURES / "naive-attention-8192" / "tpu-v5e")
    for layer in LAYERS[1:]:
        facts = item_facts(capture.table.layer(layer), capture.module)
        score = [fact for fact in facts if fact.shape == "bf16[8192,8192]"]
        assert score, layer
        assert {fact.bytes for fact in score} == {134217728}


@pytest.mark.parametrize("folder", STORED, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_glossary_knows_whatever_occurs(folder: Path):
    capture = read_capture(folder)
    for layer in LAYERS[1:]:
        names = {item.name for item in capture.table.layer(layer).items}
        assert names - set(explain(layer, names)) == set(), layer


def test_glossary_continues_a_sentence():
    assert explain(Layer.JAXPR, ["exp", "no such"]) == {
        "exp": "raises e to the power of each element"
    }
    for layer in LAYERS[1:]:
        for name, text in explain(layer, _all_names(layer)).items():
            assert text[0].islower(), name
            assert not text.endswith("."), name


def _all_names(layer: Layer) -> list[str]:
    from irxray.glossary import read_glossary

    return list(read_glossary()[str(layer)])
