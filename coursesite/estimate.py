"""Records of what captures say: the spill's round trip, read out of each chip's dump."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from coursesite.dump_file import captured_dump, print_dump
from coursesite.errors import RecordError, Where
from coursesite.facts import dump_facts
from coursesite.measured import QUANTITY
from coursesite.record import Record, ValueRecord, encode_record, record_path
from coursesite.spill import DumpError
from irxray.store import DOCUMENT

COMMAND = "python build.py records estimate"
NOTE = "Each spill written once and read by each of its readers, without padding."


class Estimate(Struct, frozen=True):
    """A record and the raw file that it is read out of."""

    record: ValueRecord
    raw: bytes


def estimates(root: Path, program: str, today: date, commit: str) -> Iterator[Estimate]:
    """An estimate for each chip that ``program`` was captured for, made ``today`` at ``commit``.

    Raises :class:`coursesite.errors.RecordError` for a capture that cannot be read.
    """
    folder = root / "bench" / "captures" / program
    for path in sorted(folder.glob(f"*/{DOCUMENT}")):
        if path.parent.name != "cpu":  # no chip to measure on, and no HBM
            yield _estimate(path.parent, today, commit)


def _estimate(folder: Path, today: date, commit: str) -> Estimate:
    try:
        dump = captured_dump(folder)
    except DumpError as error:
        hint = "make the captures again: python build.py captures --all"
        raise RecordError(str(error), Where(folder.name), hint=hint) from None
    stem = f"{dump.program.name}.{QUANTITY}.{dump.target}.hlo-dump"
    raw, data = f"bench/raw/{stem}.hlo", print_dump(dump).encode()
    stated = {
        "kind": "value",
        "id": stem,
        "evidence": "hlo-dump",
        "command": COMMAND,
        "date": today,
        "commit": commit,
        "raw": raw,
        "sha256": hashlib.sha256(data).hexdigest(),
        "note": NOTE,
    }
    return Estimate(msgspec.convert({**stated, **dump_facts(data, raw)}, ValueRecord), data)


def changed_records(
    known: Sequence[Record], made: Sequence[ValueRecord]
) -> tuple[ValueRecord, ...]:
    """Those of ``made`` that ``known`` lacks or has otherwise.

    A new date or another commit alone is no change; a commit where none was named is one.
    """
    by_id = {record.id: record for record in known}
    return tuple(each for each in made if not _is_known(each, by_id.get(each.id)))


def write_estimate(root: Path, estimate: Estimate) -> None:
    """Writes the raw file and the record."""
    raw = root / estimate.record.raw
    raw.parent.mkdir(parents=True, exist_ok=True)
    raw.write_bytes(estimate.raw)
    write_record(root, estimate.record)


def write_record(root: Path, record: Record) -> Path:
    """Writes the record to its file and returns where that is."""
    path = root / record_path(record.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(encode_record(record), encoding="utf-8")
    return path


def _is_known(made: ValueRecord, known: Record | None) -> bool:
    if known is None or (made.commit and not known.commit):
        return False
    alike = msgspec.structs.replace(known, date=made.date, commit=made.commit)
    return encode_record(alike) == encode_record(made)
