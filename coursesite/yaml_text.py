"""The YAML reader: plain values of a text, the line of each, and errors with theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from coursesite.errors import SiteError, Where, shorten, too_deep

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# NUL, ESC, DEL and the like
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def read_yaml(
    text: str, required: Sequence[str], name: str, kind: type[SiteError]
) -> tuple[Any, Mapping[str, int]]:
    """Return plain values and, by the path of each, its 1-based line.

    Raises ``kind`` for a syntax error or a key given twice, and for an empty text, of which
    ``required`` says what it should hold.
    """
    node = _compose(text, required, name, kind)
    lines = _line_table(node, name, kind)
    return _construct(node, name, kind), lines


def _compose(text: str, required: Sequence[str], name: str, kind: type[SiteError]) -> Any:
    """The YAML node tree."""
    try:
        node = yaml.compose(text, Loader=Loader)
    except yaml.YAMLError as error:
        raise _not_yaml(text, error, name, kind) from None
    except RecursionError:
        raise too_deep(name, kind) from None
    if node is None:
        raise kind("is empty", Where(name), hint=f"write at least {', '.join(required)}")
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


def _line_table(node: Any, name: str, kind: type[SiteError]) -> Mapping[str, int]:
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


def json_lines(text: str) -> Mapping[str, int]:
    """Lines of the values in JSON text; none when it is too unlike YAML."""
    try:
        return dict(_places(yaml.compose(text, Loader=Loader), "", 1, "", SiteError))
    except (yaml.YAMLError, SiteError):
        return {}


def check_escapes(text: str, name: str, kind: type[SiteError]) -> None:
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
