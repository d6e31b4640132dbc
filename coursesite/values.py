"""Named values in texts: ``{{ spill.score_bytes | megabytes }}``.

Grammar, everything else being plain text (``replica_groups={{0,1}}`` is)::

    value  = "{{" name [ "|" format ] "}}"
    name   = word { "." word }
    format = one of the words in coursesite.quantity.FORMATS

Names come from records that have one, from captures and from the stage's gate, so that no figure
in prose is typed by hand. There is nothing to call, to compute or to loop over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from coursesite.content import Stage
from coursesite.errors import RecordError, TemplateValueError, Where, shorten, suggest
from coursesite.quantity import FORMATS, Quantity, UnitError, plain_number
from coursesite.record import Record, ValueRecord, record_path
from coursesite.value_names import suggest_value

Values = Mapping[str, object]
"""Value by its full name, such as ``spill.score_bytes``."""
Dress = Callable[[str, str], str]
"""From a value's name and its printed figure to what stands in the text."""

# {{ spill.score_bytes | megabytes }}
VALUE = re.compile(r"\{\{\s*(?P<name>[A-Za-z_][\w.]*)\s*(?:\|\s*(?P<format>\w+)\s*)?\}\}")
# {{ spill.score_bytes |
VALUE_START = re.compile(r"\{\{\s*[A-Za-z_]")


def site_values(
    records: Iterable[Record],
    captures: Mapping[str, Mapping[str, object]],
    stage: Stage | None = None,
) -> Values:
    """Everything that texts can name.

    ``captures`` has a group per exhibit (``{"ex05": {"equations": 9}}``); ``stage`` adds
    ``gate.tolerance``. Raises :class:`RecordError` when two records claim one name.
    """
    values: dict[str, object] = {
        f"{group}.{key}": value for group, known in captures.items() for key, value in known.items()
    }
    if stage is not None and stage.gate is not None:
        values["gate.tolerance"] = stage.gate.tolerance
    for record in records:
        if isinstance(record, ValueRecord) and record.name and not record.retracted:
            _add(values, record)
    return values


def undressed(name: str, printed: str) -> str:
    """The figure as it is printed."""
    return printed


def fill(text: str, values: Values, where: Where, dress: Dress = undressed) -> str:
    """``text`` with every ``{{ name | format }}`` replaced; ``where`` is its first line.

    ``dress`` may put something around a figure, where more than its text is wanted.
    Raises :class:`TemplateValueError`, with the line, for a name or format that does not exist, a
    format that does not fit the value's unit, and a value that is not closed.
    """
    parts: list[str] = []
    end = 0
    for start in VALUE_START.finditer(text):
        place = _place(text, start.start(), where)
        found = VALUE.match(text, start.start())
        if found is None:
            hint = "write {{ name }} or {{ name | format }}"
            raise _error("has a value that cannot be read", text, start.start(), where, hint)
        printed = dress(found["name"], _printed(found, values, place))
        parts += [text[end : start.start()], printed]
        end = found.end()
    return "".join([*parts, text[end:]])


def _add(values: dict[str, object], record: ValueRecord) -> None:
    """Adds a record's value under its name."""
    if record.name in values:
        hint = "retract the older record, or give one of them another name"
        message = f"the name '{record.name}' is taken by another record or capture"
        raise RecordError(message, Where(record_path(record.id)), quote=record.name, hint=hint)
    values[record.name] = Quantity(record.value, record.unit)


def _printed(found: re.Match[str], values: Values, place: Where) -> str:
    """One value as the page prints it."""
    name, form = found["name"], found["format"]
    if name not in values:
        message = f"names a value that does not exist: '{name}'"
        hint = suggest_value(name, values)
        raise TemplateValueError(message, place, quote=found.group(), hint=hint)
    if form is None:
        return _bare(values[name])
    if form not in FORMATS:
        message = f"names a format that does not exist: '{form}'"
        hint = suggest(form, FORMATS)
        raise TemplateValueError(message, place, quote=found.group(), hint=hint)
    try:
        return FORMATS[form](values[name])
    except UnitError as error:
        message = f"the format '{form}' does not fit: '{name}' {error}"
        hint = "choose a format for that unit: " + ", ".join(sorted(FORMATS))
        raise TemplateValueError(message, place, quote=found.group(), hint=hint) from None


def _bare(value: object) -> str:
    """A value without a format: numbers in full."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return plain_number(value)
    return str(value)


def _place(text: str, offset: int, where: Where) -> Where:
    """The line of ``offset``; cells and files without lines keep their place."""
    if where.line is None:
        return where
    line = where.line + text.count("\n", 0, offset)
    return Where(where.path, line=line, cell=where.cell, cell_id=where.cell_id)


def _error(message: str, text: str, offset: int, where: Where, hint: str) -> TemplateValueError:
    """An error that quotes the line at ``offset``."""
    line = text[text.rfind("\n", 0, offset) + 1 :].partition("\n")[0]
    place = _place(text, offset, where)
    return TemplateValueError(message, place, quote=shorten(line), hint=hint)
