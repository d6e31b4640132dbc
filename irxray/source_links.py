"""From source to jaxpr: which expression of the program's own text made an equation.

Read out of the stack frames that an equation keeps, which have columns.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from irxray.layers import Evidence, Item, Layer, LayerText, Link, Reason, Span
from irxray.tags import Equation, Frame


def link_source(source: str, equations: Sequence[Equation]) -> tuple[LayerText, list[Link]]:
    """Return the source layer and its links to ``equations``."""
    lines = source.splitlines()
    frames = sorted({_frame_key(frame) for equation in equations for frame in equation.frames})
    index_of = {frame: index for index, frame in enumerate(frames)}
    items = tuple(_source_item(frame, lines) for frame in frames)
    linked = {span.line for item in items for span in item.spans}
    links = [
        Link(index_of[key], equation.index, evidence)
        for equation in equations
        for key, evidence in source_frames(equations, equation)
    ]
    reasons = _source_reasons(source, linked)
    return LayerText(Layer.SOURCE, source, items, reasons), links


FrameKey = tuple[int, int, int, int]


def _frame_key(frame: Frame) -> FrameKey:
    return (frame.line, frame.column, frame.end_line, frame.end_column)


def source_frames(
    equations: Sequence[Equation], equation: Equation
) -> list[tuple[FrameKey, Evidence]]:
    """Return the source stretches of one equation, each with its evidence.

    The innermost frame is exact, its callers are call sites. An equation of library code that
    has no frame of its own is reached through the equations that enclose it, or once did.
    """
    if equation.frames:
        inner, *outer = (_frame_key(frame) for frame in equation.frames)
        return [(inner, Evidence.EXACT), *((each, Evidence.CALL_SITE) for each in outer)]
    return [
        (key, Evidence.CALL_SITE)
        for index in equation.enclosing or equation.moved_from
        for key, _ in source_frames(equations, equations[index])
    ]


def _source_item(frame: FrameKey, lines: Sequence[str]) -> Item:
    first, column, last, end_column = frame
    spans = []
    for number in range(first, last + 1):
        text = lines[number - 1]
        # Python counts columns in UTF-8 bytes; spans count characters.
        start = _characters(text, column) if number == first else len(text) - len(text.lstrip())
        end = _characters(text, end_column) if number == last else len(text.rstrip())
        spans.append(Span(number, start, end))
    name = " ".join(lines[span.line - 1][span.start : span.end] for span in spans)
    return Item(name, tuple(spans))


def _characters(text: str, byte_column: int) -> int:
    return len(text.encode()[:byte_column].decode(errors="ignore"))


def _source_reasons(source: str, linked: set[int]) -> tuple[tuple[int, Reason], ...]:
    reasons = dict.fromkeys(range(1, len(source.splitlines()) + 1), Reason.STRUCTURE)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            reason = _statement_reason(node)
            last = node.end_lineno or node.lineno
            if hasattr(node, "body"):
                last = node.lineno
            reasons.update(dict.fromkeys(range(node.lineno, last + 1), reason))
    return tuple((line, reason) for line, reason in sorted(reasons.items()) if line not in linked)


def _statement_reason(node: ast.stmt) -> Reason:
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom() | ast.Pass():
            return Reason.STRUCTURE
        case ast.Expr(value=ast.Constant()):
            return Reason.STRUCTURE
        case ast.Assign(value=ast.Constant()) | ast.AnnAssign(value=ast.Constant()):
            return Reason.CONSTANT
    return Reason.TRACE
