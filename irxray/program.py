"""What to run: a function, the source it reaches, and its abstract arguments.

``slice_program`` takes whole files or the code cells of a notebook and keeps only what one
function needs: the imports, functions, classes and constants reached from it, in their order.
Nothing else of the file is ever executed.

    statement ::= import | def | class | assignment      at top level
    kept      ::= the named function, and every statement that binds a name a kept one reads
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from irxray.errors import ProgramError, SourceSyntaxError, near

SOURCE_FILE = "source.py"
"""Name under which the sliced source is compiled, and by which its frames are known."""

# bf16[128,64]   f32[]   int32[8]
ARGUMENT = re.compile(r"^(?P<dtype>[a-z][a-z0-9_]*)\[(?P<shape>(?:\d+(?:,\d+)*)?)\]$")

# %matplotlib inline    !pip install jax    %%time
MAGIC = re.compile(r"^\s*[%!]")

DTYPES = {
    "bf16": "bfloat16",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "bool": "bool",
    "f8_e4m3fn": "float8_e4m3fn",
    "f8_e5m2": "float8_e5m2",
    "c64": "complex64",
}
"""Short names as a jaxpr prints them, with the dtype each stands for."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One abstract array."""

    dtype: str
    """Full dtype name, such as ``bfloat16``."""
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A function ready to be traced."""

    name: str
    """Folder name of its captures, such as ``ex-05``."""
    function: str
    """Name of the function in :attr:`source`."""
    source: str
    """Everything the function reaches, and nothing more; ends with a newline."""
    arguments: tuple[str, ...]
    """Abstract arguments as written, such as ``bf16[128,64]``."""

    def digest(self) -> str:
        """Return the sha256 of source, function and arguments: what makes it this program."""
        stated = json.dumps([self.source, self.function, list(self.arguments)])
        return hashlib.sha256(stated.encode()).hexdigest()


def parse_argument(text: str) -> Argument:
    """Return the abstract array that ``bf16[128,64]`` describes.

    Raises ``ProgramError`` for anything else, naming the nearest known dtype.
    """
    match = ARGUMENT.match(text.replace(" ", ""))
    if not match:
        raise ProgramError(
            f"argument '{text}' is not of the form dtype[sizes], such as bf16[128,64] or f32[]"
        )
    short = match["dtype"]
    dtype = DTYPES.get(short, short)
    if dtype not in DTYPES.values():
        raise ProgramError(f"argument '{text}': unknown dtype '{short}'; {near(short, DTYPES)}")
    sizes = match["shape"]
    return Argument(dtype, tuple(int(size) for size in sizes.split(",")) if sizes else ())


@dataclass(frozen=True, slots=True)
class _Statement:
    """A top-level statement of the file."""

    binds: frozenset[str]
    reads: frozenset[str]
    text: str
    is_import: bool
    extends: str
    """The function whose derivative it defines, or empty."""


def slice_program(
    sources: Sequence[str], function: str, arguments: Iterable[str], name: str
) -> Program:
    """Return the program of ``function``, sliced out of ``sources``.

    ``sources`` are the texts of one file or of a notebook's code cells, in order. Lines that are
    notebook magics or shell escapes are dropped. Where a name is bound more than once, the last
    binding counts, as it does once the notebook has run.

    Raises ``ProgramError`` when the function is not there (with near names), and
    ``SourceSyntaxError``, which says where, when a text cannot be parsed.
    """
    arguments = tuple(arguments)
    for argument in arguments:
        parse_argument(argument)
    statements = [
        each for index, source in enumerate(sources) for each in _read_statements(source, index)
    ]
    functions = {
        bound
        for each in statements
        if each.text.lstrip().startswith(("def ", "@", "async def"))
        for bound in each.binds
    }
    if function not in functions:
        raise ProgramError(f"there is no function '{function}'; {near(function, functions)}")
    kept = _reach(statements, function)
    return Program(name, function, _join(statements[index] for index in kept), arguments)


def _reach(statements: Sequence[_Statement], function: str) -> list[int]:
    """Return indices of the statements that ``function`` needs, in order."""
    binding = {bound: index for index, each in enumerate(statements) for bound in each.binds}
    extending: dict[str, list[int]] = {}
    for index, each in enumerate(statements):
        extending.setdefault(each.extends, []).append(index)
    wanted = [function]
    kept: set[int] = set()
    while wanted:
        name = wanted.pop()
        bound = [binding[name]] if name in binding else []
        for index in {*bound, *extending.get(name, ())} - kept:
            kept.add(index)
            wanted.extend(statements[index].reads)
    return sorted(kept)


def _join(statements: Iterable[_Statement]) -> str:
    """Return the statements' text: imports close together, the rest a blank line apart."""
    parts: list[str] = []
    previous_import = False
    for index, each in enumerate(statements):
        if index and not (previous_import and each.is_import):
            parts.append("")
        parts.append(each.text)
        previous_import = each.is_import
    return "\n".join(parts) + "\n"


def _read_statements(source: str, index: int) -> list[_Statement]:
    """Return the top-level statements of one file or cell; a cell in another language is none.

    ``index`` is its place among all texts, for an error.
    """
    if source.lstrip().startswith("%%"):
        return []
    lines = ["" if MAGIC.match(line) else line for line in source.splitlines()]
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError as error:
        line = min(error.lineno or 1, len(lines))  # Python may blame the line behind the last
        raise SourceSyntaxError(error.msg, index, line, lines[line - 1]) from None
    return [_read_statement(node, lines) for node in tree.body]


def _read_statement(node: ast.stmt, lines: Sequence[str]) -> _Statement:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    text = "\n".join(line.rstrip() for line in lines[first - 1 : node.end_lineno])
    reads = frozenset(
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not _is_store(each)
    )
    is_import = isinstance(node, ast.Import | ast.ImportFrom)
    return _Statement(frozenset(_bound_names(node)), reads, text, is_import, _extended(node))


def _extended(node: ast.stmt) -> str:
    """Return the function whose derivative or rule ``node`` defines, else nothing.

    ``f.defvjp(forward, backward)`` as a statement, or ``@f.defjvp`` above a function.
    """
    rules = list(getattr(node, "decorator_list", []))
    if isinstance(node, ast.Expr):
        rules = [node.value]
    for rule in rules:
        match rule.func if isinstance(rule, ast.Call) else rule:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method.startswith("def"):
                return name
    return ""


def _is_store(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _bound_names(node: ast.stmt) -> list[str]:
    """Return the names a top-level statement binds; ``[]`` for one that only has effects."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Import() | ast.ImportFrom():
            return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return [
                each.id
                for target in targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            ]
    return []
