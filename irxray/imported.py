"""A function of an importable module, as text that can be executed outside of it.

Plain functions of the module are taken as text, so that their lines can be linked. All else the
module binds (classes, constants, functions with derivatives of their own) is imported from it as it
is: two copies of a class are not the same class.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from irxray.errors import ProgramError, near

# f.defvjp(f_forward, f_backward)    @jax.custom_jvp
DERIVATIVE = re.compile(r"\bcustom_(?:jvp|vjp|gradient|batching)|\bcustom_vmap\b")


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class ModuleSources:
    """What stands for a module while one of its functions is sliced."""

    place: str
    """Name of the module that defines the function."""
    texts: tuple[str, ...]


def module_sources(module: str, function: str) -> ModuleSources:
    """Return texts of which ``function`` can be sliced as if they were its file.

    Raises ``ProgramError`` where the module cannot be imported or has no such function.
    """
    found = _function(_import(module), function)
    plain = inspect.unwrap(found)
    home = sys.modules.get(getattr(plain, "__globals__", {}).get("__name__", ""))
    if home is None or not _defines(home, plain, function):
        return ModuleSources(module, (_reexport(module, function),))
    return ModuleSources(home.__name__, tuple(_statements(home)))


def _import(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module + ".").startswith(error.name + "."):
            parent = error.name.rpartition(".")[0]
            known = [f"{parent}.{each}" for each in _submodules(parent)] if parent else []
            hint = near(error.name, known) if known else "install it, or give a path to a file"
            raise ProgramError(f"there is no module '{error.name}'; {hint}") from None
        raise ProgramError(f"module '{module}' needs '{error.name}', which is missing") from None
    except Exception as error:
        kind = type(error).__name__
        raise ProgramError(f"module '{module}' cannot be imported: {kind}: {error}") from None


def _submodules(package: str) -> list[str]:
    folders = getattr(sys.modules.get(package), "__path__", [])
    return [
        path.stem for each in folders for path in Path(each).glob("[a-z]*") if path.suffix != ".pyi"
    ]


def _function(module: ModuleType, name: str) -> Any:
    found = getattr(module, name, None)
    if not callable(found):
        known = [each for each in dir(module) if callable(getattr(module, each, None))]
        raise ProgramError(
            f"module '{module.__name__}' has no function '{name}'; {near(name, known)}"
        )
    return found


def _defines(home: ModuleType, plain: Any, function: str) -> bool:
    """Return whether the module's file has the function at its top level, as plain text."""
    try:
        tree = ast.parse(inspect.getsource(home))
    except (OSError, TypeError, SyntaxError):
        return False
    return plain.__qualname__ == function and any(
        isinstance(node, ast.FunctionDef) and node.name == function and _is_plain(node)
        for node in tree.body
    )


def _is_plain(node: ast.FunctionDef) -> bool:
    return not any(DERIVATIVE.search(ast.unparse(each)) for each in node.decorator_list)


def _reexport(module: str, name: str) -> str:
    """Return text that imports ``name`` and binds it as a function does."""
    return (
        f"import {module}\n\n"
        f"def {name}(*arguments, **named):\n    return {module}.{name}(*arguments, **named)"
    )


def _statements(home: ModuleType) -> Iterator[str]:
    """Yield the module's statements; those that are not taken as text as imports from it."""
    text = inspect.getsource(home)
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef() if _is_plain(node):
                yield _segment(text, node)
            case ast.Import() | ast.ImportFrom():
                yield _absolute(node, home.__package__ or "")
            case _:
                for name in bound_names(node):
                    if hasattr(home, name):
                        yield f"from {home.__name__} import {name}"


def _segment(text: str, node: ast.FunctionDef) -> str:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])


def _absolute(node: ast.Import | ast.ImportFrom, package: str) -> str:
    if isinstance(node, ast.ImportFrom) and node.level:
        name = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
        node = ast.ImportFrom(name, node.names, 0)
    return ast.unparse(node)


def bound_names(node: ast.stmt) -> list[str]:
    """Return the names a statement binds at the module's level, in blocks of it too."""
    if isinstance(node, DEFINITIONS):
        return [node.name]
    names = {
        getattr(each, "name", None) for each in ast.walk(node) if isinstance(each, DEFINITIONS)
    }
    names |= {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    names |= {
        (each.asname or each.name).split(".")[0]
        for each in ast.walk(node)
        if isinstance(each, ast.alias)
    }
    return sorted(name for name in names if name)
