"""Modules that cannot be analysed, each refused in words that name the place."""

# An HLO instruction is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from irxray._compiled import parse_instructions
from irxray.errors import HloTextError, TargetError
from irxray.hlo import parse_hlo
from irxray.memory.report import analyse_memory
from tests.irxray.hlo_reports import PAIR, SPACED, report_of


def test_text_that_is_not_scheduled_is_refused() -> None:
    text = "HloModule test\n\nENTRY %main (p: f32[8]) -> f32[8] {\n  ROOT %p = f32[8]{0} parameter(0)\n}\n"
    with pytest.raises(HloTextError) as caught:
        analyse_memory(parse_hlo(text, parse_instructions), text, "cpu")
    assert str(caught.value) == (
        "line 1, column 0: the module is not scheduled (no 'is_scheduled=true'): "
        "take the compiled text"
    )


def test_text_of_another_kind_is_refused() -> None:
    text = SPACED.replace("SPACE", "")
    module = parse_hlo("HloModule test, is_scheduled=true\n" + text, parse_instructions)
    with pytest.raises(HloTextError) as caught:
        analyse_memory(module, "module @jit_f {\n}\n", "cpu")
    assert str(caught.value) == (
        "line 1, column 0: expects optimized HLO, which begins with 'HloModule'"
    )


def test_a_module_without_an_entry_is_refused() -> None:
    text = "HloModule test, is_scheduled=true\n\n%f (p: f32[8]) -> f32[8] {\n}\n"
    with pytest.raises(HloTextError) as caught:
        analyse_memory(parse_hlo(text, lambda text: {}), text, "cpu")
    assert str(caught.value) == "line 4, column 0: the module has no ENTRY computation"


def test_a_shape_that_cannot_be_read_is_named_with_line_and_column() -> None:
    text = "HloModule test, is_scheduled=true\n" + SPACED.replace("SPACE", "")
    # the parser would refuse this property: it is given the text without
    broken = text.replace("T(8,128)} exp", "T(8,128)Q(1)} exp")
    module = parse_hlo(broken, lambda _: parse_instructions(text))
    with pytest.raises(HloTextError) as caught:
        analyse_memory(module, broken, "tpu")
    assert str(caught.value) == "line 5, column 33: knows no layout property 'Q(1)'"


def test_an_operand_that_is_nowhere_is_named() -> None:
    # XLA's parser takes ``x.0`` for a second ``x`` and gives it another name
    text = """HloModule test, is_scheduled=true

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %x = f32[8]{0} sine(%p)
  %x.0 = f32[8]{0} sine(%x)
  ROOT %neg = f32[8]{0} negate(%x.0)
}
"""
    with pytest.raises(HloTextError) as caught:
        analyse_memory(parse_hlo(text, parse_instructions), text, "cpu")
    assert str(caught.value) == (
        "line 7, column 2: 'neg' takes 'x.1', which the text does not define"
    )


def test_a_computation_with_two_callers_is_refused() -> None:
    with pytest.raises(HloTextError) as caught:
        report_of("""
%called (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  ROOT %sin = f32[8]{0} sine(%a)
}

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %one = f32[8]{0} call(%p), to_apply=%called
  ROOT %two = f32[8]{0} call(%one), to_apply=%called
}
""")
    assert str(caught.value) == "line 4, column 0: 'called' is called from two places"


def test_an_attribute_that_is_missing_is_named() -> None:
    text = "HloModule test, is_scheduled=true\n" + PAIR.replace("RESULT", "f32[8]").replace(
        "REST", "ROOT %neg = f32[8]{0} negate(%second)"
    )
    module = parse_hlo(text, parse_instructions)
    broken = text.replace("(%pair), index=1", "(%pair)")
    with pytest.raises(HloTextError) as caught:
        analyse_memory(module, broken, "cuda")
    assert str(caught.value) == "line 14, column 2: 'second' has no 'index='"


def test_an_unknown_platform_is_refused() -> None:
    with pytest.raises(TargetError) as caught:
        report_of(SPACED.replace("SPACE", ""), "rocm")
    assert str(caught.value) == "no memory is known of platform 'rocm'; known: cpu, cuda, tpu"
