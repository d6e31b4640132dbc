from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from irxray.capture import Capture
from irxray.errors import StoreError
from irxray.html import render_fragment
from irxray.layers import LAYERS, Layer
from irxray.lexers import LIGHT_RULES, lex_lines
from irxray.store import read_capture
from irxray.view import XrayView, onward_lines, view_captures, view_pair

CAPTURES = Path(__file__).parents[2] / "bench" / "captures"
RAW = {key: f"raw/{key}" for key in ("source", "jaxpr", "stablehlo", "hlo@cpu")}


@pytest.fixture(scope="session")
def view(attention: Capture) -> XrayView:
    return view_captures([attention], "ex-05")


def test_panes_hold_the_texts_exactly(view: XrayView, attention: Capture):
    assert [pane.key for pane in view.panes] == ["source", "jaxpr", "stablehlo", "hlo@cpu"]
    for pane, layer in zip(view.panes, attention.table.layers, strict=True):
        assert [line.text for line in pane.lines] == layer.text.splitlines()
        assert [line.number for line in pane.lines] == list(range(1, len(pane.lines) + 1))


def test_every_linked_line_carries_its_equations(view: XrayView):
    for pane in view.panes:
        for line in pane.lines:
            assert bool(line.labels) == bool(line.items), (pane.key, line.number)


def test_nested_expressions_are_told_apart(view: XrayView):
    line = next(each for each in view.panes[0].lines if each.text.endswith("return (p / l) @ v"))
    pieces = [piece for part in line.stretches for piece in part.pieces]
    nested = [piece for piece in pieces if len(piece.items) == 2]
    assert "".join(piece.text for piece in nested) == "p / l"
    assert len({piece.items for piece in nested}) == 1


def test_the_reader_begins_at_the_entry_computation(view: XrayView):
    starts = [line for line in view.panes[-1].lines if line.is_start]
    assert [line.text[:6] for line in starts] == ["ENTRY "]


def test_source_locations_fold_under_the_head(view: XrayView):
    body = view.panes[-1].bodies[0]
    assert (body.label, body.callers, body.is_reducer) == ("source locations", (1,), True)
    assert view.panes[-1].lines[body.first - 1].text == "FileNames"


def test_labels_lead_round_their_group(view: XrayView):
    onward = onward_lines(view)
    stop = ("source", 6)
    seen = []
    while stop not in seen:
        seen.append(stop)
        stop = onward[stop[0], 6]
    assert [key for key, _ in seen] == ["source", "jaxpr", "stablehlo", "hlo@cpu"]
    for key, number in seen:
        pane = next(pane for pane in view.panes if pane.key == key)
        assert 6 in pane.lines[number - 1].labels


def test_fragment_has_the_agreed_attributes(view: XrayView):
    html = str(render_fragment(view, RAW))
    for pane in view.panes:
        target = f' data-target="{pane.target}"' if pane.target else ""
        for line in pane.lines:
            place = f'id="ex-05/{pane.key}/L{line.number}"'
            assert f'{place} data-layer="{pane.layer}" data-line="{line.number}"{target}' in html
    block = re.search(r'<script type="application/json" class="xray-data">(.*?)</script>', html)
    assert block is not None
    data = json.loads(block[1])
    assert [link[:2] for link in data["links"]] == [[0, 1], [1, 2], [2, 3]]
    assert " style=" not in html
    assert "<script>" not in html


def test_other_backends_are_named_where_they_are(view: XrayView):
    html = str(render_fragment(view, RAW, [("TPU v4", "dumps/tpu-v4.html")]))
    assert 'On pages of their own: <a href="dumps/tpu-v4.html">TPU v4</a>.' in html


def test_markup_in_a_program_is_shown_as_text(attention: Capture):
    hostile = '"</script><img src=x onerror=alert(1)>"'
    program = replace(attention.program, function=hostile)
    view = view_captures([replace(attention, program=program)], "ex-05")
    html = str(render_fragment(view, RAW))
    assert "<img" not in html
    assert "&lt;img" in html


def test_different_programs_do_not_share_a_view():
    one = read_capture(CAPTURES / "ex-05" / "cpu")
    other = read_capture(CAPTURES / "lab-2.1" / "cpu")
    with pytest.raises(StoreError, match="cpu and cpu hold different programs"):
        view_captures([one, other], "x")


def test_pair_keeps_both_programs_apart_and_pairs_their_equations():
    before = read_capture(CAPTURES / "lab-2.1" / "cpu")
    after = read_capture(CAPTURES / "ex-05" / "cpu")
    view = view_pair(before, after, "pair", ("before", "after"))
    assert [pane.key for pane in view.panes[4:]] == [
        "before:source",
        "before:jaxpr",
        "before:stablehlo",
        "before:hlo@cpu",
    ]
    assert view.pairing is not None
    here = [one for one, _ in view.pairing.pairs if one is not None]
    there = [other for _, other in view.pairing.pairs if other is not None]
    assert here == list(range(12))
    assert there == list(range(len(view.panes[5].facts)))


@pytest.mark.parametrize("layer", LAYERS)
def test_lexers_lose_nothing(layer: Layer, nested: Capture):
    text = nested.table.layer(layer).text
    lines = lex_lines(layer, text)
    assert ["".join(value for value, _ in line) for line in lines] == text.splitlines()
    assert {token for line in lines for _, token in line} > {"", "f" if layer != "source" else "k"}


@pytest.mark.parametrize("layer", LAYERS)
def test_light_rules_colour_as_the_lexers_do(layer: Layer, nested: Capture):
    known = {name for name, _ in LIGHT_RULES[layer]}
    text = nested.table.layer(layer).text
    for name, pattern in LIGHT_RULES[layer]:
        found = re.findall(pattern, text, re.MULTILINE)
        assert found or name in "sck", (layer, name)
    assert known <= set("csntkfva")
