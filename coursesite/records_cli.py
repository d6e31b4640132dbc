"""``python build.py records``: list, check and show records, file measurements, renew estimates."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from coursesite.content import read_site, read_stage
from coursesite.errors import RecordError, SiteError, Where, suggest
from coursesite.estimate import changed_records, estimates, write_estimate
from coursesite.head import head_commit
from coursesite.measurement import add_measurement
from coursesite.quantity import format_quantity
from coursesite.record import (
    EVIDENCE_WORDS,
    Record,
    ValueRecord,
    encode_record,
    read_record,
    read_records,
    record_files,
    record_path,
    record_schema,
)

SCHEMA = Path("bench", "record.schema.json")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's own line."""
    parser = argparse.ArgumentParser(
        prog="build.py records", description="Look after the records that gates rest on."
    )
    here = Path(__file__).parent.parent
    parser.add_argument("--root", type=Path, default=here, metavar="DIR", help="another tree")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="a line for each record")
    listed.add_argument("--program", help="only records of this program")
    listed.add_argument("--chip", help="only records of this chip")
    listed.add_argument("--evidence", choices=EVIDENCE_WORDS, help="only this kind of evidence")
    actions.add_parser("check", help="read every raw file again and compare")
    shown = actions.add_parser("show", help="one record in full")
    shown.add_argument("id", metavar="ID")
    added = actions.add_parser("add", help="verify a measurement and file it")
    added.add_argument("file", type=Path, metavar="FILE.zip")
    actions.add_parser("estimate", help="read the captures' dumps into records")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Run one action; return 0, or 1 where something is refused or wrong."""
    parsed = build_parser().parse_args(arguments)
    try:
        return ACTIONS[parsed.action](parsed, parsed.root.resolve())
    except SiteError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _list(parsed: argparse.Namespace, root: Path) -> int:
    wanted = {key: getattr(parsed, key) for key in ("program", "chip", "evidence")}
    rows = [
        (r.id, _value(r), r.evidence, str(r.date), "RETRACTED" if r.retracted else "")
        for r in read_records(root)
        if all(value in (None, getattr(r, key)) for key, value in wanted.items())
    ]
    widths = [max(len(row[column]) for row in rows) if rows else 0 for column in range(5)]
    for row in rows:
        print(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        )
    print(f"{len(rows)} record{'' if len(rows) == 1 else 's'}")
    return 0


def _value(record: Record) -> str:
    """The record's figure, or how many points it has."""
    if isinstance(record, ValueRecord):
        return format_quantity(record.value, record.unit)
    return f"{sum(len(each.points) for each in record.series)} points"


def _check(parsed: argparse.Namespace, root: Path) -> int:
    today = datetime.now(UTC).date()
    faults = [str(error) for error in _faults(root, today)]
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    count = len(record_files(root))
    print(f"{count} records read again, {len(faults) or 'none'} wrong")
    return int(bool(faults))


def _faults(root: Path, today: date) -> Iterator[SiteError]:
    """Everything that is wrong with the records under ``root``."""
    for path in record_files(root):
        try:
            record = read_record(path, root)
        except SiteError as error:
            yield error
            continue
        where = Where(record_path(record.id))
        if record.date > today:
            yield RecordError("the date is yet to come", where, quote=str(record.date))
    schema = root / SCHEMA
    if schema.is_file() and schema.read_text(encoding="utf-8") != record_schema():
        hint = f"run: python -m coursesite.record {SCHEMA.as_posix()}"
        yield RecordError("is not the schema of records", Where(SCHEMA.as_posix()), hint=hint)
    yield from _first_principles_faults(root)


def _first_principles_faults(root: Path) -> Iterator[RecordError]:
    """Records that are not what sizes alone give; they are computed by the tree's own script."""
    from bench.first_principles import COMMAND, changed

    for record in changed(root) if (root / "bench" / "first_principles.py").is_file() else ():
        where = Where(record_path(record.id))
        yield RecordError("is not what is computed", where, hint=f"run: {COMMAND}")


def _show(parsed: argparse.Namespace, root: Path) -> int:
    records = {record.id: record for record in read_records(root)}
    if parsed.id not in records:
        where = Where("bench/records")
        raise RecordError(
            "there is no such record", where, quote=parsed.id, hint=suggest(parsed.id, records)
        )
    record = records[parsed.id]
    print(encode_record(record), end="")
    print(f"\n{record_path(record.id)}: {_value(record)}, {EVIDENCE_WORDS[record.evidence]}")
    if record.raw:
        print(f"read again out of {record.raw}: the same")
    if record.retracted:
        print(f"RETRACTED: {record.retracted}")
    return 0


def _add(parsed: argparse.Namespace, root: Path) -> int:
    records = add_measurement(parsed.file, root)
    print(f"filed {records[0].raw}")
    for record in records:
        print(f"wrote {record_path(record.id)}: {_value(record)}")
    print("Build again and the gate follows; commit these files together.")
    return 0


def _estimate(parsed: argparse.Namespace, root: Path) -> int:
    stages = [read_stage(root, number) for number in read_site(root).open_stages]
    programs = sorted({stage.gate.program for stage in stages if stage.gate is not None})
    today, commit = datetime.now(UTC).date(), head_commit(root)
    made = [each for program in programs for each in estimates(root, program, today, commit)]
    # A raw file that was renewed without its record must not keep the record from being renewed.
    known = [record for path in record_files(root) if (record := _readable(path, root))]
    changed = {each.id for each in changed_records(known, [each.record for each in made])}
    for each in made:
        if each.record.id in changed:
            write_estimate(root, each)
            print(f"wrote {record_path(each.record.id)}: {_value(each.record)}")
    print(f"{len(made) - len(changed)} unchanged")
    return 0


def _readable(path: Path, root: Path) -> Record | None:
    try:
        return read_record(path, root)
    except SiteError:
        return None


ACTIONS: Mapping[str, Callable[[argparse.Namespace, Path], int]] = {
    "list": _list,
    "check": _check,
    "show": _show,
    "add": _add,
    "estimate": _estimate,
}
