"""A function of this very process captured: sliced out of its text, or traced where it lives."""

from __future__ import annotations

import ast
import contextlib
import inspect
import linecache
import os
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax

from irxray._frames import only_program_frames
from irxray.calling import read_call, short_name
from irxray.capture import SETTINGS, Capture, capture_program
from irxray.errors import CaptureError, ProgramError, TargetError, XrayError
from irxray.imported import bound_names
from irxray.live import in_place, read_globals, read_live
from irxray.placing import Placement
from irxray.program import Program, slice_program
from irxray.stages import capture_traced
from irxray.target import TARGETS, Target, find_target, unusable_because
from irxray.tracing import remember_source, trace_with

KINDS = {
    "TPU v4": "tpu-v4",
    "TPU v5 lite": "tpu-v5e",
    "TPU v5e": "tpu-v5e",
    "TPU v5": "tpu-v5p",
    "TPU v5p": "tpu-v5p",
    "TPU v6 lite": "tpu-v6e",
    "TPU v6e": "tpu-v6e",
    "TPU7x": "tpu-7x",
}
"""Targets by what jax calls the kind of a TPU device."""

NOTEBOOK = "__main__"


@dataclass(frozen=True, slots=True)
class LiveCall:
    """A function of this process and what it is called with."""

    function: Callable[..., Any]
    arguments: Sequence[Any]
    """By position: pytrees of arrays, real or abstract."""
    named: Mapping[str, Any]
    static: Mapping[str, Any]
    """By name, not traced."""
    name: str
    """Of the capture; empty for the function's own."""

    @property
    def title(self) -> str:
        """Return the function's own name."""
        return getattr(self.function, "__name__", type(self.function).__name__)

    def program(self, source: str, function: str) -> Program:
        """Return the program of this call with ``source`` for its text."""
        texts = [_describe(each) for each in self.arguments]
        texts += [f"{key}={_describe(each)}" for key, each in self.named.items()]
        texts += [f"{key}={each!r}" for key, each in self.static.items()]
        return Program(self.name or self.title, function, source, tuple(texts))


def capture_function(call: LiveCall, target: str, *, verify: bool) -> Capture:
    """Return the capture of ``call``; see :func:`irxray.api.xray`."""
    aimed = find_target(local_target() if target == "here" else target)
    if reason := unusable_because(aimed):
        raise TargetError(f"{aimed.title} cannot be compiled for here: {reason}")
    sliced = _sliced(call) if _is_plain(call) else None
    if sliced is not None:
        return capture_program(sliced, aimed, verify=verify)
    return _capture_live(call, aimed, verify=verify)


def _capture_live(call: LiveCall, target: Target, *, verify: bool) -> Capture:
    live = read_live(call.function)
    program = call.program(live.text, call.title)
    for name, value in SETTINGS.items():
        if name != "JAX_PLATFORMS":
            os.environ.setdefault(name, value)
    remember_source(live.text)
    with only_program_frames(), _default_device(target):
        placement = Placement(read_call(()), target)
        arguments = [placement.abstract_made(each) for each in call.arguments]
        named = {key: placement.abstract_made(each) for key, each in call.named.items()}
        try:
            with in_place(live):
                traced = trace_with(call.function, arguments, named, call.static)
        except CaptureError as error:
            raise CaptureError(f"{call.title} on {target.name}: {error}") from None
        return capture_traced(traced, program, target, verify=verify)


def _default_device(target: Target) -> contextlib.AbstractContextManager[Any]:
    """What is compiled for the machine itself goes to its processor, whatever else it has."""
    if target.topology:
        return contextlib.nullcontext()
    return jax.default_device(jax.devices("cpu")[0])  # type: ignore[no-any-return]


def local_target() -> str:
    """Return the target that stands for the chip jax runs on here."""
    device = jax.devices()[0]
    kind = device.device_kind
    if device.platform == "cpu":
        return "cpu"
    if device.platform == "tpu" and kind in KINDS:
        return KINDS[kind]
    found = [each.name for each in TARGETS if each.platform == "cuda" and each.title in kind]
    if found:
        return found[0]
    raise TargetError(f"no target is known for '{kind}'; name one, see 'irxray targets'")


# ----------------------------------------------------------------- slicing


def _is_plain(call: LiveCall) -> bool:
    """Return whether all arguments can be written down."""
    constants = (int, float, bool, str, type(None))
    trees = (*call.arguments, *call.named.values())
    return all(map(_is_writable, trees)) and all(
        isinstance(each, constants) for each in call.static.values()
    )


def _is_writable(tree: Any) -> bool:
    if type(tree) in (tuple, list):
        return all(map(_is_writable, tree))
    if type(tree) is dict:
        return all(isinstance(key, str | int) and _is_writable(tree[key]) for key in tree)
    return _is_array(tree) and not getattr(tree, "weak_type", False)


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape") and hasattr(value, "dtype")


def _describe(tree: Any) -> str:
    """Return a tree of arrays as it is written on the command line, or its type's name."""
    if _is_array(tree):
        return f"{short_name(str(tree.dtype))}[{','.join(map(str, tree.shape))}]"
    if type(tree) is dict:
        return "{" + ", ".join(f"{key!r}: {_describe(each)}" for key, each in tree.items()) + "}"
    if type(tree) is list:
        return "[" + ", ".join(map(_describe, tree)) + "]"
    if type(tree) is tuple:
        return "(" + " ".join(f"{_describe(each)}," for each in tree) + ")"
    return type(tree).__name__


def _sliced(call: LiveCall) -> Program | None:
    """Return the program sliced out of its text.

    ``None`` where that loses any of what it is: values of its closure, values that were computed
    before, wrappers around it.
    """
    plain = inspect.unwrap(call.function)
    if not isinstance(plain, types.FunctionType) or not _is_global(call.function, plain):
        return None
    try:
        source = slice_program(_texts(plain), plain.__name__, (), "").source
    except ProgramError:
        return None
    if not _is_repeatable(source) or _needs_more(plain, source):
        return None
    return call.program(source, plain.__name__)


def _is_global(function: Any, plain: types.FunctionType) -> bool:
    """Return whether ``function`` is what its module binds its name to, jitted or as it is."""
    bound = plain.__globals__.get(plain.__name__)
    known = bound is function or inspect.unwrap(bound) is plain if callable(bound) else False
    return known and (plain is function or type(function).__name__ == "PjitFunction")


def _needs_more(function: types.FunctionType, source: str) -> bool:
    """Return whether the function reads a name that ``source`` does not bind."""
    bound = {name for node in ast.parse(source).body for name in bound_names(node)}
    return bool({name for name in read_globals(function) if name not in bound})


def _texts(function: types.FunctionType) -> list[str]:
    """Return the texts a function was defined among: its file's, or the cells run so far."""
    if function.__module__ == NOTEBOOK and "In" in function.__globals__:
        return [each for each in function.__globals__["In"] if _is_python(each)]
    return ["".join(linecache.getlines(function.__code__.co_filename))]


def _is_python(cell: str) -> bool:
    """A cell that failed to run stays in the history; it binds nothing."""
    try:
        slice_program([cell, "def f(): pass"], "f", (), "")
    except XrayError:
        return False
    return True


def _is_repeatable(source: str) -> bool:
    """Return whether executing ``source`` again costs and changes nothing: imports, definitions,
    and values that are written out."""
    return all(_is_definition(each) for each in ast.parse(source).body)


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return not any(isinstance(each, ast.Call | ast.Await) for each in ast.walk(node))
    return isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)
