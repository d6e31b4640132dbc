"""The one module that touches private JAX: tracing, tagging, lowering, compiling, HLO parsing.

Works with jax 0.10 to 0.12. Everything that leaves this module is a plain value of ours, except
the opaque stages (``Traced``, ``Lowered``, ``Compiled``) that are handed straight back in.

The tags, as :mod:`irxray.link` reads them:

* ``Equation.index`` counts the equations of a jaxpr in preorder, shared sub-jaxprs once;
* ``eqn.<i>`` is pushed on the name stack of equation ``i`` before lowering;
* ``op.<n>/`` is put before the location name of StableHLO operation ``n`` before compiling.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jax
import jaxlib
import numpy as np
from jax._src import source_info_util
from jax._src.lib.mlir import ir
from jaxlib import _hlo

from irxray.errors import HloTextError
from irxray.gpu import target_config
from irxray.layers import Span
from irxray.program import SOURCE_FILE, Argument
from irxray.tags import Equation, Frame, Operation, ParsedInstruction
from irxray.target import Target

# loc("jit(f)/eqn.2/dot_general"(callsite("f"("source.py":5:8 to :15) at ...)))
LOCATION_NAME = re.compile(r'^loc\("((?:[^"\\]|\\.)*)"(?:\(|\))')

# ... : tensor<4xf32> loc("op.17/jit(f)/eqn.3/add"(...))
LINE_TAG = re.compile(r'\bloc\("op\.(\d+)/')

# } do {      cond {      ^bb0(%arg1: tensor<f32>):
REGION_EDGE = re.compile(r"\}|\^|cond \{")

# jit(f)/eqn.3/jit(relu)/eqn.0/max
EQUATION_TAG = re.compile(r"\beqn\.(\d+)\b")


def versions(target: Target) -> dict[str, str]:
    """Return the versions of what compiles for ``target`` in this process."""
    found = {"jax": jax.__version__, "jaxlib": jaxlib.__version__}
    for package in {"tpu": ("libtpu",), "cuda": ("jax-cuda12-plugin",)}.get(target.platform, ()):
        found[package] = version(package)
    return found


def hide_own_frames() -> None:
    """Keep frames of this package and of the interpreter's start-up out of all locations."""
    source_info_util.register_exclusion(str(Path(__file__).parent) + "/")
    source_info_util.register_exclusion("<frozen ")
    jax.config.update("jax_enable_compilation_cache", False)


def device_sharding(target: Target) -> Any:
    """Return the placement on one chip of ``target``; ``None`` for the machine itself.

    The chip need not be there: its topology comes from the compiler alone.
    """
    if not target.topology:
        return None
    from jax.experimental import topologies

    if target.platform == "cuda":
        topology = topologies.get_topology_desc(
            target.topology,
            "cuda",
            target_config=target_config(target.topology),
            topology="1x1x1",
        )
    else:
        topology = topologies.get_topology_desc(target.topology, "tpu")
    return jax.sharding.SingleDeviceSharding(topology.devices[0])


def abstract(argument: Argument, sharding: Any = None) -> jax.ShapeDtypeStruct:
    """Return the abstract array of one argument, placed by ``sharding`` where there is one."""
    dtype = np.dtype(jax.numpy.dtype(argument.dtype))
    return jax.ShapeDtypeStruct(argument.shape, dtype, sharding=sharding)


