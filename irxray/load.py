"""Programs by name: a function of a Python file, of a notebook, or of an importable module.

    PROGRAM ::= PATH ".py:" FUNCTION | PATH ".ipynb:" FUNCTION | package.module ":" FUNCTION

What is loaded is text, sliced to what the function reaches; nothing is executed here but the
import of a module that was named.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from irxray.calling import read_call
from irxray.errors import ProgramError, near
from irxray.imported import bound_names, module_sources
from irxray.program import SOURCE_FILE, Program, slice_program

BOTH = "_program_and_arguments"
"""Name of a function that reaches the program and the maker of its arguments, while slicing."""

# source.py:4
SOURCE_LINE = re.compile(rf"\b{re.escape(SOURCE_FILE)}:(\d+)\b")


@dataclass(frozen=True, slots=True)
class Text:
    """One file, or one cell of a notebook."""

    place: str
    """What a line number is put behind: ``attention.py:`` or ``lab.ipynb, cell 7, line ``."""
    source: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program and where its text was taken from."""

    program: Program
    texts: tuple[Text, ...]

    def locate(self, message: str) -> str:
        """Return ``message`` with lines of the sliced source named by the file they came from."""
        return SOURCE_LINE.sub(lambda match: self._place(match[0], int(match[1])), message)

    def _place(self, shown: str, line: int) -> str:
        """Return the place of the text around ``line``: the last one that agrees furthest up."""
        own = self.program.source.splitlines()[:line]
        best = (0, shown)
        for text in self.texts:
            lines = text.source.splitlines()
            for number in range(1, len(lines) + 1):
                agreed = _agreed(own, lines[:number])
                if agreed >= best[0] and agreed:
                    best = (agreed, f"{text.place}{number}")
        return best[1]


