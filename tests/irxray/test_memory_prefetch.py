"""Which copies bring an argument on chip, and which write or read a spill.

Hand-made modules, three or more for each rule, with the right answer worked out.
"""

# An HLO instruction is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

from irxray.memory.buffer import Role
from tests.irxray.hlo_reports import flows, report_of


def test_a_copy_of_a_parameter_to_vmem_is_a_prefetch() -> None:
    report = report_of("""
ENTRY %main (p: f32[16,128]) -> f32[16,128] {
  %p = f32[16,128]{1,0:T(8,128)} parameter(0)
  %start = (f32[16,128]{1,0:T(8,128)S(1)}, f32[16,128]{1,0:T(8,128)}, u32[]{:S(2)}) copy-start(%p)
  %done = f32[16,128]{1,0:T(8,128)S(1)} copy-done(%start)
  ROOT %exp = f32[16,128]{1,0:T(8,128)} exponential(%done)
}
""")
    # p is read once, by the copy; what the copy writes is a prefetch, alive from position 1 to
    # the exponential at 3; the exponential is the output. The flag is no buffer.
    assert [each.role for each in report.buffers] == [Role.PARAMETER, Role.PREFETCH, Role.OUTPUT]
    assert flows(report, Role.PREFETCH) == [("f32[16,128]", ["start"], ["exp"])]
    assert flows(report, Role.PARAMETER) == [("f32[16,128]", [], ["start"])]
    (prefetch,) = report.prefetches
    assert (prefetch.memory_space, prefetch.first, prefetch.last) == ("vmem", 1, 3)


def test_slices_of_a_parameter_that_make_one_array_are_one_prefetch() -> None:
    report = report_of("""
ENTRY %main (p: f32[16,128]) -> f32[16,128] {
  %p = f32[16,128]{1,0:T(8,128)} parameter(0)
  %low = ((f32[16,128]{1,0:T(8,128)}), f32[8,128]{1,0:T(8,128)S(3)}, s32[]{:S(2)}) slice-start(%p), slice={[0:8], [0:128]}
  %high = ((f32[16,128]{1,0:T(8,128)}), f32[8,128]{1,0:T(8,128)S(3)}, s32[]{:S(2)}) slice-start(%p), slice={[8:16], [0:128]}
  %low-done = f32[8,128]{1,0:T(8,128)S(3)} slice-done(%low)
  %high-done = f32[8,128]{1,0:T(8,128)S(3)} slice-done(%high)
  %whole = f32[16,128]{1,0:T(8,128)S(3)} custom-call(%low-done, %high-done), custom_call_target="ConcatBitcast"
  ROOT %exp = f32[16,128]{1,0:T(8,128)} exponential(%whole)
}
""")
    # Each slice reads and writes 8 x 128 x 4 = 4096 bytes; the buffer is the array of 8192 that
    # they make together; ConcatBitcast reads nothing.
    assert flows(report, Role.PREFETCH) == [("f32[16,128]", ["low", "high"], ["exp"])]
    (prefetch,) = report.prefetches
    assert (prefetch.memory_space, prefetch.bytes) == ("cmem", 8192)
    assert [each.bytes for each in prefetch.writers] == [4096, 4096]
    (parameter,) = report.of_role(Role.PARAMETER)
    assert [(each.instruction, each.bytes) for each in parameter.readers] == [
        ("low", 4096),
        ("high", 4096),
    ]


