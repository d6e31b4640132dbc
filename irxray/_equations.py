"""Equations of a traced program: where the printed jaxpr shows them, and tags on them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from jax.extend.core import ClosedJaxpr, Jaxpr

from irxray._jax import INSTALLED
from irxray._jax_private import source_info_util
from irxray.layers import Span
from irxray.program import SOURCE_FILE
from irxray.tags import Equation, Frame, LibraryFrame


def jaxpr_text(traced: Any) -> str:
    """Return the jaxpr as it is printed, one trailing newline added."""
    return str(traced.jaxpr.pretty_print(use_color=False)) + "\n"


JAXPRS = (Jaxpr, ClosedJaxpr)


class _Rebuilder:
    """Rebuilds a jaxpr with every equation's source info replaced.

    Sharing is kept by object identity (of a ``ClosedJaxpr`` wrapper too, as jax 0.10 has it): a
    shared sub-jaxpr is rebuilt once, so it is printed once and lowered once.
    """

    def __init__(self, tag: Callable[[Any, int], Any]) -> None:
        self.tag = tag
        """Gives the new source info of ``(equation, index)``."""
        self.equations: list[Any] = []
        """The original equations in preorder."""
        self.enclosing: list[list[int]] = []
        """For each equation, the equations whose sub-jaxpr holds it directly."""
        self.apart: list[Any] = []
        """Rebuilt jaxprs that are printed apart, as text in the middle of a parameter."""
        self._rebuilt: dict[int, tuple[Any, list[int]]] = {}

    def jaxpr(self, jaxpr: Any, holder: int | None = None) -> Any:
        """Return ``jaxpr`` rebuilt; ``holder`` is the equation whose parameter it is."""
        if id(jaxpr) not in self._rebuilt:
            members: list[int] = []
            self._rebuilt[id(jaxpr)] = (self._fresh(jaxpr, members), members)
        rebuilt, members = self._rebuilt[id(jaxpr)]
        if holder is not None:
            for index in members:
                self.enclosing[index].append(holder)
        return rebuilt

    def _fresh(self, jaxpr: Any, members: list[int]) -> Any:
        inner = getattr(jaxpr, "jaxpr", jaxpr)
        if inner is not jaxpr:
            rebuilt = self.jaxpr(inner)
            members.extend(self._rebuilt[id(inner)][1])
            return jaxpr.replace(jaxpr=rebuilt)
        return jaxpr.replace(eqns=[self._equation(each, members) for each in jaxpr.eqns])

    def _equation(self, equation: Any, members: list[int]) -> Any:
        index = len(self.equations)
        members.append(index)
        self.equations.append(equation)
        self.enclosing.append([])
        params = {name: self._param(value, index) for name, value in equation.params.items()}
        return equation.replace(params=params, source_info=self.tag(equation, index))

    def _param(self, value: Any, holder: int) -> Any:
        if isinstance(value, JAXPRS):
            return self.jaxpr(value, holder)
        if type(value) in (tuple, list):
            return type(value)(self._param(each, holder) for each in value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            # custom_linear_solve keeps its four jaxprs in a named tuple.
            found = [self._param(each, holder) for each in value]
            self.apart += [each for each in found if isinstance(each, JAXPRS)]
            return type(value)(*found)
        return value


@dataclass(frozen=True, slots=True)
class _PrintTag:
    """Stands in for a traceback so that the printer reports which equation a span shows."""

    index: int


def read_equations(traced: Any) -> tuple[str, tuple[Equation, ...]]:
    """Return the printed jaxpr and its equations, each with the spans that show it."""

    def tag(equation: Any, index: int) -> Any:
        return source_info_util.SourceInfo(_PrintTag(index), equation.source_info.name_stack)

    rebuilder = _Rebuilder(tag)
    tagged = rebuilder.jaxpr(traced.jaxpr)
    text, spans = _print_with_spans(tagged)
    for jaxpr in rebuilder.apart:
        for index, moved in _spans_apart(text, *_print_with_spans(jaxpr)):
            spans.setdefault(index, []).append(moved)
    # Many equations share a traceback, and most read what another wrote.
    frames = cache(_read_traceback)
    shown = cache(_show_value)
    found = [
        Equation(
            index,
            equation.primitive.name,
            tuple(rebuilder.enclosing[index]),
            frames(equation.source_info.traceback)[0],
            tuple(spans.get(index, ())),
            tuple(shown(each.aval) for each in equation.invars),
            tuple(shown(each.aval) for each in equation.outvars),
            frames(equation.source_info.traceback)[1],
        )
        for index, equation in enumerate(rebuilder.equations)
    ]
    return text + "\n", _find_moved(found)


def _find_moved(equations: Sequence[Equation]) -> tuple[Equation, ...]:
    """Return the equations, those that were moved out of a body marked with where it is.

    A loop's body is traced by itself, and tracebacks of its equations end where that began: an
    equation that ends at the same function as those of a body was once among them.
    """
    holders: dict[tuple[str, str], dict[int, None]] = {}
    for each in equations:
        if not each.frames and each.library and each.enclosing:
            holders.setdefault(_trace_root(each), {}).update(dict.fromkeys(each.enclosing))
    return tuple(
        replace(each, moved_from=tuple(holders.get(_trace_root(each), ())))
        if not each.frames and each.library and not each.enclosing
        else each
        for each in equations
    )


def _trace_root(equation: Equation) -> tuple[str, str]:
    return equation.library[-1].file, equation.library[-1].function


def _show_value(value: Any) -> str:
    return str(value.str_short(short_dtypes=True))


def _spans_apart(text: str, part: str, spans: dict[int, list[Span]]) -> Iterator[tuple[int, Span]]:
    """Yield the spans of ``part`` as they stand in ``text``, wherever it occurs there."""
    at = text.find(part)
    while at >= 0:
        lines = text.count("\n", 0, at)
        indent = at - (text.rfind("\n", 0, at) + 1)
        for index, found in spans.items():
            for each in found:
                shift = indent if each.line == 1 else 0
                yield index, Span(each.line + lines, each.start + shift, each.end + shift)
        at = text.find(part, at + 1)


def _print_with_spans(jaxpr: Any) -> tuple[str, dict[int, list[Span]]]:
    """Return the printed jaxpr and where it shows each equation."""
    source_map: list[list[tuple[int, int, Any]]] = []
    text = jaxpr.pretty_print(use_color=False, source_map=source_map)
    spans: dict[int, list[Span]] = {}
    for line, (shown, marks) in enumerate(zip(text.splitlines(), source_map, strict=False), 1):
        for start, end, tag in marks:
            if not isinstance(tag, _PrintTag):
                continue  # A jaxpr inside a parameter of an unknown kind: printed, not rebuilt.
            indent = len(shown) - len(shown.lstrip())
            if end > max(start, indent):
                spans.setdefault(tag.index, []).append(Span(line, max(start, indent), end))
    return text, spans


def _read_traceback(traceback: Any) -> tuple[tuple[Frame, ...], tuple[LibraryFrame, ...]]:
    """Return the program's own frames, and those of installed code that they call."""
    frames = list(source_info_util.user_frames(traceback))
    own = [frame for frame in frames if frame.file_name == SOURCE_FILE]
    called = frames[: frames.index(own[0])] if own else frames
    return (
        tuple(
            Frame(frame.start_line, frame.start_column, frame.end_line, frame.end_column)
            for frame in own
        ),
        tuple(
            LibraryFrame(INSTALLED.sub("", frame.file_name), frame.function_name, frame.start_line)
            for frame in called
        ),
    )


def tag_equations(traced: Any) -> Any:
    """Return ``traced`` with ``eqn.<i>`` pushed on the name stack of every equation."""

    def tag(equation: Any, index: int) -> Any:
        info = equation.source_info
        return info.replace(name_stack=info.name_stack.extend(f"eqn.{index}"))

    tagged = copy.copy(traced)
    tagged._params = dict(traced._params, jaxpr=_Rebuilder(tag).jaxpr(traced.jaxpr))
    tagged._lojax = None
    return tagged
