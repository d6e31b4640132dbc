"""What each StableHLO operation reads, through calls and loops.

MLIR says whose value an operand is; where that is a function's or a loop's argument, the callers
or the loop's initial values say what it was made from.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from irxray.tags import Operation

FUNCTION = "func.func"
CALLS = frozenset({"func.call", "stablehlo.composite"})
"""Operations that stand for a function."""
SYMBOLS = {FUNCTION: "sym_name", "func.call": "callee", "stablehlo.composite": "decomposition"}
"""The attribute that names the function which an operation is, or stands for."""

# jit(f)/eqn.3/jit(relu)/eqn.0/max
EQUATION_TAG = re.compile(r"\beqn\.(\d+)\b")


class BlockArgument(NamedTuple):
    """An argument of a function or of a region."""

    holder: int
    """The operation whose region it enters."""
    number: int
    """0-based."""


class LoweredOperation(NamedTuple):
    """One operation as MLIR holds it, in preorder with its fellows."""

    name: str
    parent: int | None
    """The operation whose region it stands in."""
    line: int | None
    """1-based line of its head in the printed module, where it is printed."""
    location: str
    """The name stack it was lowered from."""
    results: tuple[str, ...]
    """Types."""
    operands: tuple[int | BlockArgument, ...]
    """For each, the operation that makes it, or the argument it is."""
    symbol: str
    """The function that it is or stands for, or empty."""


def read_operations(lowered: Sequence[LoweredOperation]) -> tuple[Operation, ...]:
    """Return the operations with what they read."""
    dataflow = _Dataflow(lowered)
    operations: list[Operation] = []
    for index, each in enumerate(lowered):
        holder = None if each.parent is None else operations[each.parent]
        operations.append(
            Operation(
                index,
                each.name,
                each.line or (holder.line if holder else 1),
                each.line is not None,
                each.results,
                *dataflow.reads(each),
                tuple(map(int, EQUATION_TAG.findall(each.location))),
                each.symbol if each.name in CALLS else "",
                each.symbol if each.name == FUNCTION else holder.function if holder else "",
            )
        )
    return tuple(operations)


class _Dataflow:
    def __init__(self, lowered: Sequence[LoweredOperation]) -> None:
        self._lowered = lowered
        self._callers: defaultdict[str, list[LoweredOperation]] = defaultdict(list)
        self._known: dict[BlockArgument, tuple[int | BlockArgument, ...]] = {}
        for each in lowered:
            if each.name in CALLS:
                self._callers[each.symbol].append(each)

    def reads(self, operation: LoweredOperation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the operations and the program's arguments that ``operation`` reads."""
        found = dict.fromkeys(o for each in operation.operands for o in self._origins(each))
        return (
            tuple(each for each in found if not isinstance(each, BlockArgument)),
            tuple(dict.fromkeys(each.number for each in found if isinstance(each, BlockArgument))),
        )

    def _origins(self, value: int | BlockArgument) -> Sequence[int | BlockArgument]:
        """Return what makes ``value``: for a loop's value its initial one, for a function's
        argument whatever its callers pass; an argument of the program stands for itself."""
        if not isinstance(value, BlockArgument):
            return (value,)
        if value not in self._known:
            self._known[value] = tuple(dict.fromkeys(self._passed(value)))
        return self._known[value]

    def _passed(self, argument: BlockArgument) -> Iterator[int | BlockArgument]:
        holder = self._lowered[argument.holder]
        callers = [holder] if holder.name != FUNCTION else self._callers[holder.symbol]
        if not callers:
            yield argument
        for each in callers:
            if argument.number < len(each.operands):
                yield from self._origins(each.operands[argument.number])
