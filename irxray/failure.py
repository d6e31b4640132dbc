"""What a person is told when a program of theirs fails: their frames, their arguments.

The exception's own message is kept. Of its traceback only the frames in the program's source
stay; the arguments that the failing expression reads are named as they were given.
"""

from __future__ import annotations

import inspect
import linecache
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from irxray.program import SOURCE_FILE

LONGEST_MESSAGE = 12
"""Lines of an exception's own message that are kept."""

LINE_MARK = re.compile(rf"\b{re.escape(SOURCE_FILE)}:(\d+)\b")
"""``source.py:4``: how a line of the program is named in a message."""


def explain_failure(
    error: BaseException,
    doing: str,
    function: Callable[..., Any] | None = None,
    given: Mapping[str, Any] | None = None,
) -> str:
    """Return the message for ``error``, raised while ``doing`` something such as ``tracing``.

    ``given`` are the arguments of ``function``, by ``--arg 1`` or by name; those are named that
    the failing expression reads.
    """
    words = f"{type(error).__name__}: {error}".splitlines()[:LONGEST_MESSAGE]
    frames = _own_frames(error)
    lines = [f"{doing} failed: " + "\n".join(words).rstrip()]
    lines += [f"  {SOURCE_FILE}:{f.lineno}, in {f.name}: {(f.line or '').strip()}" for f in frames]
    if isinstance(error, SyntaxError) and error.filename == SOURCE_FILE:
        lines.append(f"  {SOURCE_FILE}:{error.lineno}: {(error.text or '').strip()}")
    if function is not None and given:
        read = _read_names(frames, getattr(inspect.unwrap(function), "__name__", ""))
        lines += _name_arguments(function, given, read)
    return "\n".join(lines)


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames in the program's source, outermost first."""
    found = traceback.extract_tb(error.__traceback__)
    return [frame for frame in found if frame.filename == SOURCE_FILE]


def _read_names(frames: Sequence[traceback.FrameSummary], function: str) -> set[str]:
    """Return the names that the failing expression of ``function`` itself reads."""
    own = [frame for frame in frames if frame.name == function]
    if not own:
        return set()
    segment = _segment(own[-1])
    return set(re.findall(r"[A-Za-z_]\w*", segment))


def _segment(frame: traceback.FrameSummary) -> str:
    line = linecache.getline(SOURCE_FILE, frame.lineno or 0)
    if frame.end_lineno != frame.lineno or frame.colno is None or frame.end_colno is None:
        return line
    return line.encode()[frame.colno : frame.end_colno].decode(errors="ignore")


def _name_arguments(
    function: Callable[..., Any], given: Mapping[str, Any], read: set[str]
) -> list[str]:
    names = _parameter_names(function)
    shown = []
    for position, (key, value) in enumerate(given.items()):
        is_positional = key.startswith("--arg ")
        name = names[position] if is_positional and position < len(names) else key
        if name in read or not read.intersection(names):
            shown.append(
                f"{key} is {name}: {_describe(value)}"
                if is_positional
                else f"{name} is {_describe(value)}"
            )
    return [f"  {line}" for line in shown]


def _parameter_names(function: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def _describe(value: Any) -> str:
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        from irxray.calling import short_name

        return f"{short_name(str(value.dtype))}[{','.join(map(str, value.shape))}]"
    return f"a {type(value).__name__}"


def explain_misfit(
    function: Callable[..., Any], arguments: Sequence[Any], named: Mapping[str, Any]
) -> str:
    """Return how the number or the names of the arguments do not fit; empty where they do."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        wanted = ", ".join(map(str, signature.parameters.values()))
        given = [f"--arg {i} {_describe(each)}" for i, each in enumerate(arguments, 1)]
        given += [f"{name}=" for name in named]
        return f"it takes ({wanted}): {error}; given: {', '.join(given) or 'nothing'}"
    return ""
