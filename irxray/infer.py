"""Links for instructions that XLA made and did not tag, found through dataflow.

An untagged instruction is placed by its nearest tagged neighbours: the instructions whose values
reach it and those its value reaches, followed through untagged instructions, through a fusion's
parameters to the fusion's operands, and through a fusion to the root of its body. From there:

0. *body*: a fusion stands for the root of its body;
1. *match*: an operation next to those neighbours in StableHLO's own dataflow whose name fits the
   instruction's opcode, and if that leaves a choice, its shape (an ``exponential`` between a
   subtract and a divide);
2. *replace*: a kernel stands for the operations that left no instruction between its neighbours;
3. *belong*: else the root of a fusion belongs with the fusion, and anything else to the nearest
   producer (a convert inserted after a dot belongs to that dot) or, at the program's edge, to the
   nearest consumer;
4. *argument*: what brings an argument of the program closer belongs to the operations that read
   that argument;
5. *region*: what a reducer or comparator computes belongs to the instruction that applies it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from irxray.hlo import HloModule, Instruction
from irxray.layers import Evidence
from irxray.tags import Operation

FITTING: Mapping[str, tuple[str, ...]] = {
    "broadcast": ("broadcast_in_dim", "broadcast"),
    "dot": ("dot_general", "dot"),
    "reduce": ("reduce",),
    "bitcast": ("reshape", "transpose", "bitcast_convert"),
    "copy": ("transpose",),
    "exponential-minus-one": ("exponential_minus_one",),
    "logistic": ("logistic",),
    "slice": ("slice", "dynamic_slice"),
}
"""StableHLO names an opcode may come from, where the two spell it differently."""

# tensor<128x64xbf16>   tensor<f32>
TENSOR_SIZES = re.compile(r"tensor<((?:\d+x)*)")

# bf16[128,64]{1,0}   (f32[8]{0}, s32[])
ARRAY_SIZES = re.compile(r"\[([\d,]*)\]")

ENCLOSING_OPCODES = frozenset({"fusion", "call", "async-start"})
"""Instructions that stand for the computation they call."""

KERNEL_OPCODES = frozenset({"custom-call"})

Operations = Mapping[int, Evidence]


def infer_operations(
    module: HloModule,
    operations: Sequence[Operation],
    tagged: Mapping[str, Operations],
    skipped: Collection[str],
) -> dict[str, dict[int, Evidence]]:
    """Return ``tagged`` with inferred operations added for instructions that had none.

    ``skipped`` are opcodes that need no link. Every added operation is marked inferred.
    """
    inference = Inference(module, operations, tagged)
    result = {name: dict(found) for name, found in tagged.items()}
    for instruction in module.instructions:
        if instruction.name not in result and instruction.opcode not in skipped:
            found = inference.operations_of(instruction)
            if found:
                result[instruction.name] = dict.fromkeys(sorted(found), Evidence.INFERRED)
    return result


class Inference:
    """The dataflow of one module and of the StableHLO it came from."""

    def __init__(
        self,
        module: HloModule,
        operations: Sequence[Operation],
        tagged: Mapping[str, Operations],
    ) -> None:
        self._operations = operations
        self._tagged = tagged
        self._dataflow = Dataflow(module)
        self._users: dict[int, list[int]] = defaultdict(list)
        self._readers: dict[int, set[int]] = defaultdict(set)
        for operation in operations:
            for operand in operation.operands:
                self._users[operand].append(operation.index)
            for argument in operation.arguments:
                self._readers[argument].add(operation.index)
        self._names = [each.name.removeprefix("stablehlo.") for each in operations]
        self._carriers = Counter(op for found in tagged.values() for op in found)

    def operations_of(self, instruction: Instruction) -> set[int]:
        """Return the operations one instruction stands for; empty when none is near.

        An instruction's own tags are not looked at, so that inference can be tried on one.
        """
        body = self._body(instruction)
        if body:
            return body
        producers = self._nearest(instruction, self._dataflow.producers)
        consumers = self._nearest(instruction, self._dataflow.consumers)
        return (
            self._match(instruction, self._any(producers), self._any(consumers))
            or self._replaced(instruction, self._own(producers), self._own(consumers))
            or self._own(self._dataflow.enclosing(instruction))
            or self._own(producers)
            or self._own(consumers)
            or self._edge(instruction)
            or self._region(instruction)
        )

    def _region(self, instruction: Instruction) -> set[int]:
        """Return the operations of what applies the region that ``instruction`` is in."""
        callers = self._dataflow.callers(instruction.computation)
        return self._own(callers) or {op for each in callers for op in self.operations_of(each)}

    def _body(self, instruction: Instruction) -> set[int]:
        """Return the operations of what is tagged nearest to the root of a fusion's body."""
        roots = self._dataflow.roots(instruction)
        return self._own(roots) or {
            op for root in roots for op in self._own(self._nearest(root, self._dataflow.operands))
        }

    def _nearest(
        self, start: Instruction, step: Callable[[Instruction], Iterable[Instruction]]
    ) -> list[Instruction]:
        """Return the nearest tagged instructions in one direction."""
        seen = {start.name}
        border = [start]
        while border:
            border = [each for one in border for each in step(one) if each.name not in seen]
            seen.update(each.name for each in border)
            found = [each for each in border if each.name in self._tagged]
            if found:
                return found
        return []

    def _own(self, instructions: Iterable[Instruction]) -> set[int]:
        return {
            op
            for each in instructions
            for op, how in self._tagged.get(each.name, {}).items()
            if how is Evidence.EXACT
        }

    def _any(self, instructions: Iterable[Instruction]) -> set[int]:
        """Return the operations that instructions name, call sites among them."""
        return {op for each in instructions for op in self._tagged.get(each.name, {})}

    def _match(
        self, instruction: Instruction, producers: set[int], consumers: set[int]
    ) -> set[int]:
        after = {user for op in producers for user in self._users[op]}
        before = {operand for op in consumers for operand in self._operations[op].operands}
        near = producers | consumers
        opcode = instruction.opcode
        names = FITTING.get(opcode, (opcode.replace("-", "_"),))
        for candidates in (after & before, after | before, near):
            fitting = {op for op in candidates if self._names[op] in names}
            if fitting:
                return {op for op in fitting if self._has_sizes(instruction, op)} or fitting
        return set()

    def _edge(self, instruction: Instruction) -> set[int]:
        """Return the operations that read the program's argument ``instruction`` comes from."""
        seen: set[str] = set()
        border = [instruction]
        numbers: set[int] = set()
        while border:
            seen.update(each.name for each in border)
            numbers |= {each.parameter or 0 for each in border if self._dataflow.is_argument(each)}
            border = [
                each
                for one in border
                for each in self._dataflow.producers(one)
                if each.name not in seen
            ]
        return {reader for number in numbers for reader in self._readers[number]}

    def _has_sizes(self, instruction: Instruction, operation: int) -> bool:
        sizes = {tuple(each.split(",")) for each in ARRAY_SIZES.findall(instruction.shape)}
        results = " ".join(self._operations[operation].results)
        return any(tuple(each.split("x")[:-1]) in sizes for each in TENSOR_SIZES.findall(results))

    def _replaced(
        self, instruction: Instruction, producers: set[int], consumers: set[int]
    ) -> set[int]:
        if instruction.opcode not in KERNEL_OPCODES:
            return set()
        own = self._tagged.get(instruction.name, {})
        below = self._orphans(producers, own, lambda op: self._users[op])
        above = self._orphans(consumers, own, lambda op: self._operations[op].operands)
        if producers and consumers:
            return below & above
        return below or above

    def _orphans(
        self, start: set[int], own: Operations, step: Callable[[int], Iterable[int]]
    ) -> set[int]:
        """Return operations without an instruction that are reached through such alone.

        Tags of the instruction itself, which ``own`` lists, do not count.
        """
        found: set[int] = set()
        border = set(start)
        while border:
            reached = {each for op in border for each in step(op)} - found
            border = {each for each in reached if self._carriers[each] == (each in own)}
            found |= border
        return {op for op in found if not self._operations[op].name.endswith("return")}


class Dataflow:
    """Who feeds whom in optimized HLO, through fusions as if they were not there."""

    def __init__(self, module: HloModule) -> None:
        self._by_name = {(i.computation, i.name): i for i in module.instructions}
        self._computations = {each.name: each for each in module.computations}
        self._entry = module.entry.name
        self._users: dict[tuple[str, str], list[Instruction]] = defaultdict(list)
        self._callers: dict[str, list[Instruction]] = defaultdict(list)
        self._parameters: dict[str, list[Instruction]] = {}
        for computation in module.computations:
            parameters = [i for i in computation.instructions if i.opcode == "parameter"]
            parameters.sort(key=lambda each: each.parameter or 0)
            self._parameters[computation.name] = parameters
        for instruction in module.instructions:
            for operand in instruction.operands:
                self._users[instruction.computation, operand].append(instruction)
            for called in instruction.called:
                self._callers[called].append(instruction)

    def callers(self, computation: str) -> list[Instruction]:
        """Return the instructions that call ``computation``."""
        return self._callers[computation]

    def is_argument(self, instruction: Instruction) -> bool:
        """Return whether ``instruction`` is an argument of the program."""
        return instruction.opcode == "parameter" and instruction.computation == self._entry

    def roots(self, instruction: Instruction) -> list[Instruction]:
        """Return what a fusion returns: the roots of its body, through a tuple."""
        if instruction.opcode not in ENCLOSING_OPCODES:
            return []
        found = [self._computations[name].root for name in instruction.called]
        packed = [each for root in found if root.opcode == "tuple" for each in self.operands(root)]
        return [root for root in found if root.opcode != "tuple"] + packed

    def enclosing(self, instruction: Instruction) -> list[Instruction]:
        """Return the fusion whose body's root ``instruction`` is."""
        callers = self._callers[instruction.computation] if instruction.is_root else []
        return [each for each in callers if each.opcode in ENCLOSING_OPCODES]

    def producers(self, instruction: Instruction) -> list[Instruction]:
        """Return what feeds ``instruction``: operands, or the caller's for a parameter."""
        if instruction.opcode == "parameter":
            return self._outer_operands(instruction)
        return self.roots(instruction) + self.operands(instruction)

    def consumers(self, instruction: Instruction) -> list[Instruction]:
        """Return what ``instruction`` feeds, into a fusion's body and out of it."""
        found: list[Instruction] = []
        for user in self._users[instruction.computation, instruction.name]:
            found.append(user)
            if user.opcode in ENCLOSING_OPCODES:
                found += self._inner_parameters(user, instruction)
        return found + self.enclosing(instruction)

    def operands(self, instruction: Instruction) -> list[Instruction]:
        """Return the operands of ``instruction``."""
        return [
            self._by_name[instruction.computation, name]
            for name in instruction.operands
            if (instruction.computation, name) in self._by_name
        ]

    def _outer_operands(self, parameter: Instruction) -> list[Instruction]:
        number = parameter.parameter or 0
        return [
            self._by_name[caller.computation, caller.operands[number]]
            for caller in self._callers[parameter.computation]
            if caller.opcode in ENCLOSING_OPCODES and number < len(caller.operands)
        ]

    def _inner_parameters(self, fusion: Instruction, operand: Instruction) -> list[Instruction]:
        return [
            self._parameters[name][number]
            for name in fusion.called
            for number, each in enumerate(fusion.operands)
            if each == operand.name and number < len(self._parameters.get(name, ()))
        ]
