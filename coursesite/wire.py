"""Protobuf's wire format, as far as reading needs it: fields by number, without a schema.

Grammar, from protobuf.dev/programming-guides/encoding::

    message  = { tag value }
    tag      = varint            field number << 3 | wire type
    value    = varint            wire type 0
             | 8 bytes           wire type 1
             | varint { byte }   wire type 2: a length, then text, bytes or a message
             | 4 bytes           wire type 5
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

Value = int | bytes
"""A varint as an unsigned number; everything else as its bytes."""

FIXED = {1: 8, 5: 4}
"""Bytes of the wire types that always take the same."""


class WireError(ValueError):
    """Bytes that are no protobuf message."""


def read_fields(data: bytes) -> Iterator[tuple[int, Value]]:
    """Number and value of each field in order; raises :class:`WireError` where bytes are missing
    or a wire type is unknown."""
    place, end = 0, len(data)
    while place < end:
        tag, place = _varint(data, place)
        kind = tag & 7
        if kind == 0:
            value, place = _varint(data, place)
            yield tag >> 3, value
            continue
        size = FIXED.get(kind)
        if kind == 2:
            size, place = _varint(data, place)
        if size is None or place + size > end:
            raise WireError(f"byte {place}: the message is cut short or is none")
        yield tag >> 3, data[place : place + size]
        place += size


def group_fields(data: bytes) -> Mapping[int, list[Value]]:
    """All values of each field, in order."""
    found: dict[int, list[Value]] = {}
    for number, value in read_fields(data):
        found.setdefault(number, []).append(value)
    return found


def first_int(fields: Mapping[int, list[Value]], number: int) -> int:
    """The field's first value as a number; 0, protobuf's default, where it is absent."""
    value = fields.get(number, [0])[0]
    return value if isinstance(value, int) else 0


def first_bytes(fields: Mapping[int, list[Value]], number: int) -> bytes:
    """The field's first value as bytes; empty where it is absent."""
    value = fields.get(number, [b""])[0]
    return value if isinstance(value, bytes) else b""


def first_text(fields: Mapping[int, list[Value]], number: int) -> str:
    """The field's first value as text; empty where it is absent."""
    return first_bytes(fields, number).decode(errors="replace")


def messages(fields: Mapping[int, list[Value]], number: int) -> Iterator[bytes]:
    """The field's values that are messages."""
    return (each for each in fields.get(number, ()) if isinstance(each, bytes))


def as_double(data: bytes) -> float:
    """Eight bytes as a double."""
    (number,) = struct.unpack("<d", data)
    return float(number)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The number that begins at ``place``, and the place behind it."""
    number = shift = 0
    while True:
        if place >= len(data) or shift > 63:
            raise WireError(f"byte {place}: a number is cut short or too long")
        byte = data[place]
        place += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, place
        shift += 7