def trace(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Return jax's ``Traced`` of ``function`` on abstract ``arguments``."""
    return jax.jit(function).trace(*arguments)


def jaxpr_text(traced: Any) -> str:
    """Return the jaxpr as it is printed, one trailing newline added."""
    return str(traced.jaxpr.pretty_print(use_color=False)) + "\n"


# ---------------------------------------------------------------- equations


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
        if hasattr(value, "eqns") and hasattr(value, "replace"):
            return self.jaxpr(value, holder)
        if type(value) in (tuple, list):
            return type(value)(self._param(each, holder) for each in value)
        return value


EMPTY_MESH = "empty_mesh"
"""Name of the mesh that stands for a single chip."""


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
    source_map: list[list[tuple[int, int, _PrintTag]]] = []
    text = tagged.pretty_print(use_color=False, source_map=source_map) + "\n"
    spans = _spans_by_equation(text, source_map)
    return text, tuple(
        Equation(
            index,
            equation.primitive.name,
            tuple(rebuilder.enclosing[index]),
            tuple(_program_frames(equation.source_info.traceback)),
            tuple(spans.get(index, ())),
            tuple(each.aval.str_short(short_dtypes=True) for each in equation.invars),
            tuple(each.aval.str_short(short_dtypes=True) for each in equation.outvars),
        )
        for index, equation in enumerate(rebuilder.equations)
    )


def _spans_by_equation(
    text: str, source_map: list[list[tuple[int, int, _PrintTag]]]
) -> dict[int, list[Span]]:
    spans: dict[int, list[Span]] = {}
    for line, (shown, marks) in enumerate(zip(text.splitlines(), source_map, strict=False), 1):
        for start, end, tag in marks:
            indent = len(shown) - len(shown.lstrip())
            if end > max(start, indent):
                spans.setdefault(tag.index, []).append(Span(line, max(start, indent), end))
    return spans


def _program_frames(traceback: Any) -> Iterator[Frame]:
    for frame in source_info_util.user_frames(traceback):
        if frame.file_name == SOURCE_FILE:
            yield Frame(frame.start_line, frame.start_column, frame.end_line, frame.end_column)


def tag_equations(traced: Any) -> Any:
    """Return ``traced`` with ``eqn.<i>`` pushed on the name stack of every equation."""

    def tag(equation: Any, index: int) -> Any:
        info = equation.source_info
        return info.replace(name_stack=info.name_stack.extend(f"eqn.{index}"))

    tagged = copy.copy(traced)
    tagged._params = dict(traced._params, jaxpr=_Rebuilder(tag).jaxpr(traced.jaxpr))
    tagged._lojax = None
    return tagged


# --------------------------------------------------------------- operations


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
        name = _location_name(operation)
        operation.location = ir.Location.name(
            f"op.{len(found)}/{name}", childLoc=operation.location, context=module.context
        )
        found.append((operation, name))
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    heads = _head_lines(module)
    return _read_operations(found, heads)


def _location_name(operation: Any) -> str:
    match = LOCATION_NAME.match(str(operation.location))
    return match[1].replace('\\"', '"').replace("\\\\", "\\") if match else ""


def _head_lines(module: Any) -> dict[int, int]:
    """Return the line of each printed operation's head, by operation.

    A location is printed where its operation *ends*; one that holds regions began on the last
    line above of the same indent that does not itself close a region.
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
                tuple(str(each.type) for each in operation.results),
                *dataflow.reads(operation),
                tuple(int(each) for each in EQUATION_TAG.findall(name)),
                _symbol(operation, "callee"),
                _symbol(operation, "sym_name") if is_function else function,
            )
        )
    return tuple(operations)


class _Dataflow:
    """Which operations' results an operation reads, through calls and loops."""

    def __init__(self, operations: Sequence[Any]) -> None:
        self.index_of = {operation: index for index, operation in enumerate(operations)}
        self._calls: dict[str, list[Any]] = {}
        for operation in operations:
            if callee := _symbol(operation, "callee"):
                self._calls.setdefault(callee, []).append(operation)

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
        number = ir.BlockArgument(value).arg_number
        holder = getattr(owner.owner, "operation", owner.owner)
        if holder.name == "func.func":
            callers = self._calls.get(_symbol(holder, "sym_name"), [])
            if not callers:
                yield "argument", number
        else:
            callers = [holder]
        for each in callers:
            if number < len(each.operands):
                yield from self._origins(each.operands[number])


def _symbol(operation: Any, attribute: str) -> str:
    if attribute not in operation.attributes:
        return ""
    return str(operation.attributes[attribute]).strip('@"')


# ------------------------------------------------------------- compiled text


def compile_text(lowered: Any) -> tuple[str, Any]:
    """Compile ``lowered`` and return the optimized HLO text, as printed, and the ``Compiled``."""
    compiled = lowered.compile()
    return compiled.as_text(), compiled


def memory_figures(compiled: Any) -> dict[str, int]:
    """Return the compiler's own byte counts: arguments, output, temporary, alias."""
    stats = compiled.memory_analysis()
    names = ("argument", "output", "temp", "alias")
    if stats is None:
        return {}
    return {f"{name}_bytes": int(getattr(stats, f"{name}_size_in_bytes")) for name in names}


def bytes_accessed(compiled: Any) -> float | None:
    """Return the cost model's bytes accessed, or ``None`` where the backend reports none."""
    try:
        cost = compiled.cost_analysis()
    except (NotImplementedError, RuntimeError):
        return None
    cost = cost[0] if isinstance(cost, list | tuple) and cost else cost
    return cost.get("bytes accessed") if isinstance(cost, dict) else None


def parse_instructions(text: str) -> dict[str, tuple[ParsedInstruction, ...]]:
    """Return the instructions of each computation of optimized HLO, by XLA's own parser.

    Raises ``HloTextError`` with line and column for text that the parser refuses.
    """
    try:
        module = _hlo.hlo_module_from_text(text)
    except Exception as error:  # the binding raises its own type, a RuntimeError or a ValueError
        raise _hlo_text_error(str(error)) from None
    return {
        computation.name: tuple(
            ParsedInstruction(each.name, tuple(operand.name for operand in each.operands()))
            for each in computation.instructions()
        )
        for computation in module.computations()
    }


# was parsing 3:14: error: expects '=' ...
PARSER_POSITION = re.compile(r"(\d+):(\d+): error: (.*)")


def _hlo_text_error(message: str) -> HloTextError:
    match = PARSER_POSITION.search(message)
    if match:
        return HloTextError(match[3].strip(), int(match[1]), max(int(match[2]) - 1, 0))
    return HloTextError(message.splitlines()[0] if message else "not HLO text", 1, 0)


def python_version() -> str:
    """Return the interpreter's ``major.minor.micro``."""
    return ".".join(map(str, sys.version_info[:3]))
