"""Measurements made up for tests: a profile as a chip writes it, in a zip as the notebook does.

The dump is a committed one; times and bytes are invented, and no record is ever made of them.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from irxray.program import Program

ROOT = Path(__file__).resolve().parents[2]
CAPTURE = ROOT / "bench" / "captures" / "naive-attention-8192"
ARGUMENTS = ("bf16[8192,128]",) * 3
SCORE_BYTES = 134_217_728
DAY = datetime(2026, 2, 3, 12, tzinfo=UTC)
RUNS = 4

COPY_HLO = """\
HloModule jit_plain_copy, is_scheduled=true, entry_computation_layout=\
{(bf16[8192,8192]{1,0:T(8,128)(2,1)})->bf16[8192,8192]{1,0:T(8,128)(2,1)}}

ENTRY %main.1 (x.1: bf16[8192,8192]) -> bf16[8192,8192] {
  %x.1 = bf16[8192,8192]{1,0:T(8,128)(2,1)} parameter(0), metadata={op_name="x"}
  ROOT %copy.1 = bf16[8192,8192]{1,0:T(8,128)(2,1)} copy(%x.1)
}
"""

Stat = int | float | str | bytes


def varint(number: int) -> bytes:
    data = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        data.append(low | (0x80 if number else 0))
        if not number:
            return bytes(data)


def item(number: int, value: int | bytes | str) -> bytes:
    """One field: a number as a varint, everything else with its length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


@dataclass(frozen=True)
class Op:
    """One operation in a made-up profile."""

    module: str
    name: str
    microseconds: float
    """Of one run."""
    read_bytes: int = 0
    written_bytes: int = 0
    kernels: int = 1
    """Launches in one run."""
    by_cost_model: bool = True


class PlaneWriter:
    """Collects names and writes one plane."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stat_ids: dict[str, int] = {}
        self.kinds: list[bytes] = []

    def stat(self, name: str, value: Stat) -> bytes:
        key = item(1, self.stat_ids.setdefault(name, len(self.stat_ids) + 1))
        if isinstance(value, float):
            return key + varint(2 << 3 | 1) + struct.pack("<d", value)
        field_number = {int: 4, str: 5, bytes: 6}[type(value)]
        return key + item(field_number, value)

    def stats(self, number: int, values: Mapping[str, Stat]) -> bytes:
        return b"".join(item(number, self.stat(key, value)) for key, value in values.items())

    def kind(self, text: str, short: str, stats: Mapping[str, Stat]) -> int:
        number = len(self.kinds) + 1
        inner = item(1, number) + item(2, text) + (item(4, short) if short else b"")
        self.kinds.append(item(1, number) + item(2, inner + self.stats(5, stats)))
        return number

    def write(self, lines: Sequence[bytes], facts: Mapping[str, Stat]) -> bytes:
        facts_data = self.stats(6, facts)
        names = (
            item(5, item(1, key) + item(2, item(1, key) + item(2, name)))
            for name, key in self.stat_ids.items()
        )
        return item(1, b"".join([
            item(2, self.name),
            *(item(3, line) for line in lines),
            *(item(4, kind) for kind in self.kinds),
            *names,
            facts_data,
        ]))  # fmt: skip


def event(kind: int, start_us: float, microseconds: float, stats: bytes = b"") -> bytes:
    return item(1, kind) + item(2, int(start_us * 1e6)) + item(3, round(microseconds * 1e6)) + stats


def tpu_plane(ops: Sequence[Op], device: str, runs: int) -> bytes:
    """A TPU's plane: the programs run one after the other, each with its operations."""
    plane = PlaneWriter("/device:TPU:0")
    numbers = {module: 1000 + at for at, module in enumerate(dict.fromkeys(o.module for o in ops))}
    kinds = {(o.module, o.name): plane.kind(*_tpu_kind(o, numbers[o.module])) for o in ops}
    module_kinds = {m: plane.kind(f"{m}({number})", "", {}) for m, number in numbers.items()}
    modules, events, now = [], [], 0.0
    for module in numbers:
        for _ in range(runs):
            start = now
            for op in (each for each in ops if each.module == module):
                for _ in range(op.kernels):
                    length = op.microseconds / op.kernels
                    events.append(event(kinds[module, op.name], now, length))
                    now += length
            modules.append(event(module_kinds[module], start, now - start))
            now += 5
    lines = [
        item(2, name) + b"".join(item(4, each) for each in entries)
        for name, entries in (("XLA Modules", modules), ("XLA Ops", events))
    ]
    return plane.write(
        lines, {"device_type_string": device, "peak_hbm_bw_gigabytes_per_second": 1.0}
    )


