"""Private JAX, made plain: tracing, tagging, lowering, compiling, HLO parsing.

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
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jax
import jaxlib
import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr

from irxray._jax_private import hlo_parser, ir, source_info_util
from irxray.errors import HloTextError
from irxray.gpu import target_config
from irxray.hlo import untag_equations
from irxray.layers import Span
from irxray.program import SOURCE_FILE, Argument
from irxray.tags import Equation, Frame, LibraryFrame, Operation, ParsedInstruction
from irxray.target import Target

# ... : tensor<4xf32> loc("op.17/jit(f)/eqn.3/add"(...))
LINE_TAG = re.compile(r'\bloc\("op\.(\d+)/')

# } do {      cond {      ^bb0(%arg1: tensor<f32>):
REGION_EDGE = re.compile(r"\}|\^|cond \{")

# jit(f)/eqn.3/jit(relu)/eqn.0/max
EQUATION_TAG = re.compile(r"\beqn\.(\d+)\b")

# /usr/lib/python3.13/functools.py    /home/someone/env/site-packages/flax/nnx/graph.py
INSTALLED = re.compile(r"^.*/(?:(?:site|dist)-packages|lib/python3\.\d+)/|^/.*/")


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
    # Library code goes by its name below the folder that packages are installed in.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", INSTALLED.pattern)


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


def jaxpr_text(traced: Any) -> str:
    """Return the jaxpr as it is printed, one trailing newline added."""
    return str(traced.jaxpr.pretty_print(use_color=False)) + "\n"


# ---------------------------------------------------------------- equations


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
        module = hlo_parser.hlo_module_from_text(text)
    except Exception as error:  # the binding raises its own type, a RuntimeError or a ValueError
        raise _hlo_text_error(str(error)) from None
    return _instructions(module)


def compiled_instructions(compiled: Any) -> dict[str, tuple[ParsedInstruction, ...]]:
    """Return the same from what was compiled, whose text need not be parsed for it."""
    modules = compiled.runtime_executable().hlo_modules()
    return {name: each for module in modules for name, each in _instructions(module).items()}


def _instructions(module: Any) -> dict[str, tuple[ParsedInstruction, ...]]:
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
