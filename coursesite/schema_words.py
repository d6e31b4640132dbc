"""msgspec's validation messages in an author's words."""

from __future__ import annotations

import re
import types
import typing
from typing import Any, get_args, get_origin

import msgspec
from msgspec import Struct

# Object contains unknown field `titel` - at `$.plan.weeks[0]`
PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
# Object contains unknown field `titel`
UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>.*)`")
# Object missing required field `title`
MISSING = re.compile(r"Object missing required field `(?P<key>.*)`")
# Invalid enum value 'MB'
CHOICE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)")
# Expected `str`, got `int`
TYPE = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
# Expected `str` matching regex '^[a-z]+$'    Expected `float` < 1.0
LIMITS = re.compile(r"Expected `\w+` (?:matching|of length|[<>]).*")
# Invalid RFC3339 encoded date
DATE = re.compile(r"Invalid RFC3339 encoded date")
# [12]
INDEX = re.compile(r"\[(\d+)\]")

TAG = "kind"
"""Key that tells the structs of a union apart."""

NOUNS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
    "date": "a date",
    "datetime": "a time",
}


class Fault(Struct, frozen=True):
    """One thing that does not fit its schema."""

    path: str
    """Where, such as ``plan.weeks[0].titel``; a missing key is at its mapping."""
    key: str
    """Last key of the path; empty at the top and in lists."""
    message: str
    word: str = ""
    """The wrong word, to suggest another for."""
    known: tuple[str, ...] = ()
    """Words that would be right."""
    hint: str = ""
    """What to do, where there is nothing to suggest."""


def read_fault(text: str, shape: Any, raw: object) -> Fault:
    """The fault that msgspec's message ``text`` speaks of.

    ``shape`` is the type that ``raw`` was to be converted to: it knows the right words.
    """
    place = PLACE.match(text)
    assert place is not None  # the pattern matches any text
    path = (place["path"] or "$").removeprefix("$").removeprefix(".")
    what = place["what"]
    key = path.rpartition(".")[2]
    found = _value_at(raw, path)
    inner = _type_at(shape, path, raw)
    for pattern, describe in FAULTS:
        match = pattern.match(what)
        if match:
            return describe(match, path, key, inner, found)
    return Fault(path, key, f"does not fit: {what}", hint="compare it with a file that works")


def _unknown(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    word = match["key"]
    known = _field_names(inner)
    return Fault(_join(path, word), word, f"unknown key '{word}'{_inside(path)}", word, known)


def _missing(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    word = match["key"]
    return Fault(
        path, "", f"the key '{word}' is missing{_inside(path)}", hint=f"add the key '{word}'"
    )


def _choice(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    known = tuple(str(word) for word in _choices(inner))
    return Fault(path, key, f"unknown {_bare(key)} '{found}'", str(found), known)


def _limits(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    """A value of the right type that breaks a pattern or bound; the schema says what it wants."""
    words = [meta.description for meta in get_args(inner)[1:] if isinstance(meta, msgspec.Meta)]
    hint = f"write {words[0]}" if words and words[0] else match.group()
    return Fault(path, key, f"'{found}' is not a fit {_bare(key)}", hint=hint)


def _date(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    return Fault(path, key, f"'{found}' is not a date", hint="write it as 2026-01-31")


def _type(match: re.Match[str], path: str, key: str, inner: Any, found: object) -> Fault:
    names = match["wanted"].replace("int | float", "float").split(" | ")
    wanted = " or ".join(NOUNS.get(name, name) for name in names)
    got = NOUNS.get(match["got"], match["got"])
    subject = f"'{path}'" if path else "the file"
    return Fault(path, key, f"{subject} must be {wanted}, not {got}", hint=f"write {wanted}")


FAULTS = (
    (UNKNOWN, _unknown),
    (MISSING, _missing),
    (CHOICE, _choice),
    (LIMITS, _limits),
    (TYPE, _type),
    (DATE, _date),
)
"""Each kind of message and what is said instead, in the order they are tried."""


def _inside(path: str) -> str:
    return f" in '{path}'" if path else ""


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _bare(key: str) -> str:
    """The key without a list index: ``targets[0]`` is called ``targets``."""
    return INDEX.sub("", key).replace("_", " ")


def _steps(path: str) -> list[str | int]:
    """``weeks[0].title`` as ``["weeks", 0, "title"]``."""
    steps: list[str | int] = []
    for part in filter(None, path.split(".")):
        name = part.partition("[")[0]
        steps += [name] if name else []
        steps += [int(index) for index in INDEX.findall(part)]
    return steps


def _value_at(raw: Any, path: str) -> object:
    """The value that the file has at ``path``."""
    for step in _steps(path):
        try:
            raw = raw[step]
        except (KeyError, IndexError, TypeError):
            return None
    return raw


def _type_at(shape: Any, path: str, raw: Any) -> Any:
    """The type that the schema has at ``path``; a tagged union is decided by ``raw``."""
    for step in _steps(path):
        if step == TAG:
            return shape
        fields = typing.get_type_hints(_struct(shape, raw), include_extras=True)
        shape = _element(shape) if isinstance(step, int) else fields.get(str(step), object)
    return shape


def _struct(shape: Any, raw: Any = None) -> Any:
    """The struct in ``shape``, which may be optional or one of several."""
    members = [member for member in _members(shape) if isinstance(member, type)]
    structs = [member for member in members if issubclass(member, msgspec.Struct)]
    kind = raw.get(TAG) if isinstance(raw, dict) else None
    tagged = [struct for struct in structs if struct.__struct_config__.tag == kind]
    return next(iter(tagged or structs), object)


def _members(shape: Any) -> tuple[Any, ...]:
    """The alternatives of a union, or the one type."""
    if get_origin(shape) is typing.Annotated:
        return _members(get_args(shape)[0])
    if get_origin(shape) in (typing.Union, types.UnionType):
        return get_args(shape)
    return (shape,)


def _element(shape: Any) -> Any:
    """Type of a tuple's elements."""
    for member in _members(shape):
        if get_origin(member) is tuple:
            return get_args(member)[0]
    return object


def _field_names(shape: Any) -> tuple[str, ...]:
    """Keys that the struct in ``shape`` knows."""
    names: list[str] = []
    for member in _members(shape):
        if isinstance(member, type) and issubclass(member, msgspec.Struct):
            names += [field for field in member.__struct_encode_fields__ if field not in names]
    return tuple(names)


def _choices(shape: Any) -> tuple[Any, ...]:
    """Words that a ``Literal`` allows, or the tags of a union of structs."""
    members = _members(shape)
    words = [
        word
        for member in members
        if get_origin(member) is typing.Literal
        for word in get_args(member)
    ]
    tags = [
        member.__struct_config__.tag
        for member in members
        if isinstance(member, type) and issubclass(member, msgspec.Struct)
    ]
    return tuple(words or tags)
