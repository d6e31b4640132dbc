from __future__ import annotations

import pytest

from irxray.capture import Capture
from irxray.html import render_fragment
from irxray.layers import LAYERS, Layer
from irxray.lexers import lex_lines
from irxray.view import XrayView, view_captures

RAW = {key: f"raw/{key}" for key in ("source", "jaxpr", "stablehlo", "hlo@cpu")}


@pytest.fixture(scope="session")
def view(attention: Capture) -> XrayView:
    return view_captures([attention], "ex-05")


def test_panes_hold_the_texts_exactly(view: XrayView, attention: Capture):
    assert [pane.key for pane in view.panes] == ["source", "jaxpr", "stablehlo", "hlo@cpu"]
    for pane, layer in zip(view.panes, attention.table.layers, strict=True):
        assert [line.text for line in pane.lines] == layer.text.splitlines()
        assert [line.number for line in pane.lines] == list(range(1, layer.line_count + 1))


def test_every_linked_line_carries_its_equations(view: XrayView):
    for pane in view.panes:
        for line in pane.lines:
            assert bool(line.labels) == bool(line.items), (pane.key, line.number)


def test_nested_expressions_are_told_apart(view: XrayView):
    line = next(line for line in view.panes[0].lines if line.text.endswith("return (p / l) @ v"))
    pieces = [piece for part in line.stretches for piece in part.pieces]
    nested = [piece for piece in pieces if len(piece.items) == 2]
    assert "".join(piece.text for piece in nested) == "p / l"
    assert len({piece.items for piece in nested}) == 1


def test_the_reader_begins_at_the_entry_computation(view: XrayView):
    starts = [line for line in view.panes[-1].lines if line.is_start]
    assert [line.text[:6] for line in starts] == ["ENTRY "]


def test_bodies_and_source_locations_fold_under_a_line(view: XrayView):
    pane = view.panes[-1]
    tables = pane.bodies[0]
    assert (tables.label, tables.callers, tables.is_reducer) == ("source locations", (1,), True)
    assert pane.lines[tables.first - 1].text == "FileNames"
    for body in pane.bodies[1:]:
        assert pane.lines[body.first - 1].text.startswith(f"%{body.label} (")
        assert pane.lines[body.last - 1].text == "}"
        assert all(f"%{body.label}" in pane.lines[line - 1].text for line in body.callers)


def test_long_attributes_fold_to_chips(view: XrayView):
    chips = {part.label for line in view.panes[-1].lines for part in line.stretches if part.label}
    assert {"metadata", "config"} <= chips


def test_fragment_has_the_agreed_attributes(view: XrayView):
    html = str(render_fragment(view, RAW))
    for pane in view.panes:
        target = f' data-target="{pane.target}"' if pane.target else ""
        for line in pane.lines:
            assert f'data-layer="{pane.layer}" data-line="{line.number}"{target}' in html
            assert f'id="ex-05/{pane.key}/L{line.number}"' in html


def test_markup_in_a_program_is_shown_as_text(attention: Capture):
    from dataclasses import replace

    hostile = '"</script><img src=x onerror=alert(1)>"'
    program = replace(attention.program, function=hostile)
    view = view_captures([replace(attention, program=program)], "ex-05")
    html = str(render_fragment(view, RAW))
    assert "<img" not in html
    assert "&lt;img" in html


@pytest.mark.parametrize("layer", LAYERS)
def test_lexers_lose_nothing(layer: Layer, nested: Capture):
    text = nested.table.layer(layer).text
    lines = lex_lines(layer, text)
    assert ["".join(value for value, _ in line) for line in lines] == text.splitlines()
    assert {token for line in lines for _, token in line} > {"", "f" if layer != "source" else "k"}
