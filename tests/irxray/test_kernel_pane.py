"""The pane of a TPU capture's kernels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from irxray.capture import Capture
from irxray.kernel_pane import call_links, equation_links, view_kernels
from irxray.layers import Evidence, Layer, Link
from irxray.mosaic import read_kernel
from irxray.store import read_capture
from irxray.view import view_captures
from tests.irxray.test_mosaic import MARKED

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"


@pytest.fixture(scope="module")
def softmax() -> Capture:
    """On TPU v5e XLA itself replaces the softmax by a kernel."""
    return read_capture(CAPTURES / "ex-05" / "tpu-v5e")


@pytest.fixture(scope="module")
def doubled(softmax: Capture) -> Capture:
    """The same capture as if it called a kernel of marked equations twice."""
    line = softmax.kernels[0].line
    kernel = read_kernel("scale.1", line, MARKED)
    return replace(softmax, kernels=(kernel, kernel))


def test_a_capture_without_kernels_has_no_such_pane(attention: Capture):
    assert view_kernels(attention) is None


def test_the_compilers_kernel_hangs_on_its_call(softmax: Capture):
    view = view_captures([softmax], "ex-05")
    pane = view.panes[-1]
    assert (pane.key, pane.slot, pane.title) == (
        "kernel@tpu-v5e",
        "kernel@tpu-v5e",
        "Mosaic kernel",
    )
    assert "\n".join(line.text for line in pane.lines) + "\n" == softmax.kernels[0].text
    (links,) = [each for each in view.links if each.upper == "hlo@tpu-v5e"]
    hlo = softmax.table.layer(Layer.HLO)
    callers = {hlo.items[link.upper] for link in links.links}
    assert [each.name for each in callers] == ["custom-call"]
    assert {link.lower for link in links.links} == set(range(len(pane.facts)))
    assert pane.coverage.unexplained == 0


def test_lines_of_a_marked_kernel_carry_their_equations(doubled: Capture):
    pane = view_kernels(doubled)
    assert pane is not None
    half = len(pane.lines) // 2
    labels = [line.labels for line in pane.lines]
    assert labels[:half] == labels[half:]
    assert [each for each in labels[:half] if each] == [(5,), (5,), (6,)]
    assert [line.number for line in pane.lines] == list(range(1, 2 * half + 1))


def test_links_are_counted_through_all_kernels(doubled: Capture):
    count = len(doubled.kernels[0].items)
    exact = [link for link in equation_links(doubled) if link.evidence is Evidence.EXACT]
    assert exact == [
        Link(4, 1, Evidence.EXACT),
        Link(4, 2, Evidence.EXACT),
        Link(4, 1 + count, Evidence.EXACT),
        Link(4, 2 + count, Evidence.EXACT),
        Link(5, 3, Evidence.EXACT),
        Link(5, 3 + count, Evidence.EXACT),
    ]
    assert {link.lower for link in call_links(doubled)} == set(range(2 * count))
