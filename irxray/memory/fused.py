"""What a fusion does with its operands: which it reads in part, which it updates in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from irxray.hlo import Computation, Instruction
from irxray.memory.detail import Details
from irxray.shape import ArrayShape, Path

SLICES = frozenset({"slice", "dynamic-slice", "gather"})
"""Operations that read of their first operand what they give."""

UPDATES = {"dynamic-update-slice": 1, "scatter": 2}
"""Operations that write a part of their first operand, and which operand is that part."""

MOVES = frozenset({"parameter", "constant", "bitcast", "copy", "reshape", "transpose", *SLICES})
"""Operations that move data and compute nothing."""

Parts = tuple[ArrayShape, ...] | None
"""The parts of an array that are read: ``None`` for the whole, ``()`` for nothing."""

Users = Mapping[str, Sequence[tuple[Instruction, int]]]


@dataclass(frozen=True, slots=True)
class InPlaceUpdate:
    """An output that is written into an operand's own memory."""

    parameter: int
    """Which operand."""
    written: ArrayShape
    """What is written."""


def in_place_update(details: Details, computation: Computation, path: Path) -> InPlaceUpdate | None:
    """Return the update that makes the output at ``path`` of a fused computation, if one does."""
    root: Instruction = computation.root
    if path:
        if root.opcode != "tuple":
            return None
        root = details.operands(root)[path[0]]
    return _update_at(details, _behind_bitcasts(details, root))


def _update_at(details: Details, root: Instruction) -> InPlaceUpdate | None:
    operands = details.operands(root)
    if root.opcode in UPDATES:
        written = details.shape(operands[UPDATES[root.opcode]])
        updated = operands[0]
    elif root.opcode == "fusion":
        nested = in_place_update(details, details.computations[root.called[0]], ())
        if nested is None:
            return None
        written, updated = nested.written, operands[nested.parameter]
    else:
        return None
    source = _behind_bitcasts(details, updated)
    arguments = details.parameters[root.computation]
    if source not in arguments or not isinstance(written, ArrayShape):
        return None
    return InPlaceUpdate(arguments.index(source), written)


def _behind_bitcasts(details: Details, instruction: Instruction) -> Instruction:
    while instruction.opcode == "bitcast":
        instruction = details.operands(instruction)[0]
    return instruction


def read_parts(details: Details, computation: Computation) -> Mapping[int, Parts]:
    """Return, by parameter number, the parts that a fused computation reads.

    ``None`` stands for the whole; no parts at all for an operand that is only written into.
    """
    users = _users(computation)
    arguments = details.parameters[computation.name]
    return {number: _parts(details, each, users) for number, each in enumerate(arguments)}


def _users(computation: Computation) -> Users:
    users: dict[str, list[tuple[Instruction, int]]] = {}
    for each in computation.instructions:
        for number, name in enumerate(each.operands):
            users.setdefault(name, []).append((each, number))
    return users


def _parts(details: Details, value: Instruction, users: Users) -> Parts:
    """Return the parts of ``value`` that its users read, ``None`` for the whole."""
    if value.is_root:
        return None
    parts: list[ArrayShape] = []
    for user, number in users.get(value.name, ()):
        read = _read_by(details, user, number, users)
        if read is None:
            return None
        parts += read
    return tuple(parts)


def _read_by(details: Details, user: Instruction, number: int, users: Users) -> Parts:
    if user.opcode == "bitcast":
        return _parts(details, user, users)
    if user.opcode == "fusion":
        return read_parts(details, details.computations[user.called[0]])[number]
    if number == 0 and user.opcode in SLICES:
        return tuple(shape for _, shape in details.leaves(user))
    if number == 0 and user.opcode == "dynamic-update-slice" and _leaves(user, users):
        return ()
    return None


def _leaves(value: Instruction, users: Users) -> bool:
    """Return whether ``value`` is only given out, and so can lie where its operand lay."""
    return value.is_root or all(
        user.opcode in ("tuple", "bitcast") and user.is_root
        for user, _ in users.get(value.name, ())
    )


def only_moves(details: Details, computation: Computation) -> bool:
    """Return whether a fused computation moves data and computes nothing."""
    return all(
        only_moves(details, details.computations[each.called[0]])
        if each.opcode == "fusion"
        else each.opcode in MOVES
        for each in computation.instructions
    )
