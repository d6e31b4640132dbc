"""Reading optimized HLO: lines, tags, and what taking the tags out gives back."""

from __future__ import annotations

import pytest

from irxray import _compiled
from irxray.errors import HloTextError
from irxray.hlo import metadata_free, operation_tags, parse_hlo, untag

MODULE = """HloModule small, is_scheduled=true

%body (p: f32[4]) -> f32[4] {
  %p = f32[4]{0} parameter(0)
  ROOT %e = f32[4]{0} exponential(%p), metadata={op_name="op.3/jit(f)/eqn.0/exp" stack_frame_id=2}
}

ENTRY %main (x: f32[4]) -> (f32[4], s32[]) {
  %x = f32[4]{0} parameter(0), metadata={op_name="x"}
  %fusion = f32[4]{0} fusion(%x), kind=kLoop, calls=%body
  %c = s32[] constant(7)
  ROOT %t = (f32[4]{0}, s32[]) tuple(%fusion, %c)
}
"""


def test_instructions_with_their_lines():
    module = parse_hlo(MODULE, _compiled.parse_instructions)
    assert [(each.name, each.line, each.end_line) for each in module.computations] == [
        ("body", 3, 6),
        ("main", 8, 13),
    ]
    assert module.entry.name == "main"
    told = [(i.name, i.opcode, i.shape, i.line, i.operands, i.called) for i in module.instructions]
    assert told == [
        ("p", "parameter", "f32[4]{0}", 4, (), ()),
        ("e", "exponential", "f32[4]{0}", 5, ("p",), ()),
        ("x", "parameter", "f32[4]{0}", 9, (), ()),
        ("fusion", "fusion", "f32[4]{0}", 10, ("x",), ("body",)),
        ("c", "constant", "s32[]", 11, (), ()),
        ("t", "tuple", "(f32[4]{0}, s32[])", 12, ("fusion", "c"), ()),
    ]
    root = module.computations[0].root
    assert (root.name, root.op_name, root.frame) == ("e", "op.3/jit(f)/eqn.0/exp", 2)


@pytest.mark.parametrize(
    ("name", "chains"),
    [
        ("jit(f)/mul", ()),
        ("op.3/jit(f)/mul", ((3,),)),
        ("op.18/jit(f)/jit(relu)/op.31/max", ((18, 31),)),
        ("op.1/jit(f)/a;op.2/jit(f)/b", ((1,), (2,))),
        ("flop.3/x", ()),
    ],
)
def test_tags_of_a_name(name: str, chains: tuple[tuple[int, ...], ...]):
    assert operation_tags(name) == chains


@pytest.mark.parametrize(
    ("tagged", "plain"),
    [
        ("op.3/jit(f)/eqn.0/mul", "jit(f)/mul"),
        ("op.3/jit(f)/eqn.0", "jit(f)"),
        ("op.18/jit(f)/eqn.4/jit(relu)/op.31/eqn.0/max", "jit(f)/jit(relu)/max"),
        ("op.16/jit(f)/while/op.25/jit(f)/while/body/add", "jit(f)/while/body/add"),
        ("op.2/jit(g)/jvp(eqn.0)/dot_general", "jit(g)/jvp()/dot_general"),
        ("op.1/jit(f)/a;op.2/jit(f)/b", "jit(f)/a;jit(f)/b"),
    ],
)
def test_untag_gives_the_plain_name(tagged: str, plain: str):
    line = '  %m = f32[] add(%a, %b), metadata={{op_name="{}" stack_frame_id=3}}'
    assert untag(line.format(tagged)) == line.format(plain)


def test_untag_drops_names_that_only_a_tag_filled():
    assert untag('  %m = f32[] add(%a), metadata={op_name="op.4/"}') == "  %m = f32[] add(%a)"


def test_metadata_free_drops_names_and_tables_only():
    text = 'FileNames\n1 "source.py"\n\n  %m = f32[] add(%a), metadata={op_name="x}"}, cost={1}\n'
    assert metadata_free(text) == "\n  %m = f32[] add(%a), cost={1}"


def test_text_that_is_not_hlo_is_refused_with_its_place():
    with pytest.raises(HloTextError) as caught:
        parse_hlo(
            "HloModule x\n\nENTRY %e (p: f32[]) -> f32[] {\n  foo\n}\n",
            _compiled.parse_instructions,
        )
    assert (caught.value.line, caught.value.column) == (5, 0)
    assert str(caught.value).startswith("line 5, column 0: expects '=' in instruction")
