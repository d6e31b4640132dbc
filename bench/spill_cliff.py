"""The spill cliff: temporary HBM of naive attention by sequence length, from real compiles.

``python -m bench.spill_cliff`` compiles for every chip and writes
``bench/records/spill-cliff.json``. It needs the extras ``[tpu]`` and ``[cuda]`` (``make captures``
installs them) and takes some minutes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from coursesite.captures import capture_slots
from coursesite.head import head_commit
from irxray.capture import Capture, capture_program
from irxray.layers import Layer
from irxray.program import Program
from irxray.spills import report_spills
from irxray.store import read_capture
from irxray.target import TARGETS, Target

ROOT = Path(__file__).resolve().parent.parent
RECORD = "bench/records/spill-cliff.json"
RAW = "bench/raw/spill-cliff.json"
PROGRAM = ROOT / "bench" / "captures" / "naive-attention-8192" / "cpu"

LENGTHS = (256, 512, 1024, 2048, 4096, 6144, 8192, 16384, 32768)
HEAD_DIMENSION = 128


def attention(length: int) -> Program:
    """Return the lab's naive attention at one sequence length."""
    program = read_capture(PROGRAM).program
    argument = f"bf16[{length},{HEAD_DIMENSION}]"
    return replace(program, name=f"naive-attention-{length}", arguments=(argument,) * 3)


def score_place(capture: Capture, length: int) -> str:
    """Return where the score matrix lies: a memory's name, or ``nowhere``."""
    report = report_spills(capture)
    score = f"[{length},{length}]"
    for each in (*report.spills, *report.on_chip):
        if each.shape.endswith(score):
            return each.memory_space
    return "nowhere"


def measure(target: Target, length: int) -> dict[str, Any]:
    """Return one point: what the compiler reports, and the decision that explains it."""
    capture = capture_program(attention(length), target, verify=False)
    report = report_spills(capture)
    dump = capture.table.layer(Layer.HLO).text
    point = {
        "chip": target.name,
        "length": length,
        "temp_bytes": report.temp_bytes,
        "round_trip_bytes": report.total_round_trip_bytes,
        "score": score_place(capture, length),
        "dump_sha256": hashlib.sha256(dump.encode()).hexdigest(),
        "versions": dict(capture.versions),
    }
    print(f"{target.name} {length}: {report.temp_bytes} B, score {point['score']}", flush=True)
    return point


def measure_all(targets: Sequence[Target]) -> list[dict[str, Any]]:
    """Return all points of all targets, in order."""
    wanted = [(target, length) for target in targets for length in LENGTHS]
    with ThreadPoolExecutor(capture_slots()) as pool:
        return list(pool.map(lambda each: measure(*each), wanted))


def encode(document: object) -> str:
    """Return JSON as records have it."""
    return json.dumps(document, indent=2) + "\n"


def record(points: Sequence[dict[str, Any]], raw: str) -> dict[str, Any]:
    """Return the record of ``points``; ``raw`` is the text of the raw file."""
    versions: dict[str, str] = {}
    for point in points:
        versions |= point["versions"]
    chips = dict.fromkeys(point["chip"] for point in points)
    return {
        "kind": "series",
        "id": "spill-cliff",
        "program": "naive-attention",
        "quantity": "temporary-bytes",
        "unit": "B",
        "evidence": "hlo-dump",
        "command": "python -m bench.spill_cliff",
        "date": date.today().isoformat(),
        "dtype": "bf16",
        "versions": dict(sorted(versions.items())),
        "commit": head_commit(ROOT),
        "program_sha256": attention(8192).digest(),
        "raw": RAW,
        "sha256": hashlib.sha256(raw.encode()).hexdigest(),
        "note": f"Head dimension {HEAD_DIMENSION}; beside each value, where the score matrix lies.",
        "axis": "sequence length",
        "axis_unit": "1",
        "series": [
            {
                "chip": chip,
                "points": [
                    {"at": each["length"], "value": each["temp_bytes"], "why": each["score"]}
                    for each in points
                    if each["chip"] == chip
                ],
            }
            for chip in chips
        ],
    }


def main() -> None:
    """Measure and write the record with its raw file."""
    points = measure_all([target for target in TARGETS if target.topology])
    raw = encode(points)
    for path, text in ((RAW, raw), (RECORD, encode(record(points, raw)))):
        part = ROOT / f"{path}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(ROOT / path)


if __name__ == "__main__":
    main()
