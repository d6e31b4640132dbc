"""Who reads a buffer, how much of it, and from which memory.

Hand-made modules, three or more for each rule, with the right answer worked out.
"""

# An HLO instruction is one line, however long.

from __future__ import annotations

import pytest

from irxray.memory.buffer import Role
from tests.irxray.hlo_reports import SPACED, report_of


def test_every_reader_counts() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %exp = f32[8]{0} exponential(%p)
  %sin = f32[8]{0} sine(%exp)
  %cos = f32[8]{0} cosine(%exp)
  ROOT %add = f32[8]{0} add(%sin, %cos)
}
""",
        "cuda",
    )
    exp = report.spills[0]
    assert [(each.instruction, each.bytes) for each in exp.readers] == [("sin", 32), ("cos", 32)]
    # exp lives from 1 to 3, sin from 2 to 4, cos from 3 to 4: three of 32 at position 3
    assert report.peak_spilled_bytes == 96


def test_a_reader_that_takes_it_twice_reads_it_once() -> None:
    report = report_of(
        """
ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %exp = f32[8]{0} exponential(%p)
  ROOT %square = f32[8]{0} multiply(%exp, %exp)
}
""",
        "cuda",
    )
    assert [(e.instruction, e.bytes) for e in report.spills[0].readers] == [("square", 32)]


def test_a_reader_that_takes_a_part_reads_the_part() -> None:
    report = report_of(
        """
%rows (a: f32[4,8], i: s32[]) -> f32[2,8] {
  %a = f32[4,8]{1,0} parameter(0)
  %i = s32[] parameter(1)
  %none = s32[] constant(0)
  %one = f32[1,8]{1,0} dynamic-slice(%a, %i, %none), dynamic_slice_sizes={1,8}
  %line = f32[32]{0} bitcast(%a)
  %head = f32[8]{0} slice(%line), slice={[0:8]}
  %other = f32[1,8]{1,0} bitcast(%head)
  ROOT %two = f32[2,8]{1,0} concatenate(%one, %other), dimensions={0}
}

ENTRY %main (p: f32[4,8], i: s32[]) -> (f32[2,8], f32[4], f32[4,8]) {
  %p = f32[4,8]{1,0} parameter(0)
  %i.1 = s32[] parameter(1)
  %exp = f32[4,8]{1,0} exponential(%p)
  %cut = f32[2,8]{1,0} fusion(%exp, %i.1), kind=kLoop, calls=%rows
  %column = f32[4,1]{1,0} slice(%exp), slice={[0:4], [0:1]}
  %flat = f32[4]{0} bitcast(%column)
  %neg = f32[4,8]{1,0} negate(%exp)
  ROOT %out = (f32[2,8]{1,0}, f32[4]{0}, f32[4,8]{1,0}) tuple(%cut, %flat, %neg)
}
""",
        "cuda",
    )
    # two rows of 32 bytes; one column of 4 x 4; the whole of 128
    assert [(each.instruction, each.bytes) for each in report.spills[0].readers] == [
        ("cut", 64),
        ("column", 16),
        ("neg", 128),
    ]


def test_a_fusion_that_also_takes_the_whole_reads_the_whole() -> None:
    report = report_of(
        """
%fused (a: f32[4,8]) -> f32[4,8] {
  %a = f32[4,8]{1,0} parameter(0)
  %row = f32[1,8]{1,0} slice(%a), slice={[0:1], [0:8]}
  %flat = f32[8]{0} bitcast(%row)
  %again = f32[4,8]{1,0} broadcast(%flat), dimensions={1}
  ROOT %add = f32[4,8]{1,0} add(%a, %again)
}

ENTRY %main (p: f32[4,8]) -> f32[4,8] {
  %p = f32[4,8]{1,0} parameter(0)
  %exp = f32[4,8]{1,0} exponential(%p)
  ROOT %sum = f32[4,8]{1,0} fusion(%exp), kind=kLoop, calls=%fused
}
""",
        "cuda",
    )
    assert [each.bytes for each in report.spills[0].readers] == [128]


@pytest.mark.parametrize(
    ("space", "platform", "name", "role"),
    [
        ("", "tpu", "hbm", Role.SPILL),
        ("S(1)", "tpu", "vmem", Role.ON_CHIP),
        ("S(3)", "tpu", "cmem", Role.ON_CHIP),
        ("S(6)", "tpu", "smem", Role.ON_CHIP),
        ("S(5)", "tpu", "host", Role.ELSEWHERE),
        ("S(9)", "tpu", "S(9)", Role.ELSEWHERE),
        ("", "cuda", "hbm", Role.SPILL),
        # memory registered for collectives, in HBM: the number means another thing on a GPU
        ("S(1)", "cuda", "hbm", Role.SPILL),
        ("S(5)", "cuda", "host", Role.ELSEWHERE),
        ("", "cpu", "memory", Role.SPILL),
    ],
)
def test_the_memory_space_decides(space: str, platform: str, name: str, role: Role) -> None:
    report = report_of(SPACED.replace("SPACE", space), platform)
    (buffer,) = [each for each in report.buffers if each.writer == "exp"]
    assert (buffer.memory_space, buffer.role) == (name, role)
    # 16 x 100 x 4 bytes; 100 lanes are padded to 128
    assert (buffer.bytes, buffer.padded_bytes) == (6400, 8192)


def test_traffic_counts_main_memory_and_accesses_count_all() -> None:
    report = report_of(SPACED.replace("SPACE", "S(1)"))
    # to and from HBM: p read, the output written, 8192 padded bytes each; the array on the chip
    # is written and read besides
    assert report.traffic_bytes == 2 * 8192
    assert report.accessed_bytes == 4 * 8192
    assert report.peak_spilled_bytes == 0
