"""Records: what was computed or measured, where, with what, and from which raw file.

One JSON file each in ``bench/records``, named after the record's id. ``bench/record.schema.json``
is made from the structs below by ``python -m coursesite.record bench/record.schema.json``.
"""

from __future__ import annotations

import hashlib
import math
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from coursesite.errors import RecordError, Where, shorten
from coursesite.schema import decode_json
from coursesite.source import path_below, read_text

if TYPE_CHECKING:
    from coursesite.facts import Facts

Unit = Literal["1", "B", "B/s", "s", "ms", "us", "FLOP", "FLOP/s"]
"""``1`` is a count or a plain ratio."""
Evidence = Literal["first-principles", "hlo-dump", "cost-model", "duration", "hardware-counter"]

MEASURED: frozenset[str] = frozenset({"duration", "hardware-counter"})
"""Evidence that only real hardware gives; a gate passes on nothing else."""

DUMP_KEYS = ("raw", "sha256", "versions")
MEASURED_KEYS = (*DUMP_KEYS, "chip", "commit", "program_sha256")
NEEDED = dict.fromkeys(("hlo-dump", "cost-model"), DUMP_KEYS) | dict.fromkeys(
    MEASURED, MEASURED_KEYS
)
"""Keys that a record must have for its evidence."""

EVIDENCE_WORDS = {
    "first-principles": "computed from first principles",
    "hlo-dump": "read from the HLO dump",
    "cost-model": "from the compiler's cost model",
    "duration": "from measured time",
    "hardware-counter": "from hardware counters",
}
"""Evidence as the page names it."""

Text = Annotated[str, Meta(pattern=r"\S", description="text that is not blank")]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*$",
        description="lower case letters and digits, words joined by a dot or hyphen",
    ),
]
Name = Annotated[
    str,
    Meta(
        pattern=r"^([a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*)?$",
        description="words joined by dots, such as spill.score_bytes",
    ),
]
Digest = Annotated[
    str, Meta(pattern=r"^([0-9a-f]{64})?$", description="a sha256 in 64 lower case hex digits")
]
Commit = Annotated[
    str, Meta(pattern=r"^([0-9a-f]{7,40})?$", description="a commit in 7 to 40 hex digits")
]
RawPath = Annotated[
    str,
    Meta(
        pattern=r"^(bench/raw/[A-Za-z0-9_-][A-Za-z0-9._/-]*)?$",
        description="a file below bench/raw/",
    ),
]


class RecordBase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record says."""

    id: Id
    """The file's name without ``.json``."""
    program: Text
    """Such as ``naive-attention-8192``."""
    quantity: Text
    """What the number is, such as ``spill-round-trip``."""
    unit: Unit
    evidence: Evidence
    command: Text
    """What makes the number again, run from the repository root."""
    date: date
    """Day on which it was computed or measured."""
    dtype: str = ""
    """Such as ``bf16``."""
    shapes: dict[str, tuple[int, ...]] = {}
    """Shape of each argument."""
    chip: str = ""
    """The chip it was measured on or computed for; empty when it holds for any."""
    target: str = ""
    """Compile target of the dump it was read from, such as ``tpu-v5e``."""
    versions: dict[str, str] = {}
    """Tools and their versions."""
    commit: Commit = ""
    """Commit that was checked out when it was made; empty where there was no git to ask."""
    program_sha256: Digest = ""
    """Digest of the program that was measured: another digest today makes the record stale."""
    raw: RawPath = ""
    """The measurement or dump that the number is read out of, at every build."""
    sha256: Digest = ""
    """Digest of the raw file."""
    retracted: str = ""
    """Why the record no longer counts; empty while it does."""
    source: str = ""
    """Where a figure comes from that was not computed here."""
    note: str = ""


class ValueRecord(
    RecordBase, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="value", kw_only=True
):
    """One number."""

    value: int | float
    name: Name = ""
    """Name under which texts use the value, such as ``spill.score_bytes``."""


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """One place of a series."""

    at: int | float
    """Place on the axis."""
    value: int | float
    why: str = ""
    """What explains the value, such as the memory in which the score matrix lies."""


