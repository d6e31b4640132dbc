"""What the tags and XLA's parser say of one program, as plain values.

Made by the modules that use jax, read by everything that links and infers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from irxray.layers import Span


class Frame(NamedTuple):
    """One stack frame inside the program's own source."""

    line: int
    """1-based first line."""
    column: int
    """0-based."""
    end_line: int
    end_column: int
    """Column after the last."""


class LibraryFrame(NamedTuple):
    """One stack frame inside installed code that the program calls."""

    file: str
    """Below the folder that packages are installed in, such as ``flax/nnx/nn/linear.py``."""
    function: str
    """Qualified name."""
    line: int
    """1-based."""


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation of a jaxpr."""

    index: int
    primitive: str
    enclosing: tuple[int, ...]
    """Equations whose sub-jaxpr holds it directly; several where that sub-jaxpr is shared."""
    frames: tuple[Frame, ...]
    """Frames in the program's source, innermost first."""
    spans: tuple[Span, ...]
    """Where the printed jaxpr shows it."""
    inputs: tuple[str, ...]
    """Abstract values read, such as ``bf16[128,64]``."""
    outputs: tuple[str, ...]
    library: tuple[LibraryFrame, ...] = ()
    """Frames in installed code between the equation and the program's own, innermost first."""
    moved_from: tuple[int, ...] = ()
    """Equations whose sub-jaxpr held it before JAX moved it out: what a loop's body computes
    anew in each turn without need."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a StableHLO module, in preorder."""

    index: int
    name: str
    """Such as ``stablehlo.add`` or ``func.call``."""
    line: int
    """1-based line of its head in the printed module; of the enclosing operation where it is
    not printed itself."""
    printed: bool
    results: tuple[str, ...]
    """Types of its results, such as ``tensor<128x64xbf16>``."""
    operands: tuple[int, ...]
    """Operations whose results it reads, through calls and loops."""
    arguments: tuple[int, ...]
    """Arguments of the program it reads, 0-based, through calls and loops."""
    equations: tuple[int, ...]
    """Equations on its name stack, outermost first; the last one is its own."""
    callee: str
    """Function that a call enters, or empty."""
    function: str
    """Function that holds it."""


class ParsedInstruction(NamedTuple):
    """What XLA's own parser says of one instruction."""

    name: str
    operands: tuple[str, ...]
