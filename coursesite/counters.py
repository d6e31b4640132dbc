"""What NVIDIA's ``ncu`` counted: bytes to and from the GPU's memory, kernel by kernel.

The table is that of ``ncu --csv --page raw``: a row of names, a row of units, a row per kernel.
Lines of ncu's own talk begin with ``==`` and stand around it.
"""

from __future__ import annotations

import csv

from msgspec import Struct

READ = "dram__bytes_read.sum"
WRITTEN = "dram__bytes_write.sum"
KERNEL = "Kernel Name"
UNITS = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}


class CounterError(ValueError):
    """Text that is not such a table."""


class CountedKernel(Struct, frozen=True):
    """One kernel, as it ran."""

    name: str
    read_bytes: float
    written_bytes: float


def read_counters(text: str) -> tuple[CountedKernel, ...]:
    """The kernels in order; raises :class:`CounterError` where the table cannot be read."""
    lines = [line for line in text.splitlines() if line and not line.startswith("==")]
    rows = list(csv.DictReader(lines))
    if len(rows) < 2:
        raise CounterError("it has no row of units with kernels below it")
    units, *kernels = rows
    try:
        return tuple(
            CountedKernel(row[KERNEL], _bytes(row, units, READ), _bytes(row, units, WRITTEN))
            for row in kernels
        )
    except (KeyError, ValueError, AttributeError) as error:
        raise CounterError(f"a column or unit is not as ncu writes it ({error})") from None


def counted_bytes(kernels: tuple[CountedKernel, ...]) -> float:
    """Bytes that all kernels together read and wrote."""
    return sum(each.read_bytes + each.written_bytes for each in kernels)


def _bytes(row: dict[str, str], units: dict[str, str], column: str) -> float:
    return float(row[column].replace(",", "")) * UNITS[units[column]]
