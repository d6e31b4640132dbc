"""A program traced: its source executed, its arguments made, and what went wrong, for a person."""

from __future__ import annotations
import __future__

import linecache
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax

from irxray._frames import escaped_values
from irxray.calling import Call, read_call
from irxray.errors import CaptureError, ProgramError
from irxray.failure import explain_failure, explain_misfit
from irxray.placing import Placement
from irxray.program import SOURCE_FILE, Program
from irxray.target import Target

ANNOTATIONS = __future__.annotations.compiler_flag
"""Annotations are not evaluated: they may name what the sliced source leaves out."""


def load_function(program: Program) -> Callable[..., Any]:
    """Execute the program's source, which holds only what the function reaches; return it.

    Raises ``CaptureError`` where the source cannot be executed.
    """
    return load_names(program)[program.function]  # type: ignore[no-any-return]


def load_names(program: Program) -> dict[str, Any]:
    """Return all names that the program's source binds, executed."""
    namespace: dict[str, Any] = {"__name__": "program"}
    remember_source(program.source)
    try:
        code = compile(program.source, SOURCE_FILE, "exec", flags=ANNOTATIONS, dont_inherit=True)
        exec(code, namespace)
    except Exception as error:
        raise CaptureError(explain_failure(error, "loading the source")) from error
    return namespace


def remember_source(source: str) -> None:
    """Let tracebacks quote ``source`` for frames of the program's file."""
    lines = source.splitlines(keepends=True)
    linecache.cache[SOURCE_FILE] = (len(source), None, lines, SOURCE_FILE)


def trace_program(program: Program, target: Target) -> Any:
    """Return jax's ``Traced`` of ``program`` with its arguments placed on ``target``.

    Raises ``ProgramError`` for arguments that cannot be read, ``CaptureError`` where the program
    cannot be traced with them: with its own message and its own frames.
    """
    call = read_call(program.arguments)
    names = load_names(program)
    return trace_call(names[program.function], call, names, target)


def trace_call(
    function: Callable[..., Any], call: Call, names: Mapping[str, Any], target: Target
) -> Any:
    """Return jax's ``Traced`` of ``function`` as ``call`` calls it; ``names`` are those it sees."""
    placement = Placement(call, target)
    static = {name: _evaluate(name, text, names) for name, text in call.static}
    made, made_named = _make(call.maker, names)
    arguments = [placement.abstract(each) for each in call.positional]
    arguments += [placement.abstract_made(each) for each in made]
    named = {name: placement.abstract(tree) for name, tree in call.named}
    named |= {name: placement.abstract_made(tree) for name, tree in made_named.items()}
    with placement.context():
        return trace_with(function, arguments, named, static)


def trace_with(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    named: Mapping[str, Any],
    static: Mapping[str, Any],
) -> Any:
    """Return jax's ``Traced`` of ``function`` on abstract arguments."""
    if misfit := explain_misfit(function, arguments, {**named, **static}):
        raise CaptureError(misfit)
    try:
        staged = jax.jit(function, static_argnames=tuple(static) or None)
        traced = staged.trace(*arguments, **named, **static)
    except Exception as error:
        told = {f"--arg {index}": each for index, each in enumerate(arguments, 1)}
        message = explain_failure(error, "tracing", function, {**told, **named})
        raise CaptureError(message) from error
    _refuse_escaped(traced)
    return traced


def _refuse_escaped(traced: Any) -> None:
    """A value of an inner trace that was kept in a list, say, comes out as a constant.

    JAX itself notices only when the compiled function is called.
    """
    for each in escaped_values(traced):
        raise CaptureError(
            f"tracing failed: a {each} of an inner function is used outside of it: a side effect "
            "carried it out; let the inner function return it"
        )


def _evaluate(name: str, text: str, names: Mapping[str, Any]) -> Any:
    try:
        value = eval(text, dict(names))
        hash(value)
    except Exception as error:
        raise ProgramError(
            f"static argument '{name}={text}': {type(error).__name__}: {error}"
        ) from None
    return value


def _make(maker: str, names: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return what the program's maker of arguments gives, by position and by name."""
    if not maker:
        return (), {}
    try:
        made = names[maker]()
    except Exception as error:
        raise CaptureError(explain_failure(error, f"calling {maker}")) from error
    if isinstance(made, dict):
        return (), made
    # A named tuple is one argument, not several.
    return (made if type(made) is tuple else (made,)), {}
