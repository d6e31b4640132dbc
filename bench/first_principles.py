"""Records that follow from sizes alone: no chip, no compiler, no run.

``python -m bench.first_principles`` writes them to ``bench/records``; with ``--check`` it writes
nothing and fails when a committed record is not what is computed here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from coursesite.estimate import changed_records, write_record
from coursesite.head import head_commit
from coursesite.record import ValueRecord, read_record, record_files, record_path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python -m bench.first_principles"
PROGRAM = "naive-attention-8192"

SEQUENCE_LENGTH = 8192
HEAD_DIMENSION = 128
BF16_BYTES = 2
V5E_BANDWIDTH = 8.2e11  # bytes per second

SCORE_BYTES = SEQUENCE_LENGTH * SEQUENCE_LENGTH * BF16_BYTES
ROUND_TRIP_BYTES = 2 * SCORE_BYTES
V5E_ROUND_TRIP_MS = ROUND_TRIP_BYTES / V5E_BANDWIDTH * 1000

V5E_SOURCE = "Google Cloud TPU documentation, TPU v5e: HBM bandwidth per chip"

Row = tuple[str, str, int | float, str, str, str]
"""Id, name in texts, value, unit, chip, note."""

ROWS: tuple[Row, ...] = (
    ("sequence-length", "spill.sequence_length", SEQUENCE_LENGTH, "1", "",
     "Rows of q, k and v."),
    ("head-dimension", "spill.head_dimension", HEAD_DIMENSION, "1", "",
     "Columns of q, k and v."),
    ("score-bytes", "spill.score_bytes", SCORE_BYTES, "B", "",
     "Sequence length squared, times two bytes for each bf16."),
    ("spill-round-trip", "spill.round_trip_bytes", ROUND_TRIP_BYTES, "B", "",
     "The score matrix written to HBM once and read back once."),
    ("v5e-bandwidth", "chip.v5e_bandwidth", V5E_BANDWIDTH, "B/s", "tpu-v5e",
     "As the maker states it; the time below cannot be shorter than this allows."),
    ("v5e-round-trip-time", "spill.v5e_round_trip_ms", V5E_ROUND_TRIP_MS, "ms", "tpu-v5e",
     "Round trip divided by bandwidth."),
)  # fmt: skip


def computed_records(today: date, commit: str = "") -> Iterator[ValueRecord]:
    """The records as they follow from the sizes above, dated ``today``, made at ``commit``."""
    for quantity, name, value, unit, chip, note in ROWS:
        yield ValueRecord(
            id=f"{PROGRAM}.{quantity}.first-principles",
            program=PROGRAM,
            quantity=quantity,
            name=name,
            value=value,
            unit=unit,  # type: ignore[arg-type]  # the rows are checked when they are read back
            evidence="first-principles",
            command=COMMAND,
            date=today,
            commit=commit,
            dtype="bf16",
            shapes=dict.fromkeys(("q", "k", "v"), (SEQUENCE_LENGTH, HEAD_DIMENSION)),
            chip=chip,
            source=V5E_SOURCE if chip else "",
            note=note,
        )


def main(arguments: list[str]) -> int:
    """Writes or checks the records; returns the exit code."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that holds bench/")
    options = parser.parse_args(arguments)
    records = changed(options.root, "" if options.check else head_commit(options.root))
    for record in records:
        if options.check:
            print(f"{record_path(record.id)} is not what {COMMAND} computes")
        else:
            write_record(options.root, record)
            print(f"wrote {record_path(record.id)}")
    return 1 if options.check and records else 0


def changed(root: Path, commit: str = "") -> tuple[ValueRecord, ...]:
    """Computed records that the tree lacks or has otherwise; an unchanged one keeps its date.

    With a ``commit`` to name, a record that names none counts as changed.
    """
    ours = [path for path in record_files(root) if path.stem.endswith(".first-principles")]
    known = [read_record(path, root) for path in ours]
    return changed_records(known, tuple(computed_records(date.today(), commit)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
