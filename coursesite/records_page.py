"""The page of all records: ``bench/index.html``, as values ready to print.

Each program has a section with its records. Chips and kinds of evidence are indexes of links into
them, so that every filter is an address that works without script; with script the same links
filter the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from coursesite.chip import chip_title
from coursesite.gate import RETRACTED, STALE, record_chip
from coursesite.quantity import THIN_SPACE, format_quantity
from coursesite.record import EVIDENCE_WORDS, MEASURED, Record, SeriesRecord, ValueRecord
from coursesite.record import record_path as record_file
from coursesite.view_page import SiteInfo

STYLESHEET = "records"
SCRIPT = "record-filter"

TITLE = "Records"
DESCRIPTION = (
    "Every figure of the course that was computed or measured: with what, on which chip, "
    "and from which file it can be read again."
)
ANY_CHIP = "any"

FileUrl = Callable[[str], str]
"""The address at which a file of the repository can be read."""


class Fact(Struct, frozen=True):
    """One line of a record: a name, a text, and where it leads."""

    name: str
    text: str
    href: str
    """Empty where it leads nowhere."""
    is_code: bool
    """Commands, digests and versions are set as code."""


class SeriesRow(Struct, frozen=True):
    """One row of a series: what it is of, and its figures."""

    head: str
    figures: tuple[str, ...]


class SeriesTable(Struct, frozen=True):
    """A series as a table."""

    axis: str
    """What varies along the columns."""
    columns: tuple[str, ...]
    rows: tuple[SeriesRow, ...]


class RecordView(Struct, frozen=True):
    """One record."""

    anchor: str
    """Its id, which is its element's id as well."""
    quantity: str
    """In words, such as ``spill round trip``."""
    figure: str
    """With its unit; for a series, how many points it has."""
    exact: str
    """The figure in full, or empty where the printed one says it all."""
    program: str
    chip: str
    """Keys of its chips, with a space between them where there are several."""
    evidence: str
    chip_title: str
    evidence_words: str
    is_measured: bool
    state: str
    """``RETRACTED``, ``STALE`` or empty."""
    state_note: str
    """Why, in one sentence."""
    facts: tuple[Fact, ...]
    series: SeriesTable | None


class FacetValue(Struct, frozen=True):
    """One value that records can be filtered by."""

    anchor: str
    """Element id of its section, such as ``chip-tpu-v5e``."""
    key: str
    """What records carry."""
    title: str
    count: int
    records: tuple[tuple[str, str], ...]
    """``(anchor, text)`` of each record with this value."""


class Facet(Struct, frozen=True):
    """One way to filter."""

    name: str
    """``program``, ``chip`` or ``evidence``."""
    values: tuple[FacetValue, ...]


class ProgramRecords(Struct, frozen=True):
    """The records of one program."""

    anchor: str
    program: str
    records: tuple[RecordView, ...]


class RecordsPage(Struct, frozen=True):
    """The page."""

    site: SiteInfo
    title: str
    description: str
    count: int
    facets: tuple[Facet, ...]
    programs: tuple[ProgramRecords, ...]


def records_page(
    records: Sequence[Record],
    site: SiteInfo,
    file_url: FileUrl,
    digests: Mapping[str, str],
) -> RecordsPage:
    """The page of ``records``; ``digests`` holds the sha256 of each program as it is today."""
    shown = [_record_view(record, file_url, digests) for record in _ordered(records)]
    programs = dict.fromkeys(each.program for each in shown)
    return RecordsPage(
        site,
        TITLE,
        DESCRIPTION,
        len(shown),
        tuple(_facet(name, shown) for name in ("program", "chip", "evidence")),
        tuple(
            ProgramRecords(
                f"program-{program}", program, tuple(r for r in shown if r.program == program)
            )
            for program in programs
        ),
    )


def _ordered(records: Iterable[Record]) -> list[Record]:
    """By program and quantity; within these measurements first, then by chip."""
    evidence = list(reversed(EVIDENCE_WORDS))
    return sorted(
        records,
        key=lambda r: (r.program, r.quantity, evidence.index(r.evidence), record_chip(r), r.id),
    )


