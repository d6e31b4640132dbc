"""The buffers between scheduled instructions: where each lies, who writes it, who reads it.

    module ─► schedule ─► values that share memory, joined ─► one buffer each ─► its role

What a spill is, and why, stands in ``docs/decisions/what-a-spill-is.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from irxray.hlo import HloModule
from irxray.memory.buffer import Access, Buffer, Role
from irxray.memory.detail import Details, read_details
from irxray.memory.origin import How, Result, Value, passed_values, read_results
from irxray.memory.schedule import Step, Surroundings, schedule_steps
from irxray.memory.space import MAIN_MEMORY, ON_CHIP, space_name, space_names
from irxray.memory.traffic import Transfer, copied_values, is_copy, reads, writes

RENAMES = frozenset({"tuple", "get-tuple-element", "bitcast"})
"""Instructions that take no time: they do not lengthen the life of what they rename."""


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """All buffers of a module."""

    platform: str
    schedule: tuple[str, ...]
    """Names of the instructions by position."""
    buffers: tuple[Buffer, ...]
    """In the order in which they begin to live."""

    def of_role(self, role: Role) -> tuple[Buffer, ...]:
        """Return the buffers of one role, the largest first."""
        found = [each for each in self.buffers if each.role is role]
        return tuple(sorted(found, key=lambda each: (-each.bytes, each.first)))

    @property
    def spills(self) -> tuple[Buffer, ...]:
        """Return the spills, the largest first."""
        return self.of_role(Role.SPILL)

    @property
    def on_chip(self) -> tuple[Buffer, ...]:
        """Return the intermediates that stay on the chip, the largest first."""
        return self.of_role(Role.ON_CHIP)

    @property
    def prefetches(self) -> tuple[Buffer, ...]:
        """Return the copies of parameters on the chip, the largest first."""
        return self.of_role(Role.PREFETCH)

    @property
    def peak_spilled_bytes(self) -> int:
        """Return the most bytes, padding included, that spills take at one time."""
        return _peak(self.spills)

    @property
    def peak_temporary_bytes(self) -> int:
        """Return the same with buffers that nobody reads, which take memory too."""
        return _peak((*self.spills, *self.of_role(Role.UNREAD)))

    @property
    def traffic_bytes(self) -> int:
        """Return all bytes, padding included, that cross to and from main memory in one run."""
        return sum(
            access.total_padded_bytes
            for buffer in self.buffers
            if buffer.memory_space in MAIN_MEMORY
            for access in (*buffer.writers, *buffer.readers)
        )

    @property
    def accessed_bytes(self) -> int:
        """Return what XLA's cost model counts as bytes accessed: padding included, in every
        memory, the body of each loop once."""
        return sum(
            access.padded_bytes
            for buffer in self.buffers
            for access in (*buffer.writers, *buffer.readers)
        )


def analyse_memory(module: HloModule, text: str, platform: str) -> MemoryReport:
    """Return the buffers of a compiled module.

    ``text`` is what ``module`` was parsed from, or the same with its tags taken out; ``platform``
    is ``cpu``, ``tpu`` or ``cuda``. Raises ``HloTextError`` for text that is not scheduled HLO or
    that holds a shape that cannot be read, ``TargetError`` for an unknown platform.
    """
    names = space_names(platform)
    details = read_details(module, text)
    steps = schedule_steps(details)
    results = {s.instruction.name: read_results(details, s.instruction) for s in steps}
    home = _join_values(details, steps, results)
    groups = _gather(details, steps, results, home)
    ordered = sorted(groups.items(), key=lambda pair: pair[1].first)
    roles: dict[Value, Role] = {}
    for key, group in ordered:
        roles[key] = _role(details, group, names, home, roles)
    return MemoryReport(
        platform,
        tuple(step.instruction.name for step in steps),
        tuple(_buffer(group, roles[key], names) for key, group in ordered),
    )


Results = Mapping[str, Sequence[Result]]
"""Arrays of each scheduled instruction's result, by its name."""

Home = Mapping[Value, Value]
"""For each value, one that stands for all that lie in the same memory."""


def _join_values(details: Details, steps: Sequence[Step], results: Results) -> Home:
    parent: dict[Value, Value] = {}

    def find(value: Value) -> Value:
        while (above := parent.setdefault(value, value)) != value:
            parent[value] = parent.setdefault(above, above)
            value = parent[value]
        return value

    for step in steps:
        for each in results[step.instruction.name]:
            for source in each.origin.sources:
                parent[find(each.value)] = find(source)
        for inner, outer in passed_values(details, step.instruction):
            parent[find(inner)] = find(outer)
    return {each.value: find(each.value) for every in results.values() for each in every}


