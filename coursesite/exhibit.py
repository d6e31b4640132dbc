"""Exhibits: a function out of a notebook, captured, ready to be shown.

A capture on disk is reused while it is current; else it is made anew, in a process of its own,
and written back. This is the only place where a build runs code of a notebook, and it runs just
the named function and what that reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coursesite.content_schema import Exhibit
from coursesite.errors import ExhibitError, Where
from coursesite.notebook import Notebook
from irxray.capture import Capture, capture_program
from irxray.coverage import capture_stats
from irxray.errors import XrayError
from irxray.layers import Layer
from irxray.program import Program, slice_program
from irxray.store import read_current, write_capture
from irxray.target import find_target

CAPTURES = Path("bench", "captures")


@dataclass(frozen=True, slots=True)
class CapturedExhibit:
    """One exhibit with its captures."""

    exhibit: Exhibit
    program: Program
    captures: tuple[Capture, ...]
    """One for each target, in the order in which the exhibit names them."""
    made: tuple[str, ...]
    """Targets that were captured in this build; the others were reused."""


def read_program(exhibit: Exhibit, notebook: Notebook, where: Where) -> Program:
    """Return the program an exhibit names.

    ``where`` is the exhibit's place in its stage. Raises :class:`ExhibitError` when the notebook
    has no such function, a cell cannot be parsed, or an argument cannot be read.
    """
    sources = [cell.source for cell in notebook.cells if cell.kind == "code"]
    try:
        return slice_program(sources, exhibit.function, exhibit.arguments, exhibit.id)
    except XrayError as error:
        message = f"exhibit '{exhibit.id}' cannot be taken from {exhibit.notebook}: {error}"
        hint = "correct function or arguments here, or the notebook"
        raise ExhibitError(message, where, quote=exhibit.function, hint=hint) from None


def capture_exhibit(
    exhibit: Exhibit,
    program: Program,
    root: Path,
    where: Where,
    say: Callable[[str], None],
) -> CapturedExhibit:
    """Return the exhibit's captures, reused where current.

    ``say`` is told of each capture that has to be made. Raises :class:`ExhibitError` when a
    target is unknown or the program cannot be captured.
    """
    captures, made = [], []
    for name in exhibit.targets:
        folder = root / CAPTURES / exhibit.id / name
        capture = read_current(folder, program, name)
        if capture is None:
            say(f"capturing {exhibit.function} for {name}")
            capture = _make(exhibit, program, name, where)
            write_capture(capture, folder)
            made.append(name)
        captures.append(capture)
    return CapturedExhibit(exhibit, program, tuple(captures), tuple(made))


def _make(exhibit: Exhibit, program: Program, target: str, where: Where) -> Capture:
    try:
        return capture_program(program, find_target(target))
    except XrayError as error:
        message = f"exhibit '{exhibit.id}' cannot be captured for '{target}'"
        raise ExhibitError(
            message, where, quote=str(error), hint="mend it and build again"
        ) from None


def exhibit_values(captured: Sequence[CapturedExhibit]) -> dict[str, Mapping[str, object]]:
    """Return what prose can name of each exhibit, as ``ex05.equations`` for ``ex-05``."""
    return {each.exhibit.id.replace("-", ""): _values(each.captures[0]) for each in captured}


def _values(capture: Capture) -> dict[str, object]:
    layers = capture_stats(capture)["layers"]
    hlo = capture.table.layer(Layer.HLO)
    return {
        "function": capture.program.function,
        "arguments": ", ".join(capture.program.arguments),
        "jax": capture.version("jax"),
        "equations": len(capture.table.layer(Layer.JAXPR).items),
        "operations": layers["stablehlo"]["items"],
        "instructions": layers["hlo"]["items"],
        "fusions": sum(item.name == "fusion" for item in hlo.items),
        "source_lines": layers["source"]["items"],
    }
