"""Figures with their units, and how they are printed.

A printed figure has three significant digits unless it is a count or exact, decimal prefixes
(1 MB is 10^6 bytes) and a thin no-break space before its unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from msgspec import Struct

THIN_SPACE = "\u202f"

SECONDS: Mapping[str, float] = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
"""Units of time in seconds."""

PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


class Quantity(Struct, frozen=True):
    """A number and its unit."""

    value: int | float
    unit: str
    """As records spell it, such as ``B``, ``B/s``, ``ms`` or ``1``."""

    def __str__(self) -> str:
        """The bare number, exact."""
        return plain_number(self.value)


class UnitError(ValueError):
    """A quantity is not of the unit that a format prints."""


def plain_number(value: int | float) -> str:
    """The number in full, without exponent or needless zeros."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    return f"{Decimal(repr(value)):f}"


def three_digits(value: float) -> str:
    """The number to three significant digits, never with an exponent.

    >>> three_digits(134.217728), three_digits(0.32736), three_digits(1234.5)
    ('134', '0.327', '1234')
    """
    if value == 0:
        return "0"
    # The exponent after rounding: 0.9999 is printed as 1.00, not as 1.000.
    exponent = int(f"{value:.2e}".partition("e")[2])
    return f"{value:.{max(0, 2 - exponent)}f}"


def as_bytes(figure: object) -> str:
    """Bytes in full: ``134,217,728 B``."""
    return f"{_number(figure, 'B'):,.0f}{THIN_SPACE}B"


def as_megabytes(figure: object) -> str:
    """Bytes as decimal megabytes: ``134 MB``."""
    return f"{three_digits(_number(figure, 'B') / 1e6)}{THIN_SPACE}MB"


def as_gigabytes_per_second(figure: object) -> str:
    """Bytes per second as ``820 GB/s``."""
    return f"{three_digits(_number(figure, 'B/s') / 1e9)}{THIN_SPACE}GB/s"


def as_milliseconds(figure: object) -> str:
    """A time as ``0.327 ms``; a bare number is taken to be milliseconds."""
    return f"{three_digits(_time(figure, 'ms'))}{THIN_SPACE}ms"


def as_microseconds(figure: object) -> str:
    """A time as ``327 µs``; a bare number is taken to be microseconds."""
    return f"{three_digits(_time(figure, 'us'))}{THIN_SPACE}µs"


def as_percent(figure: object) -> str:
    """A fraction as ``20 %``."""
    return f"{three_digits(_number(figure, '1') * 100).removesuffix('.0')}{THIN_SPACE}%"


def as_thousands(figure: object) -> str:
    """A count with separators: ``8,192``."""
    number = figure.value if isinstance(figure, Quantity) else _number(figure, "1")
    return f"{number:,.0f}"


FORMATS: Mapping[str, Callable[[object], str]] = {
    "bytes": as_bytes,
    "gigabytes_per_second": as_gigabytes_per_second,
    "megabytes": as_megabytes,
    "microseconds": as_microseconds,
    "milliseconds": as_milliseconds,
    "percent": as_percent,
    "thousands": as_thousands,
}
"""Formats by the name that texts use."""


def format_quantity(value: int | float, unit: str) -> str:
    """The figure with its unit, scaled to be read: ``268 MB``, ``820 GB/s``, ``0.327 ms``."""
    if unit in ("B", "B/s", "FLOP", "FLOP/s"):
        return _scaled(value, unit)
    if unit == "1":
        return f"{value:,.0f}" if float(value).is_integer() else three_digits(value)
    return f"{three_digits(value)}{THIN_SPACE}{unit.replace('us', 'µs')}"


def _scaled(value: int | float, unit: str) -> str:
    """The figure with the largest decimal prefix that leaves at least one."""
    for size, prefix in PREFIXES:
        if abs(value) >= size:
            return f"{three_digits(value / size)}{THIN_SPACE}{prefix}{unit}"
    return f"{three_digits(value)}{THIN_SPACE}{unit}"


def _number(figure: object, unit: str) -> float:
    """The figure's number; raises :class:`UnitError` when it is not of ``unit``."""
    if isinstance(figure, Quantity):
        if figure.unit != unit:
            raise UnitError(f"is in {_spell(figure.unit)}, not in {_spell(unit)}")
        return figure.value
    if isinstance(figure, bool) or not isinstance(figure, int | float):
        raise UnitError(f"is {figure!r}, which is no number")
    return figure


def _time(figure: object, unit: str) -> float:
    """The figure as a time in ``unit``."""
    if isinstance(figure, Quantity):
        if figure.unit not in SECONDS:
            raise UnitError(f"is in {_spell(figure.unit)}, which is no time")
        return figure.value * SECONDS[figure.unit] / SECONDS[unit]
    return _number(figure, unit)


def _spell(unit: str) -> str:
    """A unit as prose names it."""
    return "plain numbers" if unit == "1" else unit
