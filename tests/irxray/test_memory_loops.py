"""How often what stands in a loop is read and written.

Hand-made modules, three or more for each rule, with the right answer worked out.
"""

# An HLO instruction is one line, however long.

from __future__ import annotations

import pytest

from irxray.memory.buffer import Role
from tests.irxray.hlo_reports import flows, report_of

LOOP = """
%condition (c: (s32[], f32[8])) -> pred[] {
  %c = (s32[], f32[8]{0}) parameter(0)
  %i = s32[] get-tuple-element(%c), index=0
  %limit = s32[] constant(7)
  ROOT %less = pred[] compare(%i, %limit), direction=LT
}

%body (b: (s32[], f32[8])) -> (s32[], f32[8]) {
  %b = (s32[], f32[8]{0}) parameter(0)
  %j = s32[] get-tuple-element(%b), index=0
  %x = f32[8]{0} get-tuple-element(%b), index=1
  %two = s32[] constant(2)
  %next = s32[] add(%j, %two)
  %exp = f32[8]{0} exponential(%x)
  %neg = f32[8]{0} negate(%exp)
  ROOT %both = (s32[], f32[8]{0}) tuple(%next, %neg)
}

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %zero = s32[] constant(0)
  %start = s32[] copy(%zero)
  %given = f32[8]{0} sine(%p)
  %init = (s32[], f32[8]{0}) tuple(%start, %given)
  %loop = (s32[], f32[8]{0}) while(%init), condition=%condition, body=%body
  %last = f32[8]{0} get-tuple-element(%loop), index=1
  ROOT %cos = f32[8]{0} cosine(%last)
}
"""


def test_a_loop_that_counts_up_is_counted() -> None:
    report = report_of(LOOP)
    # i = 0, 2, 4, 6: four trips; the condition runs once more.
    spills = {each.writers[-1].instruction: each for each in report.spills}
    # exp: written and read inside, 32 bytes a trip
    exp = spills["exp"]
    assert [(each.instruction, each.trips) for each in exp.writers] == [("exp", 4)]
    assert [(each.instruction, each.trips) for each in exp.readers] == [("neg", 4)]
    # the carried x: one buffer from sine to cosine, written once before and in each trip
    carried = spills["neg"]
    assert [(each.instruction, each.trips) for each in carried.writers] == [
        ("given", 1),
        ("neg", 4),
    ]
    assert [(each.instruction, each.trips) for each in carried.readers] == [("exp", 4), ("cos", 1)]
    assert [each.total_bytes for each in carried.writers] == [32, 128]
    assert report.schedule[carried.first] == "given"
    assert report.schedule[carried.last] == "cos"
    # the test: read by the loop as often as the condition runs
    assert [(each.instruction, each.trips) for each in spills["less"].readers] == [("loop", 5)]
    assert {each.unknown_loops for each in exp.readers} == {()}


def test_a_count_that_the_compiler_states_is_taken() -> None:
    stated = LOOP.replace(
        "body=%body", 'body=%body, backend_config={"known_trip_count":{"n":"32"}}'
    )
    exp = next(each for each in report_of(stated, "cuda").spills if each.writer == "exp")
    assert [each.trips for each in (*exp.writers, *exp.readers)] == [32, 32]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("direction=LT", "direction=NE"),
        ("%next = s32[] add(%j, %two)", "%next = s32[] multiply(%j, %two)"),
        ("%two = s32[] constant(2)", "%two = s32[] constant(0)"),
        ("%two = s32[] constant(2)", "%two = s32[] constant(-2)"),
        ("%zero = s32[] constant(0)", '%zero = s32[] custom-call(), custom_call_target="now"'),
        ("%limit = s32[] constant(7)", '%limit = s32[] custom-call(), custom_call_target="now"'),
    ],
)
def test_a_loop_of_unknown_count_is_named(old: str, new: str) -> None:
    assert old in LOOP
    exp = next(e for e in report_of(LOOP.replace(old, new)).spills if e.writer == "exp")
    assert [(each.trips, each.unknown_loops) for each in exp.readers] == [(1, ("loop",))]


