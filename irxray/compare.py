"""What became of each equation on a backend, and how two programs' equations pair up.

A *kernel* is an instruction that runs by itself: one of the entry computation, of a loop's body
or of a branch, not of a fusion's body. Two backends, or two captures, are compared equation by
equation through the kernels that carry each one out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from irxray.facts import ItemFact, item_facts
from irxray.fold import KERNEL_CALLERS
from irxray.hlo import HloModule, Instruction
from irxray.layers import Evidence, Layer, LayerText, Link, LinkTable

FLOW_CALLERS = KERNEL_CALLERS - {"fusion"}
"""Opcodes whose computations hold kernels of their own."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """An instruction that runs by itself, with the equations it carries out."""

    line: int
    """1-based line of the instruction."""
    name: str
    """The instruction's name, without ``%``."""
    bytes: int
    """Bytes it writes; 0 for one that only renames memory."""
    equations: tuple[int, ...]
    """0-based, in order."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What became of all equations on one backend."""

    kernels: tuple[Kernel, ...]
    """In the order of the text."""
    by_equation: tuple[tuple[int, ...], ...]
    """For each equation the indices of its kernels; none where no instruction is left."""
    inferred: tuple[int, ...]
    """Equations that only inference finds in a kernel."""


def equation_fates(table: LinkTable, module: HloModule) -> Fates:
    """Return the fate of every equation of ``table`` in ``module``, its optimized HLO."""
    hlo = table.layer(Layer.HLO)
    facts = {_first_line(hlo, i): fact for i, fact in enumerate(item_facts(hlo, module))}
    runs = _runs_as(module)
    found: dict[int, set[int]] = {}
    exact: set[int] = set()
    for equation, item, evidence in _reached(table):
        kernel = runs.get(_first_line(hlo, item))
        if kernel is not None:
            found.setdefault(kernel.line, set()).add(equation)
            if evidence is not Evidence.INFERRED:
                exact.add(equation)
    by_line = {each.line: each for each in module.instructions}
    kernels = tuple(
        Kernel(
            line,
            by_line[line].name,
            _written(by_line[line], facts.get(line)),
            tuple(sorted(found[line])),
        )
        for line in sorted(found)
    )
    count = len(table.layer(Layer.JAXPR).items)
    by_equation: list[list[int]] = [[] for _ in range(count)]
    for index, each in enumerate(kernels):
        for equation in each.equations:
            by_equation[equation].append(index)
    inferred = tuple(e for e in range(count) if by_equation[e] and e not in exact)
    return Fates(kernels, tuple(map(tuple, by_equation)), inferred)


def _first_line(text: LayerText, item: int) -> int:
    return text.items[item].spans[0].line


WRITES_NOTHING = frozenset({"bitcast", "tuple", "get-tuple-element", "parameter", "constant"})


def _written(instruction: Instruction, fact: ItemFact | None) -> int:
    """Return the bytes it writes; what a ``-start`` begins is counted where it is done."""
    opcode = instruction.opcode
    if fact is None or opcode in WRITES_NOTHING or opcode.endswith("-start"):
        return 0
    return fact.bytes or 0


def _reached(table: LinkTable) -> list[tuple[int, int, Evidence]]:
    """Return ``(equation, instruction item, weakest evidence)``, call sites left out."""
    operations: dict[int, list[Link]] = {}
    for link in table.links[1]:
        if link.evidence is not Evidence.CALL_SITE:
            operations.setdefault(link.lower, []).append(link)
    return [
        (up.upper, link.lower, max(up.evidence, link.evidence, key=_WEAKNESS.index))
        for link in table.links[2]
        if link.evidence is not Evidence.CALL_SITE
        for up in operations.get(link.upper, ())
    ]


_WEAKNESS = [Evidence.EXACT, Evidence.CALL_SITE, Evidence.INFERRED]


def _runs_as(module: HloModule) -> dict[int, Instruction]:
    """Return for each instruction's line the kernel that carries it out."""
    callers: dict[str, Instruction] = {}
    for each in module.instructions:
        for name in each.called:
            callers.setdefault(name, each)
    return {each.line: _kernel(each, callers) for each in module.instructions}


def _kernel(instruction: Instruction, callers: Mapping[str, Instruction]) -> Instruction:
    caller = callers.get(instruction.computation)
    while caller is not None and caller.opcode not in FLOW_CALLERS:
        instruction, caller = caller, callers.get(caller.computation)
    return instruction


def pair_equations(
    one: Sequence[ItemFact], other: Sequence[ItemFact]
) -> tuple[tuple[int | None, int | None], ...]:
    """Return the equations of two programs side by side, in order.

    Equations of the same primitive and shape pair up; what is between two such runs pairs up by
    primitive alone, and the rest stands alone, with ``None`` on the other side.
    """
    exact = SequenceMatcher(
        None, [(e.name, e.shape) for e in one], [(e.name, e.shape) for e in other], autojunk=False
    )
    pairs: list[tuple[int | None, int | None]] = []
    for tag, a, a_end, b, b_end in exact.get_opcodes():
        if tag == "equal":
            pairs += zip(range(a, a_end), range(b, b_end), strict=True)
        else:
            pairs += _pair_by_name(one, other, (a, a_end), (b, b_end))
    return tuple(pairs)


def _pair_by_name(
    one: Sequence[ItemFact],
    other: Sequence[ItemFact],
    here: tuple[int, int],
    there: tuple[int, int],
) -> list[tuple[int | None, int | None]]:
    names = [each.name for each in one[slice(*here)]]
    other_names = [each.name for each in other[slice(*there)]]
    matcher = SequenceMatcher(None, names, other_names, autojunk=False)
    pairs: list[tuple[int | None, int | None]] = []
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        left = range(here[0] + a, here[0] + a_end)
        right = range(there[0] + b, there[0] + b_end)
        if tag == "equal":
            pairs += zip(left, right, strict=True)
        else:
            pairs += [(index, None) for index in left] + [(None, index) for index in right]
    return pairs
