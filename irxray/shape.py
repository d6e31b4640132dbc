"""Printed HLO shapes, their layouts, and the bytes they take.

    shape    ::= array | "(" [shape ("," shape)*] ")"
    array    ::= dtype "[" [bound ("," bound)*] "]" ["{" layout "}"]
    bound    ::= ["<="] integer
    layout   ::= [integer ("," integer)*] [":" property*]
    property ::= "T" ("(" integer ("," integer)* ")")+      tiles, outermost first
               | "L" "(" integer ")"                         tail padding, in elements
               | "E" "(" integer ")"                         element size, in bits
               | "S" "(" integer ")"                         memory space
               | ("D" | "M" | "SC") "(" text ")"             says nothing of the size

A comment such as ``/*index=5*/`` may stand before any element of a tuple. The order in which
XLA prints the properties, and the rule that only the first tile pads, are those of
``xla/layout.cc`` and ``ShapeUtil::ArraySize`` in ``xla/shape_util.cc``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import prod

from irxray.errors import HloTextError

# bf16[8192,128]{1,0:T(8,128)(2,1)S(1)}    u32[]{:S(2)}    f32[<=8,4]    token[]
ARRAY = re.compile(r"(?P<dtype>[a-z]\w*)\[(?P<dims>[^\]]*)\](?:\{(?P<layout>[^{}]*)\})?")

# 8192    <=8
BOUND = re.compile(r"(?:<=)?(\d+)$")

# T(8,128)(2,1)    S(1)    E(4)
PROPERTY = re.compile(r"(?P<name>[A-Z]+|[#*])(?P<groups>(?:\([^()]*\))+)")
GROUP = re.compile(r"\(([^()]*)\)")

# bf16    s4    u8    c64    f8e4m3fn    f4e2m1fn
NUMBER_TYPE = re.compile(r"(?:bf|[sufc])(\d+)(?:e\d+m\d+\w*)?$")
OTHER_TYPES = {"pred": 8, "token": 0, "opaque": 0}

SIZELESS_PROPERTIES = frozenset({"D", "M", "SC"})

# /*index=5*/f32[2]
SEPARATOR = re.compile(r"\s*(?:/\*.*?\*/)?\s*")


@dataclass(frozen=True)
class ArrayShape:
    """One array: what it holds and how it lies in memory."""

    dtype: str
    """Such as ``bf16``."""
    dims: tuple[int, ...]
    """Sizes, in the order of the axes; the upper bound of a dynamic one."""
    minor_to_major: tuple[int, ...]
    """Axes, the fastest-varying first."""
    tiles: tuple[tuple[int, ...], ...]
    """Tile sizes, outermost tiling first; empty where memory is linear."""
    memory_space: int
    """The number in ``S(n)``; 0, the default, is never printed."""
    element_bits: int
    """The number in ``E(n)``: bits of a packed element; 0 where it is not printed."""
    tail_alignment: int
    """The number in ``L(n)``: elements are padded to a multiple of it; 1 by default."""

    @property
    def text(self) -> str:
        """Return the shape without its layout, such as ``bf16[8192,8192]``."""
        return f"{self.dtype}[{','.join(map(str, self.dims))}]"

    @cached_property
    def bytes(self) -> int:
        """Return the bytes of the elements alone."""
        return self._bytes_of(prod(self.dims))

    @cached_property
    def padded_bytes(self) -> int:
        """Return the bytes it takes in memory, padding of the first tile included."""
        if not self.tiles or not self.bits:
            return self.bytes
        tile = self.tiles[0]
        physical = [self.dims[axis] for axis in reversed(self.minor_to_major)]
        physical = [1] * (len(tile) - len(physical)) + physical
        outer, inner = physical[: -len(tile)], physical[-len(tile) :]
        elements = prod(outer) * prod(_round_up(d, t) for d, t in zip(inner, tile, strict=True))
        return self._bytes_of(_round_up(elements, self.tail_alignment))

    @property
    def bits(self) -> int:
        """Return the bits of one element by its type: 8 for ``pred``, 4 for ``s4``."""
        return _type_bits(self.dtype)

    def _bytes_of(self, elements: int) -> int:
        """A type below a byte takes a byte, unless the layout says that it is packed."""
        if self.element_bits:
            return -(-elements * self.element_bits // 8)
        return elements * (-(-self.bits // 8))


@dataclass(frozen=True, slots=True)
class TupleShape:
    """Several shapes in one value."""

    elements: tuple[Shape, ...]


Shape = ArrayShape | TupleShape

Path = tuple[int, ...]
"""Where an array stands in a nested tuple; ``()`` is the value itself."""


def parse_shape(text: str, line: int = 1, column: int = 0) -> Shape:
    """Return the shape that ``text`` prints.

    ``line`` (1-based) and ``column`` (0-based) are where it stands: an ``HloTextError`` names
    the place where it cannot be read.
    """
    try:
        return _parse_all(text)
    except _Unreadable as error:
        raise HloTextError(error.message, line, column + error.offset) from None


def array_leaves(shape: Shape) -> Iterator[tuple[Path, ArrayShape]]:
    """Yield every array in ``shape`` with its path, in order."""
    if isinstance(shape, ArrayShape):
        yield (), shape
        return
    for index, element in enumerate(shape.elements):
        for path, leaf in array_leaves(element):
            yield (index, *path), leaf


class _Unreadable(Exception):
    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


@lru_cache(maxsize=4096)
def _parse_all(text: str) -> Shape:
    shape, end = _parse(text, 0)
    if text[end:].strip():
        raise _Unreadable(f"the shape ends here, but {text[end:].strip()!r} follows", end)
    return shape


def _parse(text: str, start: int) -> tuple[Shape, int]:
    if text.startswith("(", start):
        return _parse_tuple(text, start)
    match = ARRAY.match(text, start)
    if not match:
        found = text[start : start + 12] or "the end"
        raise _Unreadable(f"expects a shape such as 'f32[2,8]{{1,0}}', found {found!r}", start)
    return _array(match), match.end()


def _parse_tuple(text: str, start: int) -> tuple[TupleShape, int]:
    elements: list[Shape] = []
    position = _skip(text, start + 1)
    while not text.startswith(")", position):
        element, position = _parse(text, position)
        elements.append(element)
        position = _skip(text, position)
        if text.startswith(",", position):
            position = _skip(text, position + 1)
        elif not text.startswith(")", position):
            raise _Unreadable("expects ',' or ')' in a tuple", position)
    return TupleShape(tuple(elements)), position + 1


def _skip(text: str, start: int) -> int:
    match = SEPARATOR.match(text, start)
    return match.end() if match else start


def _array(match: re.Match[str]) -> ArrayShape:
    dtype = match["dtype"]
    if not NUMBER_TYPE.match(dtype) and dtype not in OTHER_TYPES:
        raise _Unreadable(f"knows no element type '{dtype}'", match.start("dtype"))
    dims = tuple(_integers(match["dims"], match.start("dims")))
    order, _, properties = (match["layout"] or "").partition(":")
    axes = tuple(_integers(order, match.start("layout")))
    if not axes:
        axes = tuple(reversed(range(len(dims))))
    if sorted(axes) != list(range(len(dims))):
        raise _Unreadable(
            f"the layout orders {len(axes)} axes of {len(dims)}", match.start("layout")
        )
    values = _properties(properties, match.start("layout") + len(order) + 1)
    single = {name: groups[0][0] for name, groups in values.items() if name in "LES"}
    return ArrayShape(
        dtype,
        dims,
        axes,
        values.get("T", ()),
        single.get("S", 0),
        single.get("E", 0),
        single.get("L", 1),
    )


def _properties(text: str, offset: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the numbers of each property; those that say nothing of the size are left out."""
    found: dict[str, tuple[tuple[int, ...], ...]] = {}
    position = 0
    while position < len(text):
        match = PROPERTY.match(text, position)
        if not match or match["name"] not in {"T", "L", "E", "S", *SIZELESS_PROPERTIES}:
            raise _Unreadable(f"knows no layout property {text[position:]!r}", offset + position)
        if match["name"] not in SIZELESS_PROPERTIES:
            found[match["name"]] = tuple(
                tuple(_integers(group[1], offset + group.start(1), least=1))
                for group in GROUP.finditer(text, match.start("groups"), match.end())
            )
        position = match.end()
    return found


def _integers(text: str, offset: int, least: int = 0) -> Iterator[int]:
    if not text and not least:
        return
    for part in text.split(","):
        match = BOUND.match(part)
        if not match:
            raise _Unreadable(f"expects a number, found {part!r}", offset)
        yield int(match[1])
        offset += len(part) + 1


@cache
def _type_bits(dtype: str) -> int:
    match = NUMBER_TYPE.match(dtype)
    return int(match[1]) if match else OTHER_TYPES[dtype]


def _round_up(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple
