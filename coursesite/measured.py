"""What a measurement says when it is read again, and whether it holds together.

Bytes by evidence, for one run of the program:

    hlo-dump          what the dump's operations write to and read from main memory for its spills
    cost-model        what the compiler's cost model says of the operations that do so
    duration          the time of these operations x the bandwidth that a plain copy reached
    hardware-counter  what the GPU counted, over all kernels

Only the last two are measured. The copy is of an array as large as the largest spill, and its
bandwidth counts what it reads and what it writes.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import lru_cache

from msgspec import Struct

from coursesite.chip import chip_name, chip_platform, is_profiled_as, peak_bandwidth
from coursesite.counters import CounterError, counted_bytes, read_counters
from coursesite.measurement_file import (
    COPY_DUMP,
    COUNTERS,
    DUMP,
    PROFILE,
    PROGRAM,
    Files,
    Statement,
    check_versions,
    open_measurement,
    refusal,
)
from coursesite.profile import Profile, ProfiledOperation, read_profile
from coursesite.spill import (
    DumpError,
    PlainCopy,
    Spill,
    entry_arguments,
    module_name,
    read_copy,
    read_spill,
)
from coursesite.wire import WireError
from irxray.errors import ProgramError
from irxray.program import Program, parse_argument

QUANTITY = "spill-round-trip"
"""The quantity that such a zip is about."""

ABOVE_PEAK = 1.05
"""A copy that beats the chip's stated bandwidth by more never went through main memory."""


class Measurement(Struct, frozen=True):
    """A measurement that holds together."""

    statement: Statement
    program: Program
    chip: str
    """As records name it."""
    spill: Spill
    copy: PlainCopy
    copy_bandwidth: float
    """Bytes a second, read and written."""
    values: Mapping[str, float]
    """Bytes of one run by evidence, as read here."""


@lru_cache(maxsize=4)
def read_measurement(data: bytes, name: str) -> Measurement:
    """The measurement in a zip; ``name`` begins every error.

    Raises :class:`RecordError` with the reason where a file is missing or changed, a version or
    the chip is unknown, the parts are not of one program and one day, or a stated value is not
    what its files say.
    """
    statement, files = open_measurement(data, name)
    chip = _chip(statement, name)
    check_versions(statement, chip_platform(chip), name)
    if statement.quantity != QUANTITY:
        raise refusal("is about another quantity", name, quote=statement.quantity)
    try:
        return _read_parts(statement, files, chip, name)
    except (WireError, DumpError, CounterError, ProgramError, UnicodeDecodeError) as error:
        raise refusal(f"holds a file that cannot be read: {error}", name) from None


def argument_shapes(program: Program) -> tuple[str, dict[str, tuple[int, ...]]]:
    """The program's dtype, as written, and the shape of each argument by its name."""
    functions = (n for n in ast.walk(ast.parse(program.source)) if isinstance(n, ast.FunctionDef))
    function = next((each for each in functions if each.name == program.function), None)
    names = [each.arg for each in function.args.args] if function else []
    dtypes = {each.partition("[")[0] for each in program.arguments}
    shapes = (parse_argument(each).shape for each in program.arguments)
    return ", ".join(sorted(dtypes)), dict(zip(names, shapes, strict=False))


def _read_parts(statement: Statement, files: Files, chip: str, name: str) -> Measurement:
    """The measurement, its parts held against each other."""
    dump, copy_dump = files[DUMP].decode(), files[COPY_DUMP].decode()
    program = Program(
        statement.program, statement.function, files[PROGRAM].decode(), statement.arguments
    )
    profile = read_profile(files[PROFILE])
    _check_dump(program, dump, name)
    _check_profile(statement, profile, chip, name)
    spill, copy = read_spill(dump, chip_platform(chip)), read_copy(copy_dump)
    if not spill.operations:
        raise refusal("there is nothing to measure: the dump has no spill", name)
    if copy.bytes != spill.largest_bytes:
        message = "the copy is not of an array as large as the spill"
        raise refusal(message, name, quote=f"{copy.bytes:,} B against {spill.largest_bytes:,} B")
    runs = _Runs(profile, statement.runs, name)
    spilling = [runs.find(module_name(dump), each) for each in spill.operations]
    bandwidth = _bandwidth(copy, runs.find(module_name(copy_dump), copy.operation), chip, runs)
    values = {
        "hlo-dump": float(spill.round_trip_bytes),
        "duration": sum(runs.seconds(each) for each in spilling) * bandwidth,
    }
    values |= dict(_unmeasured(spilling, runs)) | dict(_counted(files))
    _check_values(statement, values, name)
    return Measurement(statement, program, chip, spill, copy, bandwidth, values)


