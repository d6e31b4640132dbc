"""``xplane.pb`` by its schema: planes, lines, events, with names in place of numbers.

The schema is ``xplane.proto`` of the OpenXLA project::

    XSpace         1 planes
    XPlane         2 name  3 lines  4 event metadata  5 stat metadata  6 stats    (4, 5: maps)
    XLine          2 name  4 events
    XEvent         1 metadata id  3 duration in ps  4 stats  5 occurrences
    XStat          1 metadata id, then one of 2 double  3, 4 integer  5 text  6 bytes  7 name's id
    XEventMetadata 2 name  4 display name  5 stats
    XStatMetadata  2 name
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from coursesite.wire import (
    Value,
    WireError,
    as_double,
    first_bytes,
    first_int,
    first_text,
    group_fields,
    messages,
    read_fields,
)

Fields = Mapping[int, list[Value]]
Stat = int | float | str | bytes


class Kind(Struct, frozen=True):
    """What events have in common, said once for all of them."""

    name: str
    """The short name where there is one."""
    text: str
    """The full name: of a TPU's operation its HLO line."""
    stats: Mapping[str, Stat]


class Event(Struct, frozen=True):
    """Something that happened, or several of its kind taken together."""

    kind: Kind
    duration_ps: int
    occurrences: int
    stats: Mapping[str, Stat]


class Line(Struct, frozen=True):
    """Events of one stream or thread."""

    name: str
    events: tuple[Event, ...]


class Plane(Struct, frozen=True):
    """A chip, the host, or facts about the run."""

    name: str
    facts: Mapping[str, Stat]
    """Said of the plane as a whole."""
    lines: tuple[Line, ...]


def read_planes(data: bytes, wanted: Callable[[str], bool]) -> tuple[Plane, ...]:
    """The planes whose name is ``wanted``; raises :class:`WireError` for other bytes."""
    named = [_named(value) for number, value in read_fields(data) if number == 1]
    return tuple(_read_plane(name, group_fields(plane)) for name, plane in named if wanted(name))


def _named(plane: Value) -> tuple[str, bytes]:
    """A plane with its name, found without reading all of it."""
    if not isinstance(plane, bytes):
        raise WireError("a plane is no message")
    names = (v for number, v in read_fields(plane) if number == 2 and isinstance(v, bytes))
    return next(names, b"").decode(errors="replace"), plane


def _read_plane(name: str, fields: Fields) -> Plane:
    names = {
        key: first_text(group_fields(entry), 2) for key, entry in _entries(messages(fields, 5))
    }
    kinds = {
        key: _read_kind(group_fields(entry), names) for key, entry in _entries(messages(fields, 4))
    }
    lines = tuple(_read_line(group_fields(each), kinds, names) for each in messages(fields, 3))
    return Plane(name, _read_stats(fields, 6, names), lines)


def _entries(entries: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """Key and value of a map's entries."""
    for entry in entries:
        fields = group_fields(entry)
        yield first_int(fields, 1), first_bytes(fields, 2)


def _read_kind(fields: Fields, names: Mapping[int, str]) -> Kind:
    text = first_text(fields, 2)
    return Kind(first_text(fields, 4) or text, text, _read_stats(fields, 5, names))


def _read_line(fields: Fields, kinds: Mapping[int, Kind], names: Mapping[int, str]) -> Line:
    events = []
    for each in messages(fields, 4):
        event = group_fields(each)
        kind = kinds.get(first_int(event, 1))
        if kind is None:
            raise WireError("an event is of a kind that is not described")
        stats = _read_stats(event, 4, names)
        events.append(Event(kind, first_int(event, 3), first_int(event, 5) or 1, stats))
    return Line(first_text(fields, 2), tuple(events))


def _read_stats(fields: Fields, number: int, names: Mapping[int, str]) -> dict[str, Stat]:
    """Stats by name."""
    return dict(_read_stat(each, names) for each in messages(fields, number))


def _read_stat(data: bytes, names: Mapping[int, str]) -> tuple[str, Stat]:
    """Name and value of one stat; a value that is left out is 0."""
    fields = dict(read_fields(data))
    key = fields.pop(1, 0)
    name = names.get(key, "") if isinstance(key, int) else ""
    kind, value = next(iter(fields.items()), (4, 0))
    if isinstance(value, int):
        return name, names.get(value, "") if kind == 7 else value
    if kind == 2:
        return name, as_double(value)
    return name, value.decode(errors="replace") if kind == 5 else value
