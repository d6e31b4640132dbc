"""Memory reports of hand-made modules and of the compiler's dumps."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from irxray._compiled import parse_instructions
from irxray.hlo import parse_hlo
from irxray.memory.buffer import Buffer, Role
from irxray.memory.report import MemoryReport, analyse_memory
from irxray.target import find_target

FIXTURES = Path(__file__).parents[1] / "fixtures" / "hlo"

HEAD = "HloModule test, is_scheduled=true\n\n"


def report_of(body: str, platform: str = "tpu") -> MemoryReport:
    """Return the report of a module without its first line."""
    text = HEAD + body
    return analyse_memory(parse_hlo(text, parse_instructions), text, platform)


@cache
def dump_report(name: str) -> MemoryReport:
    """Return the report of ``NAME.TARGET``, a dump among the fixtures."""
    text = (FIXTURES / f"{name}.hlo").read_text()
    target = find_target(name.partition(".")[2])
    return analyse_memory(parse_hlo(text, parse_instructions), text, target.platform)


def compiler_figures(name: str) -> dict[str, float | None]:
    """Return what the compiler reported of the same dump."""
    figures: dict[str, dict[str, float | None]] = json.loads(
        (FIXTURES / "figures.json").read_text()
    )
    return figures[name]


def flow(buffer: Buffer) -> tuple[str, list[str], list[str]]:
    """Return a buffer's shape, the names of its writers and of its readers."""
    return (
        buffer.shape.text,
        [each.instruction for each in buffer.writers],
        [each.instruction for each in buffer.readers],
    )


def flows(report: MemoryReport, role: Role) -> list[tuple[str, list[str], list[str]]]:
    """Return the flows of all buffers of one role, in the order of the schedule."""
    return [flow(each) for each in report.buffers if each.role is role]


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
"""A fusion with two outputs; ``RESULT`` and ``REST`` stand for what is made of them."""

SPACED = """
ENTRY %main (p: f32[16,100]) -> f32[16,100] {
  %p = f32[16,100]{1,0:T(8,128)} parameter(0)
  %exp = f32[16,100]{1,0:T(8,128)SPACE} exponential(%p)
  ROOT %neg = f32[16,100]{1,0:T(8,128)} negate(%exp)
}
"""
"""An exponential whose array lies in ``SPACE``."""