def _tpu_kind(op: Op, program: int) -> tuple[str, str, dict[str, Stat]]:
    stats: dict[str, Stat] = {"program_id": program}
    if op.by_cost_model:
        stats |= {
            "bytes_accessed": op.read_bytes + op.written_bytes,
            "memory_access_breakdown": item(1, item(1, 1) + item(2, 1) + item(3, op.read_bytes))
            + item(1, item(1, 2) + item(2, 1) + item(3, op.written_bytes)),
        }
    return f"%{op.name} = bf16[1]{{0}} op()", op.name, stats


def gpu_plane(ops: Sequence[Op], capability: tuple[int, int], runs: int) -> bytes:
    """A GPU's plane: a stream of kernels, each saying to which operation it belongs."""
    plane = PlaneWriter("/device:GPU:0")
    events, now = [], 0.0
    for op in ops:
        kind = plane.kind(op.name.replace(".", "_"), "", {})
        for _ in range(runs * op.kernels):
            stats = plane.stats(4, {"hlo_op": op.name, "hlo_module": op.module})
            events.append(event(kind, now, op.microseconds / op.kernels, stats))
            now += op.microseconds
    line = item(2, "Stream #13(Compute)") + b"".join(item(4, each) for each in events)
    facts = dict(zip(("compute_cap_major", "compute_cap_minor"), capability, strict=True))
    return plane.write([line], facts)


def run_planes(started: datetime | None, versions: Mapping[str, str]) -> bytes:
    """The planes that say when the profile was made, and with what."""
    host = PlaneWriter("/host:metadata")
    planes = host.write([], {f"{key}_version": value for key, value in versions.items()})
    if started:
        task = PlaneWriter("Task Environment")
        planes += task.write([], {"profile_start_time": int(started.timestamp() * 1e9)})
    return planes


V5E_OPS = (
    Op("jit_naive_attention", "fusion", 180.0, 4 << 20, SCORE_BYTES),
    Op("jit_naive_attention", "online-softmax", 200.0, SCORE_BYTES + (2 << 20), 2 << 20),
    Op("jit_plain_copy", "copy.1", 400.0, SCORE_BYTES, SCORE_BYTES),
)
"""The spill takes 380 µs, the copy of equal size 400 µs: 0.95 of the estimate."""


@dataclass(frozen=True)
class Parts:
    """Everything that goes into a zip, to be changed one thing at a time."""

    target: str = "tpu-v5e"
    device_kind: str = "TPU v5 lite"
    ops: tuple[Op, ...] = V5E_OPS
    profiled_device: str = "TPU v5 lite"
    capability: tuple[int, int] = (9, 0)
    started: datetime | None = DAY
    runs_profiled: int = RUNS
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Files that stand in place of those made here, their digest stated."""
    stated: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the statement that stand in place of those made here."""

    def made_files(self) -> dict[str, bytes]:
        folder = CAPTURE / self.target
        versions = {"jax": "0.12.0.1", "jaxlib": "0.12.0.1"}
        chip = (
            tpu_plane(self.ops, self.profiled_device, self.runs_profiled)
            if self.target.startswith("tpu")
            else gpu_plane(self.ops, self.capability, self.runs_profiled)
        )
        return {
            "program.py": (folder / "source.py").read_bytes(),
            "optimized.hlo": (folder / "optimized.hlo").read_bytes(),
            "copy.hlo": COPY_HLO.encode(),
            "profile.xplane.pb": chip + run_planes(self.started, versions),
            **self.files,
        }

    def statement(self, files: Mapping[str, bytes]) -> dict[str, Any]:
        compiler = "libtpu" if self.target.startswith("tpu") else "jax-cuda12-plugin"
        return {
            "format": 1,
            "program": "naive-attention-8192",
            "function": "naive_attention",
            "arguments": list(ARGUMENTS),
            "quantity": "spill-round-trip",
            "command": "labs/gate-02-measure.ipynb",
            "device_kind": self.device_kind,
            "date": DAY.date().isoformat(),
            "runs": RUNS,
            "versions": {"jax": "0.12.0.1", "jaxlib": "0.12.0.1", compiler: "1.0"},
            "values": {},
            "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
            **self.stated,
        }

    def changed(self, **changes: Any) -> Parts:
        return replace(self, **changes)

    def pack(self) -> bytes:
        files = self.made_files()
        statement = json.dumps(self.statement(files)).encode()
        return pack({"measurement.json": statement, **files})


def pack(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip whose bytes depend on nothing else."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return data.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def program() -> Program:
    """The program that the made-up measurements are of."""
    source = (CAPTURE / "tpu-v5e" / "source.py").read_text(encoding="utf-8")
    return Program("naive-attention-8192", "naive_attention", source, ARGUMENTS)