def _agreed(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines of two texts are the same, counted from their ends."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    same = (a.rstrip() == b.rstrip() for a, b in pairs)
    return sum(1 for _ in takewhile(bool, same))


@dataclass(frozen=True, slots=True)
class Options:
    """How a program is to be called, as the command line has it."""

    arguments: tuple[str, ...] = ()
    """As :mod:`irxray.calling` reads them."""
    args_from: str = ""
    """``PATH:FUNCTION`` that makes the arguments, or empty."""
    static: tuple[str, ...] = ()
    """``name=expression``."""
    mesh: str = ""
    """``data=2,model=4`` or ``2x4``, whose axes are called x, y and z; or empty."""
    specs: tuple[str, ...] = ()
    """``data,None``: one for each positional argument."""
    grad: bool = False
    """Whether the program's gradient is meant."""


def load_program(named: str, options: Options, name: str = "") -> Loaded:
    """Return the program that ``named`` names, called as ``options`` say.

    ``name`` is that of its captures, else the function's. Raises ``ProgramError`` where file,
    module or function is not there, with near names, or an option cannot be read.
    """
    function, texts = _find(named)
    maker, maker_texts = _find(options.args_from) if options.args_from else ("", ())
    source = _slice(function, texts, maker, maker_texts)
    if options.grad:
        source, function = _gradient(source, function)
    arguments = _arguments(options, maker)
    read_call(arguments)
    program = Program(name or function, function, source, arguments)
    return Loaded(program, (*texts, *(each for each in maker_texts if each not in texts)))


def _find(named: str) -> tuple[str, tuple[Text, ...]]:
    place, colon, function = named.rpartition(":")
    if not colon or not function.isidentifier():
        raise ProgramError(
            f"'{named}' names no function: write PATH:FUNCTION or package.module:FUNCTION"
        )
    path = Path(place)
    if path.suffix in (".py", ".ipynb"):
        return function, read_texts(path)
    if path.exists() or "/" in place:
        raise ProgramError(f"{place} is neither a Python file (.py) nor a notebook (.ipynb)")
    sources = module_sources(place, function)
    return function, tuple(Text(f"{sources.place}:", each) for each in sources.texts)


def read_texts(path: Path) -> tuple[Text, ...]:
    """Return the code of a Python file or of a notebook's code cells.

    Raises ``ProgramError`` for a file that is not there or cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        folder = path.parent
        known = [each.name for each in folder.glob(f"*{path.suffix}")] if folder.is_dir() else []
        raise ProgramError(f"there is no file {path}; {near(path.name, known)}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ProgramError(f"{path} cannot be read: {error}") from None
    return _cells(path, text) if path.suffix == ".ipynb" else (Text(f"{path.name}:", text),)


def _cells(path: Path, text: str) -> tuple[Text, ...]:
    try:
        cells = json.loads(text)["cells"]
        return tuple(
            Text(f"{path.name}, cell {number}, line ", "".join(cell["source"]))
            for number, cell in enumerate(cells, 1)
            if cell["cell_type"] == "code"
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ProgramError(f"{path} is not a notebook: {error!r}") from None


def _slice(function: str, texts: Sequence[Text], maker: str, maker_texts: Sequence[Text]) -> str:
    """Return what the program and the maker of its arguments need, which may share a file."""
    sources = [each.source for each in texts]
    if not maker:
        return slice_program(sources, function, (), "").source
    if tuple(texts) != tuple(maker_texts):
        own = slice_program(sources, function, (), "").source
        theirs = slice_program([each.source for each in maker_texts], maker, (), "").source
        _refuse_clash(own, theirs)
        sources = [own, theirs]
    for each in (function, maker):
        slice_program(sources, each, (), "")
    joined = f"def {BOTH}():\n    return {function}, {maker}"
    source = slice_program([*sources, joined], BOTH, (), "").source
    return source.removesuffix(joined + "\n").rstrip("\n") + "\n"


def _refuse_clash(own: str, theirs: str) -> None:
    """Two files are put together only where no name means two things."""
    bound = _bindings(own)
    for name, text in _bindings(theirs).items():
        if bound.get(name, text) != text:
            raise ProgramError(
                f"'{name}' means one thing beside the function and another beside the maker "
                "of its arguments; put both into one file"
            )


def _bindings(source: str) -> dict[str, str]:
    """Return the text that binds each name of ``source``."""
    statements = ast.parse(source).body
    return {name: ast.unparse(each) for each in statements for name in bound_names(each)}


def _gradient(source: str, function: str) -> tuple[str, str]:
    """Return the source with a function added that is the gradient of ``function``."""
    name = f"{function}_gradient"
    text = (
        f"def {name}(*arguments, **named):\n"
        f"    value, pull_back = jax.vjp(lambda *given: {function}(*given, **named), *arguments)\n"
        "    return pull_back(jax.tree.map(jax.numpy.ones_like, value))\n"
    )
    head = "" if "jax" in _bindings(source) else "import jax\n"
    return f"{head}{source}\n{text}", name


def _arguments(options: Options, maker: str) -> tuple[str, ...]:
    if maker and options.arguments:
        raise ProgramError("give the arguments one by one or by a function that makes them")
    found = list(options.arguments) if not maker else [f"*{maker}"]
    for index, spec in enumerate(options.specs):
        if index >= len(found) or maker:
            raise ProgramError(f"spec '{spec}' belongs to no argument")
        found[index] += f" @ P({', '.join(_axis(each) for each in spec.split(','))})"
    for each in options.static:
        if not re.match(r"^[A-Za-z_]\w*=", each):
            raise ProgramError(f"static argument '{each}' is not of the form name=value")
    found += options.static
    return (*found, f"mesh({_mesh(options.mesh)})") if options.mesh else tuple(found)


def _axis(text: str) -> str:
    text = text.strip()
    if text.lower() in ("", "-", "none"):
        return "None"
    return repr(tuple(text.split("+"))) if "+" in text else repr(text)


# 2x4
SIZES = re.compile(r"^\d+(x\d+){0,2}$")


def _mesh(text: str) -> str:
    if SIZES.match(text):
        return ", ".join(
            f"{name}={size}" for name, size in zip("xyz", text.split("x"), strict=False)
        )
    return text
