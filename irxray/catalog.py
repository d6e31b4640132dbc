"""What a jaxpr contains: every primitive by category, with the lines that show it.

The catalogue is read from the printed jaxpr and its items, so a stored capture gives the same one
as a live program. Two catalogues compare: what one has that the other has not, and where.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from irxray.layers import Item, Layer, LinkTable
from irxray.printed import PrintedEquation, read_printed


class Category(StrEnum):
    """What an equation is there for."""

    COMPUTE = "compute"
    BOOKKEEPING = "bookkeeping"
    """Moves, shapes or reads values; computes none."""
    CAST = "cast"
    REMAT = "remat"
    """Marks what is kept and what is computed again: ``remat2`` and ``name``."""
    SHARDING = "sharding"
    """Says how a value lies over a mesh."""
    COLLECTIVE = "collective"
    """Moves values between devices."""
    CONTROL = "control flow"
    DERIVATIVE = "custom derivative"
    CALL = "nested call"
    KERNEL = "kernel"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRIMITIVES: Mapping[Category, frozenset[str]] = {
    Category.BOOKKEEPING: _names(
        "broadcast_in_dim reshape transpose squeeze expand_dims slice dynamic_slice split"
        " dynamic_update_slice concatenate pad rev iota copy copy_p gather bitcast_convert_type"
        " device_put stop_gradient get swap random_wrap random_unwrap optimization_barrier"
        " pvary empty tie_in full"
    ),
    Category.CAST: _names("convert_element_type reduce_precision"),
    Category.REMAT: _names("remat2 remat checkpoint remat_opt name"),
    Category.SHARDING: _names("sharding_constraint reshard mesh_cast shard_map layout_constraint"),
    Category.COLLECTIVE: _names(
        "psum psum2 psum_invariant pmax pmin ppermute all_gather all_gather_invariant all_to_all"
        " reduce_scatter axis_index pbroadcast ragged_all_to_all"
    ),
    Category.CONTROL: _names("scan while cond"),
    Category.DERIVATIVE: _names(
        "custom_jvp_call custom_vjp_call custom_vjp_call_jaxpr custom_lin linear_solve"
        " custom_linear_solve custom_root run_state"
    ),
    Category.CALL: _names("jit pjit closed_call core_call core_closed_call call xla_call"),
    Category.KERNEL: _names(
        "pallas_call tpu_custom_call ffi_call custom_call triton_call mosaic_gpu_p"
    ),
}
"""Primitives of each category; any other one computes."""

# policy=<function nothing_saveable at 0xXXXXXXXXXXXX>
FUNCTION = re.compile(r"<function (?P<name>[\w.<>]+) at [^>]*>")

# spec=P('data', None)    spec=PartitionSpec('data', None)
SPEC = re.compile(r"spec=(?:P|PartitionSpec)(?P<axes>\([^()]*(?:\([^()]*\)[^()]*)*\))")


@dataclass(frozen=True, slots=True)
class Entry:
    """One equation of the catalogue."""

    item: int
    """Its number among the jaxpr's items, from 0."""
    primitive: str
    category: Category
    detail: str
    """What tells it from its like: ``f32 → bf16``, a spec, a name, a length; or empty."""
    line: int
    """1-based first line in the jaxpr."""
    end_line: int
    parent: int | None
    """Item in whose parameters it stands, or ``None`` at the top."""
    depth: int
    """How many equations stand around it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Equations of one primitive that say the same."""

    category: Category
    primitive: str
    detail: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """All equations of one jaxpr, in its order."""

    entries: tuple[Entry, ...]

    def counts(self) -> dict[Category, int]:
        """Return the number of equations in each category, zero included."""
        counted = Counter(each.category for each in self.entries)
        return {category: counted[category] for category in Category}

    def kinds(self) -> dict[Kind, tuple[Entry, ...]]:
        """Return the entries by kind; categories in their order, the most frequent kind first."""
        found: dict[Kind, list[Entry]] = {}
        for each in self.entries:
            found.setdefault(Kind(each.category, each.primitive, each.detail), []).append(each)
        order = list(Category)
        ranked = sorted(
            found.items(),
            key=lambda pair: (order.index(pair[0].category), -len(pair[1]), pair[1][0].line),
        )
        return {kind: tuple(entries) for kind, entries in ranked}


