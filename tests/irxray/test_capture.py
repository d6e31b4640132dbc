"""Real captures: invariants, coverage, the oracle, inference, and what must not leak in."""

from __future__ import annotations

import os
import re

import pytest

from irxray.capture import Capture, capture_program
from irxray.coverage import capture_stats, item_evidence, measure_coverage
from irxray.errors import CaptureError
from irxray.layers import LAYERS, Evidence, Layer, Reason
from irxray.program import slice_program
from irxray.target import find_target


@pytest.fixture(params=["attention", "ladder", "nested"])
def capture(request: pytest.FixtureRequest) -> Capture:
    found: Capture = request.getfixturevalue(request.param)
    return found


def test_tagging_leaves_every_text_as_it_is(capture: Capture):
    invariants = capture.invariants
    assert (invariants.jaxpr, invariants.stablehlo, invariants.hlo) == (True, True, True)


def test_taking_the_tags_out_gives_the_plain_text_back(attention: Capture, ladder: Capture):
    assert attention.invariants.hlo_text is True
    assert ladder.invariants.hlo_text is True


def test_no_tag_stays_in_a_stored_text(capture: Capture):
    for layer in capture.table.layers:
        assert not re.search(r"\b(op|eqn)\.\d+", layer.text.replace("wrapped_", ""))


def test_no_path_and_no_foreign_frame_stays(capture: Capture):
    hlo = capture.table.layer(Layer.HLO).text
    files = hlo.split("FileNames")[1].split("FunctionNames")[0]
    assert files.split() == ["1", '"source.py"']
    assert "/" not in files


def test_every_line_is_accounted_for(capture: Capture):
    for layer in LAYERS:
        coverage = measure_coverage(capture.table, layer)
        assert coverage.unexplained == 0, layer
        parts = coverage.exact + coverage.inferred + coverage.explained
        assert coverage.lines == parts
        assert coverage.items > 0


def test_only_hlo_has_inferred_links(capture: Capture):
    for layer in LAYERS[:-1]:
        assert measure_coverage(capture.table, layer).inferred == 0


def test_no_exact_link_is_wrong_by_the_plain_compile(capture: Capture):
    assert capture.oracle.checked > 10
    assert capture.oracle.wrong == 0


def test_inference_finds_what_was_hidden(attention: Capture, ladder: Capture):
    checked = attention.inference.checked + ladder.inference.checked
    right = attention.inference.right + ladder.inference.right
    assert checked >= 30
    assert right / checked >= 0.9


def test_attention_expression_by_expression(attention: Capture):
    """Which equations each expression of the source becomes, written out by hand."""
    source = attention.table.layer(Layer.SOURCE)
    jaxpr = attention.table.layer(Layer.JAXPR)
    found = {
        item.name: sorted(
            jaxpr.items[link.lower].name
            for link in attention.table.links[0]
            if link.upper == index and link.evidence is Evidence.EXACT
        )
        for index, item in enumerate(source.items)
    }
    assert found == {
        "k.T": ["transpose"],
        "q @ k.T": ["dot_general"],
        "jnp.max(s, axis=-1, keepdims=True)": ["broadcast_in_dim", "reduce_max"],
        "s - m": ["sub"],
        "jnp.exp(s - m)": ["exp"],
        "jnp.sum(p, axis=-1, keepdims=True)": [
            "broadcast_in_dim",
            "convert_element_type",
            "convert_element_type",
            "reduce_sum",
        ],
        "p / l": ["div"],
        "(p / l) @ v": ["dot_general"],
    }


def test_division_reaches_its_operations_and_instructions(attention: Capture):
    table = attention.table
    jaxpr, stablehlo, hlo = (table.layer(each) for each in LAYERS[1:])
    (division,) = [i for i, item in enumerate(jaxpr.items) if item.name == "div"]
    operations = [link.lower for link in table.links[1] if link.upper == division]
    names = sorted(stablehlo.items[each].name for each in operations)
    assert names == ["stablehlo.broadcast_in_dim", "stablehlo.divide"]
    exact = {
        hlo.items[link.lower].name
        for link in table.links[2]
        if link.upper in operations and link.evidence is Evidence.EXACT
    }
    assert {"divide", "multiply"} <= exact


def test_shared_function_is_linked_to_each_of_its_callers(nested: Capture):
    """relu is printed and lowered once; both calls reach its one maximum."""
    jaxpr = nested.table.layer(Layer.JAXPR)
    source = nested.table.layer(Layer.SOURCE)
    (maximum,) = [i for i, item in enumerate(jaxpr.items) if item.name == "max"]
    callers = {
        source.items[link.upper].name
        for link in nested.table.links[0]
        if link.lower == maximum and link.evidence is Evidence.CALL_SITE
    }
    assert {"jax.nn.relu(x @ w)", "jax.nn.relu(jax.nn.relu(x @ w) * 2)"} <= callers


def test_loop_body_reaches_the_lines_inside_it(nested: Capture):
    source = nested.table.layer(Layer.SOURCE)
    names = {item.name for item in source.items}
    assert {"carry + row", "jnp.sin(carry)"} <= names
    evidence = item_evidence(nested.table, Layer.STABLEHLO)
    assert None not in [
        how
        for how, item in zip(evidence, nested.table.layer(Layer.STABLEHLO).items, strict=True)
        if item.name not in ("stablehlo.constant",)
    ]


def test_reasons_say_what_a_line_is(attention: Capture):
    hlo = attention.table.layer(Layer.HLO)
    lines = hlo.text.splitlines()
    reasons = dict(hlo.reasons)
    for number, line in enumerate(lines, 1):
        if " parameter(" in line:
            assert reasons[number] is Reason.PARAMETER
        if " constant(" in line:
            assert reasons[number] is Reason.CONSTANT
        if line in ("", "}"):
            assert reasons[number] is Reason.STRUCTURE


def test_stats_have_the_agreed_form(attention: Capture):
    stats = capture_stats(attention)
    assert stats["program"] == "ex-05"
    assert stats["target"] == "cpu"
    assert set(stats["layers"]) == {"source", "jaxpr", "stablehlo", "hlo"}
    for counts in stats["layers"].values():
        assert counts["lines"] == sum(
            counts[each] for each in ("exact", "inferred", "explained", "unexplained")
        )
    assert stats["invariants"] == {"jaxpr": True, "stablehlo": True, "hlo": True}
    assert stats["oracle"]["wrong"] == 0


def test_the_callers_settings_do_not_reach_a_capture(
    attention: Capture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XLA_FLAGS", "--xla_backend_optimization_level=0 --no_such_flag")
    monkeypatch.setenv("JAX_ENABLE_X64", "1")
    again = capture_program(attention.program, find_target("cpu"))
    assert again.table == attention.table
    assert os.environ["JAX_ENABLE_X64"] == "1"


def test_a_program_that_fails_says_why():
    program = slice_program(
        ["def broken(x):\n    return x.no_such_thing"], "broken", ["f32[4]"], "broken"
    )
    with pytest.raises(CaptureError) as caught:
        capture_program(program, find_target("cpu"))
    assert str(caught.value).startswith("broken on cpu: ")
    assert "no_such_thing" in str(caught.value)
