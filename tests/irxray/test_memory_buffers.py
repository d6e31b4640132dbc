"""What is one buffer and what are two: aliases, updates in place, several outputs.

Hand-made modules, three or more for each rule, with the right answer worked out.
"""

# An HLO instruction is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from irxray.memory.buffer import Role
from tests.irxray.hlo_reports import PAIR, flows, report_of


def test_a_reader_is_found_behind_a_bitcast() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[4,8]) -> f32[32] {
  %p = f32[4,8]{1,0} parameter(0)
  %exp = f32[4,8]{1,0} exponential(%p)
  %flat = f32[32]{0} bitcast(%exp)
  ROOT %neg = f32[32]{0} negate(%flat)
}
""",
        "cuda",
    )
    # One buffer under two names; the bitcast itself neither reads nor writes.
    assert flows(report, Role.SPILL) == [("f32[4,8]", ["exp"], ["neg"])]
    assert report.spills[0].names == ("exp", "flat")
    assert (report.spills[0].first, report.spills[0].last) == (1, 3)


def test_a_reader_is_found_behind_tuples_and_a_barrier() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[4,8]) -> f32[4,8] {
  %p = f32[4,8]{1,0} parameter(0)
  %exp = f32[4,8]{1,0} exponential(%p)
  %neg = f32[4,8]{1,0} negate(%p)
  %pair = (f32[4,8]{1,0}, f32[4,8]{1,0}) tuple(%exp, %neg)
  %held = (f32[4,8]{1,0}, f32[4,8]{1,0}) opt-barrier(%pair)
  %first = f32[4,8]{1,0} get-tuple-element(%held), index=0
  %second = f32[4,8]{1,0} get-tuple-element(%held), index=1
  %sin = f32[4,8]{1,0} sine(%first)
  ROOT %add = f32[4,8]{1,0} add(%sin, %second)
}
""",
        "cuda",
    )
    assert flows(report, Role.SPILL) == [
        ("f32[4,8]", ["exp"], ["sin"]),
        ("f32[4,8]", ["neg"], ["add"]),
        ("f32[4,8]", ["sin"], ["add"]),
    ]


def test_an_update_in_place_writes_into_the_same_buffer() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[1,8], i: s32[]) -> f32[4,8] {
  %p = f32[1,8]{1,0} parameter(0)
  %i = s32[] parameter(1)
  %zero = f32[] constant(0)
  %none = s32[] constant(0)
  %empty = f32[4,8]{1,0} broadcast(%zero), dimensions={}
  %filled = f32[4,8]{1,0} dynamic-update-slice(%empty, %p, %i, %none)
  ROOT %neg = f32[4,8]{1,0} negate(%filled)
}
""",
        "cuda",
    )
    # 4 x 8 x 4 = 128 bytes written by the broadcast, 1 x 8 x 4 = 32 by the update, 128 read.
    (spill,) = report.spills
    assert [(each.instruction, each.bytes) for each in spill.writers] == [
        ("empty", 128),
        ("filled", 32),
    ]
    assert [(each.instruction, each.bytes) for each in spill.readers] == [("neg", 128)]


UPDATING_FUSION = """
%fused (a: f32[4,8], i: s32[], b: f32[8]) -> f32[4,8] {
  %a = f32[4,8]{1,0} parameter(0)
  %i = s32[] parameter(1)
  %b = f32[8]{0} parameter(2)
  %row = f32[1,8]{1,0} bitcast(%b)
  %zero = s32[] constant(0)
  ROOT %update = f32[4,8]{1,0} dynamic-update-slice(%a, %row, %i, %zero)
}

