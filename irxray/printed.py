"""Equations as a jaxpr prints them: extent, own text, parameters, operands and types.

equation ::= binder {binder} "=" primitive ["[" {parameter} "]"] {operand}
binder   ::= name ":" type
parameter::= name "=" value           -- a value may be a whole jaxpr, "{ lambda ... }"
type     ::= dtype "[" sizes "]" | "Ref" ... "{" type "}" | ...
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from irxray.layers import Item

# e:bf16[128,128]    0.0:f32[]
TYPED = re.compile(r"(?P<name>[\w.+\-]+):(?P<type>[a-z]\w*)\[")

#  = dot_general[    = sub e g    <- d[...]
HEAD = re.compile(r"(?:=|<-) *(?P<rest>.*)", re.DOTALL)

# new_dtype=float32    sharding=NamedSharding(mesh=Mesh('d': 2), spec=P('d', 'm'))    axes=(1,)
PARAMETER = r"(?<![\w.]){name}="

NESTED = "{ lambda"


@dataclass(frozen=True, slots=True)
class PrintedEquation:
    """One equation of a printed jaxpr."""

    item: int
    """Its number among the items of the layer, from 0."""
    primitive: str
    line: int
    """1-based first line."""
    end_line: int
    parent: int | None
    """Item in whose parameters it stands, or ``None``."""
    text: str
    """Its own text on one line, jaxprs in its parameters left out."""
    inputs: tuple[str, ...]
    """Dtypes of its operands, where they can be told."""
    outputs: tuple[str, ...]
    """Dtypes of what it binds."""

    def parameter(self, name: str) -> str:
        """Return the printed value of parameter ``name``, or an empty string."""
        match = re.search(PARAMETER.format(name=re.escape(name)), self.text)
        return _value(self.text, match.end()) if match else ""


def read_printed(text: str, items: Sequence[Item]) -> tuple[PrintedEquation, ...]:
    """Return the equations of a jaxpr's text; ``items`` say where each stands."""
    starts = _line_starts(text)
    extents = [_extent(item, starts) for item in items]
    parents = _parents(extents)
    types = [(m.start(), m["name"], m["type"]) for m in TYPED.finditer(text)]
    return tuple(
        _equation(index, item, text, extents[index], parents[index], types)
        for index, item in enumerate(items)
    )


Extent = tuple[int, int]
"""First and last offset in the text, half-open."""

Types = Sequence[tuple[int, str, str]]
"""``(offset, name, dtype)`` of everything typed in the text, in order."""


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _extent(item: Item, starts: Sequence[int]) -> Extent:
    if not item.spans:
        return (0, 0)
    first, last = item.spans[0], item.spans[-1]
    return starts[first.line - 1] + first.start, starts[last.line - 1] + last.end


def _parents(extents: Sequence[Extent]) -> list[int | None]:
    """Return for each extent the smallest one that holds it."""
    parents: list[int | None] = [None] * len(extents)
    around: list[int] = []
    for index in sorted(range(len(extents)), key=lambda i: (extents[i][0], -extents[i][1])):
        while around and extents[around[-1]][1] <= extents[index][0]:
            around.pop()
        parents[index] = around[-1] if around else None
        around.append(index)
    return parents


def _equation(
    index: int, item: Item, text: str, extent: Extent, parent: int | None, types: Types
) -> PrintedEquation:
    own = _without_nested(text[slice(*extent)])
    left, _, right = own.partition("=" if "<-" not in own.partition("=")[0] else "<-")
    line = item.spans[0].line if item.spans else 0
    return PrintedEquation(
        index,
        item.name,
        line,
        item.spans[-1].line if item.spans else 0,
        parent,
        own,
        tuple(_operand_types(right, extent[0], types)),
        tuple(match["type"] for match in TYPED.finditer(left)),
    )


def _without_nested(text: str) -> str:
    """Return ``text`` on one line, with each jaxpr in it left out."""
    kept, at = [], 0
    while (found := text.find(NESTED, at)) >= 0:
        kept.append(text[at:found])
        at = _closing(text, found)
    return " ".join((" ".join(kept) + text[at:]).split())


def _closing(text: str, opening: int) -> int:
    """Return the offset after the brace that closes the one at ``opening``."""
    depth = 0
    for offset in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[offset], 0)
        if not depth:
            return offset + 1
    return len(text)


def _operand_types(right: str, before: int, types: Types) -> list[str]:
    """Return the dtypes of the operands in ``primitive[parameters] operands``."""
    operands = _after_parameters(right).split()
    end = bisect_right(types, before, key=lambda each: each[0])
    found = []
    for operand in operands:
        if literal := TYPED.match(operand):
            found.append(literal["type"])
            continue
        known = next((t for _, name, t in reversed(types[:end]) if name == operand), None)
        found += [known] if known else []
    return found


def _after_parameters(right: str) -> str:
    right = right.strip()
    name = re.match(r"[\w\-]+", right)
    rest = right[name.end() :] if name else right
    return rest[len(_value(rest, 0)) :] if rest.startswith("[") else rest


def _value(text: str, start: int) -> str:
    """Return the value that begins at ``start``: up to the next blank outside of brackets."""
    depth = 0
    for offset in range(start, len(text)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[offset], 0)
        if depth < 0 or (not depth and text[offset] in " ,"):
            return text[start:offset]
        if not depth and text[offset] in ")]}":
            return text[start : offset + 1]
    return text[start:]
