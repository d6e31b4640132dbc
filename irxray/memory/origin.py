"""Where the memory behind a value comes from: is it new, or another value's?

A *value* is one array of an instruction's result. Rules, by opcode:

    bitcast, tuple, get-tuple-element, ...   the operand's memory, nothing moves     ALIAS
    while, conditional, call                 carried in and out without a copy       ALIAS
    *-done                                   what the matching *-start made          ALIAS
    dynamic-update-slice, scatter            the operand's, part of it written       UPDATE
    fusion whose root is one of these        the same                                UPDATE
    parameter, constant, AllocateBuffer      there from the start                    GIVEN
    all others                               new, written whole                      FRESH

The in-place rules are those that XLA's copy insertion relies on
(``HloDataflowAnalysis::GetInPlaceInputOutputPairs``): the compiler has added a copy wherever
sharing would be wrong, so sharing may be taken as given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from irxray.hlo import Instruction
from irxray.memory.detail import Details, call_target, loop_part, stated_aliases, tuple_index
from irxray.memory.fused import in_place_update
from irxray.memory.schedule import called_in_sequence
from irxray.shape import ArrayShape, Path


class How(StrEnum):
    """How a value comes by its memory."""

    FRESH = "fresh"
    """New memory, written whole."""
    UPDATE = "update"
    """Another value's memory, a part of it written."""
    ALIAS = "alias"
    """Another value's memory, nothing written."""
    GIVEN = "given"
    """Memory that is there before: a parameter, a constant, an allocation."""
    SIGNAL = "signal"
    """A flag or a token of an asynchronous operation; no data."""


class Value(NamedTuple):
    """One array of an instruction's result; a tuple, for it is hashed all the time."""

    instruction: str
    path: Path


@dataclass(frozen=True, slots=True)
class Origin:
    """How a value comes by its memory, and from which values."""

    how: How
    sources: tuple[Value, ...] = ()
    """Values that lie in the same memory."""
    written: ArrayShape | None = None
    """What an UPDATE writes, where that is known to be less than the whole."""


FRESH = Origin(How.FRESH)
GIVEN = Origin(How.GIVEN)
SIGNAL = Origin(How.SIGNAL)


@dataclass(frozen=True, slots=True)
class Result:
    """One array of an instruction's result, with its origin."""

    value: Value
    shape: ArrayShape
    origin: Origin


Rule = Callable[[Details, Instruction, Path], Origin]


def read_results(details: Details, instruction: Instruction) -> tuple[Result, ...]:
    """Return every array of the result of ``instruction``."""
    return tuple(
        Result(Value(instruction.name, path), shape, value_origin(details, instruction, path))
        for path, shape in details.leaves(instruction)
    )


def value_origin(details: Details, instruction: Instruction, path: Path) -> Origin:
    """Return how the array at ``path`` of the result of ``instruction`` comes by its memory."""
    rule = RULES.get(instruction.opcode)
    if rule is None and instruction.opcode.endswith("-start"):
        rule = _start
    elif rule is None and instruction.opcode.endswith("-done"):
        rule = _done
    return rule(details, instruction, path) if rule else FRESH


def _alias(*sources: Value) -> Origin:
    return Origin(How.ALIAS, sources)


def _operand(instruction: Instruction, number: int, path: Path = ()) -> Value:
    return Value(instruction.operands[number], path)


def _first_operand(details: Details, instruction: Instruction, path: Path) -> Origin:
    return _alias(_operand(instruction, 0, path))


def _given(details: Details, instruction: Instruction, path: Path) -> Origin:
    return GIVEN


def _tuple(details: Details, instruction: Instruction, path: Path) -> Origin:
    return _alias(_operand(instruction, path[0], path[1:]))


def _element(details: Details, instruction: Instruction, path: Path) -> Origin:
    return _alias(_operand(instruction, 0, (tuple_index(details, instruction), *path)))


def _while(details: Details, instruction: Instruction, path: Path) -> Origin:
    """A carried value lies in one place: before, in condition and body, and after."""
    condition, body = called_in_sequence(details, instruction)
    arguments = [*details.parameters[condition.name], *details.parameters[body.name]]
    return _alias(
        _operand(instruction, 0, path),
        *(Value(each.name, path) for each in arguments),
        Value(body.root.name, path),
    )


def _roots(details: Details, instruction: Instruction, path: Path) -> Origin:
    called = called_in_sequence(details, instruction)
    return _alias(*(Value(each.root.name, path) for each in called))


def _update(details: Details, instruction: Instruction, path: Path) -> Origin:
    written = details.shape(details.operands(instruction)[1])
    assert isinstance(written, ArrayShape)
    return Origin(How.UPDATE, (_operand(instruction, 0),), written)