def test_a_fusion_that_only_slices_a_parameter_is_a_prefetch_and_so_is_its_copy() -> None:
    report = report_of("""
%cut (a: f32[4,16,128], i: s32[]) -> f32[16,128] {
  %a = f32[4,16,128]{2,1,0:T(8,128)} parameter(0)
  %i = s32[]{:T(128)S(6)} parameter(1)
  %zero = s32[]{:T(128)} constant(0)
  %slice = f32[1,16,128]{2,1,0:T(8,128)} dynamic-slice(%a, %i, %zero, %zero), dynamic_slice_sizes={1,16,128}
  ROOT %flat = f32[16,128]{1,0:T(8,128)S(1)} bitcast(%slice)
}

ENTRY %main (p: f32[4,16,128], n: s32[]) -> f32[16,128] {
  %p = f32[4,16,128]{2,1,0:T(8,128)} parameter(0)
  %n = s32[]{:T(128)} parameter(1)
  %at = s32[]{:T(128)S(6)} negate(%n)
  %layer = f32[16,128]{1,0:T(8,128)S(1)} fusion(%p, %at), kind=kLoop, calls=%cut
  %turned = f32[16,128]{0,1:T(8,128)S(1)} copy(%layer)
  ROOT %exp = f32[16,128]{1,0:T(8,128)} exponential(%turned)
}
""")
    # Two prefetches: the layer, and the layer in another layout; that the index is computed does
    # not matter. Of p one layer of 16 x 128 x 4 = 8192 bytes is read, not the whole 32768.
    assert flows(report, Role.ON_CHIP) == [("s32[]", ["at"], ["layer"])]
    assert flows(report, Role.PREFETCH) == [
        ("f32[16,128]", ["layer"], ["turned"]),
        ("f32[16,128]", ["turned"], ["exp"]),
    ]
    assert [each.bytes for each in report.of_role(Role.PARAMETER)[0].readers] == [8192]


def test_a_copy_of_an_intermediate_to_vmem_is_a_reader_of_the_spill() -> None:
    report = report_of("""
ENTRY %main (p: f32[16,128]) -> f32[16,128] {
  %p = f32[16,128]{1,0:T(8,128)} parameter(0)
  %exp = f32[16,128]{1,0:T(8,128)} exponential(%p)
  %start = (f32[16,128]{1,0:T(8,128)S(1)}, f32[16,128]{1,0:T(8,128)}, u32[]{:S(2)}) copy-start(%exp)
  %neg = f32[16,128]{1,0:T(8,128)S(1)} negate(%p)
  %done = f32[16,128]{1,0:T(8,128)S(1)} copy-done(%start)
  ROOT %add = f32[16,128]{1,0:T(8,128)} add(%done, %neg)
}
""")
    # The spill lives until the copy is done, at position 4: the copy runs beside the negate.
    assert flows(report, Role.SPILL) == [("f32[16,128]", ["exp"], ["start"])]
    assert flows(report, Role.PREFETCH) == []
    assert flows(report, Role.ON_CHIP) == [
        ("f32[16,128]", ["start"], ["add"]),
        ("f32[16,128]", ["neg"], ["add"]),
    ]
    assert (report.spills[0].first, report.spills[0].last) == (1, 4)


def test_a_copy_that_sends_an_intermediate_out_is_the_writer_of_the_spill() -> None:
    report = report_of("""
ENTRY %main (p: f32[16,128]) -> f32[16,128] {
  %p = f32[16,128]{1,0:T(8,128)} parameter(0)
  %exp = f32[16,128]{1,0:T(8,128)S(1)} exponential(%p)
  %out = (f32[16,128]{1,0:T(8,128)}, f32[16,128]{1,0:T(8,128)S(1)}, u32[]{:S(2)}) copy-start(%exp)
  %out-done = f32[16,128]{1,0:T(8,128)} copy-done(%out)
  %in = (f32[16,128]{1,0:T(8,128)S(1)}, f32[16,128]{1,0:T(8,128)}, u32[]{:S(2)}) copy-start(%out-done)
  %in-done = f32[16,128]{1,0:T(8,128)S(1)} copy-done(%in)
  ROOT %neg = f32[16,128]{1,0:T(8,128)} negate(%in-done)
}
""")
    assert flows(report, Role.SPILL) == [("f32[16,128]", ["out"], ["in"])]
    assert flows(report, Role.ON_CHIP) == [
        ("f32[16,128]", ["exp"], ["out"]),
        ("f32[16,128]", ["in"], ["neg"]),
    ]


def test_a_copy_of_a_parameter_within_main_memory_is_a_spill() -> None:
    report = report_of("""
ENTRY %main (p: f32[16,128]) -> f32[16,128] {
  %p = f32[16,128]{1,0} parameter(0)
  %turned = f32[16,128]{0,1} copy(%p)
  ROOT %exp = f32[16,128]{1,0} exponential(%turned)
}
""")
    assert flows(report, Role.SPILL) == [("f32[16,128]", ["turned"], ["exp"])]
