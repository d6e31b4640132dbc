"""Branches, called computations and asynchronous operations in one schedule.

Hand-made modules, three or more for each rule, with the right answer worked out.
"""

# An HLO instruction is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

from irxray.memory.buffer import Role
from tests.irxray.hlo_reports import flows, report_of


def test_a_branch_is_part_of_the_schedule_and_named() -> None:
    report = report_of(
        """
%yes (a: (f32[8])) -> f32[8] {
  %a = (f32[8]{0}) parameter(0)
  %x = f32[8]{0} get-tuple-element(%a), index=0
  %exp = f32[8]{0} exponential(%x)
  ROOT %sin = f32[8]{0} sine(%exp)
}

%no (b: f32[8]) -> f32[8] {
  %b = f32[8]{0} parameter(0)
  ROOT %neg = f32[8]{0} negate(%b)
}

ENTRY %main (c: s32[], p: f32[8]) -> f32[8] {
  %c = s32[] parameter(0)
  %p = f32[8]{0} parameter(1)
  %cos = f32[8]{0} cosine(%p)
  %one = (f32[8]{0}) tuple(%cos)
  %chosen = f32[8]{0} conditional(%c, %one, %cos), branch_computations={%yes, %no}
  ROOT %tan = f32[8]{0} tan(%chosen)
}
""",
        "cuda",
    )
    # cos is read in both branches; the result is one buffer, written in either.
    assert flows(report, Role.SPILL) == [
        ("f32[8]", ["cos"], ["exp", "neg"]),
        ("f32[8]", ["exp"], ["sin"]),
        ("f32[8]", ["sin", "neg"], ["tan"]),
    ]
    assert report.spills[1].readers[0].branches == ("chosen",)
    # the conditional reads which branch to take
    assert flows(report, Role.PARAMETER) == [
        ("s32[]", [], ["chosen"]),
        ("f32[8]", [], ["cos"]),
    ]


def test_a_called_computation_is_laid_out_in_place() -> None:
    report = report_of(
        """
%called (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %exp = f32[8]{0} exponential(%a)
  ROOT %sin = f32[8]{0} sine(%exp)
}

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %cos = f32[8]{0} cosine(%p)
  %call = f32[8]{0} call(%cos), to_apply=%called
  ROOT %tan = f32[8]{0} tan(%call)
}
""",
        "cpu",
    )
    assert report.schedule == ("p", "cos", "a", "exp", "sin", "call", "tan")
    assert flows(report, Role.SPILL) == [
        ("f32[8]", ["cos"], ["exp"]),
        ("f32[8]", ["exp"], ["sin"]),
        ("f32[8]", ["sin"], ["tan"]),
    ]


def test_an_asynchronous_copy_of_a_parameter_is_a_prefetch() -> None:
    report = report_of("""
%wrapped (a: f32[1024]) -> f32[1024] {
  %a = f32[1024]{0:T(1024)} parameter(0)
  ROOT %inner = f32[1024]{0:T(1024)S(1)} copy(%a)
}

ENTRY %main (p: f32[1024]) -> f32[1024] {
  %p = f32[1024]{0:T(1024)} parameter(0)
  %start = ((f32[1024]{0:T(1024)}), f32[1024]{0:T(1024)S(1)}, s32[]{:S(2)}) async-start(%p), calls=%wrapped
  %done = f32[1024]{0:T(1024)S(1)} async-done(%start)
  ROOT %neg = f32[1024]{0:T(1024)} negate(%done)
}
""")
    assert flows(report, Role.PREFETCH) == [("f32[1024]", ["inner"], ["neg"])]
    assert flows(report, Role.PARAMETER) == [("f32[1024]", [], ["inner"])]


def test_collectives_read_and_write_their_arrays() -> None:
    report = report_of(
        """
%sum (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %xy = f32[] add(%x, %y)
}

ENTRY %main (p: f32[8]) -> f32[16] {
  %p = f32[8]{0} parameter(0)
  %exp = f32[8]{0} exponential(%p)
  %reduce = f32[8]{0} all-reduce-start(%exp), replica_groups={}, to_apply=%sum
  %reduced = f32[8]{0} all-reduce-done(%reduce)
  %gather = (f32[8]{0}, f32[16]{0}) all-gather-start(%reduced), replica_groups={{0,1}}, dimensions={0}
  %gathered = f32[16]{0} all-gather-done(%gather)
  ROOT %neg = f32[16]{0} negate(%gathered)
}
""",
        "cuda",
    )
    assert flows(report, Role.SPILL) == [
        ("f32[8]", ["exp"], ["reduce"]),
        ("f32[8]", ["reduce"], ["gather"]),
        ("f32[16]", ["gather"], ["neg"]),
    ]
