"""Operations of a lowered program: tags on them, and what MLIR says of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from irxray._jax_private import ir
from irxray.hlo import untag_equations
from irxray.operation_reads import SYMBOLS, BlockArgument, LoweredOperation
from irxray.target import Target

# ... : tensor<4xf32> loc("op.17/jit(f)/eqn.3/add"(...))
LINE_TAG = re.compile(r'\bloc\("op\.(\d+)/')

# } do {      cond {      ^bb0(%arg1: tensor<f32>):
REGION_EDGE = re.compile(r"\}|\^|cond \{")

EMPTY_MESH = "empty_mesh"
"""Name of the mesh that stands for a single chip."""


def lower(traced: Any, target: Target) -> Any:
    """Return jax's ``Lowered`` of ``traced`` for ``target``.

    Placing an argument on one chip that is not there leaves annotations that say nothing; they
    are taken out, so that every target's StableHLO is the same text.
    """
    lowered = traced.lower(lowering_platforms=(target.platform,))
    if target.topology:
        _drop_placement(lowered._lowering.stablehlo())
    return lowered


def _drop_placement(module: Any) -> None:
    operations = list(module.body.operations)
    for operation in operations:
        if operation.operation.name == "sdy.mesh" and _symbol(operation, "sym_name") == EMPTY_MESH:
            operation.operation.erase()
        elif operation.operation.name == "func.func" and "arg_attrs" in operation.attributes:
            with module.context:
                operation.attributes["arg_attrs"] = ir.ArrayAttr.get(
                    [_without_placement(each) for each in operation.attributes["arg_attrs"]]
                )


def _without_placement(attributes: Any) -> Any:
    kept = {
        each.name: each.attr
        for each in ir.DictAttr(attributes)
        if not (each.name == "sdy.sharding" and EMPTY_MESH in str(each.attr))
    }
    return ir.DictAttr.get(kept)


def stablehlo_text(lowered: Any) -> str:
    """Return the StableHLO module as it is printed, without locations."""
    # What jax lowered has been verified already, and that takes as long as printing.
    return str(lowered._lowering.stablehlo().operation.get_asm(assume_verified=True))


def tag_operations(lowered: Any) -> tuple[LoweredOperation, ...]:
    """Tag every operation of ``lowered`` in place with ``op.<n>/`` and return them in preorder."""
    module = lowered._lowering.stablehlo()
    found: list[Any] = []

    def visit(operation: Any) -> Any:
        operation = operation.operation
        location = operation.location
        operation.location = ir.Location.name(f"op.{len(found)}/", context=module.context)
        found.append((operation, location))
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    heads = _head_lines(module)
    named: list[tuple[Any, str]] = []
    for index, (operation, location) in enumerate(found):
        operation.location, name = _tagged_location(location, f"op.{index}/")
        named.append((operation, name))
    return _read_operations(named, heads)


def _tagged_location(location: Any, tag: str) -> tuple[Any, str]:
    """Return ``location`` with ``tag`` before its name, and the name it had, or an empty one."""
    name = location.name_str if isinstance(location, ir.NameLoc) else ""
    if name.endswith(":"):
        # This says what kind of operation it is ("jit:"), and the name stands within.
        inner, inner_name = _tagged_location(location.child_loc, tag)
        return ir.Location.name(name, childLoc=inner, context=location.context), inner_name
    # Names of equations have been of use; without them XLA names instructions as it would.
    fresh = tag + untag_equations(name)
    return ir.Location.name(fresh, childLoc=location, context=location.context), name


def _head_lines(module: Any) -> dict[int, int]:
    """Return the line of each printed operation's head, by operation.

    Locations are bare tags. One is printed where its operation *ends*; an operation that holds
    regions began on the last line above of the same indent that does not itself close a region.
    """
    text = module.operation.get_asm(
        enable_debug_info=True, use_local_scope=True, assume_verified=True
    )
    heads: dict[int, int] = {}
    opened: dict[int, int] = {}
    for line, shown in enumerate(text.splitlines(), 1):
        stripped = shown.lstrip()
        indent = len(shown) - len(stripped)
        if not REGION_EDGE.match(stripped):
            opened[indent] = line
        tags = LINE_TAG.findall(shown)
        if tags:
            heads[int(tags[-1])] = opened[indent]
    return heads


def _read_operations(
    found: Sequence[tuple[Any, str]], heads: Mapping[int, int]
) -> tuple[LoweredOperation, ...]:
    index_of = {operation: index for index, (operation, _) in enumerate(found)}
    shown = cache(str)

    def passed(value: Any) -> int | BlockArgument:
        owner = value.owner
        if not isinstance(owner, ir.Block):
            return index_of[owner.operation]
        holder = getattr(owner.owner, "operation", owner.owner)
        return BlockArgument(index_of[holder], ir.BlockArgument(value).arg_number)

    return tuple(
        LoweredOperation(
            operation.name,
            index_of.get(operation.parent) if operation.parent is not None else None,
            heads.get(index),
            name,
            tuple(shown(each.type) for each in operation.results),
            tuple(passed(each) for each in operation.operands),
            _symbol(operation, SYMBOLS[operation.name]) if operation.name in SYMBOLS else "",
        )
        for index, (operation, name) in enumerate(found)
    )


def _symbol(operation: Any, attribute: str) -> str:
    if attribute not in operation.attributes:
        return ""
    return str(operation.attributes[attribute]).strip('@"')
