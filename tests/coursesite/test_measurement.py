"""Measurements: what is read out of a zip, and what is refused and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursesite.errors import RecordError
from coursesite.measured import read_measurement
from tests.coursesite.measured_zip import (
    CAPTURE,
    COPY_HLO,
    SCORE_BYTES,
    V5E_OPS,
    Op,
    Parts,
    pack,
    unpack,
)

H100_OPS = (
    Op("jit_naive_attention", "gemm_fusion_dot_general.2", 60.0),
    Op("jit_naive_attention", "triton_softmax.2", 120.0),
    Op("jit_naive_attention", "gemm_fusion_dot.1", 60.0, kernels=2),
    Op("jit_naive_attention", "loop_reduce_fusion", 6.0),
    Op("jit_plain_copy", "copy.1", 110.0),
)
H100 = Parts(target="cuda-h100", device_kind="NVIDIA H100 80GB HBM3", ops=H100_OPS)
COUNTERS = b"""\
==PROF== Connected to process 7
"ID","Kernel Name","dram__bytes_read.sum","dram__bytes_write.sum"
"","","Mbyte","byte"
"0","gemm_fusion_dot_general_2","4.5","134,217,728"
"1","triton_softmax_2","135","134,000,000"
==PROF== Disconnected
"""


def test_what_a_tpu_measurement_says() -> None:
    found = read_measurement(Parts().pack(), "m.zip")
    assert (found.chip, found.spill.operations) == ("tpu-v5e", ("fusion", "online-softmax"))
    assert found.copy_bandwidth == pytest.approx(2 * SCORE_BYTES / 400e-6)
    assert found.values == pytest.approx({
        "hlo-dump": 2 * SCORE_BYTES,
        "duration": 2 * SCORE_BYTES * 380 / 400,
        "cost-model": 2 * SCORE_BYTES + (8 << 20),
    })  # fmt: skip


def test_what_a_gpu_measurement_says() -> None:
    parts = H100.changed(files={"counters.csv": COUNTERS})
    found = read_measurement(parts.pack(), "m.zip")
    assert found.chip == "cuda-h100"
    assert found.values == pytest.approx({
        "hlo-dump": 553_648_128,
        "duration": 2 * SCORE_BYTES * 246 / 110,
        "hardware-counter": 4.5e6 + SCORE_BYTES + 135e6 + 134e6,
    })  # fmt: skip


def test_no_figure_of_the_cost_model_where_an_operation_has_none() -> None:
    fusion, softmax, copy = V5E_OPS
    silent = Op(softmax.module, softmax.name, softmax.microseconds, by_cost_model=False)
    found = read_measurement(Parts(ops=(fusion, silent, copy)).pack(), "m.zip")
    assert set(found.values) == {"hlo-dump", "duration"}


# ------------------------------------------------------------------- refused


def stated(**changes: Any) -> Callable[[], bytes]:
    return Parts(stated=changes).pack


def files(**changes: bytes) -> Callable[[], bytes]:
    names = {"hlo": "optimized.hlo", "copy": "copy.hlo", "profile": "profile.xplane.pb"}
    return Parts(files={names.get(k, k): v for k, v in changes.items()}).pack


def changed_byte(name: str) -> Callable[[], bytes]:
    """A byte of one file is changed; its digest is still stated as it was."""

    def tampered() -> bytes:
        content = unpack(Parts().pack())
        data = bytearray(content[name])
        data[len(data) // 2] ^= 1
        return pack({**content, name: bytes(data)})

    return tampered


def without(name: str) -> Callable[[], bytes]:
    return lambda: pack({k: v for k, v in unpack(Parts().pack()).items() if k != name})


def ops(**microseconds: float) -> Callable[[], bytes]:
    """Other times for fusion, softmax or copy; 0 leaves the operation out."""
    times = dict(zip(("fusion", "softmax", "copy"), (180.0, 200.0, 400.0), strict=True))
    times |= microseconds
    made = zip(V5E_OPS, times.values(), strict=True)
    kept = tuple(
        Op(op.module, op.name, time, op.read_bytes, op.written_bytes) for op, time in made if time
    )
    return Parts(ops=kept).pack


OTHER_DUMP = (CAPTURE.parent / "naive-attention-2048" / "tpu-v5e" / "optimized.hlo").read_bytes()
HALF_COPY = COPY_HLO.replace("8192,8192", "4096,8192").encode()
NO_COPY = COPY_HLO.replace(" copy(", " negate(").encode()

REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "not a zip": (lambda: b"PK\x03\x04 and then nothing", "is not a zip that can be read"),
    "empty": (lambda: b"", "is not a zip that can be read"),
    "cut short": (lambda: Parts().pack()[:-200], "is not a zip that can be read"),
    "no statement": (without("measurement.json"), "lacks the file measurement.json"),
    "no profile": (without("profile.xplane.pb"), "lacks the file profile.xplane.pb"),
    "unknown file": (
        lambda: pack({**unpack(Parts().pack()), "../x": b""}),
        "holds a file that does not belong there",
    ),
    "statement is no JSON": (
        lambda: pack({**unpack(Parts().pack()), "measurement.json": b"{"}),
        "is not JSON: reading stopped in column 2",
    ),
    "unknown key": (stated(verdict="PASS"), "unknown key 'verdict'"),
    "changed profile": (
        changed_byte("profile.xplane.pb"),
        "profile.xplane.pb is not the file that was measured: its sha256 differs",
    ),
    "changed dump": (
        changed_byte("optimized.hlo"),
        "optimized.hlo is not the file that was measured: its sha256 differs",
    ),
    "changed program": (
        changed_byte("program.py"),
        "program.py is not the file that was measured: its sha256 differs",
    ),
    "digest left out": (stated(sha256={}), "its sha256 differs"),
    "no jax version": (
        stated(versions={"jaxlib": "0.12.0.1", "libtpu": "1"}),
        "does not state the version of jax",
    ),
    "no compiler version": (
        stated(versions={"jax": "0.12.0.1", "jaxlib": "0.12.0.1"}),
        "does not state the version of libtpu",
    ),
    "other jax version": (
        stated(versions={"jax": "0.11", "jaxlib": "0.12.0.1", "libtpu": "1"}),
        "the profile was made with another jax",
    ),
    "no chip": (stated(device_kind="cpu"), "was not measured on a chip that is known here"),
    "other chip": (stated(device_kind="TPU v6 lite"), "the profile is not of the chip tpu-v6e"),
    "profile of a GPU": (
        Parts(files={"profile.xplane.pb": H100.made_files()["profile.xplane.pb"]}).pack,
        "the profile is not of the chip tpu-v5e",
    ),
    "other GPU": (
        H100.changed(capability=(8, 0)).pack,
        "the profile is not of the chip cuda-h100",
    ),
    "other day": (
        stated(date="2026-02-10"),
        "the profile was made on another day",
    ),
    "no day": (Parts(started=None).pack, "the profile does not say when it was made"),
    "other quantity": (stated(quantity="time"), "is about another quantity"),
    "other function": (stated(function="flash"), "the dump is of another program"),
    "other arguments": (
        stated(arguments=["bf16[2048,128]"] * 3),
        "the dump is of another program",
    ),
    "dump of another length": (files(hlo=OTHER_DUMP), "the dump is of another program"),
    "dump is no HLO": (files(hlo=b"HloModul"), "it does not begin with HloModule"),
    "smaller copy": (files(copy=HALF_COPY), "the copy is not of an array as large as the spill"),
    "not a copy": (files(copy=NO_COPY), "it does something else than copy one array"),
    "profile is no profile": (files(profile=b"\x0a"), "holds a file that cannot be read"),
    "softmax not profiled": (ops(softmax=0), "the profile lacks an operation of the dump"),
    "copy not profiled": (ops(copy=0), "the profile lacks an operation of the dump"),
    "fewer runs": (
        Parts(runs_profiled=3).pack,
        "the profile does not hold 4 runs of an operation",
    ),
    "copy out of the cache": (
        ops(copy=200),
        "the copy is faster than the chip's main memory: it did not go through it",
    ),
    "stated value": (
        stated(values={"duration": 2.0 * SCORE_BYTES}),
        "states a value that its files do not",
    ),
    "stated counter": (
        stated(values={"hardware-counter": 1.0}),
        "states a value that its files do not",
    ),
    "counters are no table": (
        H100.changed(files={"counters.csv": b"ID,Kernel Name\n"}).pack,
        "it has no row of units with kernels below it",
    ),
    "counters of another unit": (
        H100.changed(files={"counters.csv": COUNTERS.replace(b"Mbyte", b"sector")}).pack,
        "a column or unit is not as ncu writes it",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_the_reason(case: str) -> None:
    make, reason = REFUSED[case]
    with pytest.raises(RecordError) as caught:
        read_measurement(make(), "m.zip")
    assert str(caught.value).startswith("m.zip")
    assert reason in str(caught.value)
    assert caught.value.hint or "unknown key" in reason


def test_a_message_in_full() -> None:
    with pytest.raises(RecordError) as caught:
        read_measurement(stated(date="2026-02-10")(), "m.zip")
    assert str(caught.value) == (
        "m.zip: the profile was made on another day\n"
        "  | stated 2026-02-10, profiled 2026-02-03\n"
        "  run labs/gate-02-measure.ipynb again and use the zip as it was downloaded"
    )


def test_a_zip_that_would_unpack_to_too_much() -> None:
    data = pack({**unpack(Parts().pack()), "counters.csv": bytes(65 << 20)})
    with pytest.raises(RecordError, match="unpacks to more than 64 MiB"):
        read_measurement(data, "m.zip")
