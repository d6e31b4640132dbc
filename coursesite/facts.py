"""What a raw file says, in the fields of a record: read when a record is made, and at each build.

A record that states anything else is refused, so that none can be written by hand into a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

import msgspec
from msgspec import Struct

from coursesite.chip import chip_platform
from coursesite.corpus import PREFIX, corpus_facts
from coursesite.dump_file import read_dump
from coursesite.errors import RecordError, Where
from coursesite.measured import QUANTITY, Measurement, argument_shapes, read_measurement
from coursesite.spill import DumpError, read_spill
from irxray.program import Program

Facts = Mapping[str, object]
"""Values by the name of the record's field."""


class SweepPoint(Struct, frozen=True):
    """One compile of a sweep, as far as records rest on it."""

    chip: str
    length: int
    temp_bytes: int
    score: str
    """Memory in which the score matrix lies, or ``nowhere``."""


def raw_facts(raw: str, evidence: str, data: bytes) -> Facts:
    """What the file at ``raw`` says for that evidence; ``data`` is its content.

    Raises :class:`RecordError` for a measurement that does not hold together, a dump that cannot
    be read, and a file or evidence that nothing here reads.
    """
    if raw.endswith(".zip"):
        return measured_facts(read_measurement(data, raw), evidence)
    if evidence == "hlo-dump" and raw.endswith(".hlo"):
        return dump_facts(data, raw)
    if evidence == "hlo-dump" and PurePosixPath(raw).name.startswith(PREFIX):
        return corpus_facts(data, raw)
    if evidence == "hlo-dump" and raw.endswith(".json"):
        return sweep_facts(data, raw)
    hint = "records rest on a measurement's .zip, a dump in .hlo, or a sweep in .json"
    message = f"nothing here reads evidence '{evidence}' out of such a file"
    raise RecordError(message, Where(raw), hint=hint)


def measured_facts(measurement: Measurement, evidence: str) -> Facts:
    """What a measurement says for that evidence; raises :class:`RecordError` where nothing."""
    if evidence not in measurement.values:
        known = ", ".join(measurement.values)
        message = f"holds nothing for evidence '{evidence}'"
        raise RecordError(message, Where(measurement.statement.program), hint=f"it holds {known}")
    statement = measurement.statement
    return {
        "quantity": QUANTITY,
        "unit": "B",
        "value": measurement.values[evidence],
        "command": statement.command,
        "date": statement.date,
        "chip": measurement.chip,
        "versions": statement.versions,
        **_program_facts(measurement.program),
    }


def dump_facts(data: bytes, raw: str) -> Facts:
    """What a kept dump says of its spills; raises :class:`RecordError` where it is none."""
    try:
        dump = read_dump(data.decode())
        spill = read_spill(dump.hlo, chip_platform(dump.target))
    except (UnicodeDecodeError, DumpError) as error:
        hint = "make it again: python build.py records estimate"
        raise RecordError(f"cannot be read: {error}", Where(raw), hint=hint) from None
    return {
        "quantity": QUANTITY,
        "unit": "B",
        "value": spill.round_trip_bytes,
        "target": dump.target,
        "chip": dump.target,
        "versions": dump.versions,
        **_program_facts(dump.program),
    }


def sweep_facts(data: bytes, raw: str) -> Facts:
    """What a sweep over sequence lengths says, as ``bench.spill_cliff`` writes it.

    Raises :class:`RecordError` where it is none.
    """
    try:
        points = msgspec.json.decode(data, type=tuple[SweepPoint, ...])
    except msgspec.DecodeError as error:
        hint = "make it again: python -m bench.spill_cliff"
        raise RecordError(f"is no sweep: {error}", Where(raw), hint=hint) from None
    chips = dict.fromkeys(point.chip for point in points)
    return {
        "quantity": "temporary-bytes",
        "unit": "B",
        "axis": "sequence length",
        "series": tuple(
            {
                "chip": chip,
                "points": tuple(
                    {"at": each.length, "value": each.temp_bytes, "why": each.score}
                    for each in points
                    if each.chip == chip
                ),
            }
            for chip in chips
        ),
    }


def _program_facts(program: Program) -> Facts:
    dtype, shapes = argument_shapes(program)
    return {
        "program": program.name,
        "program_sha256": program.digest(),
        "dtype": dtype,
        "shapes": shapes,
    }
