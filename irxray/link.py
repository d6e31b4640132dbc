"""From tags to links: which items of neighbouring layers are the same computation.

Every exact link is read out of metadata: frames of an equation (source), ``eqn.<i>`` on an
operation's name stack (jaxpr), ``op.<n>`` in an instruction's ``op_name`` (StableHLO). What XLA
made and left untagged is linked by :mod:`irxray.infer`, and marked so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from irxray.hlo import HloModule, Instruction, operation_tags
from irxray.infer import ENCLOSING_OPCODES, infer_operations
from irxray.layers import Evidence, Item, Layer, LayerText, Link, LinkTable, Reason, Span
from irxray.source_links import link_source
from irxray.tags import Equation, Operation

STRUCTURAL_OPERATIONS = frozenset(
    {"builtin.module", "func.func", "func.return", "stablehlo.return", "sdy.return", "sdy.mesh"}
)
CONSTANT_OPERATIONS = frozenset({"stablehlo.constant"})
TUPLE_OPERATIONS = frozenset({"stablehlo.tuple", "stablehlo.get_tuple_element"})

EXPLAINED_OPCODES: Mapping[str, Reason] = {
    "parameter": Reason.PARAMETER,
    "constant": Reason.CONSTANT,
    "tuple": Reason.TUPLE,
    "get-tuple-element": Reason.TUPLE,
}


@dataclass(frozen=True, slots=True)
class LoweredProgram:
    """What the links above optimized HLO are made from: plain texts and what the tags said."""

    source: str
    jaxpr: str
    stablehlo: str
    equations: Sequence[Equation]
    operations: Sequence[Operation]


@dataclass(frozen=True, slots=True)
class UpperLinks:
    """What is known before the program is compiled."""

    layers: tuple[LayerText, LayerText, LayerText]
    """Source, jaxpr, StableHLO."""
    links: tuple[tuple[Link, ...], tuple[Link, ...]]
    item_of: Mapping[int, int]
    """The StableHLO item that shows each operation, by the operation's index."""
    dataflow: tuple[tuple[int, ...], ...]
    """For each StableHLO item the items whose results it reads."""


def link_upper(program: LoweredProgram) -> UpperLinks:
    """Return the layers above optimized HLO with their items and links."""
    source, source_links = link_source(program.source, program.equations)
    item_of = _shown_operations(program.operations)
    return UpperLinks(
        (source, _jaxpr_layer(program), _stablehlo_layer(program, item_of)),
        (_sorted(source_links), _sorted(_link_operations(program.operations, item_of))),
        item_of,
        _item_dataflow(program.operations, item_of),
    )


def link_layers(
    upper: UpperLinks, operations: Sequence[Operation], hlo: str, module: HloModule
) -> LinkTable:
    """Return all four layers with their items and links.

    ``module`` is parsed from ``hlo``, or from a text with the same lines; its names carry the tags.
    """
    layer, links = _link_instructions(upper.item_of, operations, hlo, module)
    return LinkTable((*upper.layers, layer), (*upper.links, _sorted(links)))


STRENGTH = {Evidence.EXACT: 0, Evidence.CALL_SITE: 1, Evidence.INFERRED: 2}


