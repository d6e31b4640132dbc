"""Taking in a measurement: verified against the lab's program and the calendar, then filed.

    zip ─► holds together (measured) ─► of today's program, not of the future, not filed before
        ─► bench/raw/NAME.zip and a record for each evidence in it

The zip is kept whole: every build reads the values out of it again.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from coursesite.captures import read_program
from coursesite.content import read_site, read_stage
from coursesite.content_schema import ProgramEntry
from coursesite.errors import RecordError, Where, suggest
from coursesite.estimate import write_record
from coursesite.facts import measured_facts
from coursesite.measured import Measurement, read_measurement
from coursesite.measurement_file import refusal
from coursesite.notebook import read_notebook
from coursesite.record import Record, ValueRecord, read_records
from irxray.program import Program

NOTES = {
    "hlo-dump": "Each spill written once and read by each of its readers, without padding; the "
    "dump is of the same compile that was measured.",
    "cost-model": "Of the operations that write or read a spill; the compiler's figure.",
    "duration": "Time of the operations that write or read a spill, times what a plain copy of an "
    "array as large as the largest spill reached in the same profile: {bandwidth:.0f} GB/s.",
    "hardware-counter": "Bytes that ncu counted to and from the GPU's memory, over all kernels of "
    "one run; q, k, v and the result are among them.",
}


class LabProgram(Struct, frozen=True):
    """A program as its notebook has it today."""

    program: Program
    notebook: str
    """Path below the root."""


def add_measurement(path: Path, root: Path) -> tuple[ValueRecord, ...]:
    """Verifies the zip at ``path``, files it under ``root``, and returns its records.

    Raises :class:`RecordError` with the reason, nothing written, where it is refused.
    """
    data = _read(path)
    measurement = read_measurement(data, path.name)
    known = read_records(root)
    lab = find_program(measurement.statement.program, root, path.name)
    check_program(measurement, lab, path.name)
    check_date(measurement.statement.date, datetime.now(UTC).date(), path.name)
    digest = hashlib.sha256(data).hexdigest()
    _check_new(digest, known, path.name)
    stem = _free_stem(measurement, known)
    commit = _commit_of(root, lab.notebook, path.name)
    records = tuple(_records(measurement, stem, digest, commit))
    raw = root / records[0].raw
    raw.parent.mkdir(parents=True, exist_ok=True)
    raw.write_bytes(data)
    for record in records:
        write_record(root, record)
    return records


def find_program(name: str, root: Path, zip_name: str) -> LabProgram:
    """The program that a stage under ``root`` calls ``name``, out of its notebook."""
    stages = [read_stage(root, number) for number in read_site(root).open_stages]
    entries = {
        entry.id: (entry, stage.where(f"programs[{index}]"))
        for stage in stages
        for index, entry in enumerate(stage.programs)
    }
    if name not in entries:
        message = "is about a program that no stage has"
        raise refusal(message, zip_name, quote=name, hint=suggest(name, entries))
    entry, where = entries[name]
    return LabProgram(_program(entry, root, where), entry.notebook)


def _program(entry: ProgramEntry, root: Path, where: Where) -> Program:
    return read_program(entry, read_notebook(root / entry.notebook, root), where)


def check_program(measurement: Measurement, lab: LabProgram, name: str) -> None:
    """Raises unless what was measured is the lab's program, letter by letter."""
    ours, theirs = lab.program, measurement.program
    if (theirs.function, theirs.arguments) != (ours.function, ours.arguments):
        quote = f"{theirs.function}({', '.join(theirs.arguments)})"
        raise refusal("the program was called otherwise than the lab's", name, quote=quote)
    if theirs.source != ours.source:
        line = _first_difference(theirs.source.splitlines(), ours.source.splitlines())
        message = f"the program is not the one in {lab.notebook}"
        raise refusal(message, name, quote=line)


def check_date(day: date, today: date, name: str) -> None:
    """Raises for a measurement of the future; both days are in UTC."""
    if day > today:
        message = "was measured on a day that is yet to come"
        hint = "set the clock of the machine that measured, then measure again"
        raise refusal(message, name, quote=f"{day}, and today is {today}", hint=hint)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        hint = "name the zip that the notebook downloaded"
        raise RecordError(message, Where(str(path)), hint=hint) from None


def _first_difference(theirs: Sequence[str], ours: Sequence[str]) -> str:
    """The first line in which two texts differ, from both."""
    for one, other in zip(theirs, ours, strict=False):
        if one != other:
            return f"measured: {one.strip()}\nlab:      {other.strip()}"
    return f"measured {len(theirs)} lines, the lab has {len(ours)}"


def _check_new(digest: str, known: Iterable[Record], name: str) -> None:
    for record in known:
        if record.sha256 == digest:
            hint = "nothing is left to do; python build.py records list shows it"
            raise refusal("was filed before", name, quote=record.id, hint=hint)


def _free_stem(measurement: Measurement, known: Iterable[Record]) -> str:
    """What the ids of its records begin with: the day, and a number from the second of that day."""
    statement = measurement.statement
    stem = f"{statement.program}.{statement.quantity}.{measurement.chip}.{statement.date}"
    used = {record.id for record in known}
    number = 1
    while any(each.startswith(f"{_numbered(stem, number)}.") for each in used):
        number += 1
    return _numbered(stem, number)


def _numbered(stem: str, number: int) -> str:
    return f"{stem}-{number:02}"


def _records(
    measurement: Measurement, stem: str, digest: str, commit: str
) -> Iterator[ValueRecord]:
    """A record for each evidence in the zip."""
    for evidence in measurement.values:
        yield msgspec.convert(
            {
                "kind": "value",
                "id": f"{stem}.{evidence}",
                "evidence": evidence,
                "commit": commit,
                "raw": f"bench/raw/{stem}.zip",
                "sha256": digest,
                "note": NOTES[evidence].format(bandwidth=measurement.copy_bandwidth / 1e9),
                **measured_facts(measurement, evidence),
            },
            ValueRecord,
        )


def _commit_of(root: Path, notebook: str, name: str) -> str:
    """The last commit that touched the program's notebook."""
    command = ["git", "-C", str(root), "log", "-1", "--format=%H", "--", notebook]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        commit = done.stdout.strip() if done.returncode == 0 else ""
    except OSError:
        commit = ""
    if not commit:
        message = f"cannot be filed: git does not know the commit of {notebook}"
        raise refusal(message, name, hint="file it from a clone of the repository")
    return commit