def _scatter(details: Details, instruction: Instruction, path: Path) -> Origin:
    """Operands are the arrays, one array of indices, and as many arrays of updates."""
    number = path[0] if path else 0
    written = details.shape(details.operands(instruction)[len(instruction.operands) // 2 + 1])
    assert isinstance(written, ArrayShape)
    return Origin(How.UPDATE, (_operand(instruction, number),), written)


def _custom_call(details: Details, instruction: Instruction, path: Path) -> Origin:
    target = call_target(details, instruction)
    if target == "AllocateBuffer":
        return GIVEN
    if target == "ConcatBitcast":
        return _alias(*(Value(name, ()) for name in instruction.operands))
    return _stated(details, instruction, path) or FRESH


def _stated(details: Details, instruction: Instruction, path: Path) -> Origin | None:
    stated = stated_aliases(details, instruction).get(path)
    if stated is None:
        return None
    number, inner = stated
    return Origin(How.UPDATE, (_operand(instruction, number, inner),))


def _fusion(details: Details, instruction: Instruction, path: Path) -> Origin:
    stated = _stated(details, instruction, path)
    if stated:
        return stated
    found = in_place_update(details, details.computations[instruction.called[0]], path)
    if found is None:
        return FRESH
    return Origin(How.UPDATE, (_operand(instruction, found.parameter),), found.written)


def _copy_start(details: Details, instruction: Instruction, path: Path) -> Origin:
    """``(destination, source, flag)``."""
    if path == (1,):
        return _alias(_operand(instruction, 0))
    return FRESH if path == (0,) else SIGNAL


def _send(details: Details, instruction: Instruction, path: Path) -> Origin:
    """``(data, flag, token)``."""
    return _alias(_operand(instruction, 0)) if path == (0,) else SIGNAL


def _receive(details: Details, instruction: Instruction, path: Path) -> Origin:
    return FRESH if path == (0,) else SIGNAL


def _start(details: Details, instruction: Instruction, path: Path) -> Origin:
    """``(operands, results, flags ...)``; operands in a tuple of their own where several."""
    if path[0] > 1:
        return SIGNAL
    if path[0] == 0:
        return _alias(_operand(instruction, path[1] if len(path) > 1 else 0, path[2:]))
    if instruction.opcode == "async-start":
        return _roots(details, instruction, path[1:])
    if instruction.called and instruction.opcode == "fusion-start":
        return _fusion(details, instruction, path[1:])
    return FRESH


def _done(details: Details, instruction: Instruction, path: Path) -> Origin:
    """What the start holds under 1, but for those that put the result first."""
    start = details.operands(instruction)[0].opcode
    place: Path = {"copy-start": (0,), "all-reduce-start": ()}.get(start, (1,))
    return _alias(_operand(instruction, 0, place + path))


RULES: Mapping[str, Rule] = {
    "parameter": _given,
    "constant": _given,
    "bitcast": _first_operand,
    "opt-barrier": _first_operand,
    "add-dependency": _first_operand,
    "domain": _first_operand,
    "async-update": _first_operand,
    "tuple": _tuple,
    "get-tuple-element": _element,
    "while": _while,
    "conditional": _roots,
    "call": _roots,
    "dynamic-update-slice": _update,
    "scatter": _scatter,
    "custom-call": _custom_call,
    "fusion": _fusion,
    "copy-start": _copy_start,
    "all-reduce-start": lambda details, instruction, path: FRESH,
    "send": _send,
    "send-done": lambda details, instruction, path: SIGNAL,
    "recv": _receive,
    "recv-done": lambda details, instruction, path: (
        _alias(_operand(instruction, 0, path)) if path == (0,) else SIGNAL
    ),
}


def passed_values(details: Details, caller: Instruction) -> Iterator[tuple[Value, Value]]:
    """Yield ``(parameter's value, caller's operand's value)`` of a call or a conditional.

    Loops need none: a loop's value is joined to its parameters already.
    """
    if caller.opcode not in ("call", "conditional", "async-start"):
        return
    operands = caller.operands
    for branch, computation in enumerate(called_in_sequence(details, caller)):
        passed = operands[branch + 1 :] if caller.opcode == "conditional" else operands
        arguments = details.parameters[computation.name]
        for argument, operand in zip(arguments, passed, strict=False):
            for path, _ in details.leaves(argument):
                yield Value(argument.name, path), Value(operand, path)


def loop_test(details: Details, loop: Instruction) -> Value:
    """Return the value that decides whether a loop goes on."""
    return Value(loop_part(details, loop, "condition").root.name, ())