ENTRY %main (p: f32[8], i: s32[]) -> f32[4,8] {
  %p = f32[8]{0} parameter(0)
  %i.1 = s32[] parameter(1)
  %empty = f32[4,8]{1,0} custom-call(), custom_call_target="AllocateBuffer"
  FILL
  ROOT %neg = f32[4,8]{1,0} negate(%filled)
}
"""


@pytest.mark.parametrize(
    ("fill", "writer"),
    [
        (
            "%filled = f32[4,8]{1,0} fusion(%empty, %i.1, %p), kind=kLoop, calls=%fused",
            "filled",
        ),
        (
            "%start = ((f32[4,8]{1,0}, s32[], f32[8]{0}), f32[4,8]{1,0}, u32[]) "
            "fusion-start(%empty, %i.1, %p), kind=kLoop, calls=%fused\n"
            "  %filled = f32[4,8]{1,0} fusion-done(%start)",
            "start",
        ),
    ],
)
def test_a_fusion_that_ends_in_an_update_writes_in_place(fill: str, writer: str) -> None:
    report = report_of(UPDATING_FUSION.replace("FILL", fill), "cuda")
    # AllocateBuffer writes nothing; the fusion writes one row of 32 bytes and reads none of it.
    (spill,) = report.spills
    assert [(each.instruction, each.bytes) for each in spill.writers] == [(writer, 32)]
    assert [(each.instruction, each.bytes) for each in spill.readers] == [("neg", 128)]


def test_memory_that_the_compiler_says_is_shared_is_one_buffer() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[4,8]) -> f32[4,8] {
  %p = f32[4,8]{1,0} parameter(0)
  %exp = f32[4,8]{1,0} exponential(%p)
  %gemm = (f32[4,8]{1,0}, s8[64]{0}) custom-call(%p, %p, %exp), custom_call_target="g", output_to_operand_aliasing={{0}: (2, {})}
  %sum = f32[4,8]{1,0} get-tuple-element(%gemm), index=0
  ROOT %neg = f32[4,8]{1,0} negate(%sum)
}
""",
        "cuda",
    )
    # exp's 128 bytes are read and written again by the call; its scratch space is never read.
    assert flows(report, Role.SPILL) == [("f32[4,8]", ["exp", "gemm"], ["gemm", "neg"])]
    assert flows(report, Role.UNREAD) == [("s8[64]", ["gemm"], [])]


def test_each_element_of_a_multi_output_fusion_is_a_buffer() -> None:
    report = report_of(
        PAIR.replace("RESULT", "f32[8]").replace(
            "REST", "%neg = f32[8]{0} negate(%second)\n  ROOT %add = f32[8]{0} add(%first, %neg)"
        ),
        "cuda",
    )
    # sine is read last, by add; cosine by negate; what stands inside the fusion is no buffer.
    assert flows(report, Role.SPILL) == [
        ("f32[8]", ["pair"], ["add"]),
        ("f32[8]", ["pair"], ["neg"]),
        ("f32[8]", ["neg"], ["add"]),
    ]
    assert [each.names for each in report.spills] == [("first",), ("second",), ("neg",)]


def test_an_element_that_is_the_programs_output_is_no_spill() -> None:
    report = report_of(
        PAIR.replace("RESULT", "(f32[8], f32[8])").replace(
            "REST",
            "%neg = f32[8]{0} negate(%second)\n"
            "  ROOT %out = (f32[8]{0}, f32[8]{0}) tuple(%first, %neg)",
        ),
        "cuda",
    )
    assert flows(report, Role.SPILL) == [("f32[8]", ["pair"], ["neg"])]
    assert flows(report, Role.OUTPUT) == [("f32[8]", ["pair"], []), ("f32[8]", ["neg"], [])]


def test_an_element_that_nobody_reads_is_unread() -> None:
    report = report_of(
        PAIR.replace("RESULT", "f32[8]").replace("REST", "ROOT %neg = f32[8]{0} negate(%second)"),
        "cuda",
    )
    assert flows(report, Role.SPILL) == [("f32[8]", ["pair"], ["neg"])]
    assert flows(report, Role.UNREAD) == [("f32[8]", ["pair"], [])]
    # it takes memory all the same: 32 bytes of spill, 64 with it
    assert (report.peak_spilled_bytes, report.peak_temporary_bytes) == (32, 64)


def test_elements_may_lie_in_different_memories() -> None:
    report = report_of("""
%fused (a: f32[1024]) -> (f32[1024], f32[1024]) {
  %a = f32[1024]{0:T(1024)} parameter(0)
  %sin = f32[1024]{0:T(1024)S(1)} sine(%a)
  %cos = f32[1024]{0:T(1024)} cosine(%a)
  ROOT %two = (f32[1024]{0:T(1024)S(1)}, f32[1024]{0:T(1024)}) tuple(%sin, %cos)
}

ENTRY %main (p: f32[1024]) -> f32[1024] {
  %p = f32[1024]{0:T(1024)} parameter(0)
  %pair = (f32[1024]{0:T(1024)S(1)}, f32[1024]{0:T(1024)}) fusion(%p), kind=kLoop, calls=%fused
  %first = f32[1024]{0:T(1024)S(1)} get-tuple-element(%pair), index=0
  %second = f32[1024]{0:T(1024)} get-tuple-element(%pair), index=1
  ROOT %add = f32[1024]{0:T(1024)} add(%first, %second)
}
""")
    assert [each.names for each in report.on_chip] == [("first",)]
    assert [each.names for each in report.spills] == [("second",)]
