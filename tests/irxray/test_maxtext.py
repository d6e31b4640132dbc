"""MaxText's operators as they were captured: whole, linked, and without a trace of a machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.maxtext import PROGRAMS, maxtext_program
from irxray.capture import Capture
from irxray.coverage import measure_coverage
from irxray.layers import LAYERS, Layer
from irxray.store import read_capture

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"

EQUATIONS = {
    "maxtext-attention": 44,
    "maxtext-layer": 156,
    "maxtext-loss": 240,
    "maxtext-loss-grad": 587,
}
"""On eight devices, sub-jaxprs included."""

# "/usr/lib/python3.13/functools.py"
ABSOLUTE = re.compile(r'"/[^"/]+/')


@pytest.fixture(scope="module", params=PROGRAMS)
def capture(request: pytest.FixtureRequest) -> Capture:
    return read_capture(CAPTURES / request.param / "cpu")


def test_the_capture_is_of_this_driver(capture: Capture):
    assert capture.program == maxtext_program(capture.program.name)


def test_all_equations_are_there(capture: Capture):
    items = capture.table.layer(Layer.JAXPR).items
    assert len(items) == EQUATIONS[capture.program.name]
    assert all(each.spans for each in items)


def test_everything_is_linked(capture: Capture):
    for layer in LAYERS:
        assert measure_coverage(capture.table, layer).unexplained == 0, layer


def test_the_checks_held(capture: Capture):
    held = capture.invariants
    assert (held.jaxpr, held.stablehlo, held.hlo) == (True, True, True)
    assert capture.oracle.wrong == 0
    assert capture.oracle.checked > 50


def test_library_code_is_named_below_its_package(capture: Capture):
    hlo = capture.table.layer(Layer.HLO).text
    assert '"maxtext/layers/attention_op.py"' in hlo
    for layer in capture.table.layers:
        assert not ABSOLUTE.search(layer.text), layer.layer


def test_parameters_are_sharded_over_eight_devices(capture: Capture):
    stablehlo = capture.table.layer(Layer.STABLEHLO).text
    assert re.search(r'sdy\.mesh @mesh = <\[.*"fsdp"=8', stablehlo)