def _sorted(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return links in order, keeping the strongest evidence for each pair."""
    best: dict[tuple[int, int], Evidence] = {}
    for link in links:
        pair = (link.upper, link.lower)
        if pair not in best or STRENGTH[link.evidence] < STRENGTH[best[pair]]:
            best[pair] = link.evidence
    return tuple(Link(upper, lower, best[upper, lower]) for upper, lower in sorted(best))


# ---------------------------------------------------- jaxpr and StableHLO


def _jaxpr_layer(program: LoweredProgram) -> LayerText:
    items = tuple(Item(each.primitive, each.spans) for each in program.equations)
    covered = {span.line for item in items for span in item.spans}
    reasons = _structure(program.jaxpr, covered)
    return LayerText(Layer.JAXPR, program.jaxpr, items, reasons)


def _structure(text: str, covered: set[int]) -> tuple[tuple[int, Reason], ...]:
    lines = range(1, len(text.splitlines()) + 1)
    return tuple((line, Reason.STRUCTURE) for line in lines if line not in covered)


def _shown_operations(operations: Sequence[Operation]) -> dict[int, int]:
    """Return the item that shows each operation, by operation index: one item for each line."""
    lines = sorted(
        {
            each.line
            for each in operations
            if each.printed and each.name not in STRUCTURAL_OPERATIONS
        }
    )
    item_of_line = {line: item for item, line in enumerate(lines)}
    return {each.index: item_of_line[each.line] for each in operations if each.line in item_of_line}


def _stablehlo_layer(program: LoweredProgram, shown: Mapping[int, int]) -> LayerText:
    lines = program.stablehlo.splitlines()
    items: dict[int, Item] = {}
    reasons: dict[int, Reason] = {}
    for operation in program.operations:
        if operation.index not in shown or not operation.printed:
            continue
        items[shown[operation.index]] = Item(operation.name, (_whole_line(operation.line, lines),))
        if operation.name in CONSTANT_OPERATIONS:
            reasons[operation.line] = Reason.CONSTANT
        elif operation.name in TUPLE_OPERATIONS:
            reasons[operation.line] = Reason.TUPLE
    covered = {item.spans[0].line for item in items.values()}
    reasons |= dict(_structure(program.stablehlo, covered))
    return LayerText(
        Layer.STABLEHLO,
        program.stablehlo,
        tuple(items[each] for each in sorted(items)),
        tuple(sorted(reasons.items())),
    )


def _item_dataflow(
    operations: Sequence[Operation], shown: Mapping[int, int]
) -> tuple[tuple[int, ...], ...]:
    reads: list[set[int]] = [set() for _ in {*shown.values()}]
    for operation in operations:
        if operation.index in shown:
            item = shown[operation.index]
            reads[item] |= {shown[each] for each in operation.operands if each in shown} - {item}
    return tuple(tuple(sorted(each)) for each in reads)


def _whole_line(line: int, lines: Sequence[str]) -> Span:
    text = lines[line - 1]
    return Span(line, len(text) - len(text.lstrip()), len(text.rstrip()))


def _link_operations(operations: Sequence[Operation], shown: Mapping[int, int]) -> list[Link]:
    links = []
    for operation in operations:
        if operation.index in shown and operation.equations:
            *outer, own = operation.equations
            item = shown[operation.index]
            links.append(Link(own, item, Evidence.EXACT))
            links.extend(Link(each, item, Evidence.CALL_SITE) for each in outer)
    return links + _link_untagged_bodies(operations, shown)


def _link_untagged_bodies(operations: Sequence[Operation], shown: Mapping[int, int]) -> list[Link]:
    return [
        Link(equation, shown[operation.index], Evidence.CALL_SITE)
        for operation, equations in zip(operations, operation_equations(operations), strict=True)
        if operation.index in shown and not operation.equations
        for equation in equations
    ]


def operation_equations(operations: Sequence[Operation]) -> list[frozenset[int]]:
    """Return the equations of each operation: its own one, or those that call its function.

    A library function is lowered once and without tags; it is reached through its call sites.
    """
    callers: dict[str, list[Operation]] = defaultdict(list)
    for operation in operations:
        if operation.callee:
            callers[operation.callee].append(operation)

    @cache
    def equations_of(function: str) -> frozenset[int]:
        found: set[int] = set()
        for caller in callers[function]:
            # StableHLO has no recursion: this ends at a function that nobody calls.
            found |= {caller.equations[-1]} if caller.equations else equations_of(caller.function)
        return frozenset(found)

    return [
        frozenset(each.equations[-1:]) if each.equations else equations_of(each.function)
        for each in operations
    ]


# ------------------------------------------------------------ optimized HLO


def exact_operations(instruction: Instruction) -> dict[int, Evidence]:
    """Return the operations an instruction's own metadata names, with the evidence for each."""
    found: dict[int, Evidence] = {}
    for *callers, own in operation_tags(instruction.op_name):
        found[own] = Evidence.EXACT
        for each in callers:
            found.setdefault(each, Evidence.CALL_SITE)
    return found


def _link_instructions(
    shown: Mapping[int, int], operations: Sequence[Operation], hlo: str, module: HloModule
) -> tuple[LayerText, list[Link]]:
    tagged = {each.name: found for each in module.instructions if (found := exact_operations(each))}
    linked = infer_operations(module, operations, tagged, EXPLAINED_OPCODES)
    linked = _enclose(module, linked)
    lines = hlo.splitlines()
    items: list[Item] = []
    links: list[Link] = []
    reasons: dict[int, Reason] = {}
    for each in module.instructions:
        if each.opcode in EXPLAINED_OPCODES:
            reasons[each.line] = EXPLAINED_OPCODES[each.opcode]
        if each.opcode not in EXPLAINED_OPCODES or each.name in linked:
            pairs = linked.get(each.name, {}).items()
            links += [Link(shown[op], len(items), how) for op, how in pairs if op in shown]
            # The plain text's line is shorter, there are no tags in it.
            end = len(lines[each.line - 1].rstrip())
            items.append(Item(each.opcode, (Span(each.line, each.column, end),)))
    covered = {each.line for each in module.instructions}
    reasons |= dict(_structure(hlo, covered))
    layer = LayerText(Layer.HLO, hlo, tuple(items), tuple(sorted(reasons.items())))
    return layer, links


def _enclose(
    module: HloModule, linked: Mapping[str, Mapping[int, Evidence]]
) -> dict[str, dict[int, Evidence]]:
    """Add to each fusion (call, kernel) what the computations it calls stand for, as call sites."""
    bodies = {each.name: each for each in module.computations}
    result = {name: dict(found) for name, found in linked.items()}

    def gather(instruction: Instruction, depth: int) -> dict[int, Evidence]:
        found: dict[int, Evidence] = dict(linked.get(instruction.name, {}))
        if instruction.opcode in ENCLOSING_OPCODES and depth < 8:
            for name in instruction.called:
                for inner in bodies[name].instructions if name in bodies else ():
                    for operation, how in gather(inner, depth + 1).items():
                        weaker = (
                            Evidence.INFERRED if how is Evidence.INFERRED else Evidence.CALL_SITE
                        )
                        found.setdefault(operation, weaker)
        return found

    for instruction in module.instructions:
        if instruction.opcode in ENCLOSING_OPCODES and (found := gather(instruction, 0)):
            result[instruction.name] = found
    return result
