"""YAML and JSON files as frozen structs, every error with its line.

msgspec checks types and refuses unknown keys; it names a place as ``$.items[1].id``. The YAML
node tree of the same text (:mod:`coursesite.yaml_text`) knows the line of every such place. JSON
is read by the same reader when it is wrong, since YAML contains it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from coursesite.errors import SiteError, Where, shorten, suggest, too_deep
from coursesite.memo import Memo
from coursesite.schema_words import Fault, read_fault

T = TypeVar("T")

Lines = Mapping[str, int]
"""1-based line by the path of a value, such as ``plan.weeks[0].steps[1]``."""

UNKEPT = Memo()

# Expecting value: line 3 column 1 (char 20)
JSON_PLACE = re.compile(r"line (?P<line>\d+) column (?P<column>\d+)")


def decode_yaml(
    text: str, shape: type[T], name: str, kind: type[SiteError], memo: Memo = UNKEPT
) -> tuple[T, Lines]:
    """``text`` as ``shape``, and the line of every value in it.

    Raises ``kind`` for a syntax error, a key given twice, an unknown or missing key, a wrong type.
    """
    raw, lines = _plain_yaml(text, shape, name, kind, memo)
    return _convert(raw, shape, text, lines, name, kind), lines


def _plain_yaml(
    text: str, shape: Any, name: str, kind: type[SiteError], memo: Memo
) -> tuple[Any, Lines]:
    """Plain values and their lines, as they were kept or read now."""
    kept = memo.kept("yaml", text.encode())
    if kept is not None:
        raw, lines = msgspec.json.decode(kept)
        return raw, lines
    raw, lines = _yaml_text().read_yaml(text, _required(shape), name, kind)
    stated = _as_json([raw, lines])
    if stated is not None:
        memo.keep("yaml", text.encode(), stated)
    return raw, lines


@cache
def _required(shape: Any) -> list[str]:
    """Names of the fields that a file has to give."""
    return [field.name for field in msgspec.structs.fields(shape) if field.required]


def _yaml_text() -> ModuleType:
    """The reader of YAML, which takes longer to import than most files to read."""
    from coursesite import yaml_text

    return yaml_text


def _as_json(value: Any) -> str | None:
    """``value`` as JSON; nothing for what JSON does not give back as it was, such as a date."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None
    return text if msgspec.json.decode(text) == value else None


def decode_json(text: str, shape: Any, name: str, kind: type[SiteError]) -> Any:
    """``text`` as ``shape``; raises ``kind`` as :func:`decode_yaml` does."""
    if "\\u" in text:  # the only way in which JSON can write a control character
        _yaml_text().check_escapes(text, name, kind)
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.ValidationError:
        raw = _plain_json(text, name, kind)
    except RecursionError:
        raise too_deep(name, kind) from None
    except msgspec.DecodeError:
        raise _not_json(text, name, kind) from None
    lines = _yaml_text().json_lines(text)
    return _convert(raw, shape, text, lines, name, kind)


def _plain_json(text: str, name: str, kind: type[SiteError]) -> Any:
    """The JSON text as plain values."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        message = f"cannot be used: {shorten(str(error))}"
        raise kind(message, Where(name), hint="write numbers of ordinary size") from None


def _convert(
    raw: Any, shape: Any, text: str, lines: Lines, name: str, kind: type[SiteError]
) -> Any:
    """``raw`` as ``shape``, or the error for the first thing in it that does not fit."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        fault = read_fault(str(error), shape, raw)
        raise _fault_error(fault, text, lines, name, kind) from None


def _fault_error(
    fault: Fault, text: str, lines: Lines, name: str, kind: type[SiteError]
) -> SiteError:
    """The error for a fault, with the line it stands on quoted."""
    line = _key_line(fault, text, lines)
    quote = shorten(text.splitlines()[line - 1]) if line else ""
    hint = fault.hint or suggest(fault.word, fault.known)
    return kind(fault.message, Where(name, line=line), quote=quote, hint=hint)


def _key_line(fault: Fault, text: str, lines: Lines) -> int | None:
    """Line of the faulty value's key: a block of text starts one line further down."""
    line = lines.get(fault.path)
    if line is None or not fault.key:
        return line
    rows = text.splitlines()
    above = rows[line - 2] if 2 <= line <= len(rows) + 1 else ""
    return line - 1 if above.strip().startswith(f"{fault.key}:") else line


def _not_json(text: str, name: str, kind: type[SiteError]) -> SiteError:
    """The error for text that is not JSON; the standard library knows the line."""
    import json

    try:
        json.loads(text)
    except RecursionError:
        return too_deep(name, kind)
    except ValueError as error:
        place = JSON_PLACE.search(str(error))
        if place:
            line = int(place["line"])
            message = f"is not JSON: reading stopped in column {place['column']}"
            rows = [*text.splitlines(), ""]
            quote = shorten(rows[min(line, len(rows)) - 1])
            where = Where(name, line=line)
            return kind(message, where, quote=quote, hint="check commas, quotes and brackets")
    return kind("is not JSON", Where(name), hint="check commas, quotes and brackets")