def _chip(statement: Statement, name: str) -> str:
    chip = chip_name(statement.device_kind)
    if not chip:
        message = "was not measured on a chip that is known here"
        hint = "measure on a TPU or an NVIDIA GPU; coursesite/chip.py lists those that are known"
        raise refusal(message, name, quote=statement.device_kind, hint=hint)
    return chip


def _check_dump(program: Program, dump: str, name: str) -> None:
    """Raises unless the dump is of the program."""
    stated = f"jit_{program.function}({', '.join(program.arguments)})"
    found = f"{module_name(dump)}({', '.join(entry_arguments(dump))})"
    if found != stated:
        raise refusal("the dump is of another program", name, quote=f"{found}, not {stated}")


def _check_profile(statement: Statement, profile: Profile, chip: str, name: str) -> None:
    """Raises unless the profile is of that chip, that day and those versions."""
    if not any(is_profiled_as(chip, each.facts) for each in profile.chips):
        found = ", ".join(str(c.facts.get("device_type_string", c.name)) for c in profile.chips)
        raise refusal(f"the profile is not of the chip {chip}", name, quote=found or "no chip")
    if profile.started is None:
        raise refusal("the profile does not say when it was made", name)
    if abs(profile.started - statement.date) > timedelta(days=1):
        quote = f"stated {statement.date}, profiled {profile.started}"
        raise refusal("the profile was made on another day", name, quote=quote)
    for package, version in profile.versions.items():
        if statement.versions.get(package) != version:
            quote = f"stated {statement.versions.get(package)}, profiled {version}"
            raise refusal(f"the profile was made with another {package}", name, quote=quote)


class _Runs(Struct, frozen=True):
    """A profile of some runs."""

    profile: Profile
    runs: int
    name: str

    def find(self, program: str, operation: str) -> ProfiledOperation:
        """The operation, which must have run as often as the program did, or a multiple of it."""
        found = self.profile.find(operation, program)
        if found is None or not found.total_ps:
            raise refusal("the profile lacks an operation of the dump", self.name, quote=operation)
        if found.occurrences % self.runs:
            message = f"the profile does not hold {self.runs} runs of an operation"
            raise refusal(message, self.name, quote=f"{operation}: {found.occurrences}")
        return found

    def seconds(self, operation: ProfiledOperation) -> float:
        """Time of the operation in one run."""
        return operation.total_ps / self.runs / 1e12


def _bandwidth(copy: PlainCopy, ran: ProfiledOperation, chip: str, runs: _Runs) -> float:
    """Bytes a second that the copy read and wrote; raises where that is more than there can be."""
    bandwidth = 2 * copy.bytes / runs.seconds(ran)
    peak = peak_bandwidth(chip)
    if peak and bandwidth > ABOVE_PEAK * peak:
        message = "the copy is faster than the chip's main memory: it did not go through it"
        quote = f"{bandwidth / 1e9:.0f} GB/s against {peak / 1e9:.0f} GB/s"
        raise refusal(message, runs.name, quote=quote)
    return bandwidth


def _unmeasured(operations: list[ProfiledOperation], runs: _Runs) -> Iterator[tuple[str, float]]:
    """What the cost model says of all operations, where it says something of each."""
    said = [each.model_bytes for each in operations]
    if all(said):
        yield (
            "cost-model",
            sum(
                figure.value * operation.occurrences / runs.runs
                for figure, operation in zip(said, operations, strict=True)
                if figure is not None
            ),
        )


def _counted(files: Files) -> Iterator[tuple[str, float]]:
    """What the GPU counted in one run, where a table of its counters is there."""
    if COUNTERS in files:
        yield "hardware-counter", counted_bytes(read_counters(files[COUNTERS].decode()))


def _check_values(statement: Statement, values: Mapping[str, float], name: str) -> None:
    """Raises where the notebook read something else out of the same files."""
    for evidence, stated in statement.values.items():
        found = values.get(evidence)
        if found is None or not math.isclose(stated, found, rel_tol=1e-4):
            read = "nothing" if found is None else f"{found:,.0f} B"
            quote = f"{evidence}: stated {stated:,.0f} B, read {read}"
            raise refusal("states a value that its files do not", name, quote=quote)
