"""How a program is called: its arguments as they are written, read without jax.

    argument ::= value | name "=" value | "*" function | "mesh(" axis "=" size, ... ")"
    value    ::= array | array "@" "P(" axes ")" | a dict, list or tuple of values | None
    array    ::= dtype "[" sizes "]"

``bf16[128,64]`` is an abstract array, ``f32[8,8] @ P('data', None)`` one laid out over a mesh.
By name a value may be anything else, too: it is a static argument (``causal=True``), a Python
expression in which the program's own names count. ``*make`` takes what the program's function
``make`` returns: a tuple by position, a dict by name, anything else as the one argument.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from irxray.errors import ProgramError
from irxray.program import DTYPES, Argument, parse_argument

# mask=bool[128,128]    causal=True
NAMED = re.compile(r"^\s*(?P<name>[A-Za-z_]\w*)\s*=(?!=)\s*(?P<value>.+)$", re.DOTALL)

# *make_arguments
MAKER = re.compile(r"^\s*\*\s*(?P<name>[A-Za-z_]\w*)\s*$")

# mesh(data=2, model=4)
MESH = re.compile(r"^\s*mesh\((?P<axes>[^()]*)\)\s*$")
AXIS = re.compile(r"^\s*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<size>[1-9]\d*)\s*$")

# f32[]
SCALAR = re.compile(r"(?<=\w)\[\s*\]")


@dataclass(frozen=True, slots=True)
class Placed:
    """One abstract array and how it lies over the mesh."""

    array: Argument
    spec: tuple[Any, ...]
    """An axis name, a tuple of them or ``None`` for each dimension; empty for a whole copy
    everywhere."""


Tree = Any
"""``Placed`` arrays in dicts, lists and tuples."""


@dataclass(frozen=True, slots=True)
class Call:
    """All arguments of a program."""

    positional: tuple[Tree, ...]
    named: tuple[tuple[str, Tree], ...]
    static: tuple[tuple[str, str], ...]
    """``(name, expression)`` pairs."""
    maker: str
    """The function that makes the arguments, or empty."""
    mesh: tuple[tuple[str, int], ...]
    """``(axis, size)`` pairs; empty for one device."""


def read_call(arguments: Iterable[str]) -> Call:
    """Return what ``arguments`` say.

    Raises ``ProgramError`` for one that cannot be read, naming the nearest dtype where it is that.
    """
    positional: list[Tree] = []
    named: list[tuple[str, Tree]] = []
    static: list[tuple[str, str]] = []
    maker = ""
    mesh: tuple[tuple[str, int], ...] = ()
    for text in arguments:
        if match := MAKER.match(text):
            maker = match["name"]
        elif match := MESH.match(text):
            mesh = read_mesh(match["axes"])
        elif match := NAMED.match(text):
            tree = _read_tree(match["value"])
            if tree is None:
                static.append((match["name"], match["value"].strip()))
            else:
                named.append((match["name"], tree))
        else:
            positional.append(_positional(text))
    return Call(tuple(positional), tuple(named), tuple(static), maker, mesh)


def read_mesh(text: str) -> tuple[tuple[str, int], ...]:
    """Return the axes of ``data=2, model=4``; raises ``ProgramError`` for anything else."""
    axes = []
    for part in text.split(","):
        match = AXIS.match(part)
        if not match:
            raise ProgramError(
                f"mesh '{text}' is not of the form axis=size, such as data=2,model=4"
            )
        axes.append((match["name"], int(match["size"])))
    return tuple(axes)


def _positional(text: str) -> Tree:
    tree = _read_tree(text)
    # Not an array and no container of arrays: the parser of arrays says what is wrong with it.
    return Placed(parse_argument(text), ()) if tree is None else tree


def _read_tree(text: str) -> Tree:
    """Return the arrays that ``text`` describes, or ``None`` where it holds none."""
    try:
        node = ast.parse(SCALAR.sub("[()]", text.strip()), mode="eval").body
    except SyntaxError:
        return None
    return _tree(node) if any(_is_array(each) for each in ast.walk(node)) else None


def _is_array(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)


def _tree(node: ast.expr) -> Tree:
    match node:
        case ast.Subscript():
            return Placed(_array(node), ())
        case ast.BinOp(left=ast.Subscript() as array, op=ast.MatMult(), right=spec):
            return Placed(_array(array), _spec(spec))
        case ast.Tuple(elts=parts):
            return tuple(_tree(each) for each in parts)
        case ast.List(elts=parts):
            return [_tree(each) for each in parts]
        case ast.Dict(keys=keys, values=values):
            return {
                ast.literal_eval(key): _tree(value)
                for key, value in zip(keys, values, strict=True)
                if key is not None
            }
        case ast.Constant(value=None):
            return None
    raise ProgramError(
        f"argument '{ast.unparse(node)}' is neither an array nor a container of them"
    )


def _array(node: ast.Subscript) -> Argument:
    text = ast.unparse(node).replace(" ", "")
    return parse_argument(text.replace("[()]", "[]").replace("(", "").replace(")", ""))


def _spec(node: ast.expr) -> tuple[Any, ...]:
    match node:
        case ast.Call(func=ast.Name(id="P"), args=args):
            return tuple(ast.literal_eval(each) for each in args)
    raise ProgramError(f"'{ast.unparse(node)}' is not of the form P('axis', None)")


def describe_tree(tree: Tree) -> str:
    """Return ``tree`` as it is written on the command line."""
    match tree:
        case Placed(array, spec):
            shown = f"{short_name(array.dtype)}[{','.join(map(str, array.shape))}]"
            return f"{shown} @ P({', '.join(map(repr, spec))})" if spec else shown
        case dict():
            return "{" + ", ".join(f"{k!r}: {describe_tree(v)}" for k, v in tree.items()) + "}"
        case list():
            return "[" + ", ".join(map(describe_tree, tree)) + "]"
        case tuple():
            return "(" + "".join(f"{describe_tree(each)}, " for each in tree).rstrip() + ")"
    return repr(tree)


def short_name(dtype: str) -> str:
    """Return the short name of a dtype, as a jaxpr prints it."""
    return next((short for short, full in DTYPES.items() if full == dtype), dtype)
