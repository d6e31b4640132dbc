"""Profiles (``*.xplane.pb``): for each chip, how long each operation took, and what was said of it.

A profile holds two kinds of figures that are easy to mix up. Durations are measured. The bytes of
an operation are not: they stand once per operation in the profile's metadata, where the compiler's
cost model put them before anything ran. Every figure here is therefore marked with its evidence.

Profiles are read as they lie on the wire (:mod:`coursesite.xplane`), without tensorflow and without
a generated module, so that every build can read again what a record states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime

from msgspec import Struct
from msgspec.structs import replace

from coursesite.wire import first_int, group_fields, messages
from coursesite.xplane import Event, Kind, Line, Plane, Stat, read_planes

CHIP_PLANE = "/device:"
"""Planes of chips begin so; the host has planes of its own."""
RUN_PLANE = "Task Environment"
VERSIONS_PLANE = "/host:metadata"
PACKAGES = ("jax", "jaxlib")
OPERATIONS_LINE = "XLA Ops"
PROGRAMS_LINE = "XLA Modules"
DEVICE_PS = "device_duration_ps"
"""An execution's time by the chip's own clock; an event's length is mapped to the host's."""
READ, WRITE, HBM = 1, 2, 1
"""Operation types and the memory space in a cost model's list of accesses."""


class Figure(Struct, frozen=True):
    """A number out of a profile."""

    value: float
    unit: str
    """As records spell it."""
    evidence: str
    """``cost-model`` or ``duration``."""


class ProfiledOperation(Struct, frozen=True):
    """One operation, all its executions together."""

    program: str
    """Name of its module, such as ``jit_naive_attention``; empty where none is given."""
    name: str
    """As in the optimized HLO, without ``%``."""
    text: str
    """What the profile says of it: on TPU its HLO line."""
    occurrences: int
    """Executions; a GPU may launch several kernels for one operation."""
    total_ps: int
    """Picoseconds of all executions."""
    read_bytes: int | None
    """What the cost model says one execution reads from HBM; ``None`` where it says nothing."""
    written_bytes: int | None
    """The same for what it writes."""
    accessed_bytes: int | None
    """Bytes of one execution over all memories, by the cost model."""

    @property
    def duration(self) -> Figure:
        """The mean of one execution, measured, in microseconds."""
        return Figure(self.total_ps / self.occurrences / 1e6, "us", "duration")

    @property
    def model_bytes(self) -> Figure | None:
        """Bytes of one execution to and from HBM, by the cost model."""
        if self.read_bytes is not None and self.written_bytes is not None:
            return Figure(self.read_bytes + self.written_bytes, "B", "cost-model")
        if self.accessed_bytes is None:
            return None
        return Figure(self.accessed_bytes, "B", "cost-model")


class ProfiledChip(Struct, frozen=True):
    """One chip of a profile."""

    name: str
    """Such as ``/device:TPU:0``."""
    facts: Mapping[str, Stat]
    """What the profile says of the chip, such as ``device_type_string``."""
    operations: tuple[ProfiledOperation, ...]
    """In the order in which they first ran."""


class Profile(Struct, frozen=True):
    """What one ``xplane.pb`` says."""

    chips: tuple[ProfiledChip, ...]
    started: date | None
    """Day on which it was begun, in UTC, by its machine's clock; older profiles lack it."""
    versions: Mapping[str, str]
    """``jax`` and ``jaxlib`` as the profile states them; older profiles do not."""

    def find(self, name: str, program: str | None = None) -> ProfiledOperation | None:
        """The operation of that name, its executions on all chips together.

        ``program`` tells apart operations of one name; without it the first program that has one
        counts.
        """
        found = [o for chip in self.chips for o in chip.operations if o.name == name]
        if program is None and found:
            program = found[0].program
        same = [each for each in found if each.program == program]
        if not same:
            return None
        occurrences = sum(each.occurrences for each in same)
        return replace(
            same[0], occurrences=occurrences, total_ps=sum(each.total_ps for each in same)
        )


