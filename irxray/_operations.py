"""Operations of a lowered program: tags on them, and what reads what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from irxray._jax_private import ir
from irxray.hlo import untag_equations
from irxray.tags import Operation
from irxray.target import Target

# ... : tensor<4xf32> loc("op.17/jit(f)/eqn.3/add"(...))
LINE_TAG = re.compile(r'\bloc\("op\.(\d+)/')

# } do {      cond {      ^bb0(%arg1: tensor<f32>):
REGION_EDGE = re.compile(r"\}|\^|cond \{")

# jit(f)/eqn.3/jit(relu)/eqn.0/max
EQUATION_TAG = re.compile(r"\beqn\.(\d+)\b")

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
    return str(lowered._lowering.stablehlo().operation.get_asm())


def tag_operations(lowered: Any) -> tuple[Operation, ...]:
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
    text = module.operation.get_asm(enable_debug_info=True, use_local_scope=True)
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
    found: Sequence[tuple[Any, str]], heads: dict[int, int]
) -> tuple[Operation, ...]:
    dataflow = _Dataflow([operation for operation, _ in found])
    shown = cache(str)
    operations: list[Operation] = []
    for index, (operation, name) in enumerate(found):
        parent = dataflow.index_of.get(operation.parent) if operation.parent is not None else None
        line = heads.get(index) or (operations[parent].line if parent is not None else 1)
        is_function = operation.name == "func.func"
        function = operations[parent].function if parent is not None else ""
        operations.append(
            Operation(
                index,
                operation.name,
                line,
                index in heads,
                tuple(shown(each.type) for each in operation.results),
                *dataflow.reads(operation),
                tuple(int(each) for each in EQUATION_TAG.findall(name)),
                _callee(operation),
                _symbol(operation, "sym_name") if is_function else function,
            )
        )
    return tuple(operations)


class _Dataflow:
    """Which operations' results an operation reads, through calls and loops."""

    def __init__(self, operations: Sequence[Any]) -> None:
        self.index_of = {operation: index for index, operation in enumerate(operations)}
        self._calls: dict[str, list[Any]] = {}
        self._known: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for operation in operations:
            if operation.name in CALLEES:
                self._calls.setdefault(_callee(operation), []).append(operation)

    def reads(self, operation: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the operations and the program's arguments that ``operation`` reads."""
        found = [each for value in operation.operands for each in self._origins(value)]
        producers = dict.fromkeys(each for kind, each in found if kind == "operation")
        arguments = dict.fromkeys(each for kind, each in found if kind == "argument")
        return tuple(producers), tuple(arguments)

    def _origins(self, value: Any) -> Iterator[tuple[str, int]]:
        """Yield what makes ``value``: for a loop's value its initial one, for a function's
        argument whatever its callers pass."""
        owner = value.owner
        if not isinstance(owner, ir.Block):
            yield "operation", self.index_of[owner.operation]
            return
        holder = getattr(owner.owner, "operation", owner.owner)
        yield from self._argument_origins(holder, ir.BlockArgument(value).arg_number)

    def _argument_origins(self, holder: Any, number: int) -> list[tuple[str, int]]:
        key = (self.index_of[holder], number)
        if key not in self._known:
            callers = [holder]
            if holder.name == "func.func":
                callers = self._calls.get(_symbol(holder, "sym_name"), [])
            passed = [each.operands[number] for each in callers if number < len(each.operands)]
            found = dict.fromkeys(each for value in passed for each in self._origins(value))
            self._known[key] = list(found) if callers else [("argument", number)]
        return self._known[key]


CALLEES = {"func.call": "callee", "stablehlo.composite": "decomposition"}
"""Operations that stand for a function, and the attribute that names it."""


def _callee(operation: Any) -> str:
    return _symbol(operation, CALLEES[operation.name]) if operation.name in CALLEES else ""


def _symbol(operation: Any, attribute: str) -> str:
    if attribute not in operation.attributes:
        return ""
    return str(operation.attributes[attribute]).strip('@"')
