"""YAML and JSON files as frozen structs, every error with its line.

msgspec checks types and refuses unknown keys; it names a place as ``$.items[1].id``. The YAML
node tree of the same text knows the line of every such place. JSON is read by the same reader
when it is wrong, since YAML contains it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
import yaml

from coursesite.errors import SiteError, Where, shorten, suggest
from coursesite.schema_words import Fault, read_fault

T = TypeVar("T")

Lines = Mapping[str, int]
"""1-based line by the path of a value, such as ``plan.weeks[0].steps[1]``."""

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# NUL, ESC, DEL and the like
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]")

# Expecting value: line 3 column 1 (char 20)
JSON_PLACE = re.compile(r"line (?P<line>\d+) column (?P<column>\d+)")


def decode_yaml(text: str, shape: type[T], name: str, kind: type[SiteError]) -> tuple[T, Lines]:
    """``text`` as ``shape``, and the line of every value in it.

    Raises ``kind`` for a syntax error, a key given twice, an unknown or missing key, a wrong type.
    """
    node = _compose(text, shape, name, kind)
    lines = _line_table(node, name, kind)
    return _convert(_construct(node, name, kind), shape, text, lines, name, kind), lines


def decode_json(text: str, shape: Any, name: str, kind: type[SiteError]) -> Any:
    """``text`` as ``shape``; raises ``kind`` as :func:`decode_yaml` does."""
    if "\\u" in text:  # the only way in which JSON can write a control character
        _check_escapes(text, name, kind)
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.ValidationError:
        raw = _plain_json(text, name, kind)
    except RecursionError:
        raise _too_deep(name, kind) from None
    except msgspec.DecodeError:
        raise _not_json(text, name, kind) from None
    lines = _json_lines(text)
    return _convert(raw, shape, text, lines, name, kind)


def _plain_json(text: str, name: str, kind: type[SiteError]) -> Any:
    """The JSON text as plain values."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        message = f"cannot be used: {shorten(str(error))}"
        raise kind(message, Where(name), hint="write numbers of ordinary size") from None


def _too_deep(name: str, kind: type[SiteError]) -> SiteError:
    hint = "write plain lists and mappings"
    return kind("is nested too deeply", Where(name), hint=hint)


def _compose(text: str, shape: Any, name: str, kind: type[SiteError]) -> Any:
    """The YAML node tree."""
    try:
        node = yaml.compose(text, Loader=Loader)
    except yaml.YAMLError as error:
        raise _not_yaml(text, error, name, kind) from None
    except RecursionError:
        raise _too_deep(name, kind) from None
    if node is None:
        needed = ", ".join(field.name for field in msgspec.structs.fields(shape) if field.required)
        raise kind("is empty", Where(name), hint=f"write at least {needed}")
    return node


def _construct(node: Any, name: str, kind: type[SiteError]) -> Any:
    """Plain lists, dictionaries and scalars of the node tree."""
    try:
        return yaml.constructor.SafeConstructor().construct_document(node)
    except yaml.constructor.ConstructorError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        reason = str(error.problem)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        # Such as 2026-02-31, which looks like a date, or !!int x.
        line, reason = _unusable_line(node), f"{error}"
    message = f"cannot be used: {shorten(reason)}"
    hint = "write plain text, numbers, lists and mappings, and put quotes around text"
    raise kind(message, Where(name, line=line), hint=hint)


def _unusable_line(node: Any) -> int | None:
    """Line of the first scalar that cannot be constructed."""
    for scalar in _scalars(node):
        try:
            yaml.constructor.SafeConstructor().construct_document(scalar)
        except (ValueError, KeyError, AttributeError, TypeError):
            return int(scalar.start_mark.line) + 1
    return None


def _scalars(node: Any) -> Iterator[Any]:
    """Every scalar of a node tree that does not contain itself."""
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _scalars(value)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(key)
            yield from _scalars(value)


def _line_table(node: Any, name: str, kind: type[SiteError]) -> Lines:
    """The line of every value in the node tree; an alias may not lead back to its own list."""
    try:
        return dict(_places(node, "", 1, name, kind))
    except RecursionError:
        hint = "write it out instead of referring to it"
        raise kind("holds a value that contains itself", Where(name), hint=hint) from None


def _places(
    node: Any, path: str, line: int, name: str, kind: type[SiteError]
) -> Iterator[tuple[str, int]]:
    """Path and line of ``node`` and every value below it; ``line`` is its key's.

    A list or mapping is at its key, text where it begins: a block on the line after its ``|``.
    """
    if isinstance(node, yaml.MappingNode):
        yield path, line
        seen: dict[str, int] = {}
        for key, value in node.value:
            _check_twice(key, seen, name, kind)
            inner = f"{path}.{key.value}" if path else str(key.value)
            yield from _places(value, inner, key.start_mark.line + 1, name, kind)
    elif isinstance(node, yaml.SequenceNode):
        yield path, line
        for index, value in enumerate(node.value):
            yield from _places(value, f"{path}[{index}]", value.start_mark.line + 1, name, kind)
    else:
        _check_characters(node, name, kind)
        yield path, node.start_mark.line + (2 if node.style in ("|", ">") else 1)


def _check_characters(node: Any, name: str, kind: type[SiteError]) -> None:
    """Raises for a character that no page can hold; escapes such as ``\\0`` can write one."""
    found = UNPRINTABLE.search(node.value)
    if found:
        message = f"holds a control character (0x{ord(found.group()):02x})"
        where = Where(name, line=node.start_mark.line + 1)
        raise kind(message, where, quote=shorten(node.value), hint="delete the escape")


def _check_twice(key: Any, seen: dict[str, int], name: str, kind: type[SiteError]) -> None:
    """Raises when a mapping has a key a second time; YAML would let the last one win."""
    line = key.start_mark.line + 1
    word = str(key.value)
    if word in seen:
        message = f"has the key '{word}' a second time (first in line {seen[word]})"
        raise kind(message, Where(name, line=line), quote=f"{word}:", hint="keep one of the two")
    seen[word] = line


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


def _json_lines(text: str) -> Lines:
    """Lines of the values in JSON text; none when it is too unlike YAML."""
    try:
        return dict(_places(yaml.compose(text, Loader=Loader), "", 1, "", SiteError))
    except (yaml.YAMLError, SiteError):
        return {}


def _check_escapes(text: str, name: str, kind: type[SiteError]) -> None:
    """Raises for a control character; of text that is no YAML, JSON's reader will complain."""
    try:
        node = yaml.compose(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError):
        return
    for scalar in _scalars(node):
        _check_characters(scalar, name, kind)


def _not_yaml(text: str, error: Any, name: str, kind: type[SiteError]) -> SiteError:
    """The error for text that is not YAML."""
    mark = getattr(error, "problem_mark", None)
    hint = "check the indentation, and put quotes around text that holds ': ' or starts with a sign"
    if mark is None:
        return kind(f"is not YAML: {shorten(str(error))}", Where(name), hint=hint)
    rows = text.splitlines() or [""]
    line = min(mark.line + 1, len(rows))
    message = f"is not YAML: {shorten(str(error.problem))}"
    return kind(message, Where(name, line=line), quote=shorten(rows[line - 1]), hint=hint)


def _not_json(text: str, name: str, kind: type[SiteError]) -> SiteError:
    """The error for text that is not JSON; the standard library knows the line."""
    import json

    try:
        json.loads(text)
    except RecursionError:
        return _too_deep(name, kind)
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
