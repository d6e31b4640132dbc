"""What the text says of an instruction beyond its name, opcode and operands.

The analysis of memory needs a few attributes that no other part does: which element a
get-tuple-element takes, which computation is a loop's body, how often it runs, what is updated
in place. They are read from the instruction's own line, when they are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from irxray.errors import HloTextError
from irxray.hlo import Computation, HloModule, Instruction
from irxray.shape import ArrayShape, Path, Shape, array_leaves, parse_shape

# HloModule jit_attention, is_scheduled=true, entry_computation_layout={...}
SCHEDULED = re.compile(r"^HloModule\b.*\bis_scheduled=true")

# get-tuple-element(%fusion.5), index=1
INDEX = re.compile(r"\), index=(\d+)")

# constant(12)
CONSTANT = re.compile(r"\bconstant\((-?\d+)\)")

# backend_config={"known_trip_count":{"n":"12"},"known_init_step":{"init":"0","step":"1"}}
KNOWN_TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"\}')

# condition=%region_3.4, body=%region_0.3
LOOP_PARTS = {
    "condition": re.compile(r"\bcondition=%?([\w.\-]+)"),
    "body": re.compile(r"\bbody=%?([\w.\-]+)"),
}

# direction=LT
DIRECTION = re.compile(r"\bdirection=([A-Z]+)")

# custom_call_target="ConcatBitcast"
TARGET = re.compile(r'\bcustom_call_target="([^"]*)"')

# output_to_operand_aliasing={{}: (0, {}), {1}: (2, {0})}
ALIASING = re.compile(r"output_to_operand_aliasing=\{(.*?\))\}")
ALIASED_PAIR = re.compile(r"\{([\d, ]*)\}: \((\d+), \{([\d, ]*)\}")


@dataclass(frozen=True, slots=True)
class Details:
    """A scheduled module, by name, with its text."""

    lines: tuple[str, ...]
    instructions: Mapping[str, Instruction]
    """By name, of all computations."""
    computations: Mapping[str, Computation]
    """By name."""
    parameters: Mapping[str, tuple[Instruction, ...]]
    """Parameters of each computation, by its name, in the order of their numbers."""
    entry: Computation

    def line(self, instruction: Instruction) -> str:
        """Return the line that prints ``instruction``."""
        return self.lines[instruction.line - 1]

    def operands(self, instruction: Instruction) -> tuple[Instruction, ...]:
        """Return the instructions whose values ``instruction`` takes."""
        return tuple(self.instructions[name] for name in instruction.operands)

    def shape(self, instruction: Instruction) -> Shape:
        """Return the shape of its value; raises ``HloTextError`` where it cannot be read."""
        column = instruction.column + len("ROOT ") * instruction.is_root
        column += len(f"%{instruction.name} = ")
        return parse_shape(instruction.shape, instruction.line, column)

    def leaves(self, instruction: Instruction) -> Iterator[tuple[Path, ArrayShape]]:
        """Yield the arrays of its value, each with its path."""
        return array_leaves(self.shape(instruction))


def read_details(module: HloModule, text: str) -> Details:
    """Return ``module`` with the ``text`` it was parsed from, tagged or plain.

    Raises ``HloTextError`` for text that is not a scheduled module with an entry computation:
    without a schedule the order of the text says nothing of lifetimes.
    """
    lines = tuple(text.splitlines())
    if not lines or not lines[0].startswith("HloModule"):
        raise HloTextError("expects optimized HLO, which begins with 'HloModule'", 1, 0)
    if not SCHEDULED.match(lines[0]):
        raise HloTextError(
            "the module is not scheduled (no 'is_scheduled=true'): take the compiled text", 1, 0
        )
    if not any(each.is_entry for each in module.computations):
        raise HloTextError("the module has no ENTRY computation", len(lines), 0)
    instructions = {each.name: each for each in module.instructions}
    _check_operands(instructions)
    return Details(
        lines,
        instructions,
        {each.name: each for each in module.computations},
        {each.name: _parameters(each) for each in module.computations},
        module.entry,
    )


def _check_operands(instructions: Mapping[str, Instruction]) -> None:
    for each in instructions.values():
        for name in each.operands:
            if name not in instructions:
                message = f"'{each.name}' takes '{name}', which the text does not define"
                raise HloTextError(message, each.line, each.column)


def _parameters(computation: Computation) -> tuple[Instruction, ...]:
    """A constant such as ``constant(0)`` has a number in brackets too; it is not one of these."""
    found = [
        (each.parameter, each)
        for each in computation.instructions
        if each.opcode == "parameter" and each.parameter is not None
    ]
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def tuple_index(details: Details, instruction: Instruction) -> int:
    """Return which element a get-tuple-element takes."""
    return int(_required(INDEX, "index=", details, instruction))


def loop_part(details: Details, loop: Instruction, part: str) -> Computation:
    """Return the ``body`` or the ``condition`` of a while instruction."""
    return details.computations[_required(LOOP_PARTS[part], f"{part}=", details, loop)]


def _required(pattern: re.Pattern[str], what: str, details: Details, of: Instruction) -> str:
    match = pattern.search(details.line(of))
    if not match:
        raise HloTextError(f"'{of.name}' has no '{what}'", of.line, of.column)
    return match[1]


def constant_value(details: Details, instruction: Instruction) -> int | None:
    """Return the integer of a scalar constant, or ``None``."""
    return _number(CONSTANT, details.line(instruction))


def stated_trips(details: Details, loop: Instruction) -> int | None:
    """Return the trip count that the compiler wrote beside a loop, or ``None``."""
    return _number(KNOWN_TRIPS, details.line(loop))


def _number(pattern: re.Pattern[str], line: str) -> int | None:
    match = pattern.search(line)
    return int(match[1]) if match else None


def comparison(details: Details, instruction: Instruction) -> str:
    """Return the direction of a compare, such as ``LT``, or an empty string."""
    match = DIRECTION.search(details.line(instruction))
    return match[1] if match else ""


def call_target(details: Details, instruction: Instruction) -> str:
    """Return the target of a custom call, or an empty string."""
    match = TARGET.search(details.line(instruction))
    return match[1] if match else ""


def stated_aliases(details: Details, instruction: Instruction) -> dict[Path, tuple[int, Path]]:
    """Return ``{output path: (operand number, path in it)}`` where outputs share memory."""
    stated = ALIASING.search(details.line(instruction))
    pairs: Iterable[tuple[str, str, str]] = ALIASED_PAIR.findall(stated[1]) if stated else ()
    return {_path(out): (int(number), _path(path)) for out, number, path in pairs}


def _path(text: str) -> Path:
    return tuple(int(part) for part in text.split(",") if part.strip())
