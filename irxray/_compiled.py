"""What XLA made: its text, its instructions, its own figures."""

from __future__ import annotations

import re
from typing import Any

from irxray._jax_private import hlo_parser
from irxray.errors import HloTextError
from irxray.tags import ParsedInstruction


def compile_text(lowered: Any) -> tuple[str, Any]:
    """Compile ``lowered`` and return the optimized HLO text, as printed, and the ``Compiled``."""
    compiled = lowered.compile()
    return compiled.as_text(), compiled


def own_figures(compiled: Any) -> tuple[dict[str, int], float | None]:
    """Return the compiler's own byte counts and its cost model's bytes accessed."""
    return memory_figures(compiled), bytes_accessed(compiled)


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
