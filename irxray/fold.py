"""What of a line, and of a module, is folded away until a reader asks for it.

Within a line, stretches that say little to a reader (metadata, configurations, layouts, large
constants) fold to a chip. The rules are patterns that Python and a browser read alike, because
lines of long layers are drawn by the script. Within a module, each computation folds under the
instruction that calls it, and the frame tables under the module's head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from irxray.hlo import TABLE, HloModule
from irxray.layers import Layer

LONG = 60
"""Characters from which a constant counts as large."""


@dataclass(frozen=True, slots=True)
class FoldRule:
    """One kind of stretch."""

    label: str
    """What the chip says."""
    pattern: str
    """Regular expression. The match folds, or its first group, which then ends the match."""


RULES: dict[Layer, tuple[FoldRule, ...]] = {
    Layer.SOURCE: (),
    Layer.JAXPR: (),
    Layer.KERNEL: (),
    Layer.STABLEHLO: (
        # dense<"0x0000803F...">    dense<[[1.0, 2.0], ...]>
        FoldRule("constant", rf"(?<=dense<)[^>]{{{LONG},}}(?=>)"),
        # backend_config = "eyJib2R5Ijog..."
        FoldRule("config", rf'(?<=backend_config = )"(?:[^"\\]|\\.){{{LONG},}}"'),
    ),
    Layer.HLO: (
        # HloModule jit_f, is_scheduled=true, entry_computation_layout={...}
        FoldRule("module", r"^HloModule [\w.\-]+(, .*)$"),
        # , backend_config={"flag_configs":[]}, and whatever follows it
        FoldRule("config", r", backend_config=.*$"),
        # , metadata={op_name="jit(f)/mul" stack_frame_id=8}
        FoldRule("metadata", r', metadata=\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}'),
        # , frontend_attributes={tiling="128,128"}
        FoldRule("attributes", r', frontend_attributes=\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}'),
        # , operand_layout_constraints={bf16[128,128]{1,0}, bf16[128,64]{1,0}}
        FoldRule("layouts", r", operand_layout_constraints=\{(?:[^{}]|\{[^{}]*\})*\}"),
        # constant({ { 1, 2 }, ... })
        FoldRule("constant", rf"(?<=constant\()\{{.{{{LONG},}}\}}(?=\))"),
        # bf16[128,64]{1,0:T(8,128)(2,1)S(1)}
        FoldRule("{}", r"(?<=\])\{[^{}]*\}"),
    ),
}

# bf16[128,64]{1,0:T(8,128)(2,1)S(1)}
MEMORY_SPACE = re.compile(r"S\(\d+\)")


@dataclass(frozen=True, slots=True)
class Fold:
    """A stretch of a line that is folded to a chip."""

    start: int
    """First column, 0-based."""
    end: int
    """Column after the last."""
    label: str
    """What the chip says; a layout's says its memory space, where it names one."""


@cache
def _compiled(layer: Layer) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((rule.label, re.compile(rule.pattern)) for rule in RULES[layer])


def fold_line(layer: Layer, text: str) -> tuple[Fold, ...]:
    """Return the stretches of a line that fold, in order; none overlaps another."""
    found: list[Fold] = []
    for label, pattern in _compiled(layer):
        for match in pattern.finditer(text):
            start, end = match.span(1 if match.lastindex else 0)
            if all(end <= other.start or other.end <= start for other in found):
                found.append(Fold(start, end, _label(label, text[start:end])))
    return tuple(sorted(found, key=lambda fold: fold.start))


def _label(label: str, text: str) -> str:
    space = MEMORY_SPACE.search(text) if label == "{}" else None
    return space[0] if space else label


@dataclass(frozen=True, slots=True)
class Body:
    """Lines that belong under another line: a computation, or the tables of a module."""

    label: str
    """Its name, or what it is."""
    first: int
    """1-based first line."""
    last: int
    callers: tuple[int, ...]
    """Lines under which it can be opened, the first one first."""
    is_reducer: bool
    """Whether it only says how two values combine, or is a table: closed to begin with."""


KERNEL_CALLERS = frozenset({"fusion", "call", "while", "conditional", "async-start"})
"""Opcodes whose called computations are work, not a way to combine two values."""


def find_bodies(module: HloModule, lines: Iterable[str]) -> tuple[Body, ...]:
    """Return what folds under what in the text of ``module``, in the order of the text."""
    callers: dict[str, list[int]] = {}
    working: set[str] = set()
    for instruction in module.instructions:
        for name in instruction.called:
            callers.setdefault(name, []).append(instruction.line)
            if instruction.opcode in KERNEL_CALLERS:
                working.add(name)
    bodies = [
        Body(
            each.name, each.line, each.end_line, tuple(callers[each.name]), each.name not in working
        )
        for each in module.computations
        if each.name in callers
    ]
    table = [number for number, line in enumerate(lines, 1) if TABLE.match(line)]
    if table and table[0] > 1:
        bodies.insert(0, Body("source locations", table[0], table[-1], (1,), True))
    return tuple(bodies)
