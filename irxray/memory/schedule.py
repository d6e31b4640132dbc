"""The order in which a scheduled module runs, loops and branches laid out in place.

A computation that is called stands before the instruction that calls it:

    0  %a = ...
    1    %gte = ...        condition of %while
    2    %compare = ...
    3    %gte.1 = ...      body of %while
    4    %fusion = ...
    5  %while = ...
    6  %b = ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from irxray.errors import HloTextError
from irxray.hlo import Computation, Instruction
from irxray.memory.detail import Details, loop_part
from irxray.memory.trips import trip_count


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around an instruction."""

    trips: int
    """How often it runs in one run of the program; a loop of unknown count is counted once."""
    unknown_loops: tuple[str, ...]
    """Loops around it whose count the text does not tell, outermost first."""
    branches: tuple[str, ...]
    """Conditionals of which it stands in a branch: it may not run at all."""


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction in the order of the run."""

    position: int
    """0-based."""
    instruction: Instruction
    around: Surroundings


def schedule_steps(details: Details) -> tuple[Step, ...]:
    """Return every instruction that is scheduled: not those inside fusions or reducers.

    Raises ``HloTextError`` where a computation is called from two places; the compiler makes a
    copy of such a computation for each caller before it schedules.
    """
    steps: list[Step] = []
    _lay_out(details, details.entry, Surroundings(1, (), ()), steps, set())
    return tuple(steps)


def called_in_sequence(details: Details, instruction: Instruction) -> tuple[Computation, ...]:
    """Return the computations whose instructions are scheduled when ``instruction`` runs."""
    if instruction.opcode == "while":
        return tuple(loop_part(details, instruction, part) for part in ("condition", "body"))
    if instruction.opcode in ("call", "conditional", "async-start"):
        return tuple(details.computations[name] for name in instruction.called)
    return ()


def _lay_out(
    details: Details,
    computation: Computation,
    around: Surroundings,
    steps: list[Step],
    visited: set[str],
) -> None:
    if computation.name in visited:
        raise HloTextError(f"'{computation.name}' is called from two places", computation.line, 0)
    visited.add(computation.name)
    for instruction in computation.instructions:
        for called, inner in _inside(details, instruction, around):
            _lay_out(details, called, inner, steps, visited)
        steps.append(Step(len(steps), instruction, around))


def _inside(
    details: Details, instruction: Instruction, around: Surroundings
) -> Iterator[tuple[Computation, Surroundings]]:
    """Yield each computation that ``instruction`` runs, and what stands around it there."""
    called = called_in_sequence(details, instruction)
    if instruction.opcode == "while":
        count = trip_count(details, instruction)
        condition, body = called
        yield condition, _in_loop(around, instruction, None if count is None else count + 1)
        yield body, _in_loop(around, instruction, count)
        return
    if instruction.opcode == "conditional":
        around = replace(around, branches=(*around.branches, instruction.name))
    for each in called:
        yield each, around


def _in_loop(around: Surroundings, loop: Instruction, count: int | None) -> Surroundings:
    if count is None:
        return replace(around, unknown_loops=(*around.unknown_loops, loop.name))
    return replace(around, trips=around.trips * count)