@dataclass(frozen=True, slots=True)
class Difference:
    """One kind of equation that two catalogues do not have equally often."""

    kind: Kind
    first: tuple[Entry, ...]
    """In the first catalogue."""
    second: tuple[Entry, ...]
    """In the second one."""


def catalog_table(table: LinkTable) -> Catalog:
    """Return the catalogue of a capture's jaxpr."""
    layer = table.layer(Layer.JAXPR)
    return catalog_jaxpr(layer.text, layer.items)


def catalog_jaxpr(text: str, items: Sequence[Item]) -> Catalog:
    """Return the catalogue of a printed jaxpr; ``items`` are its equations, named by primitive."""
    printed = read_printed(text, items)
    depths: dict[int, int] = {}
    entries = []
    for each in sorted(printed, key=lambda equation: equation.line):
        depths[each.item] = 0 if each.parent is None else depths.get(each.parent, 0) + 1
    for each in printed:
        category = category_of(each.primitive)
        entries.append(
            Entry(
                each.item,
                each.primitive,
                category,
                DETAILS[category](each),
                each.line,
                each.end_line,
                each.parent,
                depths[each.item],
            )
        )
    return Catalog(tuple(entries))


def compare_catalogs(first: Catalog, second: Catalog) -> tuple[Difference, ...]:
    """Return the kinds that are not equally frequent, in the order of the categories.

    Where a kind is only in one of the two, the entries of the other are empty.
    """
    ours, theirs = first.kinds(), second.kinds()
    order = list(Category)
    kinds = sorted({**ours, **theirs}, key=lambda kind: order.index(kind.category))
    return tuple(
        Difference(kind, ours.get(kind, ()), theirs.get(kind, ()))
        for kind in kinds
        if len(ours.get(kind, ())) != len(theirs.get(kind, ()))
    )


def category_of(primitive: str) -> Category:
    """Return the category of a primitive."""
    found = (category for category, names in PRIMITIVES.items() if primitive in names)
    return next(found, Category.COMPUTE)


# ------------------------------------------------------------------ details


def _nothing(_: PrintedEquation) -> str:
    return ""


def _cast(equation: PrintedEquation) -> str:
    if not (equation.inputs and equation.outputs):
        return ""
    before, after = equation.inputs[0], equation.outputs[0]
    return f"{before} → {after}" if before != after else f"{after}, weak type only"


def _remat(equation: PrintedEquation) -> str:
    if equation.primitive == "name":
        return equation.parameter("name")
    match = FUNCTION.search(equation.text)
    return f"policy {match['name']}" if match else ""


def _sharding(equation: PrintedEquation) -> str:
    match = SPEC.search(equation.text)
    return f"P{match['axes']}" if match else ""


def _collective(equation: PrintedEquation) -> str:
    return equation.parameter("axes") or equation.parameter("axis_name")


def _control(equation: PrintedEquation) -> str:
    length = equation.parameter("length")
    return f"length {length}" if length else ""


def _named(equation: PrintedEquation) -> str:
    name = equation.parameter("name") or equation.parameter("name_and_src_info")
    return "" if name == "None" else name


DETAILS: Mapping[Category, Callable[[PrintedEquation], str]] = {
    Category.COMPUTE: _nothing,
    Category.BOOKKEEPING: _nothing,
    Category.CAST: _cast,
    Category.REMAT: _remat,
    Category.SHARDING: _sharding,
    Category.COLLECTIVE: _collective,
    Category.CONTROL: _control,
    Category.DERIVATIVE: _named,
    Category.CALL: _named,
    Category.KERNEL: _named,
}
"""How the detail of each category's entries is read."""