def _record_view(record: Record, file_url: FileUrl, digests: Mapping[str, str]) -> RecordView:
    chip = record_chip(record)
    state, note = _state(record, digests)
    return RecordView(
        record.id,
        record.quantity.replace("-", " "),
        _figure(record),
        _exact(record),
        record.program,
        " ".join(_chips(record)),
        record.evidence,
        chip_title(chip) if chip else _chips_title(record),
        EVIDENCE_WORDS[record.evidence],
        record.evidence in MEASURED,
        state,
        note,
        tuple(each for each in _facts(record, file_url) if each.text),
        _series(record) if isinstance(record, SeriesRecord) else None,
    )


def _chips(record: Record) -> tuple[str, ...]:
    """The chips that the record is of."""
    if isinstance(record, SeriesRecord):
        return tuple(each.chip for each in record.series)
    return (record_chip(record) or ANY_CHIP,)


def _chips_title(record: Record) -> str:
    """What stands for the chip where the record names none of its own."""
    return f"{len(_chips(record))} chips" if isinstance(record, SeriesRecord) else "any chip"


def _state(record: Record, digests: Mapping[str, str]) -> tuple[str, str]:
    if record.retracted:
        return RETRACTED, record.retracted
    today = digests.get(record.program)
    if record.program_sha256 and today and record.program_sha256 != today:
        return STALE, "The program has changed since."
    return "", ""


def _figure(record: Record) -> str:
    if isinstance(record, ValueRecord):
        return format_quantity(record.value, record.unit)
    return f"{sum(len(each.points) for each in record.series)} points"


def _exact(record: Record) -> str:
    """Bytes in full; other figures are printed as they are."""
    if isinstance(record, ValueRecord) and record.unit == "B":
        return f"{record.value:,.0f}{THIN_SPACE}B"
    return ""


def _facts(record: Record, file_url: FileUrl) -> Iterable[Fact]:
    shapes = ", ".join(f"{k}[{','.join(map(str, v))}]" for k, v in record.shapes.items())
    yield Fact("made by", record.command, "", True)
    yield Fact("on", record.date.isoformat(), "", False)
    yield Fact("arguments", f"{record.dtype} {shapes}".strip(), "", True)
    yield Fact("with", ", ".join(f"{k} {v}" for k, v in sorted(record.versions.items())), "", True)
    yield Fact("program sha256", record.program_sha256, "", True)
    yield Fact("raw file", record.raw, file_url(record.raw) if record.raw else "", True)
    yield Fact("its sha256", record.sha256, "", True)
    yield Fact("commit", record.commit, "", True)
    yield Fact("source", record.source, "", False)
    yield Fact("note", record.note, "", False)
    path = record_file(record.id)
    yield Fact("record", path, file_url(path), True)


def _series(record: SeriesRecord) -> SeriesTable:
    places = sorted({point.at for each in record.series for point in each.points})
    rows = []
    for each in record.series:
        values = {p.at: format_quantity(p.value, record.unit) for p in each.points}
        rows.append(SeriesRow(chip_title(each.chip), tuple(values.get(at, "") for at in places)))
    columns = tuple(format_quantity(at, record.axis_unit) for at in places)
    return SeriesTable(record.axis, columns, tuple(rows))


def _facet(name: str, records: Sequence[RecordView]) -> Facet:
    found: dict[str, list[RecordView]] = {}
    for record in records:
        for key in getattr(record, name).split():
            found.setdefault(key, []).append(record)
    return Facet(name, tuple(_facet_value(name, key, found[key]) for key in sorted(found)))


def _facet_value(name: str, key: str, records: Sequence[RecordView]) -> FacetValue:
    return FacetValue(
        f"{name}-{key}",
        key,
        _facet_title(name, key),
        len(records),
        tuple((r.anchor, f"{r.quantity}, {r.figure}, {r.chip_title}") for r in records),
    )


def _facet_title(name: str, key: str) -> str:
    if name == "evidence":
        return EVIDENCE_WORDS[key]
    if name == "chip":
        return "any chip" if key == ANY_CHIP else chip_title(key)
    return key