@dataclass(slots=True)
class _Group:
    """What is gathered of one buffer. Built up here, never handed out."""

    members: list[tuple[Step, Result]] = field(default_factory=list)
    writers: list[Access] = field(default_factory=list)
    readers: list[Access] = field(default_factory=list)
    last: int = 0
    """Position of the last use."""

    @property
    def first(self) -> int:
        made = [s.position for s, r in self.members if r.origin.how is not How.ALIAS]
        return min(made or [step.position for step, _ in self.members])

    @property
    def largest(self) -> Result:
        return max(
            (result for _, result in self.members),
            key=lambda each: (each.shape.padded_bytes, each.origin.how is How.FRESH),
        )


def _gather(
    details: Details, steps: Sequence[Step], results: Results, home: Home
) -> dict[Value, _Group]:
    groups: dict[Value, _Group] = {}
    around: dict[str, Surroundings] = {}
    for step in steps:
        around[step.instruction.name] = step.around
        for result in results[step.instruction.name]:
            groups.setdefault(home[result.value], _Group()).members.append((step, result))
    for step in steps:
        own = results[step.instruction.name]
        for transfer in writes(own):
            groups[home[transfer.value]].writers.append(_access(step, transfer, step.around))
        for transfer in reads(details, step.instruction, own):
            # a loop reads its test as often as its condition runs
            is_test = step.instruction.opcode == "while"
            where = around[transfer.value.instruction] if is_test else step.around
            groups[home[transfer.value]].readers.append(_access(step, transfer, where))
        for value in _uses(step, results):
            groups[home[value]].last = step.position
    return {key: group for key, group in groups.items() if _holds_data(group)}


def _holds_data(group: _Group) -> bool:
    """Tokens and the flags of asynchronous operations are no buffers of the program."""
    return all(r.origin.how is not How.SIGNAL and r.shape.bits for _, r in group.members)


def _uses(step: Step, results: Results) -> Iterator[Value]:
    """Yield the values that must be in memory while ``step`` runs.

    What a called computation hands out is used by its caller, which stands behind it.
    """
    if step.instruction.opcode not in RENAMES:
        for name in (step.instruction.name, *step.instruction.operands):
            for each in results[name]:
                yield each.value


def _access(step: Step, transfer: Transfer, around: Surroundings) -> Access:
    return Access(
        step.instruction.name,
        step.instruction.opcode,
        step.instruction.line,
        step.position,
        transfer.bytes,
        transfer.padded_bytes,
        around.trips,
        around.unknown_loops,
        around.branches,
    )


def _role(
    details: Details,
    group: _Group,
    names: Mapping[int, str],
    home: Home,
    roles: Mapping[Value, Role],
) -> Role:
    entry = details.entry
    made_by = [step.instruction for step, _ in group.members]
    if any(each.opcode == "parameter" and each.computation == entry.name for each in made_by):
        return Role.PARAMETER
    if any(each.opcode == "constant" for each in made_by):
        return Role.CONSTANT
    if any(each.is_root and each.computation == entry.name for each in made_by):
        return Role.OUTPUT
    space = space_name(names, group.largest.shape.memory_space)
    if space in ON_CHIP:
        return Role.PREFETCH if _is_prefetch(details, group, home, roles) else Role.ON_CHIP
    if space not in MAIN_MEMORY:
        return Role.ELSEWHERE
    return Role.SPILL if group.writers and group.readers else Role.UNREAD


def _is_prefetch(details: Details, group: _Group, home: Home, roles: Mapping[Value, Role]) -> bool:
    """Return whether all that is written here is copied from parameters or constants."""
    writers = [details.instructions[each.instruction] for each in group.writers]
    sources = [value for each in writers for value in copied_values(details, each)]
    inputs = (Role.PARAMETER, Role.CONSTANT, Role.PREFETCH)
    return (
        bool(sources)
        and all(is_copy(details, each) for each in writers)
        and all(roles.get(home[value]) in inputs for value in sources)
    )


def _buffer(group: _Group, role: Role, names: Mapping[int, str]) -> Buffer:
    shape = group.largest.shape
    own = [step.instruction.name for step, result in group.members if not result.value.path]
    return Buffer(
        shape,
        space_name(names, shape.memory_space),
        role,
        tuple(group.writers),
        tuple(group.readers),
        group.first,
        max(group.first, group.last),
        tuple(dict.fromkeys(own or [group.members[0][0].instruction.name])),
    )


def _peak(buffers: Iterable[Buffer]) -> int:
    """Return the largest sum of padded bytes of buffers that live at the same position."""
    changes: dict[int, int] = {}
    for each in buffers:
        changes[each.first] = changes.get(each.first, 0) + each.padded_bytes
        changes[each.last + 1] = changes.get(each.last + 1, 0) - each.padded_bytes
    peak = now = 0
    for position in sorted(changes):
        now += changes[position]
        peak = max(peak, now)
    return peak
