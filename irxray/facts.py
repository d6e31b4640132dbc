"""What each item of a layer is called, and the shape and bytes of what it gives.

Shapes are written in one way for all layers, as HLO writes them without layout: ``bf16[128,64]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from irxray.errors import HloTextError
from irxray.hlo import HloModule
from irxray.layers import Item, Layer, LayerText
from irxray.shape import ArrayShape, Shape, array_leaves, parse_shape

# tensor<128x64xbf16>    tensor<f32>    tensor<?x4xi32>
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)([a-z]\w*)[^>]*>")

# e:bf16[128,128] f:f32[] = dot_general[
BINDER = re.compile(r"[a-z_]+:([a-z]\w*)\[([\d,]*)\]")

ELEMENT_TYPES: Mapping[str, str] = {
    "i1": "pred",
    "bool": "pred",
    **{f"i{bits}": f"s{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    **{f"ui{bits}": f"u{bits}" for bits in (2, 4, 8, 16, 32, 64)},
    "f8E4M3FN": "f8e4m3fn",
    "f8E5M2": "f8e5m2",
}
"""Element types as MLIR and jaxprs spell them, where HLO spells them otherwise."""

MANY_ARRAYS = 4
"""From this many arrays on, a tuple's shape is told by their number."""


@dataclass(frozen=True, slots=True)
class ItemFact:
    """One item, as a sentence needs it."""

    name: str
    """Expression, primitive, operation or opcode."""
    shape: str
    """Such as ``bf16[128,64]``; empty where the text does not say."""
    bytes: int | None
    """Bytes of the elements; ``None`` where the shape is unknown or has no fixed size."""


def item_facts(text: LayerText, module: HloModule) -> tuple[ItemFact, ...]:
    """Return a fact for each item of ``text``; ``module`` is the capture's optimized HLO."""
    if text.layer is Layer.SOURCE:
        return tuple(ItemFact(item.name, "", None) for item in text.items)
    if text.layer is Layer.HLO:
        shapes = {each.line: each.shape for each in module.instructions}
        return tuple(_fact(item, shapes.get(_line(item), "")) for item in text.items)
    lines = text.text.splitlines()
    read = jaxpr_shape if text.layer is Layer.JAXPR else stablehlo_shape
    return tuple(_fact(item, read(lines[_line(item) - 1])) for item in text.items)


def _line(item: Item) -> int:
    return item.spans[0].line if item.spans else 1


def jaxpr_shape(line: str) -> str:
    """Return the shape an equation's head binds: a tuple's where it binds several values."""
    head, equals, _ = line.partition(" = ")
    return _join([_array(*match.groups()) for match in BINDER.finditer(head)]) if equals else ""


def stablehlo_shape(line: str) -> str:
    """Return the shape an operation's printed type gives its result."""
    tail = line.rpartition("->")[2] if "->" in line else line.rpartition(" : ")[2]
    found = [(dims.rstrip("x").replace("x", ","), dtype) for dims, dtype in TENSOR.findall(tail)]
    # select and compare print the types of their operands; the last one is the result's.
    shown = found if "->" in line or " = stablehlo.while" in line else found[-1:]
    return _join([_array(dtype, dims) for dims, dtype in shown])


def _array(dtype: str, dims: str) -> str:
    return f"{ELEMENT_TYPES.get(dtype, dtype)}[{dims}]"


def _join(arrays: Sequence[str]) -> str:
    return arrays[0] if len(arrays) == 1 else f"({', '.join(arrays)})" if arrays else ""


def _fact(item: Item, shape: str) -> ItemFact:
    return ItemFact(item.name, *_measured(shape)) if shape else ItemFact(item.name, "", None)


@lru_cache(maxsize=65536)
def _measured(shape: str) -> tuple[str, int | None]:
    try:
        parsed = parse_shape(shape)
    except HloTextError:
        return shape, None
    leaves = [leaf for _, leaf in array_leaves(parsed)]
    return shape_text(parsed), sum(leaf.bytes for leaf in leaves)


def shape_text(shape: Shape) -> str:
    """Return ``shape`` without layouts; a tuple of many arrays as their number."""
    if isinstance(shape, ArrayShape):
        return shape.text
    arrays = [leaf.text for _, leaf in array_leaves(shape)]
    if len(arrays) >= MANY_ARRAYS:
        return f"({arrays[0]} and {len(arrays) - 1} more)"
    return f"({', '.join(arrays)})"
