"""Which bytes one instruction reads and writes in memory outside of it.

A reader takes the whole array, unless it is seen to take a part: a slice, or a fusion that
slices its operand before all else. An update in place writes its part only. What merely renames
memory (see :mod:`irxray.memory.origin`) reads and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from irxray.hlo import Instruction
from irxray.memory.detail import Details
from irxray.memory.fused import MOVES, SLICES, UPDATES, Parts, only_moves, read_parts
from irxray.memory.origin import How, Result, Value, loop_test
from irxray.shape import ArrayShape, array_leaves

COPIES = MOVES | {"copy-start", "slice-start", "dynamic-slice-start"}

SLICE_STARTS = frozenset({"slice-start", "dynamic-slice-start"})


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one instruction reads of, or writes to, one value."""

    value: Value
    bytes: int
    """Of the elements, in one execution."""
    padded_bytes: int
    """With the padding that moves along."""


def moves_data(instruction: Instruction, results: Sequence[Result]) -> bool:
    """Return whether any array of the result is made here, rather than renamed."""
    made = any(each.origin.how in (How.FRESH, How.UPDATE) for each in results)
    return made or instruction.opcode in ("send", "outfeed")


def is_copy(details: Details, instruction: Instruction) -> bool:
    """Return whether the instruction moves data and computes nothing."""
    if instruction.opcode in ("fusion", "fusion-start"):
        return only_moves(details, details.computations[instruction.called[0]])
    return instruction.opcode in COPIES


def copied_values(details: Details, instruction: Instruction) -> Iterator[Value]:
    """Yield the arrays that a copy copies; a scalar beside them says where to."""
    operands = details.operands(instruction)
    for operand in operands if instruction.called else operands[:1]:
        for path, shape in details.leaves(operand):
            if shape.dims or len(operands) == 1:
                yield Value(operand.name, path)


def writes(results: Sequence[Result]) -> Iterator[Transfer]:
    """Yield what an instruction writes, one transfer for each array of its result."""
    for each in results:
        if each.origin.how in (How.FRESH, How.UPDATE):
            yield _transfer(each.value, each.shape, (each.origin.written or each.shape,))


def reads(
    details: Details, instruction: Instruction, results: Sequence[Result]
) -> Iterator[Transfer]:
    """Yield what the instruction reads, one transfer for each array of its operands."""
    if instruction.opcode == "while":
        test = loop_test(details, instruction)
        yield from _whole(details, details.instructions[test.instruction])
    elif instruction.opcode == "conditional":
        yield from _whole(details, details.operands(instruction)[0])
    elif moves_data(instruction, results):
        yield from _operand_reads(details, instruction)


def _whole(details: Details, instruction: Instruction) -> Iterator[Transfer]:
    for path, shape in details.leaves(instruction):
        yield _transfer(Value(instruction.name, path), shape, None)


def _operand_reads(details: Details, instruction: Instruction) -> Iterator[Transfer]:
    parts_of: Mapping[int, Parts] = {}
    if instruction.opcode in ("fusion", "fusion-start"):
        parts_of = read_parts(details, details.computations[instruction.called[0]])
    read: dict[str, Parts] = {}
    for number, name in enumerate(instruction.operands):
        parts = parts_of.get(number)
        if number == 0:
            parts = _first_operand_parts(details, instruction, parts)
        before = read.get(name, ())
        read[name] = None if parts is None or before is None else (*before, *parts)
    for name, parts in read.items():
        if parts != ():
            for path, shape in details.leaves(details.instructions[name]):
                yield _transfer(Value(name, path), shape, parts)


def _first_operand_parts(details: Details, instruction: Instruction, parts: Parts) -> Parts:
    """Return the parts that a slice reads, or an update leaves to be read, of its operand."""
    result = details.shape(instruction)
    if instruction.opcode in SLICES:
        return tuple(shape for _, shape in array_leaves(result))
    if instruction.opcode in SLICE_STARTS:
        return tuple(shape for path, shape in array_leaves(result) if path[0] == 1)
    if instruction.opcode == "scatter":  # it combines what is there with what is written
        return tuple(shape for _, shape in details.leaves(details.operands(instruction)[2]))
    return () if instruction.opcode in UPDATES else parts


def _transfer(value: Value, whole: ArrayShape, parts: Parts) -> Transfer:
    """Several parts may overlap, and an operand may be given twice: the whole is the most."""
    if parts is None:
        return Transfer(value, whole.bytes, whole.padded_bytes)
    return Transfer(
        value,
        min(whole.bytes, sum(part.bytes for part in parts)),
        min(whole.padded_bytes, sum(part.padded_bytes for part in parts)),
    )
