"""A function as it lives in this process, ready to be traced under the name of a program.

Closures, methods, lambdas and functions made by ``jax.grad`` cannot be sliced out of a file. They
are traced as they are; only the code of the user's own functions is put in place, for the time of
the trace, by the same code at the lines of a text that shows nothing but these functions.

    function ─► the user's functions it reaches ─► blocks of their files ─► one text
"""

from __future__ import annotations

import ast
import functools
import linecache
import sysconfig
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from irxray.errors import ProgramError
from irxray.program import SOURCE_FILE

HERE = str(Path(__file__).parent)

INSTALLED = tuple(
    {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
)
"""Folders of code that is not the user's."""

WRAPPED = ("__wrapped__", "__func__", "__self__", "fun", "fwd", "bwd", "jvp", "func", "args")
"""Attributes under which a callable keeps the functions it is made of."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a file that defines one function."""

    file: str
    first: int
    """1-based line in the file."""
    last: int
    head: str
    """What it stands in, as one line; empty at the top level."""


@dataclass(frozen=True, slots=True)
class LiveSource:
    """The text of a live function, and the code that goes with its lines."""

    text: str
    codes: tuple[tuple[types.FunctionType, types.CodeType], ...]
    """Each of the user's functions with its code at the lines of the text."""


def read_live(function: Callable[..., Any]) -> LiveSource:
    """Return the text of all functions of the user's that ``function`` reaches.

    Raises ``ProgramError`` where none of them has a source that can be read.
    """
    blocks = {each: _block(each) for each in reached_functions(function)}
    found = {each: block for each, block in blocks.items() if block}
    if not found:
        raise ProgramError(
            f"the source of {getattr(function, '__name__', function)!r} cannot be read: "
            "define it in a file or a notebook cell"
        )
    lines, starts = _lay_out(found.values())
    codes = tuple(
        (each, moved_code(each.__code__, starts[block] - block.first))
        for each, block in found.items()
    )
    return LiveSource("\n".join(lines) + "\n", codes)


@contextmanager
def in_place(live: LiveSource) -> Iterator[None]:
    """Have the user's functions run with the code at the lines of ``live`` for a while."""
    original = [(function, function.__code__) for function, _ in live.codes]
    try:
        for function, code in live.codes:
            function.__code__ = code
        yield
    finally:
        for function, code in original:
            function.__code__ = code


def moved_code(code: types.CodeType, by: int) -> types.CodeType:
    """Return ``code`` as if it stood ``by`` lines further down in the program's source."""
    constants = tuple(
        moved_code(each, by) if isinstance(each, types.CodeType) else each
        for each in code.co_consts
    )
    return code.replace(
        co_filename=SOURCE_FILE, co_firstlineno=code.co_firstlineno + by, co_consts=constants
    )


# ----------------------------------------------------------------- reaching


def reached_functions(function: Callable[..., Any]) -> list[types.FunctionType]:
    """Return the user's functions that ``function`` is made of or calls by name."""
    found: list[types.FunctionType] = []
    seen: set[int] = set()
    border: list[Any] = [function]
    while border:
        each = border.pop()
        if id(each) in seen or isinstance(each, types.ModuleType | type | str | int | float):
            continue
        seen.add(id(each))
        if isinstance(each, types.FunctionType):
            border += [cell.cell_contents for cell in each.__closure__ or () if _is_filled(cell)]
            if _is_users(each):
                found.append(each)
                border += _called(each)
        if callable(each):
            border += _parts(each)
    return found


def _is_filled(cell: types.CellType) -> bool:
    try:
        return bool(cell.cell_contents is not cell)
    except ValueError:
        return False


def _is_users(function: types.FunctionType) -> bool:
    file = function.__code__.co_filename
    return not file.startswith((*INSTALLED, HERE, "<frozen")) and "site-packages" not in file


def _called(function: types.FunctionType) -> list[Any]:
    return [function.__globals__[name] for name in read_globals(function)]


def read_globals(function: types.FunctionType) -> list[str]:
    """Return the names of its module that ``function`` reads."""
    return sorted(_names(function.__code__) & function.__globals__.keys())


def _names(code: types.CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*(_names(each) for each in inner))


def _parts(function: Any) -> list[Any]:
    parts = [getattr(function, name, None) for name in WRAPPED]
    # A value that is called: what runs is a method of its class.
    parts += [vars(type(function)).get("__call__")]
    if isinstance(function, functools.partial):
        parts += list(function.keywords.values())
    return [one for each in parts for one in (each if isinstance(each, tuple) else (each,))]


# ------------------------------------------------------------------- blocks


def _block(function: types.FunctionType) -> Block | None:
    """Return where ``function`` is defined; ``None`` where its file cannot be read."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return None
    node = _definition(tree, code.co_firstlineno)
    if node is None or node.end_lineno is None:
        return None
    return Block(
        code.co_filename, _first(node), node.end_lineno, _head(code) if node.col_offset else ""
    )


def _definition(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the smallest statement that begins a function or holds a lambda at ``line``."""
    statements = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.stmt) and line in range(_first(each), (each.end_lineno or 0) + 1)
    ]
    defined = [each for each in statements if isinstance(each, ast.FunctionDef)]
    exact = [each for each in defined if _first(each) == line]
    return exact[0] if exact else min(statements, key=_length, default=None)


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno


def _head(code: types.CodeType) -> str:
    """Return a line that stands for what a function is defined in: ``class Model:``."""
    parts = code.co_qualname.split(".")[:-1]
    local = bool(parts) and parts[-1] == "<locals>"
    names = [part for part in parts if part.isidentifier()]
    if not names:
        return "if True:"
    return f"def {names[-1]}():" if local else f"class {names[-1]}:"


def _lay_out(blocks: Iterable[Block]) -> tuple[list[str], dict[Block, int]]:
    """Return the lines that show the blocks, and the line at which each begins.

    A block inside another one is shown there. The first function's file comes last, so that a
    program ends with what it is about.
    """
    wanted = list(dict.fromkeys(blocks))
    outer = [each for each in wanted if not any(_is_inside(each, other) for other in wanted)]
    files = list(dict.fromkeys(each.file for each in reversed(wanted)))
    lines: list[str] = []
    starts: dict[Block, int] = {}
    for block in sorted(outer, key=lambda each: (files.index(each.file), each.first)):
        lines += [""] * bool(lines) + [block.head] * bool(block.head)
        starts[block] = len(lines) + 1
        file = linecache.getlines(block.file)[block.first - 1 : block.last]
        lines += [line.rstrip() for line in file]
    for block in wanted:
        if block not in starts:
            around = next(each for each in outer if _is_inside(block, each))
            starts[block] = starts[around] + block.first - around.first
    return lines, starts


def _is_inside(block: Block, other: Block) -> bool:
    return (
        block != other
        and block.file == other.file
        and other.first <= block.first
        and block.last <= other.last
    )
