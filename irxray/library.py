"""Where in installed code equations come from, kept beside the links to the program's own source.

A program that drives a library has one line for a hundred equations; their frames below that line
say which lines of the library made each. Only names and numbers are kept, not the library's text:

    frames      file, function, line                  ["flax/nnx/nn/linear.py", "Linear", 9]
    stacks      frames of one stack, innermost first  [4, 1, 0]
    equations   the stack of each equation            [0, 0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irxray.tags import Equation, LibraryFrame

Library = tuple[tuple[LibraryFrame, ...], ...]
"""For each equation its frames in installed code, innermost first."""


def equation_library(equations: Sequence[Equation]) -> Library:
    """Return the frames of all equations; ``()`` where none has any."""
    found = tuple(each.library for each in equations)
    return found if any(found) else ()


def library_document(library: Library) -> dict[str, list[Any]]:
    """Return ``library`` ready for JSON, each frame and each stack once."""
    frames: dict[LibraryFrame, int] = {}
    stacks: dict[tuple[int, ...], int] = {}
    equations = []
    for stack in library:
        numbers = tuple(frames.setdefault(frame, len(frames)) for frame in stack)
        equations.append(stacks.setdefault(numbers, len(stacks)))
    return {
        "frames": [[each.file, each.function, each.line] for each in frames],
        "stacks": [list(each) for each in stacks],
        "equations": equations,
    }


def read_library(document: Mapping[str, Sequence[Any]]) -> Library:
    """Return what :func:`library_document` was made from; ``()`` for an empty one."""
    if not document:
        return ()
    frames = [LibraryFrame(*each) for each in document["frames"]]
    stacks = [tuple(frames[number] for number in each) for each in document["stacks"]]
    return tuple(stacks[number] for number in document["equations"])