def test_a_loop_whose_bound_is_carried_unchanged_is_counted() -> None:
    report = report_of("""
%condition (c: (s32[], s32[], f32[8])) -> pred[] {
  %c = (s32[], s32[], f32[8]{0}) parameter(0)
  %i = s32[] get-tuple-element(%c), index=0
  %limit = s32[] get-tuple-element(%c), index=1
  ROOT %less = pred[] compare(%i, %limit), direction=LT
}

%body (b: (s32[], s32[], f32[8])) -> (s32[], s32[], f32[8]) {
  %b = (s32[], s32[], f32[8]{0}) parameter(0)
  %j = s32[] get-tuple-element(%b), index=0
  %same = s32[] get-tuple-element(%b), index=1
  %x = f32[8]{0} get-tuple-element(%b), index=2
  %one = s32[] constant(1)
  %next = s32[] add(%one, %j)
  %exp = f32[8]{0} exponential(%x)
  %neg = f32[8]{0} negate(%exp)
  ROOT %all = (s32[], s32[], f32[8]{0}) tuple(%next, %same, %neg)
}

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %three = s32[] constant(3)
  %nine = s32[] constant(9)
  %start = s32[] copy(%three)
  %given = f32[8]{0} copy(%p)
  %init = (s32[], s32[], f32[8]{0}) tuple(%start, %nine, %given)
  %loop = (s32[], s32[], f32[8]{0}) while(%init), condition=%condition, body=%body
  ROOT %last = f32[8]{0} get-tuple-element(%loop), index=2
}
""")
    # From 3 to 8 by 1: six trips. The carried array is the output's own memory: no spill.
    exp = next(each for each in report.spills if each.writer == "exp")
    assert [each.trips for each in exp.readers] == [6]
    assert flows(report, Role.OUTPUT) == [("f32[8]", ["given", "neg"], ["exp"])]


def test_loops_in_loops_multiply() -> None:
    inner = LOOP[: LOOP.index("ENTRY")]
    report = report_of(
        inner
        + """
%outer-condition (oc: (s32[], f32[8])) -> pred[] {
  %oc = (s32[], f32[8]{0}) parameter(0)
  %oi = s32[] get-tuple-element(%oc), index=0
  %three = s32[] constant(3)
  ROOT %ol = pred[] compare(%oi, %three), direction=LT
}

%outer-body (ob: (s32[], f32[8])) -> (s32[], f32[8]) {
  %ob = (s32[], f32[8]{0}) parameter(0)
  %oj = s32[] get-tuple-element(%ob), index=0
  %ox = f32[8]{0} get-tuple-element(%ob), index=1
  %one = s32[] constant(1)
  %on = s32[] add(%oj, %one)
  %izero = s32[] constant(0)
  %istart = s32[] copy(%izero)
  %iinit = (s32[], f32[8]{0}) tuple(%istart, %ox)
  %iloop = (s32[], f32[8]{0}) while(%iinit), condition=%condition, body=%body
  %ilast = f32[8]{0} get-tuple-element(%iloop), index=1
  ROOT %oall = (s32[], f32[8]{0}) tuple(%on, %ilast)
}

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %zero = s32[] constant(0)
  %start = s32[] copy(%zero)
  %given = f32[8]{0} sine(%p)
  %init = (s32[], f32[8]{0}) tuple(%start, %given)
  %loop = (s32[], f32[8]{0}) while(%init), condition=%outer-condition, body=%outer-body
  %last = f32[8]{0} get-tuple-element(%loop), index=1
  ROOT %cos = f32[8]{0} cosine(%last)
}
"""
    )
    # 3 trips outside, 4 inside: 12. The carried array is one buffer through both loops.
    exp = next(each for each in report.spills if each.writer == "exp")
    assert [each.trips for each in exp.readers] == [12]
    carried = next(each for each in report.spills if each.writer == "given")
    assert [each.instruction for each in carried.readers] == ["exp", "cos"]
