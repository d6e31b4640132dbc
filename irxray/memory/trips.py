"""How often a loop runs.

CPU and GPU print the count beside the loop. TPU does not; there it is read off the loop itself,
where that is a plain count upwards, as ``lax.scan`` and ``lax.fori_loop`` make it:

    counter starts at a constant; condition is ``counter < constant``; body adds a constant
"""

from __future__ import annotations

from irxray.hlo import Instruction
from irxray.memory.detail import (
    Details,
    comparison,
    constant_value,
    loop_part,
    stated_trips,
    tuple_index,
)

SAME_VALUE = frozenset({"copy", "bitcast"})
"""Operations whose result is their operand."""


def trip_count(details: Details, loop: Instruction) -> int | None:
    """Return how often the body of ``loop`` runs, or ``None`` where the text does not tell."""
    stated = stated_trips(details, loop)
    return stated if stated is not None else _counted(details, loop)


def _counted(details: Details, loop: Instruction) -> int | None:
    test = loop_part(details, loop, "condition").root
    if test.opcode != "compare" or comparison(details, test) != "LT":
        return None
    counter, bound = details.operands(test)
    element = _carried_element(details, counter)
    limit = _constant(details, loop, bound)
    if element is None or limit is None:
        return None
    start = _start(details, loop, element)
    step = _step(details, loop, element)
    if start is None or not step or step < 0:
        return None
    return max(0, -(-(limit - start) // step))


def _step(details: Details, loop: Instruction, element: int) -> int | None:
    """Return what one trip adds to the carried ``element``, or ``None``."""
    added = _next(details, loop, element)
    if added is None or added.opcode != "add":
        return None
    one, other = details.operands(added)
    if _carried_element(details, other) == element:
        one, other = other, one
    if _carried_element(details, one) != element:
        return None
    return _constant(details, loop, other)


def _constant(details: Details, loop: Instruction, value: Instruction) -> int | None:
    """Return the integer that ``value`` always is, one that the loop carries unchanged too."""
    element = _carried_element(details, value)
    if element is None:
        return _literal(details, value)
    return _start(details, loop, element) if _unchanged(details, loop, element) else None


def _literal(details: Details, value: Instruction) -> int | None:
    value = _source(details, value)
    return constant_value(details, value) if value.opcode == "constant" else None


def _start(details: Details, loop: Instruction, element: int) -> int | None:
    """Return the constant with which the loop is entered; none where an outer loop gives it."""
    initial = _tuple_element(details, details.operands(loop)[0], element)
    return _literal(details, initial) if initial else None


def _unchanged(details: Details, loop: Instruction, element: int) -> bool:
    following = _next(details, loop, element)
    return following is not None and _carried_element(details, following) == element


def _carried_element(details: Details, value: Instruction) -> int | None:
    """Return which element of the loop's tuple ``value`` is, inside body or condition."""
    value = _source(details, value)
    if value.opcode != "get-tuple-element":
        return None
    (holder,) = details.operands(value)
    return tuple_index(details, value) if holder.opcode == "parameter" else None


def _next(details: Details, loop: Instruction, element: int) -> Instruction | None:
    found = _tuple_element(details, loop_part(details, loop, "body").root, element)
    return _source(details, found) if found else None


def _tuple_element(details: Details, packed: Instruction, element: int) -> Instruction | None:
    return details.operands(packed)[element] if packed.opcode == "tuple" else None


def _source(details: Details, value: Instruction) -> Instruction:
    while value.opcode in SAME_VALUE:
        value = details.operands(value)[0]
    return value
