"""Hand-made modules, three or more for each rule, with the right answer worked out."""

# An HLO instruction is one line, however long.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from irxray._compiled import parse_instructions
from irxray.errors import HloTextError, TargetError
from irxray.hlo import parse_hlo
from irxray.memory.buffer import Role
from irxray.memory.report import analyse_memory
from tests.irxray.hlo_reports import flows, report_of

# --------------------------------------------------------------- prefetch


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


# ------------------------------------------------------------ alias chains


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


# ------------------------------------------------------------- while loops

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


# ---------------------------------------------------------- tuple outputs

PAIR = """
%fused (a: f32[8]) -> (f32[8], f32[8]) {
  %a = f32[8]{0} parameter(0)
  %sin = f32[8]{0} sine(%a)
  %cos = f32[8]{0} cosine(%a)
  ROOT %two = (f32[8]{0}, f32[8]{0}) tuple(%sin, %cos)
}

ENTRY %main (p: f32[8]) -> RESULT {
  %p = f32[8]{0} parameter(0)
  %pair = (f32[8]{0}, f32[8]{0}) fusion(%p), kind=kLoop, calls=%fused
  %first = f32[8]{0} get-tuple-element(%pair), index=0
  %second = f32[8]{0} get-tuple-element(%pair), index=1
  REST
}
"""


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


# ---------------------------------------------------------- many readers


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


# ---------------------------------------------------------------- on chip

SPACED = """
ENTRY %main (p: f32[16,100]) -> f32[16,100] {
  %p = f32[16,100]{1,0:T(8,128)} parameter(0)
  %exp = f32[16,100]{1,0:T(8,128)SPACE} exponential(%p)
  ROOT %neg = f32[16,100]{1,0:T(8,128)} negate(%exp)
}
"""


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


# ----------------------------------------------- branches, calls, async calls


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


# ------------------------------------------------------------------ errors


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