class Series(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of one chip."""

    chip: Text
    points: tuple[Point, ...]
    """In rising order of place."""


class SeriesRecord(
    RecordBase,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="series",
    kw_only=True,
):
    """Numbers along an axis, one row of them for each chip."""

    axis: Text
    """What varies, such as ``sequence length``."""
    axis_unit: Unit
    series: tuple[Series, ...]


Record = ValueRecord | SeriesRecord


def read_records(root: Path) -> tuple[Record, ...]:
    """All records under ``root``, by id; raises :class:`RecordError` with file and line.

    The raw file of each record is read again: it must have the digest that the record states, and
    say what the record says.
    """
    return tuple(read_record(path, root) for path in record_files(root))


def record_files(root: Path) -> list[Path]:
    """The files of all records under ``root``, by id."""
    return sorted((root / "bench" / "records").glob("*.json"))


def record_path(record_id: str) -> str:
    """The record's file below the repository root."""
    return f"bench/records/{record_id}.json"


def record_schema() -> str:
    """The JSON schema of a record file, as it stands in ``bench/record.schema.json``."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Record"}
    encoded = msgspec.json.encode(schema | msgspec.json.schema(Record), order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def encode_record(record: Record) -> str:
    """The record as its file holds it; fields at their defaults are left out."""
    raw = msgspec.to_builtins(record)
    defaults = {
        field.name: field.default
        for field in msgspec.structs.fields(record)
        if field.default is not msgspec.NODEFAULT
    }
    kept = {
        key: value for key, value in raw.items() if value != defaults.get(key, ...) and value != {}
    }
    return msgspec.json.format(msgspec.json.encode(kept), indent=2).decode() + "\n"


def read_record(path: Path, root: Path) -> Record:
    """The record in one file; raises as :func:`read_records` does."""
    name = path_below(path, root)
    text = read_text(path, root, RecordError)
    record: Record = decode_json(text, Record, name, RecordError)
    if record.id != path.stem:
        hint = f"rename the file to {record.id}.json, or change the id"
        raise RecordError("the id is not the file's name", Where(name), quote=record.id, hint=hint)
    _check_grounds(record, name)
    _check_raw(record, name, root)
    return record


def _check_grounds(record: Record, name: str) -> None:
    """Raises when a record lacks what its evidence needs."""
    for key in NEEDED.get(record.evidence, ()):
        if not getattr(record, key):
            message = f"the key '{key}' is missing, which evidence '{record.evidence}' needs"
            raise RecordError(message, Where(name), quote=record.id, hint=f"add the key '{key}'")
    if isinstance(record, SeriesRecord) and not all(map(_is_rising, record.series)):
        hint = "sort them by their place"
        raise RecordError("the points are not in rising order", Where(name), hint=hint)


def _is_rising(series: Series) -> bool:
    places = [point.at for point in series.points]
    return places == sorted(set(places))


def _check_raw(record: Record, name: str, root: Path) -> None:
    """Raises unless the raw file is there, unchanged, and says what the record says."""
    if not record.raw:
        return
    path = root / record.raw
    if ".." in Path(record.raw).parts or not path.is_file():
        hint = "add the file under bench/raw/"
        message = "the raw file is not there"
        raise RecordError(message, Where(name), quote=record.raw, hint=hint)
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != record.sha256:
        hint = f"restore the file, or retract the record; the file's sha256 is {digest}"
        message = "the raw file is not the one that was recorded"
        raise RecordError(message, Where(name), quote=record.raw, hint=hint)
    from coursesite.facts import raw_facts  # reads dumps and profiles: only where there are some

    _check_facts(record, raw_facts(record.raw, record.evidence, data), name)


def _check_facts(record: Record, facts: Facts, name: str) -> None:
    """Raises where the record states something else than its raw file."""
    stated = msgspec.to_builtins(record)
    for key, found in msgspec.to_builtins(facts).items():
        if not _same(stated.get(key), found):
            hint = f"make the record again from {record.raw} instead of writing it by hand"
            message = f"the record's {key} is not what its raw file says"
            quote = f"stated {shorten(str(stated.get(key)))}, read {shorten(str(found))}"
            raise RecordError(message, Where(name), quote=quote, hint=hint)


def _same(stated: object, found: object) -> bool:
    """Whether two values are equal, numbers up to rounding in the last digits."""
    if isinstance(stated, int | float) and isinstance(found, int | float):
        return math.isclose(stated, found, rel_tol=1e-9)
    return stated == found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(record_schema(), encoding="utf-8")
