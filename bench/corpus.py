"""How well links hold over programs that nobody here wrote.

``python -m bench.corpus`` captures every program of ``tests/corpus/corpus.toml`` for the processor,
and for TPU v5e where the extra ``[tpu]`` is installed, prints a table, and writes
``bench/raw/corpus.TARGET.json``. With names of programs it prints their rows and writes nothing.
It needs ``tests/corpus/requirements.txt`` and takes some minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from bench.corpus_list import Entry, capture_entry, left_out_because, read_corpus
from bench.corpus_row import (
    Row,
    captured_row,
    exact_share,
    failed_row,
    left_out_row,
    linked_share,
    total,
)
from coursesite.corpus import QUANTITY, corpus_facts
from coursesite.estimate import write_record
from coursesite.head import head_commit
from coursesite.record import ValueRecord
from irxray.errors import XrayError
from irxray.target import Target, find_target, unusable_because

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python -m bench.corpus"
TARGETS = ("cpu", "tpu-v5e")
PACKAGES = ("jax", "jaxlib", "flax", "optax", "equinox", "diffrax", "libtpu")

HEAD = (
    f"{'program':34}{'equations':>10}{'items':>7}{'exact':>7}{'inferred':>9}{'none':>6}"
    f"{'invariants':>12}{'wrong/tried':>13}{'right/tried':>13}{'seconds':>9}"
)


def measured_rows(entries: Sequence[Entry], target: Target) -> Iterator[Row]:
    """Yield the row of each program, captured one after the other."""
    for entry in entries:
        reason = left_out_because(entry, target)
        yield left_out_row(entry, reason) if reason else _measure(entry, target)


def _measure(entry: Entry, target: Target) -> Row:
    start = time.perf_counter()
    try:
        capture = capture_entry(entry, target)
    except XrayError as error:
        return failed_row(entry, str(error))
    return captured_row(entry, capture, round((time.perf_counter() - start) * 1000))


def show_row(row: Row) -> str:
    """Return one line of the table; the columns of lines are those of optimized HLO."""
    if "layers" not in row:
        said = f"not captured: {row['left_out']}" if "left_out" in row else row["failure"]
        return f"{row['name']:34}{said}"
    hlo, oracle, trial = row["layers"]["hlo"], row["oracle"], row["inference"]
    held = "".join("✓" if row["invariants"][each] else "✗" for each in row["invariants"])
    checked = f"{oracle['wrong']}/{oracle['checked']}"
    return (
        f"{row['name']:34}{row['equations']:>10}{hlo['items']:>7}{hlo['exact']:>7}"
        f"{hlo['inferred']:>9}{hlo['unexplained']:>6}{held:>12}{checked:>13}"
        f"{trial['right']:>7}/{trial['checked']:<5}{row['wall_ms'] / 1000:>9.1f}"
    )


def show_total(rows: Sequence[Row], target: Target) -> Iterator[str]:
    """Yield the lines below the table: sums, and each thing that falls short by its name."""
    sums = total(rows)
    layers = sums["layers"]
    yield f"{target.title}: {sums['programs']} programs, {sums['equations']} equations"
    yield f"  equations tagged         {sums['tagged']} of {sums['equations']}"
    for name in ("source", "jaxpr", "stablehlo", "hlo"):
        yield (
            f"  {name:<10} items {layers[name].get('items', 0):>7}"
            f"   exact {exact_share(layers[name]):7.2%}"
            f"   exact or inferred {linked_share(layers[name]):7.2%}"
        )
    yield f"  oracle: {sums['oracle']['wrong']} wrong of {sums['oracle']['checked']} exact links"
    yield f"  inference: {sums['inference']['right']} right of {sums['inference']['checked']} tried"
    yield from _shortfalls(rows)


def _shortfalls(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if "failure" in row:
            yield f"  {row['name']} failed: {row['failure']}"
        for name, held in row.get("invariants", {}).items():
            if held is False:
                note = row["note"].get(name, "no reason is known")
                yield f"  {row['name']}: {name} changes when tagged: {note}"
    missing: Counter[str] = Counter()
    for row in rows:
        for layer, names in row.get("unexplained", {}).items():
            missing.update({f"{layer} {name}": count for name, count in names.items()})
    for name, count in missing.most_common():
        yield f"  without a link: {count} {name}"


def raw_document(entries: Sequence[Entry], rows: Sequence[Row], target: Target) -> str:
    """Return the file that keeps the rows: JSON, one program a line."""
    digests = "\n".join(each.program.digest() for each in entries)
    packages = PACKAGES if target.platform == "tpu" else PACKAGES[:-1]
    head: dict[str, Any] = {
        "target": target.name,
        "date": date.today().isoformat(),
        "command": COMMAND,
        "versions": {name: version(name) for name in packages},
        "program_sha256": hashlib.sha256(digests.encode()).hexdigest(),
        "total": total(rows),
    }
    lines = [f'"{key}": {json.dumps(value)}' for key, value in head.items()]
    shown = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return "{" + ",\n ".join([*lines, f'"programs": [\n  {shown}\n ]']) + "\n}\n"


def main(arguments: Sequence[str]) -> int:
    """Measure, print and write; returns 1 where a capture failed."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("names", nargs="*", help="programs to capture; all without")
    parser.add_argument("--target", action="append", help="cpu or tpu-v5e; both without")
    options = parser.parse_args(arguments)
    entries = [e for e in read_corpus() if not options.names or e.program.name in options.names]
    targets = [find_target(name) for name in options.target or TARGETS]
    failed = 0
    for target in targets:
        if reason := unusable_because(target):
            print(f"{target.title} is left out: {reason}")
            continue
        rows = _print_rows(entries, target)
        failed += sum("failure" in row for row in rows)
        if not options.names:
            _write(raw_document(entries, rows, target), target)
    return 1 if failed else 0


def _write(document: str, target: Target) -> None:
    """Write the rows, and the record that states their sum."""
    data = document.encode()
    raw = f"bench/raw/corpus.{target.name}.json"
    (ROOT / raw).write_bytes(data)
    stated = {
        "kind": "value",
        "id": f"corpus.{QUANTITY}.{target.name}",
        "name": f"corpus.{target.name.replace('-', '_')}_linked",
        "evidence": "hlo-dump",
        "commit": head_commit(ROOT),
        "raw": raw,
        "sha256": hashlib.sha256(data).hexdigest(),
        "note": "Items of optimized HLO with an exact or inferred link, of all in the corpus.",
    }
    record = msgspec.convert({**stated, **corpus_facts(data, raw)}, ValueRecord)
    print(f"wrote {raw} and {write_record(ROOT, record).relative_to(ROOT)}")


def _print_rows(entries: Sequence[Entry], target: Target) -> list[Row]:
    print(HEAD)
    rows = []
    for row in measured_rows(entries, target):
        print(show_row(row), flush=True)
        rows.append(row)
    print(*show_total(rows, target), sep="\n")
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