def read_profile(data: bytes) -> Profile:
    """What an ``xplane.pb`` says; raises :class:`coursesite.wire.WireError` for other bytes."""
    planes = read_planes(data, _is_read)
    facts = {plane.name: plane.facts for plane in planes}
    host = facts.get(VERSIONS_PLANE, {})
    return Profile(
        tuple(_read_chip(plane) for plane in planes if plane.name.startswith(CHIP_PLANE)),
        _day(facts.get(RUN_PLANE, {}).get("profile_start_time", 0)),
        {key: str(host[f"{key}_version"]) for key in PACKAGES if f"{key}_version" in host},
    )


def _is_read(plane: str) -> bool:
    return plane.startswith(CHIP_PLANE) or plane in (RUN_PLANE, VERSIONS_PLANE)


def _day(nanoseconds: Stat) -> date | None:
    """The day of a time since 1970, in UTC."""
    if not isinstance(nanoseconds, int) or not nanoseconds:
        return None
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC).date()


class _Tally(Struct):
    """Executions of one operation, counted up."""

    kind: Kind
    occurrences: int = 0
    total_ps: int = 0


def _read_chip(plane: Plane) -> ProfiledChip:
    programs = dict(_program_names(plane))
    tallies: dict[tuple[str, str], _Tally] = {}
    for line in _operation_lines(plane):
        for event in line.events:
            key = (_program(event, programs), str(event.stats.get("hlo_op", event.kind.name)))
            tally = tallies.setdefault(key, _Tally(event.kind))
            tally.occurrences += event.occurrences
            tally.total_ps += _duration_ps(event)
    operations = tuple(_operation(*key, tally) for key, tally in tallies.items())
    return ProfiledChip(plane.name, plane.facts, operations)


def _program_names(plane: Plane) -> Iterator[tuple[int, str]]:
    """Programs by their number, from events named ``jit_f(9646411105960254074)``."""
    for line in plane.lines:
        for event in line.events if line.name == PROGRAMS_LINE else ():
            name, _, number = event.kind.text.rstrip(")").rpartition("(")
            if name and number.isdecimal():
                yield int(number), name


def _operation_lines(plane: Plane) -> Iterable[Line]:
    """The line of operations, where there is one; a GPU has a line for each stream instead."""
    operations = [line for line in plane.lines if line.name == OPERATIONS_LINE]
    return operations or [line for line in plane.lines if line.name != PROGRAMS_LINE]


def _program(event: Event, programs: Mapping[int, str]) -> str:
    """The event's program: named by a GPU, known by its number on a TPU."""
    named = event.stats.get("hlo_module", "")
    number = event.kind.stats.get("program_id", 0)
    return str(named) or programs.get(number if isinstance(number, int) else 0, "")


def _duration_ps(event: Event) -> int:
    measured = event.stats.get(DEVICE_PS)
    return measured if isinstance(measured, int) else event.duration_ps


def _operation(program: str, name: str, tally: _Tally) -> ProfiledOperation:
    accessed = tally.kind.stats.get("bytes_accessed")
    moved = _hbm_bytes(tally.kind.stats.get("memory_access_breakdown", b""))
    return ProfiledOperation(
        program,
        name,
        tally.kind.text,
        tally.occurrences,
        tally.total_ps,
        moved[READ] if moved else None,
        moved[WRITE] if moved else None,
        accessed if isinstance(accessed, int) else None,
    )


def _hbm_bytes(breakdown: Stat) -> dict[int, int]:
    """Bytes to and from HBM by operation type; empty where the cost model lists no access."""
    if not isinstance(breakdown, bytes) or not breakdown:
        return {}
    moved = {READ: 0, WRITE: 0}
    for access in messages(group_fields(breakdown), 1):
        fields = group_fields(access)
        if first_int(fields, 2) == HBM and first_int(fields, 1) in moved:
            moved[first_int(fields, 1)] += first_int(fields, 3)
    return moved
